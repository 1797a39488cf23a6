import type { Bill } from '@contract/bill/bill';
import { billStages } from '@contract/bill/bill';
import { namesOf, perName } from '@contract/names';
import {
  ATTENTION_SHOWN,
  type Compared,
  type DeskCount,
  deskCounts,
  deskStages,
  openInspectionStates,
} from '@contract/report/home';
import { type StageFacts, stageOf, type Trip } from '@contract/rules/billStage';
import { customsCounts, type ParcelCounters } from '@contract/rules/custody';
import { dayAt, dayBounds, instantOf } from '@contract/rules/zonedTime';
import { type RawBuilder, sql } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { officeZone } from '../../core/officeClock';
import type { Reader } from '../../store/open';
import { holds } from '../access/holds';
import { documentsAwaiting } from '../business/kinds';
import { abnormalOf } from '../customs/customsAnswers';
import { paymentsAwaiting } from '../finance/paymentApproval';
import { entryRecord } from '../sea/entryRow';
import { isfRecord } from '../sea/isfRow';
import { attention } from './attention';
import { percentOf } from './formulas';
import { periodOf, type ReportRequest } from './reportRequest';

const DAY = 86_400_000;

/** The instants of a count: now, and a day ago. */
interface Times {
  readonly now: string;
  readonly ago: string;
  /** The reader's day, `YYYY-MM-DD`. */
  readonly day: string;
  /** Start and end of the reader's day, and of the day before. */
  readonly today: readonly [string, string];
  readonly yesterday: readonly [string, string];
}

function timesOf(now: string, zone: string): Times {
  const time = Date.parse(now);
  const day = dayAt(now, zone);
  const today = dayBounds(day, zone);
  return {
    now,
    ago: instantOf(time - DAY),
    day,
    today,
    yesterday: dayBounds(dayAt(Date.parse(today[0]) - 1000, zone), zone),
  };
}

async function counted(
  db: Reader,
  statement: RawBuilder<{ now: number; before: number | null }>,
): Promise<Compared> {
  const { rows } = await statement.execute(db);
  return { now: rows[0]?.now ?? 0, before: rows[0]?.before ?? null };
}
type Counting = RawBuilder<{ now: number; before: number | null }>;

/** Counts a time column in each of the two days. */
const inDays = (time: string, { today, yesterday }: Times) => {
  const column = sql.ref(time);
  return sql`coalesce(sum(${column} >= ${today[0]} and ${column} < ${today[1]}), 0) as now,
    coalesce(sum(${column} >= ${yesterday[0]} and ${column} < ${yesterday[1]}), 0) as before`;
};

/** Every count as a statement: by indexes of times and states, without archived records. */
const counting: { readonly [C in DeskCount]: (times: Times, staffId: number) => Counting } = {
  arrivingToday: (times) => sql`
    select ${inDays('eta', times)} from bill
    where archived = 0 and removedAt is null and eta >= ${times.yesterday[0]} and eta < ${times.today[1]}`,
  inClearance: () => sql`
    select coalesce(sum(n), 0) as now, null as before from billCount
    where archived = 0 and stage <> 'removed'
      and clearanceStatus in ('not_released', 'in_clearance', 'picked_up', 'exception')`,
  openInspections: ({ ago }) => sql`
    select coalesce(sum(fyco.state in (${sql.join([...openInspectionStates])})), 0) as now,
      coalesce(sum(fyco.noticeAt <= ${ago} and (fyco.resultAt is null or fyco.resultAt > ${ago})), 0) as before
    from fyco join bill on bill.id = fyco.billId where bill.archived = 0 and bill.removedAt is null`,
  trucksToday: (times) => sql`select ${inDays('departedAt', times)} from cmr where state <> 'cancelled'`,
  openCases: ({ ago }) => sql`
    select coalesce(sum(found.state in ('open', 'processing')), 0) as now,
      coalesce(sum(found.foundAt <= ${ago}
        and (found.state in ('open', 'processing') or coalesce(found.closedAt, found.updatedAt) > ${ago})), 0) as before
    from abnormalCase as found join bill on bill.id = found.billId
    where bill.archived = 0 and bill.removedAt is null`,
  unread: ({ now, ago }, staffId) => sql`
    select coalesce(sum(readAt is null), 0) as now,
      coalesce(sum(sentAt <= ${ago} and (readAt is null or readAt > ${ago})), 0) as before
    from message where receiverId = ${staffId} and sentAt <= ${now}`,
  costsDue: ({ day }) => sql`
    select count(*) as now, null as before from billCost
    where state = 'unpaid' and estimated = 0 and dueDate <= ${day}`,
};

/** State of a trip at an instant. */
function tripAt(trip: TripTimes, instant: string): Trip[] {
  const leg = (start: string | null, finish: string | null, finished: number) =>
    finished && finish !== null && finish <= instant
      ? ('finished' as const)
      : start !== null && start <= instant
        ? ('open' as const)
        : ('none' as const);
  const pickup = leg(trip.pickupStartAt ?? trip.pickupFinishAt, trip.pickupFinishAt, trip.pickupFinished);
  if (pickup === 'none') return [];
  return [
    {
      boxes: trip.pickupBoxes,
      pickup,
      inbound: leg(trip.inboundStartAt, trip.inboundFinishAt, trip.inboundFinished),
      clearance: leg(trip.clearanceStartAt, trip.clearanceFinishAt, trip.clearanceFinished),
      outbound: leg(trip.outboundStartAt, trip.outboundFinishAt, trip.outboundFinished),
    },
  ];
}
interface TripTimes {
  readonly billId: number;
  readonly pickupBoxes: number;
  readonly pickupStartAt: string | null;
  readonly pickupFinishAt: string | null;
  readonly pickupFinished: number;
  readonly inboundStartAt: string | null;
  readonly inboundFinishAt: string | null;
  readonly inboundFinished: number;
  readonly clearanceStartAt: string | null;
  readonly clearanceFinishAt: string | null;
  readonly clearanceFinished: number;
  readonly outboundStartAt: string | null;
  readonly outboundFinishAt: string | null;
  readonly outboundFinished: number;
}

/** A bill that is or was under way. */
type LiveBill = Omit<StageFacts, 'parcels' | 'trips'> &
  ParcelCounters &
  Pick<Bill, 'id' | 'clearanceReleasedAt'>;

/**
 * Counts bills by stage at an instant of the last days: by the stage rule itself, applied to the state of active bills
 * at that time. Bills delivered earlier are only counted.
 */
export async function stagesAt(db: Reader, instant: string) {
  const found = perName(namesOf(billStages), () => 0);
  // All delivered bills minus those delivered since, which are few and found by an index.
  const { rows: done } = await sql<{ n: number }>`
    select (select coalesce(sum(n), 0) from billCount where archived = 0 and stage = 'delivery')
      - (select count(*) from bill where archived = 0 and stage = 'delivery' and podAt > ${instant}) as n`.execute(
    db,
  );
  found.delivery = done[0]?.n ?? 0;
  const live = sql`from bill where archived = 0 and createdAt <= ${instant} and (
    stage in (${sql.join(deskStages.filter((stage) => stage !== 'delivery'))})
    or (stage = 'delivery' and podAt > ${instant}))`;
  const { rows: bills } = await sql<LiveBill>`
    select id, podAt, ata, declaredAt, pickupAt, atWarehouseAt, boxCount, noaBoxCount, pickupClosedBoxes,
      parcelsClearance, parcelsFree, parcelsHeld, parcelsFailed, parcelsAbnormal, parcelsCompleted, clearanceReleasedAt,
      null as removedAt ${live}`.execute(db);
  const { rows: trips } = await sql<TripTimes>`
    select billId, pickupBoxes, pickupStartAt, pickupFinishAt, pickupFinished, inboundStartAt, inboundFinishAt,
      inboundFinished, clearanceStartAt, clearanceFinishAt, clearanceFinished, outboundStartAt, outboundFinishAt,
      outboundFinished
    from pick where billId in (select id ${live}) order by billId`.execute(db);
  const ofBill = new Map<number, TripTimes[]>();
  for (const trip of trips) ofBill.set(trip.billId, [...(ofBill.get(trip.billId) ?? []), trip]);
  const abnormal = await abnormalOf(db, sql`(select id ${live} and parcelsAbnormal > 0)`);
  const by = (time: string | null) => (time !== null && time <= instant ? time : null);
  for (const bill of bills) {
    const { clearanceReleasedAt } = bill;
    const answers = customsCounts(bill, abnormal.get(bill.id) ?? []);
    // Parcels decided since were undecided then.
    const undecided = clearanceReleasedAt !== null && clearanceReleasedAt > instant ? 1 : 0;
    const stage = stageOf({
      ...bill,
      podAt: by(bill.podAt),
      ata: by(bill.ata),
      declaredAt: by(bill.declaredAt),
      pickupAt: by(bill.pickupAt),
      atWarehouseAt: by(bill.atWarehouseAt),
      parcels: { ...answers, waiting: answers.waiting + undecided },
      trips: (ofBill.get(bill.id) ?? []).flatMap((trip) => tripAt(trip, instant)),
    });
    found[stage] += 1;
  }
  return perName(deskStages, (stage) => found[stage]);
}

async function stagesNow(db: Reader): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ stage: string; n: number }>`
    select stage, sum(n) as n from billCount where archived = 0 group by stage`.execute(db);
  return new Map(rows.map(({ stage, n }) => [stage, n]));
}

async function stagesOf({ read }: Context, { ago }: Times) {
  const [now, before] = [await stagesNow(read), await stagesAt(read, ago)];
  return perName(deskStages, (stage): Compared => ({ now: now.get(stage) ?? 0, before: before[stage] }));
}

/** The dashboard. For callers with limited warehouses the connection hides data of the others. */
export const homeReportHandlers: GroupHandlers<'homeReport'> = {
  counts: async (context, { query }) => {
    const { caller, read, now } = context;
    const may = (permission: string | null) => permission === null || holds(caller, permission);
    const times = timesOf(now, query.zone ?? officeZone());
    const counts = perName<DeskCount, Compared | null>(namesOf(deskCounts), () => null);
    for (const name of namesOf(deskCounts))
      if (may(deskCounts[name])) counts[name] = await counted(read, counting[name](times, caller.id));
    return {
      counts,
      stages: may(deskCounts.arrivingToday) ? await stagesOf(context, times) : null,
    };
  },

  attention,

  approvals: async (context) => {
    const found = [
      ...(await documentsAwaiting(context)),
      ...(await isfRecord.awaiting(context)),
      ...(await entryRecord.awaiting(context)),
      ...(await paymentsAwaiting(context)),
    ].toSorted((a, b) => (a.submittedAt < b.submittedAt ? -1 : 1));
    return { total: found.length, first: found.slice(0, ATTENTION_SHOWN) };
  },

  inspections: async ({ read, now }, { query }) => {
    const zone = query.zone ?? officeZone();
    const [begins, ends] = dayBounds(dayAt(now, zone), zone);
    const from = dayBounds(dayAt(Date.parse(begins) - (query.days - 1) * DAY + DAY / 2, zone), zone)[0];
    const request: ReportRequest = { from, to: ends, zone, grain: 'day', node: 'ata', now };
    const within = (time: RawBuilder<unknown>) => sql`${time} >= ${from} and ${time} < ${ends}`;
    const daily = async (time: RawBuilder<unknown>, sums: RawBuilder<unknown>, rows: RawBuilder<unknown>) => {
      const { rows: found } = await sql<{ day: string; n: number; inspected?: number }>`
        select ${periodOf(request, time)} as day, ${sums} from ${rows} and ${within(time)} group by day`.execute(
        read,
      );
      return new Map(found.map((row) => [row.day, row]));
    };
    // Bills are decided within weeks: older ones are not searched.
    const recent = sql`bill.removedAt is null and bill.archived in (0, 1)
      and bill.createdAt >= ${instantOf(Date.parse(from) - 60 * DAY)}`;
    // Released and failed in one statement: parcels are read once.
    const { rows: decided } = await sql<{ released: string | null; failed: string | null; n: number }>`
      select case when ${within(sql`releasedAt`)} then ${periodOf(request, sql`releasedAt`)} end as released,
        case when ${within(sql`failedAt`)} then ${periodOf(request, sql`failedAt`)} end as failed, count(*) as n
      from bill join parcel on parcel.billId = bill.id
      where ${recent} and ((${within(sql`releasedAt`)}) or (${within(sql`failedAt`)})) group by 1, 2`.execute(
      read,
    );
    const decidedBy = (how: 'released' | 'failed') => {
      const counts = new Map<string, { day: string; n: number; inspected?: number }>();
      for (const row of decided) {
        const day = row[how];
        if (day !== null) counts.set(day, { day, n: (counts.get(day)?.n ?? 0) + row.n });
      }
      return counts;
    };
    const [declared, held] = [
      await daily(
        sql`batch.declaredAt`,
        sql`sum(batch.parcels) as n`,
        sql`bill join batch on batch.billId = bill.id where ${recent}`,
      ),
      await daily(
        sql`fyco.noticeAt`,
        sql`count(*) as n, sum(fyco.reason in ('fyco', 'scan')) as inspected`,
        sql`bill join fyco on fyco.billId = bill.id where ${recent}`,
      ),
    ];
    const [released, failed] = [decidedBy('released'), decidedBy('failed')];
    const { rows: heldNow } = await sql<{ n: number }>`
      select count(*) as n from parcel where state = 'held'`.execute(read);
    const days = Array.from({ length: query.days }, (_, index) =>
      dayAt(Date.parse(from) + index * DAY + DAY / 2, zone),
    ).map((day) => {
      const of = (counts: typeof declared) => counts.get(day)?.n ?? 0;
      return {
        day,
        declared: of(declared),
        released: of(released),
        held: of(held),
        failed: of(failed),
        rate: percentOf(held.get(day)?.inspected ?? 0, of(declared)),
      };
    });
    const sum = (counts: typeof declared, name: 'n' | 'inspected') =>
      [...counts.values()].reduce((all, row) => all + (row[name] ?? 0), 0);
    return {
      inspectionRate: percentOf(sum(held, 'inspected'), sum(declared, 'n')),
      heldNow: heldNow[0]?.n ?? 0,
      days,
    };
  },
};
