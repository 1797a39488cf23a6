import { FormGroup } from '@blueprintjs/core';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { ShortSelect } from '../../../kinds/ChoiceInput';
import type { FormInside } from '../../../resource/RecordForm';

/** Selects the paper of a decision among the files of the bill; not shown to those who may not see them. */
export function PaperSelect({ billId, form }: { billId: number; form: FormInside }) {
  const allowed = useAllowed(permit('bill.attachment.view'), 'attachment.list');
  return allowed ? <Select billId={billId} form={form} /> : null;
}

function Select({ billId, form }: { billId: number; form: FormInside }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const query = { billId: [billId], pageSize: 100 };
  const files = useData(read('attachment', 'list', { query }))?.list;
  const { attachmentId } = form.values;
  const fileId = form.idOf('attachmentId');
  if (!files) return null;
  if (files.length === 0) return <p className="fc-muted">{t('clearance.paperNone')}</p>;
  return (
    <FormGroup label={speech.label('attachmentId', 'batch')} labelFor={fileId}>
      <ShortSelect
        id={fileId}
        none={t('common.none')}
        options={files.map(({ id, fileName }) => ({ value: id, label: fileName, search: fileName }))}
        value={typeof attachmentId === 'string' ? attachmentId : null}
        onChange={(id) => form.set('attachmentId', id === null ? null : String(id))}
      />
    </FormGroup>
  );
}
