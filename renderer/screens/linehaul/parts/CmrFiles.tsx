import { NonIdealState } from '@blueprintjs/core';
import { type CmrDetail, cmrMachine } from '@contract/linehaul/cmr';
import { type CmrFile, cmrFileKinds, cmrFileRow } from '@contract/linehaul/cmrFile';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useSaveFile } from '../../../app/useSaveFile';
import { NotLoaded } from '../../../resource/Answered';
import { KindDrop } from '../../../resource/KindDrop';
import { Skeleton } from '../../../ui/Loading';
import { FileTable } from '../../shared/transport/FileTable';
import { useCmrUpload } from './useCmrUpload';

const ACTION = { pod: 'attachPod', attachment: 'attach' } as const;

/** Files of a note: signed copies and other papers of the truck. */
export function CmrFiles({ cmr, onPod }: { cmr: CmrDetail; onPod: () => void }) {
  const { t } = useTranslation();
  const mayEdit = useAllowed(permit('bill.cmr.edit'));
  const saveFile = useSaveFile('open');
  const { data, error, retry } = usePart(read('cmrFile', 'list', { params: { id: cmr.id } }));
  const open = cmrFileKinds.filter((kind) => !refusalOf(cmrMachine, ACTION[kind], cmr));
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={6} />;
  return (
    <div className="fc-attachment-panel">
      {data.length === 0 ? (
        <NonIdealState title={t('bill.attachmentNone')} description={t('cmr.filesNone')} />
      ) : (
        <FileTable
          label={t('common.files')}
          schema={cmrFileRow}
          resource="cmrFile"
          files={data}
          fields={['fileName', 'kind', 'size', 'uploadedAt', 'uploadedBy']}
          open={({ id: fileId, fileName }) =>
            saveFile({
              call: 'cmrFile.download',
              input: { params: { id: cmr.id, fileId } },
              name: fileName,
            })
          }
          remove={({ id: fileId }) => client.cmrFile.remove({ params: { id: cmr.id, fileId } })}
          mayRemove={({ kind }) => mayEdit && open.includes(kind)}
        />
      )}
      {mayEdit && open.length > 0 && <FileUpload cmr={cmr} kinds={open} onPod={onPod} />}
    </div>
  );
}

/** Upload of a note's file: its kind, then the file is dropped or selected. */
function FileUpload({
  cmr,
  kinds,
  onPod,
}: {
  cmr: CmrDetail;
  kinds: readonly CmrFile['kind'][];
  onPod: () => void;
}) {
  const speech = useSpeech();
  const [chosen, setChosen] = useState<CmrFile['kind']>('attachment');
  const kind = kinds.includes(chosen) ? chosen : 'attachment';
  const upload = useCmrUpload(cmr, kind, onPod);
  return (
    <KindDrop
      label={speech.label('kind')}
      kinds={kinds}
      nameOf={(one) => speech.choice('cmrFileKind', one)}
      kind={kind}
      onKind={setChosen}
      upload={upload}
    />
  );
}
