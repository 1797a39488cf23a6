import '../shared/transport/transport.css';
import { refusalOf } from '@contract/machine';
import { type SeaTransport, seaMachine, seaTransport } from '@contract/scheduling/seaTransport';
import { transportStates } from '@contract/scheduling/states';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useData } from '../../api/unshownFailures';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { requireCalls } from '../../app/offered';
import { idIn } from '../../kinds/recordId';
import { DetailScreen, FieldGroups } from '../../resource/DetailScreen';
import { RecordLoader } from '../../resource/RecordLoader';
import { StateActions } from '../../resource/StateActions';
import { useEditPanel } from '../../resource/useEditPanel';
import { StateTag, toneOf } from '../../ui/StateTag';
import { useLogPart } from '../shared/config/useLogPart';
import { Changes } from './parts/Changes';
import { Containers } from './parts/Containers';
import { LineBills } from './parts/LineBills';
import { SEA_LIST, seaScreen } from './parts/seaScreen';
import { lineActions, useLineSteps } from './parts/useLineSteps';

/** Screen of one voyage: its times, its containers, its bills, and its log. */
export default function SeaDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      query={id === null ? null : read('seaTransport', 'get', { params: { id } })}
      list={SEA_LIST}
      title={({ vesselName, voyageNo }) => `${vesselName} ${voyageNo}`}
    >
      {(voyage) => <Detail voyage={voyage} />}
    </RecordLoader>
  );
}

const BILL_FIELDS = [
  ...(['billNo', 'batchNo', 'customerId', 'boxCount', 'kg', 'stage', 'eta', 'ata', 'bookedAt'] as const),
  'bookedBy',
] as const;

function Detail({ voyage }: { voyage: SeaTransport }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayEdit = useAllowed(seaTransport.edit);
  const { id } = voyage;
  const data = useData(read('seaTransport', 'parts', { params: { id } }));
  const { bills = [], containers = [], changes = [] } = data ?? {};
  const steps = useLineSteps('seaTransport', seaTransport.row, voyage);
  const log = useLogPart('seaTransport', id);
  const editing = useEditPanel({
    screen: seaScreen,
    row: voyage,
    title: voyage.vesselName,
    list: SEA_LIST,
    closed: refusalOf(seaMachine, 'update', voyage) !== undefined,
  });
  const mayLink = mayEdit && !refusalOf(seaMachine, 'link', voyage);
  return (
    <>
      <DetailScreen
        number={`${voyage.vesselName} ${voyage.voyageNo}`}
        subtitle={[`${voyage.polCode} – ${voyage.podCode}`, voyage.carrierScac, voyage.transportNo].join(
          ' · ',
        )}
        badges={
          <StateTag tone={toneOf(transportStates, voyage.state)}>
            {speech.state('transport', voyage.state)}
          </StateTag>
        }
        actions={
          <StateActions
            machine={seaMachine}
            row={voyage}
            first={['book', 'depart', 'arrive', 'close']}
            all={lineActions}
            onAct={(action) => {
              if (action === 'update') editing.edit();
              else if (action === 'remove') editing.remove();
              else void steps.act(action as Parameters<typeof steps.act>[0]);
            }}
          />
        }
        parts={[
          {
            id: 'facts',
            title: t('transport.facts'),
            panel: <VoyageFacts voyage={voyage} />,
          },
          {
            id: 'containers',
            requiredCalls: requireCalls('seaTransport.parts'),
            title: t('transport.containers'),
            count: voyage.containerCount,
            panel: <Containers voyage={voyage} containers={containers} mayEdit={mayEdit} />,
          },
          {
            id: 'bills',
            requiredCalls: requireCalls('seaTransport.parts'),
            title: t('common.bills'),
            count: voyage.billCount,
            panel: (
              <LineBills
                group="seaTransport"
                line={voyage}
                name={`${voyage.vesselName} ${voyage.voyageNo}`}
                bills={bills}
                fields={BILL_FIELDS}
                mayLink={mayLink}
                onLink={(chosen) =>
                  client.seaTransport.link({ params: { id }, body: { billIds: [...chosen.keys()] } })
                }
              />
            ),
          },
          {
            id: 'changes',
            requiredCalls: requireCalls('seaTransport.parts'),
            title: t('transport.changes'),
            count: changes.length,
            panel: <Changes changes={changes} schema={seaTransport.row} of={voyage} />,
          },
          log,
        ]}
      />
      {steps.panel}
      {editing.panel}
    </>
  );
}

/** Fields of a voyage. */
function VoyageFacts({ voyage }: { voyage: SeaTransport }) {
  const { t } = useTranslation();
  return (
    <FieldGroups
      schema={seaTransport.row}
      resource="seaTransport"
      row={voyage}
      groups={[
        {
          title: t('transport.groupShip'),
          fields: ['transportNo', 'carrierScac', 'vesselName', 'imoNo', 'voyageNo', 'polCode', 'podCode'],
        },
        {
          title: t('common.when'),
          fields: ['siCutOff', 'cutOffDoc', 'cutOffCargo', 'etd', 'atd', 'eta', 'ata'],
        },
        {
          title: t('transport.groupSpace'),
          fields: ['containersBooked', 'containerCount', 'billCount', 'bookingNo'],
        },
        {
          title: t('config.groupOther'),
          fields: ['remark', 'cancelReason', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'],
        },
      ]}
    />
  );
}
