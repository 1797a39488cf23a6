import { Button, FormGroup } from '@blueprintjs/core';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSaveFile } from '../../../app/useSaveFile';
import { ShortSelect } from '../../../kinds/ChoiceInput';

/** Selects one of the attachments of a bill; `whenNone` is shown in its place while there are none. */
export function FileSelect(props: {
  billId: number;
  id: string;
  label: string;
  value: string | null;
  onChange: (attachmentId: string | null) => void;
  whenNone?: string;
}) {
  const { billId, id, label, value, onChange, whenNone } = props;
  const { t } = useTranslation();
  const query = { billId: [billId], pageSize: 100 };
  const files = useData(read('attachment', 'list', { query }))?.list;
  if (!files) return null;
  if (files.length === 0) return whenNone ? <p className="fc-muted">{whenNone}</p> : null;
  return (
    <FormGroup label={label} labelFor={id}>
      <ShortSelect
        id={id}
        none={t('common.none')}
        options={files.map((file) => ({ value: file.id, label: file.fileName, search: file.fileName }))}
        value={value}
        onChange={(chosen) => onChange(chosen === null ? null : String(chosen))}
      />
    </FormGroup>
  );
}

/** Opens an attachment that proves something; not shown without one, nor to those who may not see attachments. */
export function FileButton({
  attachmentId,
  fileName,
}: {
  attachmentId: string | null;
  fileName: string | null;
}) {
  const save = useSaveFile('open');
  const mayOpen = useAllowed(permit('bill.attachment.view'), 'attachment.download');
  if (!attachmentId || !fileName || !mayOpen) return null;
  return (
    <Button
      size="small"
      variant="minimal"
      onClick={() =>
        void save({ call: 'attachment.download', input: { params: { attachmentId } }, name: fileName })
      }
    >
      {fileName}
    </Button>
  );
}
