import { eventZone } from '@contract/bill/billClock';
import { type trackedBill, type trackedParcel, trackedRow } from '@contract/bill/tracking';
import type { Place } from '@contract/custody/place';
import type { Language } from '@contract/limits';
import { namesOf } from '@contract/names';
import { billNo as billNoRule, trackingNo as trackingNoRule } from '@contract/rules/codes';
import { type EventCode, words } from '@contract/words';
import type * as z from 'zod';
import type { ExportRow } from '../../../tabular/exportCell';
import type { Download, GroupHandlers } from '../../core/context';
import { exportColumns, tableFile } from '../../core/exportRows';
import { idsOfParcels } from '../../store/findNumbers';
import type { Reader } from '../../store/open';
import { type Step, waysOf } from '../custody/ways';
import { parcelsInPlace } from './foundHits';

type TrackedParcel = z.output<typeof trackedParcel>;
type TrackedBill = z.output<typeof trackedBill>;
type TrackedEvent = TrackedBill['events'][number];

/** Events that single parcels have: the bill's events would claim too much on the timeline of a parcel. */
const OWN: ReadonlySet<string> = new Set<EventCode>([
  'CUSTOMS_HOLD',
  'CUSTOMS_RELEASE',
  'CUSTOMS_FAIL',
  'OUTBOUND',
  'HUB_ARRIVED',
  'DELIVERED_HUB',
  'COLLECTED',
  'RETURNED',
]);
/** Events for internal use only. */
const INTERNAL: ReadonlySet<string> = new Set<EventCode>([
  'CHECKED',
  'REMOVED',
  'RECOVERED',
  'ARCHIVED',
  'RESTORED',
]);

async function eventsOf(db: Reader, bills: readonly number[]): Promise<Map<number, TrackedEvent[]>> {
  const rows = await db
    .selectFrom('timelineEvent')
    .select(['billId', 'code', 'textEn', 'textCn', 'location', 'occurredAt', 'source'])
    .where('billId', 'in', bills)
    .orderBy('occurredAt')
    .orderBy('id')
    .execute();
  const byBill = new Map<number, TrackedEvent[]>();
  for (const { billId, ...event } of rows) {
    if (INTERNAL.has(event.code)) continue;
    const events = byBill.get(billId) ?? [];
    byBill.set(billId, events);
    events.push(event);
  }
  return byBill;
}

const ownEvent = (
  code: EventCode,
  occurredAt: string | null,
  location: string | null = null,
): TrackedEvent[] =>
  occurredAt === null
    ? []
    : [
        {
          code,
          textEn: words.en.events[code],
          textCn: words.cn.events[code],
          location,
          occurredAt,
          source: 'system',
        },
      ];

const missing = (numbers: readonly string[], found: readonly { readonly number: string }[]) => {
  const there = new Set(found.map(({ number }) => number));
  return numbers.filter((number) => !there.has(number));
};

/** Event of a move to a place outside of the warehouse. */
const EVENT_AT: Partial<Record<Place, EventCode>> = {
  ...{ truck: 'OUTBOUND', hub: 'HUB_ARRIVED', delivered: 'DELIVERED_HUB', collected: 'COLLECTED' },
};

/** Events of the way of a parcel: each departure, arrival, delivery and return by its own moves and those of its box. */
function wayEvents(steps: readonly Step[], ofBill: readonly TrackedEvent[]): TrackedEvent[] {
  let isAway = false;
  return steps.flatMap(({ at, to }, index) => {
    // Missing at the delivery, it did not arrive with its truck.
    const next = steps[index + 1];
    if (to === 'hub' && next?.to === 'lost' && next.toId !== null) return [];
    const code = EVENT_AT[to] ?? (to === 'warehouse' && isAway ? 'RETURNED' : undefined);
    if (code === undefined) return [];
    isAway = to !== 'warehouse';
    const same = ofBill.find((event) => event.code === code && event.occurredAt === at);
    return ownEvent(code, at, same?.location ?? null);
  });
}

/**
 * Departure and arrival of a delivered parcel that the ledger does not tell: its box was counted without its number, or
 * left before there was a ledger.
 */
function untold(
  row: Readonly<Record<'arrivedAt' | 'outboundAt' | 'completedAt' | 'tatAt', string | null>>,
  steps: readonly Step[],
): Step[] {
  const reached = (...places: readonly Place[]) => steps.find(({ to }) => places.includes(to))?.at;
  const arrivedAt = row.arrivedAt ?? row.tatAt;
  const [away, delivered] = [reached('hub', 'delivered'), reached('delivered')];
  const found: Step[] = [];
  if (away && row.outboundAt && row.outboundAt <= away && !reached('truck'))
    found.push({ at: row.outboundAt, from: 'warehouse', to: 'truck', toId: null });
  // A parcel that was handed over by itself did not wait for its truck.
  if (delivered && arrivedAt && arrivedAt <= delivered && !reached('hub'))
    found.push({ at: arrivedAt, from: 'truck', to: 'hub', toId: null });
  if (row.completedAt && !reached('delivered', 'collected'))
    found.push({ at: row.completedAt, from: 'hub', to: 'delivered', toId: null });
  return found;
}

/** Finds parcels by whole tracking number only: many may share an ending. */
async function trackParcels(read: Reader, numbers: readonly string[]) {
  const searched = [...new Set(numbers.map(trackingNoRule.normalise))];
  const rows = await parcelsInPlace(read)
    .leftJoin('cmr', 'cmr.id', 'pallet.cmrId')
    .select([
      'parcel.id',
      'parcel.boxId',
      'parcel.trackingNo',
      'parcel.state',
      'parcel.heldAt',
      'parcel.releasedAt',
      'parcel.failedAt',
      'box.outboundAt',
      'parcel.completedAt',
      'parcel.destinationCode',
      'box.destinationCode as boxDestination',
      'destination.code as billDestination',
      'box.boxNo',
      'pallet.palletNo',
      'cmr.arrivedAt',
      'bill.tatAt',
      'bill.id as billId',
      'bill.billNo',
      'bill.batchNo',
      'bill.stage',
      'bill.originAirportId',
      'bill.landingAirportId',
      'bill.warehouseId',
      'bill.destinationId',
    ])
    .where('parcel.id', 'in', idsOfParcels(searched))
    .where('bill.removedAt', 'is', null)
    .orderBy('parcel.id')
    .execute();
  const ofBill = await eventsOf(read, [...new Set(rows.map(({ billId }) => billId))]);
  const ways = await waysOf(read, rows);
  const wayOf = (row: (typeof rows)[number]) => {
    const steps = ways.get(row.id) ?? [];
    return [...untold(row, steps), ...steps];
  };
  const found = rows.map(
    (row): TrackedParcel => ({
      number: row.trackingNo,
      billId: row.billId,
      billNo: row.billNo,
      batchNo: row.batchNo,
      stage: row.stage,
      state: row.state,
      boxNo: row.boxNo,
      palletNo: row.palletNo,
      destinationCode: row.destinationCode ?? row.boxDestination ?? row.billDestination,
      originAirportId: row.originAirportId,
      landingAirportId: row.landingAirportId,
      warehouseId: row.warehouseId,
      destinationId: row.destinationId,
      events: [
        ...(ofBill.get(row.billId) ?? []).filter(({ code }) => !OWN.has(code)),
        ...ownEvent('CUSTOMS_HOLD', row.heldAt),
        ...ownEvent('CUSTOMS_RELEASE', row.releasedAt),
        ...ownEvent('CUSTOMS_FAIL', row.failedAt),
        ...wayEvents(wayOf(row), ofBill.get(row.billId) ?? []),
      ].sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : a.occurredAt > b.occurredAt ? 1 : 0)),
    }),
  );
  return { found, notFound: missing(searched, found) };
}

/** Finds the batches of the waybills with these numbers. */
async function trackBills(read: Reader, numbers: readonly string[]) {
  const searched = [...new Set(numbers.map(billNoRule.normalise))];
  const rows = await read
    .selectFrom('bill')
    .leftJoin('destination', 'destination.id', 'bill.destinationId')
    .select(['bill.id', 'billNo', 'batchNo', 'stage', 'boxCount'])
    .select(['originAirportId', 'landingAirportId', 'warehouseId', 'destinationId'])
    .select('destination.code as destinationCode')
    .where('billNo', 'in', searched)
    .where('removedAt', 'is', null)
    .orderBy('billNo')
    .orderBy('batchNo')
    .execute();
  const ofBill = await eventsOf(
    read,
    rows.map(({ id }) => id),
  );
  const found = rows.map(
    ({ id, ...bill }): TrackedBill => ({
      number: bill.billNo,
      billId: id,
      ...bill,
      events: ofBill.get(id) ?? [],
    }),
  );
  return { found, notFound: missing(searched, found) };
}

/** Finds everything with these numbers, waybills first; numbers not in waybill format are searched among parcels. */
async function trackAll(read: Reader, numbers: readonly string[]) {
  const waybills = await trackBills(read, numbers);
  const parcels = await trackParcels(read, numbers);
  const known = new Set([...waybills.found, ...parcels.found].map(({ number }) => number));
  const spellings = (number: string) => [billNoRule.normalise(number), trackingNoRule.normalise(number)];
  return {
    bills: waybills.found,
    parcels: parcels.found,
    notFound: [...new Set(numbers)].filter((number) => !spellings(number).some((one) => known.has(one))),
  };
}

const NAMES = namesOf(trackedRow.shape);

/** A parcel or a batch as a line of the list. */
function lineOf(one: TrackedBill | TrackedParcel, language: Language) {
  const last = one.events.at(-1);
  return {
    ...{ boxNo: null, palletNo: null, ...one },
    kind: 'state' in one ? 'parcel' : 'bill',
    parcelState: 'state' in one ? one.state : null,
    lastEvent: last?.[language === 'cn' ? 'textCn' : 'textEn'] ?? null,
    lastEventAt: last?.occurredAt ?? null,
    eventZone: last && eventZone(last.code),
    location: last?.location ?? null,
  };
}

/** Timelines of parcels and of waybills. */
export const trackingHandlers: GroupHandlers<'tracking'> = {
  parcel: ({ read }, { query }) => trackParcels(read, query.numbers),
  awb: ({ read }, { query }) => trackBills(read, query.numbers),
  export: async ({ store, language, log }, { body }): Promise<Download> => {
    const { numbers, format, columns: requested } = body;
    await log({ module: 'bill', action: 'export', objectType: 'bill', after: { numbers } });
    const names = NAMES.filter((name) => !requested || requested.includes(name));
    const { heads, cells } = await exportColumns(store.read, trackedRow, names, {
      ...{ resource: 'tracking', language, format },
    });
    async function* rows(): AsyncGenerator<ExportRow> {
      const { bills, parcels, notFound } = await trackAll(store.read, numbers);
      for (const one of [...bills, ...parcels]) yield cells(lineOf(one, language));
      for (const number of notFound) yield cells({ number });
    }
    return tableFile('tracking', format, language, heads, rows());
  },
};
