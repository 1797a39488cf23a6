import type { Output } from '@contract/endpoint';
import type { Api } from '@contract/index';
import { billNo as billNoRule, trackingNo as trackingNoRule } from '@contract/rules/codes';
import { type EventCode, words } from '@contract/words';
import type { GroupHandlers } from '../context';
import { idsOfParcels } from '../store/findNumbers';
import type { Reader } from '../store/open';

type Tracked = Output<Api['tracking']['awb']>['found'][number];
type TrackedEvent = Tracked['events'][number];

/** Events that a parcel has of its own: on its timeline those of the whole bill would say more than is true of it. */
const OWN: ReadonlySet<string> = new Set<EventCode>([
  'CUSTOMS_HOLD',
  'CUSTOMS_RELEASE',
  'CUSTOMS_FAIL',
  'OUTBOUND',
  'DELIVERED_HUB',
]);
/** What concerns the office alone. */
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

const ownEvent = (code: EventCode, occurredAt: string | null): TrackedEvent[] =>
  occurredAt === null
    ? []
    : [
        {
          code,
          textEn: words.en.events[code],
          textCn: words.cn.events[code],
          location: null,
          occurredAt,
          source: 'system',
        },
      ];

const missing = (asked: readonly string[], found: ReadonlySet<string>) =>
  asked.filter((number) => !found.has(number));

/** Timelines of parcels and air waybills. Whole numbers only: an end may be many parcels'. */
export const trackingHandlers: GroupHandlers<'tracking'> = {
  parcel: async ({ read }, { query }) => {
    const asked = [...new Set(query.numbers.map(trackingNoRule.normalise))];
    const rows = await read
      .selectFrom('parcel')
      .innerJoin('bill', 'bill.id', 'parcel.billId')
      .leftJoin('destination', 'destination.id', 'bill.destinationId')
      .select([
        'parcel.trackingNo',
        'parcel.state',
        'parcel.heldAt',
        'parcel.releasedAt',
        'parcel.failedAt',
        'parcel.outboundAt',
        'parcel.completedAt',
        'parcel.destinationCode',
        'destination.code as billDestination',
        'bill.id as billId',
        'bill.billNo',
        'bill.batchNo',
        'bill.stage',
      ])
      .where('parcel.id', 'in', idsOfParcels(asked))
      .where('bill.removedAt', 'is', null)
      .orderBy('parcel.id')
      .execute();
    const ofBill = await eventsOf(read, [...new Set(rows.map(({ billId }) => billId))]);
    return {
      found: rows.map((row) => ({
        number: row.trackingNo,
        billId: row.billId,
        billNo: row.billNo,
        batchNo: row.batchNo,
        stage: row.stage,
        state: row.state,
        destinationCode: row.destinationCode ?? row.billDestination,
        events: [
          ...(ofBill.get(row.billId) ?? []).filter(({ code }) => !OWN.has(code)),
          ...ownEvent('CUSTOMS_HOLD', row.heldAt),
          ...ownEvent('CUSTOMS_RELEASE', row.releasedAt),
          ...ownEvent('CUSTOMS_FAIL', row.failedAt),
          ...ownEvent('OUTBOUND', row.outboundAt),
          ...ownEvent('DELIVERED_HUB', row.completedAt),
        ].sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : a.occurredAt > b.occurredAt ? 1 : 0)),
      })),
      notFound: missing(asked, new Set(rows.map(({ trackingNo }) => trackingNo))),
    };
  },

  awb: async ({ read }, { query }) => {
    const asked = [...new Set(query.numbers.map(billNoRule.normalise))];
    const rows = await read
      .selectFrom('bill')
      .select(['id', 'billNo', 'batchNo', 'stage'])
      .where('billNo', 'in', asked)
      .where('removedAt', 'is', null)
      .orderBy('billNo')
      .orderBy('batchNo')
      .execute();
    const ofBill = await eventsOf(
      read,
      rows.map(({ id }) => id),
    );
    return {
      found: rows.map(({ id, ...bill }) => ({
        number: bill.billNo,
        billId: id,
        ...bill,
        events: ofBill.get(id) ?? [],
      })),
      notFound: missing(asked, new Set(rows.map(({ billNo }) => billNo))),
    };
  },
};
