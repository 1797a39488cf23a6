import { Button, ProgressBar } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { DropZone } from '../ui/DropZone';
import type { useUpload } from './useUpload';

/** A place to drop a file that is to be kept with a record, with how far it has come. */
export function UploadZone({ title, upload }: { title: string; upload: ReturnType<typeof useUpload> }) {
  const { t } = useTranslation();
  const { sending, cancel, choose, drop } = upload;
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
          <span>{t('bill.attachmentUploading', { name: sending.name })}</span>
          <ProgressBar value={sending.share} intent="primary" animate={sending.share === 0} />
          <Button size="small" onClick={cancel}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
    </DropZone>
  );
}
