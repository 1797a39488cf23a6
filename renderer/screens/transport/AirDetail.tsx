import '../shared/transport/transport.css';
import { refusalOf } from '@contract/machine';
import { type AirTransport, airMachine, airTransport } from '@contract/scheduling/airTransport';
import { transportStates } from '@contract/scheduling/states';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useData } from '../../api/unshownFailures';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { requireCalls } from '../../app/offered';
import { useLookups } from '../../kinds/lookups';
import { useNumber } from '../../kinds/NumberInput';
import { idIn } from '../../kinds/recordId';
import { DetailScreen, FieldGroups } from '../../resource/DetailScreen';
import { RecordLoader } from '../../resource/RecordLoader';
import { StateActions } from '../../resource/StateActions';
import { useEditPanel } from '../../resource/useEditPanel';
import { StateTag, toneOf } from '../../ui/StateTag';
import { AIR_LIST, airScreen } from '../shared/transport/airScreen';
import { Changes } from './parts/Changes';
import { LineBills } from './parts/LineBills';
import { Promises } from './parts/Promises';
import { lineActions, useLineSteps } from './parts/useLineSteps';

/** Screen of one flight: its capacity, its bills, and its progress. */
export default function AirDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      query={id === null ? null : read('airTransport', 'get', { params: { id } })}
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
  const mayEdit = useAllowed(airTransport.edit);
  const lookups = useLookups(AIRPORTS);
  const { id } = flight;
  const data = useData(read('airTransport', 'parts', { params: { id } }));
  const { bills = [], allocations = [], changes = [] } = data ?? {};
  const steps = useLineSteps('airTransport', airTransport.row, flight);
  const editing = useEditPanel({
    screen: airScreen,
    row: flight,
    title: flight.flightNo,
    list: AIR_LIST,
    closed: refusalOf(airMachine, 'update', flight) !== undefined,
  });
  const mayLink = mayEdit && !refusalOf(airMachine, 'link', flight);
  const codeOf = (airport: number) => String(lookups.find('airport', airport)?.airportCode ?? '');
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
              if (action === 'update') editing.edit();
              else if (action === 'remove') editing.remove();
              else void steps.act(action as Parameters<typeof steps.act>[0]);
            }}
          />
        }
        parts={[
          {
            id: 'bills',
            requiredCalls: requireCalls('airTransport.parts'),
            title: t('common.bills'),
            count: flight.billCount,
            panel: (
              <LineBills
                group="airTransport"
                line={flight}
                name={flight.flightNo}
                bills={bills}
                fields={BILL_FIELDS}
                mayLink={mayLink}
                free={Math.max(0, flight.freeKg)}
                head={<Load flight={flight} />}
                onLink={(chosen) =>
                  client.airTransport.link({
                    params: { id },
                    body: {
                      bills: [...chosen].map(([billId, { kg, positions }]) => ({
                        billId,
                        kg: Number(kg),
                        positions: Number(positions),
                      })),
                    },
                  })
                }
              />
            ),
          },
          {
            id: 'promises',
            requiredCalls: requireCalls('airTransport.parts'),
            title: t('transport.promises'),
            count: allocations.length,
            panel: <Promises flight={flight} allocations={allocations} mayEdit={mayEdit} />,
          },
          {
            id: 'facts',
            title: t('transport.facts'),
            panel: <FlightFacts flight={flight} />,
          },
          {
            id: 'changes',
            requiredCalls: requireCalls('airTransport.parts'),
            title: t('transport.changes'),
            count: changes.length,
            panel: <Changes changes={changes} schema={airTransport.row} of={flight} />,
          },
        ]}
      />
      {steps.panel}
      {editing.panel}
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

/** Fields of a flight. */
function FlightFacts({ flight }: { flight: AirTransport }) {
  const { t } = useTranslation();
  return (
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
  );
}
