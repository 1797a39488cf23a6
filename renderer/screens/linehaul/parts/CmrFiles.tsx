import '../../warehouse/warehouse.css';
import { Button, HTMLTable, NonIdealState } from '@blueprintjs/core';
import { metaOf } from '@contract/fields';
import { type CmrDetail, cmrMachine } from '@contract/linehaul/cmr';
import { type CmrFile, cmrFileKinds, cmrFileRow } from '@contract/linehaul/cmrFile';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import { formatInstant } from '@contract/rules/zonedTime';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useSaveFile } from '../../../app/useSaveFile';
import { ownZone } from '../../../app/zone';
import { cellOf } from '../../../kinds';
import { targetsOf, useLookups } from '../../../kinds/lookups';
import { KindDrop } from '../../../resource/KindDrop';
import { ask } from '../../../ui/ask';
import { Skeleton } from '../../../ui/Loading';
import { notify, notifyFailed } from '../../../ui/toaster';
import { useCmrUpload } from './useCmrUpload';

const ACTION = { pod: 'attachPod', attachment: 'attach' } as const;
const person = metaOf(cmrFileRow.shape.uploadedBy);
const bytes = metaOf(cmrFileRow.shape.size);

/** The files of a note: signed copies and what else goes with the truck. */
export function CmrFiles({ cmr, onPod }: { cmr: CmrDetail; onPod: () => void }) {
  const { t } = useTranslation();
  const mayEdit = useAllowed(permit('bill.cmr.edit'));
  const { data, error } = useQuery(read('cmrFile', 'list', { params: { id: cmr.id } }));
  const open = cmrFileKinds.filter((kind) => !refusalOf(cmrMachine, ACTION[kind], cmr));
  if (error && !data) return <NonIdealState title={error.message} />;
  if (!data) return <Skeleton lines={6} />;
  return (
    <div className="fc-attachment-panel">
      {data.length === 0 ? (
        <NonIdealState title={t('bill.attachmentNone')} description={t('cmr.filesNone')} />
      ) : (
        <FileTable cmr={cmr} files={data} mayDelete={(kind) => mayEdit && open.includes(kind)} />
      )}
      {mayEdit && open.length > 0 && <Give cmr={cmr} kinds={open} onPod={onPod} />}
    </div>
  );
}

function FileTable(props: {
  cmr: CmrDetail;
  files: readonly CmrFile[];
  mayDelete: (kind: CmrFile['kind']) => boolean;
}) {
  const { cmr, files, mayDelete } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(useMemo(() => targetsOf([person]), []));
  const saveFile = useSaveFile('open');
  const open = ({ id, fileName }: CmrFile) =>
    saveFile({ call: 'cmrFile.download', input: { params: { id: cmr.id, fileId: id } }, name: fileName });
  const remove = async ({ id, fileName }: CmrFile) => {
    const yes = await ask({
      title: t('common.areYouSure'),
      detail: t('common.deleteOf', { name: fileName }),
      confirm: t('common.delete'),
      cancel: t('common.cancel'),
    });
    if (!yes) return;
    try {
      await client.cmrFile.remove({ params: { id: cmr.id, fileId: id } });
      notify({ text: t('common.deleted'), intent: 'success' });
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, 'cmrFile');
  };
  return (
    <div className="fc-wide-table">
      <HTMLTable compact striped className="fc-trip-table" aria-label={t('cmr.files')}>
        <thead>
          <tr>
            {(['fileName', 'kind', 'size', 'uploadedAt', 'uploadedBy'] as const).map((name) => (
              <th key={name}>{speech.label(name)}</th>
            ))}
            <th aria-hidden />
          </tr>
        </thead>
        <tbody>
          {files.map((file) => {
            const shown = { speech, lookups, row: file };
            return (
              <tr key={file.id}>
                <td>
                  <b>{file.fileName}</b>
                </td>
                <td>{speech.choice('cmrFileKind', file.kind)}</td>
                <td>{cellOf(bytes, file.size, shown)}</td>
                <td>{formatInstant(file.uploadedAt, ownZone)}</td>
                <td>{cellOf(person, file.uploadedBy, shown)}</td>
                <td>
                  <div className="fc-cmr-doings">
                    <Button
                      size="small"
                      aria-label={`${t('common.download')}: ${file.fileName}`}
                      onClick={() => void open(file)}
                    >
                      {t('common.download')}
                    </Button>
                    {mayDelete(file.kind) && (
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
                  </div>
                </td>
              </tr>
            );
          })}
        </tbody>
      </HTMLTable>
    </div>
  );
}

/** Where a file is given to the note: what it is, then dropped or chosen. */
function Give({
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
