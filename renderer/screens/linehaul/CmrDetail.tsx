import { usePart } from '../../api/unshownFailures';
import { NotLoaded } from '../../resource/Answered';
import './parts/cmr.css';
import { Button } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { type CmrDetail as Cmr, cmrMachine, cmrRow, cmrStates } from '@contract/linehaul/cmr';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { requireCalls } from '../../app/offered';
import { PdfPreview } from '../../app/paper/PdfPreview';
import { useSaveFile } from '../../app/useSaveFile';
import { idIn } from '../../kinds/recordId';
import { DetailScreen, FieldGroups } from '../../resource/DetailScreen';
import { RecordLoader } from '../../resource/RecordLoader';
import { StateActions } from '../../resource/StateActions';
import { BusyButton } from '../../ui/BusyButton';
import { Skeleton } from '../../ui/Loading';
import { StateTag, toneOf } from '../../ui/StateTag';
import { useShortcuts } from '../../ui/shortcuts';
import { useLogPart } from '../shared/config/useLogPart';
import { CmrFiles } from './parts/CmrFiles';
import { CmrMails } from './parts/CmrMails';
import { CmrPallets } from './parts/CmrPallets';
import { CmrSheetView } from './parts/CmrSheetView';
import { SendNote } from './parts/SendNote';
import { useCmrActions } from './parts/useCmrActions';
import { useCmrUpload } from './parts/useCmrUpload';

/** Screen of one consignment note: its print view, its pallets, its route, and its log. */
export default function CmrDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      query={id === null ? null : read('cmr', 'get', { params: { id } })}
      list="/config/cmr"
      title={({ cmrNo }) => cmrNo}
    >
      {(cmr) => <Detail cmr={cmr} />}
    </RecordLoader>
  );
}

/** Next steps of a truck, in their order. */
const CMR_FIRST = ['load', 'depart', 'arrive', 'deliver'] as const;

function Detail({ cmr }: { cmr: Cmr }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const [shown, setShown] = useState(false);
  const saveFile = useSaveFile('open');
  const mayEdit = useAllowed(permit('bill.cmr.edit'));
  const { id, cmrNo } = cmr;
  const edit = () => navigate(`/config/cmr/edit/${id}`);
  useShortcuts([
    { combo: 'e', label: t('common.edit'), run: () => mayEdit && edit() },
    { combo: 'p', label: t('cmr.print'), run: () => setShown(true) },
  ]);
  const [sending, setSending] = useState(false);
  const prealert = () =>
    saveFile({ call: 'cmr.prealert', input: { params: { id } }, name: `${cmrNo}-prealert.xlsx` });

  const { act, panel } = useCmrActions(cmr, edit);
  const delivered = () => void act('deliver');
  const pod = useCmrUpload(cmr, 'pod', delivered);
  const mayUpload = mayEdit && !refusalOf(cmrMachine, 'attachPod', cmr);
  const maySend = mayEdit && !refusalOf(cmrMachine, 'send', cmr);
  const log = useLogPart('cmr', id);
  return (
    <>
      <DetailScreen
        number={cmrNo}
        subtitle={cmr.bills.map(billName).join(', ')}
        badges={<StateTag tone={toneOf(cmrStates, cmr.state)}>{speech.state('cmr', cmr.state)}</StateTag>}
        actions={
          <>
            <Button onClick={() => setShown(true)}>{t('cmr.print')}</Button>
            <Button onClick={() => void prealert()}>{t('cmr.prealert')}</Button>
            {maySend && <Button onClick={() => setSending(true)}>{t('common.sendByEmail')}…</Button>}
            {mayUpload && (
              <BusyButton busy={pod.sending !== null} onClick={pod.choose}>
                {speech.action('cmr', 'attachPod')}
              </BusyButton>
            )}
            <StateActions
              machine={cmrMachine}
              row={cmr}
              first={CMR_FIRST}
              all={[
                ...CMR_FIRST,
                'update',
                'unload',
                'undoDepart',
                'clearArrival',
                'return',
                'reopen',
                'cancel',
              ]}
              onAct={(action) => void act(action)}
            />
          </>
        }
        parts={[
          {
            id: 'sheet',
            requiredCalls: requireCalls('cmr.sheet'),
            title: t('cmr.sheet'),
            panel: <Sheet cmr={cmr} />,
          },
          {
            id: 'pallets',
            title: t('common.pallets'),
            // For trucks from before pallets were stored, only the total is known.
            count: cmr.pallets.length || (cmr.state === 'draft' ? 0 : cmr.totalPallets),
            panel: <CmrPallets cmr={cmr} />,
          },
          {
            id: 'files',
            requiredCalls: requireCalls('cmrFile.list'),
            title: t('common.files'),
            panel: <CmrFiles cmr={cmr} onPod={delivered} />,
          },
          {
            id: 'mails',
            requiredCalls: requireCalls('cmrMail.list'),
            title: t('cmr.mails'),
            panel: <CmrMails cmr={cmr} />,
          },
          {
            id: 'facts',
            title: t('cmr.facts'),
            panel: <CmrFacts cmr={cmr} />,
          },
          log,
        ]}
      />
      {shown && (
        <PdfPreview
          title={cmrNo}
          file={{ call: 'cmr.pdf', input: { params: { id } }, name: `${cmrNo}.pdf` }}
          onClose={() => setShown(false)}
        />
      )}
      {sending && <SendNote cmr={cmr} onClose={() => setSending(false)} />}
      {panel}
    </>
  );
}

/** Print view of the note. */
function Sheet({ cmr }: { cmr: Cmr }) {
  const { data, error, retry } = usePart(read('cmr', 'sheet', { params: { id: cmr.id } }));
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  return data ? <CmrSheetView sheet={data} /> : <Skeleton lines={14} />;
}

/** Fields of the note in groups. */
function CmrFacts({ cmr }: { cmr: Cmr }) {
  const { t } = useTranslation();
  return (
    <FieldGroups
      schema={cmrRow}
      resource="cmr"
      row={cmr}
      groups={[
        {
          title: t('cmr.groupCarrier'),
          fields: ['carrierCompanyId', 'vehicleType', 'plateNo', 'trailerNo', 'driverName', 'driverPhone'],
        },
        {
          title: t('common.when'),
          fields: ['createdAt', 'loadedAt', 'departedAt', 'arrivedAt', 'podAt', 'cancelReason'],
        },
        {
          title: t('cmr.groupPod'),
          fields: [
            'totalPallets',
            'totalBoxes',
            'totalParcels',
            'totalWeight',
            'podBoxCount',
            'podPalletCount',
            'reservations',
            'remark',
          ],
        },
      ]}
    />
  );
}
