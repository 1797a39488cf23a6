import { useKept } from '../../app/drafts';
import '../shared/transport/transport.css';
import { refusalOf } from '@contract/machine';
import { type SeaTransport, seaMachine, seaTransport } from '@contract/scheduling/seaTransport';
import { transportStates } from '@contract/scheduling/states';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useData } from '../../api/unsaid';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { livesBy } from '../../app/offered';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { idIn } from '../../kinds/recordId';
import { DetailScreen, FieldGroups } from '../../resource/DetailScreen';
import { PlainForm, type PlainRow } from '../../resource/ListScreen';
import { RecordLoader } from '../../resource/RecordLoader';
import { StateActions } from '../../resource/StateActions';
import { usePlainActions } from '../../resource/usePlainActions';
import { SidePanel } from '../../ui/SidePanel';
import { StateTag, toneOf } from '../../ui/StateTag';
import { useShortcuts } from '../../ui/shortcuts';
import { notify } from '../../ui/toaster';
import { LogTable } from '../shared/config/LogTable';
import { AddBills } from '../shared/transport/AddBills';
import { LinkedBills } from '../shared/transport/LinkedBills';
import { Changes } from './parts/Changes';
import { Containers } from './parts/Containers';
import { Landed } from './parts/Landed';
import { SEA_LIST, seaScreen } from './parts/seaScreen';
import { lineActions, useLineSteps } from './parts/useLineSteps';

/** Screen of one voyage: its times, its containers, its bills, and its log. */
export default function SeaDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      ask={id === null ? null : read('seaTransport', 'get', { params: { id } })}
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
  const navigate = useNavigate();
  const path = useTabPath();
  const mayEdit = useAllowed(seaTransport.edit);
  const [editing, setEditing] = useKept('editing', false);
  const [adding, setAdding] = useState(false);
  const { id } = voyage;
  const data = useData(read('seaTransport', 'parts', { params: { id } }));
  const { bills = [], containers = [], changes = [] } = data ?? {};
  const steps = useLineSteps('seaTransport', seaTransport.row, voyage);
  const { remove } = usePlainActions(seaScreen, () => undefined);
  const edit = () => !refusalOf(seaMachine, 'update', voyage) && setEditing(true);
  useShortcuts([{ combo: 'e', label: t('common.edit'), run: () => mayEdit && edit() }]);
  const mayLink = mayEdit && !refusalOf(seaMachine, 'link', voyage);
  const row = voyage as unknown as PlainRow;
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
              if (action === 'update') edit();
              else if (action === 'remove')
                void remove(row).then((gone) => gone && navigate(closeTab(path) ?? SEA_LIST));
              else void steps.act(action as Parameters<typeof steps.act>[0]);
            }}
          />
        }
        parts={[
          {
            id: 'facts',
            title: t('transport.facts'),
            panel: (
              <FieldGroups
                schema={seaTransport.row}
                resource="seaTransport"
                row={voyage}
                groups={[
                  {
                    title: t('transport.groupShip'),
                    fields: [
                      'transportNo',
                      'carrierScac',
                      'vesselName',
                      'imoNo',
                      'voyageNo',
                      'polCode',
                      'podCode',
                    ],
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
            ),
          },
          {
            id: 'containers',
            lives: livesBy('seaTransport.parts'),
            title: t('transport.containers'),
            count: voyage.containerCount,
            panel: <Containers voyage={voyage} containers={containers} mayEdit={mayEdit} />,
          },
          {
            id: 'bills',
            lives: livesBy('seaTransport.parts'),
            title: t('common.bills'),
            count: voyage.billCount,
            panel: (
              <>
                <Landed ata={voyage.ata} bills={bills} group="seaTransport" />
                <LinkedBills
                  bills={bills}
                  fields={BILL_FIELDS}
                  none={t('transport.noBillsVoyage')}
                  onAdd={mayLink ? () => setAdding(true) : undefined}
                  onUnlink={
                    mayLink
                      ? async (bill) => {
                          await client.seaTransport.unlink({ params: { id }, query: { billIds: [bill.id] } });
                          await invalidate(queryClient, 'seaTransport');
                        }
                      : undefined
                  }
                />
              </>
            ),
          },
          {
            id: 'changes',
            lives: livesBy('seaTransport.parts'),
            title: t('transport.changes'),
            count: changes.length,
            panel: <Changes changes={changes} schema={seaTransport.row} of={voyage} />,
          },
          {
            id: 'logs',
            lives: livesBy('seaTransport.logs'),
            title: t('common.log'),
            panel: (
              <LogTable
                ask={(query) => read('seaTransport', 'logs', { params: { id }, query })}
                offset={60}
              />
            ),
          },
        ]}
      />
      {steps.panel}
      <SidePanel isOpen={editing} width={560} title={voyage.vesselName} onClose={() => setEditing(false)}>
        {editing && <PlainForm screen={seaScreen} editing={row} onDone={() => setEditing(false)} />}
      </SidePanel>
      {adding && (
        <AddBills
          title={t('transport.addBillsTo', { no: `${voyage.vesselName} ${voyage.voyageNo}` })}
          ask={read('seaTransport', 'candidates', { params: { id } })}
          none={t('transport.noneVoyage')}
          onClose={() => setAdding(false)}
          onLink={async (chosen) => {
            const { linked, warnings } = await client.seaTransport.link({
              params: { id },
              body: { billIds: [...chosen.keys()] },
            });
            for (const { msg } of warnings) notify({ text: msg, intent: 'warning' });
            notify({ text: t('transport.linked', { count: linked }), intent: 'success' });
            await invalidate(queryClient, 'seaTransport');
          }}
        />
      )}
    </>
  );
}
