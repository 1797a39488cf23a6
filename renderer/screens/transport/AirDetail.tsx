import { useKept } from '../../app/drafts';
import '../shared/transport/transport.css';
import { refusalOf } from '@contract/machine';
import { type AirTransport, airMachine, airTransport } from '@contract/scheduling/airTransport';
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
import { useLookups } from '../../kinds/lookups';
import { useNumber } from '../../kinds/NumberInput';
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
import { AddBills } from '../shared/transport/AddBills';
import { AIR_LIST, airScreen } from '../shared/transport/airScreen';
import { LinkedBills } from '../shared/transport/LinkedBills';
import { Changes } from './parts/Changes';
import { Landed } from './parts/Landed';
import { Promises } from './parts/Promises';
import { lineActions, useLineSteps } from './parts/useLineSteps';

/** Screen of one flight: its capacity, its bills, and its progress. */
export default function AirDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      ask={id === null ? null : read('airTransport', 'get', { params: { id } })}
      list={AIR_LIST}
      title={({ flightNo, transportNo }) => `${flightNo} ${transportNo}`}
    >
      {(flight) => <Detail flight={flight} />}
    </RecordLoader>
  );
}

const AIRPORTS = ['airport'] as const;
const BILL_FIELDS = [
  ...([
    'billNo',
    'batchNo',
    'customerId',
    'boxCount',
    'packageCount',
    'kg',
    'bookedKg',
    'positions',
  ] as const),
  ...(['stage', 'eta', 'ata', 'bookedBy'] as const),
];

function Detail({ flight }: { flight: AirTransport }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const path = useTabPath();
  const mayEdit = useAllowed(airTransport.edit);
  const lookups = useLookups(AIRPORTS);
  const [editing, setEditing] = useKept('editing', false);
  const [adding, setAdding] = useState(false);
  const { id } = flight;
  const data = useData(read('airTransport', 'parts', { params: { id } }));
  const { bills = [], allocations = [], changes = [] } = data ?? {};
  const steps = useLineSteps('airTransport', airTransport.row, flight);
  const { remove } = usePlainActions(airScreen, () => undefined);
  const edit = () => !refusalOf(airMachine, 'update', flight) && setEditing(true);
  useShortcuts([{ combo: 'e', label: t('common.edit'), run: () => mayEdit && edit() }]);
  const mayLink = mayEdit && !refusalOf(airMachine, 'link', flight);
  const codeOf = (airport: number) => String(lookups.find('airport', airport)?.airportCode ?? '');
  const row = flight as unknown as PlainRow;
  return (
    <>
      <DetailScreen
        number={flight.flightNo}
        subtitle={[
          `${codeOf(flight.originAirportId)} – ${codeOf(flight.landingAirportId)}`,
          flight.transportNo,
        ].join(' · ')}
        badges={
          <StateTag tone={toneOf(transportStates, flight.state)}>
            {speech.state('transport', flight.state)}
          </StateTag>
        }
        actions={
          <StateActions
            machine={airMachine}
            row={flight}
            first={['book', 'depart', 'arrive', 'close']}
            all={lineActions}
            onAct={(action) => {
              if (action === 'update') edit();
              else if (action === 'remove')
                void remove(row).then((gone) => gone && navigate(closeTab(path) ?? AIR_LIST));
              else void steps.act(action as Parameters<typeof steps.act>[0]);
            }}
          />
        }
        parts={[
          {
            id: 'bills',
            lives: livesBy('airTransport.parts'),
            title: t('common.bills'),
            count: flight.billCount,
            panel: (
              <>
                <Landed ata={flight.ata} bills={bills} group="airTransport" />
                <LinkedBills
                  bills={bills}
                  fields={BILL_FIELDS}
                  none={t('transport.noBillsFlight')}
                  head={<Load flight={flight} />}
                  onAdd={mayLink ? () => setAdding(true) : undefined}
                  onUnlink={
                    mayLink
                      ? async (bill) => {
                          await client.airTransport.unlink({ params: { id }, query: { billIds: [bill.id] } });
                          await invalidate(queryClient, 'airTransport');
                        }
                      : undefined
                  }
                />
              </>
            ),
          },
          {
            id: 'promises',
            lives: livesBy('airTransport.parts'),
            title: t('transport.promises'),
            count: allocations.length,
            panel: <Promises flight={flight} allocations={allocations} mayEdit={mayEdit} />,
          },
          {
            id: 'facts',
            title: t('transport.facts'),
            panel: (
              <FieldGroups
                schema={airTransport.row}
                resource="airTransport"
                row={flight}
                groups={[
                  {
                    title: t('transport.groupRoute'),
                    fields: [
                      'transportNo',
                      'flightNo',
                      'carrierCode',
                      'originAirportId',
                      'landingAirportId',
                      'weekdays',
                    ],
                  },
                  { title: t('common.when'), fields: ['cutOffAt', 'etd', 'eta', 'atd', 'ata'] },
                  {
                    title: t('transport.groupSpace'),
                    fields: [
                      'capacityKg',
                      'bookedKg',
                      'freeKg',
                      'uldPlan',
                      'positions',
                      'bookedPositions',
                      'bookingNo',
                    ],
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
            id: 'changes',
            lives: livesBy('airTransport.parts'),
            title: t('transport.changes'),
            count: changes.length,
            panel: <Changes changes={changes} schema={airTransport.row} of={flight} />,
          },
        ]}
      />
      {steps.panel}
      <SidePanel isOpen={editing} width={560} title={flight.flightNo} onClose={() => setEditing(false)}>
        {editing && <PlainForm screen={airScreen} editing={row} onDone={() => setEditing(false)} />}
      </SidePanel>
      {adding && (
        <AddBills
          title={t('transport.addBillsTo', { no: flight.flightNo })}
          ask={read('airTransport', 'candidates', { params: { id } })}
          none={t('transport.noneFlight')}
          free={Math.max(0, flight.freeKg)}
          onClose={() => setAdding(false)}
          onLink={async (chosen) => {
            const { linked, warnings } = await client.airTransport.link({
              params: { id },
              body: {
                bills: [...chosen].map(([billId, { kg, positions }]) => ({
                  billId,
                  kg: Number(kg),
                  positions: Number(positions),
                })),
              },
            });
            for (const { msg } of warnings) notify({ text: msg, intent: 'warning' });
            notify({ text: t('transport.linked', { count: linked }), intent: 'success' });
            await invalidate(queryClient, 'airTransport');
          }}
        />
      )}
    </>
  );
}

/** Load of a flight, as a bar and as text. */
function Load({ flight }: { flight: AirTransport }) {
  const { t } = useTranslation();
  const { capacityKg, bookedKg, freeKg, positions, bookedPositions } = flight;
  const number = useNumber(1);
  const share = (kg: number) => `${capacityKg > 0 ? Math.min(100, (kg / capacityKg) * 100) : 0}%`;
  const kept = Math.max(0, capacityKg - bookedKg - freeKg);
  return (
    <>
      <div className="fc-load" aria-hidden>
        <span className="fc-load-booked" style={{ width: share(bookedKg) }} />
        <span className="fc-load-kept" style={{ width: share(kept) }} />
      </div>
      <span>
        {t('transport.load', {
          booked: number(bookedKg),
          capacity: number(capacityKg),
          free: number(freeKg),
          kept: number(kept),
        })}
      </span>
      {positions > 0 && (
        <span className="fc-muted">
          {t('transport.loadPositions', { booked: bookedPositions, positions })}
        </span>
      )}
    </>
  );
}
