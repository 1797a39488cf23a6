import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import type { FormInside } from '../../../resource/RecordForm';
import { FileSelect } from './BillFile';

/** Selects the paper of a decision among the files of the bill; not shown to those who may not see them. */
export function PaperSelect({ billId, form }: { billId: number; form: FormInside }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const allowed = useAllowed(permit('bill.attachment.view'), 'attachment.list');
  const { attachmentId } = form.values;
  if (!allowed) return null;
  return (
    <FileSelect
      billId={billId}
      id={form.idOf('attachmentId')}
      label={speech.label('attachmentId', 'batch')}
      value={typeof attachmentId === 'string' ? attachmentId : null}
      onChange={(id) => form.set('attachmentId', id)}
      whenNone={t('clearance.paperNone')}
    />
  );
}
