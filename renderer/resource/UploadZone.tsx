import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { DropZone } from '../ui/DropZone';
import { Progress } from '../ui/Progress';
import type { useUpload } from './useUpload';

/** Drop zone for a file to attach to a record, with the progress of the upload. */
export function UploadZone({ title, upload }: { title: string; upload: ReturnType<typeof useUpload> }) {
  const { t } = useTranslation();
  const { sending, cancel, choose, drop } = upload;
  const text = t('bill.attachmentUploading', { name: sending?.name });
  return (
    <DropZone
      title={title}
      hint={t('bill.attachmentTypes')}
      choose={t('importing.choose')}
      busy={sending !== null}
      onDrop={drop}
      onChoose={choose}
    >
      {sending && (
        <div className="fc-sending" role="status">
          <span>{text}</span>
          <Progress label={text} part={sending.share === 0 ? undefined : sending.share} />
          <Button size="small" onClick={cancel}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
    </DropZone>
  );
}
