import { type EventCode, words } from '@contract/words';
import type { Insertable } from 'kysely';
import type { Database } from '../store/tables';
import { airportOf } from './airportData';
import type { BuiltBill } from './bills';
import { destinationOf } from './carrierData';
import { iso, MINUTE } from './clock';
import { warehouseOf } from './stationData';

export type EventRow = Omit<Insertable<Database['timelineEvent']>, 'id'>;

type Source = EventRow['source'];
type Happening = readonly [code: EventCode, at: number | null, location: string | null, source: Source];

/** Maximum minutes until each kind of source records an event. */
const DELAY: Readonly<Record<Source, number>> = { system: 1, api: 3, mail: 6, user: 25 };

/** Builds the events of a bill in chronological order, each in both languages. */
export function timelineOf({ shipment, row, outcome }: BuiltBill, now: number): EventRow[] {
  const { flight, reached, uploaded, checked, removed, archived, route } = shipment;
  const random = shipment.random.fork('timeline');
  const { lane, offload } = flight;
  const [origin, landing] = [airportOf(lane.origin), airportOf(lane.landing)];
  const from = `${origin.nameEn} (${lane.origin})`;
  const to = `${landing.nameEn} (${lane.landing})`;
  const warehouse = warehouseOf(route.warehouse);
  const shed = `${warehouse.nameEn}, ${warehouse.city}`;
  const hub = destinationOf(shipment.destination).city;
  const carrierFeed = random.chance(0.6) ? 'api' : 'user';
  const firstFree = outcome.free + outcome.completed > 0 ? reached.firstRelease : null;
  const kept = outcome.held > 0 || outcome.failed > 0 ? reached.firstRelease : null;
  const atd = typeof row.atd === 'string' ? Date.parse(row.atd) : null;
  const made: Source = shipment.source === 'api' ? 'api' : 'user';
  const happenings: readonly Happening[] = [
    ['BILL_CREATED', flight.created, null, made],
    ['DATA_RECEIVED', uploaded, null, made],
    ['CHECKED', checked, null, 'user'],
    ['OFFLOADED', offload?.changedAt ?? null, from, 'user'],
    ['DEPARTED', atd, from, carrierFeed],
    ['ARRIVED', reached.ata, to, carrierFeed],
    ['NOA', reached.noa, to, 'mail'],
    ['T1_RELEASED', reached.t1, to, 'system'],
    ['CUSTOMS_START', reached.declared, to, 'system'],
    ...reached.trips.map(({ pickFinish }): Happening => ['PICKED_UP', pickFinish, to, 'user']),
    ['AT_WAREHOUSE', row.atWarehouseAt ? Date.parse(row.atWarehouseAt) : null, shed, 'user'],
    ['CUSTOMS_HOLD', kept === null ? null : kept + 4 * MINUTE, null, 'system'],
    ['CUSTOMS_RELEASE', reached.released ?? firstFree, null, 'system'],
    ['CUSTOMS_FAIL', outcome.failed > 0 ? reached.released : null, null, 'system'],
    ...reached.trips.map(({ outFinish }): Happening => ['OUTBOUND', outFinish, shed, 'user']),
    ['HUB_ARRIVED', reached.tat, hub, 'user'],
    shipment.collected
      ? ['COLLECTED', reached.pod, shed, 'user']
      : ['DELIVERED_HUB', reached.pod, hub, 'user'],
    ['REMOVED', removed?.at ?? null, null, 'user'],
    ['ARCHIVED', archived, null, 'user'],
  ];
  return happenings
    .filter(
      (event): event is readonly [EventCode, number, string | null, Source] =>
        event[1] !== null && event[1] <= now,
    )
    .filter(([code]) => code !== 'CUSTOMS_RELEASE' || outcome.free + outcome.completed > 0)
    .sort(([, a], [, b]) => a - b)
    .map(([code, at, location, source]) => ({
      billId: row.id,
      code,
      textEn: words.en.events[code],
      textCn: words.cn.events[code],
      location,
      occurredAt: iso(at),
      recordedAt: iso(Math.min(now, at + random.int(0, DELAY[source] * 60) * 1000)),
      source,
    }));
}
