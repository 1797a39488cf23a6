import { Button, NonIdealState } from '@blueprintjs/core';
import { type DocumentFile, documentFileRow, type FileOwner } from '@contract/documentFile';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallOptions, client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useSaveFile } from '../../../app/useSaveFile';
import { UploadZone } from '../../../resource/UploadZone';
import { useUpload } from '../../../resource/useUpload';
import { ask } from '../../../ui/ask';
import { Skeleton } from '../../../ui/Loading';
import { notify, notifyFailed } from '../../../ui/toaster';
import { PartTable } from '../../transport/parts/PartTable';

/** The files of a record: read by all who see it, given and taken by who may change it. */
export function DocumentFiles({
  docType,
  id,
  mayEdit,
  hint,
}: {
  docType: FileOwner;
  id: number;
  mayEdit: boolean;
  /** What is kept here, said while there is nothing. */
  hint?: string;
}) {
  const { t } = useTranslation();
  const saveFile = useSaveFile('open');
  const { data, error } = useQuery(read('documentFile', 'list', { params: { docType, id } }));
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
  const remove = async ({ id: fileId, fileName }: DocumentFile) => {
    const yes = await ask({
      title: t('common.areYouSure'),
      detail: t('common.deleteOf', { name: fileName }),
      confirm: t('common.delete'),
      cancel: t('common.cancel'),
    });
    if (!yes) return;
    try {
      await client.documentFile.remove({ params: { docType, id, fileId } });
      notify({ text: t('common.deleted'), intent: 'success' });
    } catch (thrown) {
      notifyFailed(thrown);
    }
    await invalidate(queryClient, 'documentFile');
  };
  if (error && !data) return <NonIdealState title={error.message} />;
  if (!data) return <Skeleton lines={6} />;
  return (
    <div className="fc-plan">
      {data.length === 0 ? (
        <NonIdealState title={t('business.filesNone')} {...(hint ? { description: hint } : {})} />
      ) : (
        <PartTable
          label={t('business.files')}
          schema={documentFileRow}
          resource="documentFile"
          rows={data}
          fields={['fileName', 'size', 'uploadedAt', 'uploadedBy']}
          end={(file) => (
            <>
              <Button
                size="small"
                aria-label={`${t('common.download')}: ${file.fileName}`}
                onClick={() =>
                  void saveFile({
                    call: 'documentFile.download',
                    input: { params: { docType, id, fileId: file.id } },
                    name: file.fileName,
                  })
                }
              >
                {t('common.download')}
              </Button>{' '}
              {mayEdit && (
                <Button
                  size="small"
                  intent="danger"
                  variant="outlined"
                  aria-label={`${t('common.delete')}: ${file.fileName}`}
                  onClick={() => void remove(file)}
                >
                  {t('common.delete')}
                </Button>
              )}
            </>
          )}
        />
      )}
      {mayEdit && <UploadZone title={t('business.filesDrop')} upload={upload} />}
    </div>
  );
}
