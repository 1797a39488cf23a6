import { NonIdealState } from '@blueprintjs/core';
import { documentFileRow, type FileOwner } from '@contract/documentFile';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallOptions, client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useSaveFile } from '../../../app/useSaveFile';
import { NotLoaded } from '../../../resource/Answered';
import { UploadZone } from '../../../resource/UploadZone';
import { useUpload } from '../../../resource/useUpload';
import { Skeleton } from '../../../ui/Loading';
import { FileTable } from '../transport/FileTable';

/** Files of a record: visible to all who see it, added and removed by users who may edit it. */
export function DocumentFiles({
  docType,
  id,
  mayEdit,
  hint,
}: {
  docType: FileOwner;
  id: number;
  mayEdit: boolean;
  /** Hint on the files that belong here, shown while there are none. */
  hint?: string;
}) {
  const { t } = useTranslation();
  const saveFile = useSaveFile('open');
  const { data, error, retry } = usePart(read('documentFile', 'list', { params: { docType, id } }));
  const upload = useUpload({
    call: 'documentFile.upload',
    send: useCallback(
      (file: string, options: CallOptions) =>
        client.documentFile.upload({ params: { docType, id }, file }, options),
      [docType, id],
    ),
    after: async () => {
      await invalidate(queryClient, 'documentFile');
    },
  });
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={6} />;
  return (
    <div className="fc-plan">
      {data.length === 0 ? (
        <NonIdealState title={t('business.filesNone')} {...(hint ? { description: hint } : {})} />
      ) : (
        <FileTable
          label={t('common.attachments')}
          schema={documentFileRow}
          resource="documentFile"
          files={data}
          fields={['fileName', 'size', 'uploadedAt', 'uploadedBy']}
          open={({ id: fileId, fileName }) =>
            saveFile({
              call: 'documentFile.download',
              input: { params: { docType, id, fileId } },
              name: fileName,
            })
          }
          remove={({ id: fileId }) => client.documentFile.remove({ params: { docType, id, fileId } })}
          mayRemove={() => mayEdit}
        />
      )}
      {mayEdit && <UploadZone title={t('business.filesDrop')} upload={upload} />}
    </div>
  );
}
