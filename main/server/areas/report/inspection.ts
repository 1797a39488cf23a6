import { inspectionReport } from '@contract/report/inspection';
import { sql } from 'kysely';
import { asHours, durationTile, hoursOf, percentOf, type Spread, secondsBetween, spreadBy } from './formulas';
import { pointsOf, reportHandlers } from './report';
import { billTime, periodOf, requestedBills } from './reportRequest';

const lasted = secondsBetween(sql`noticeAt`, sql`resultAt`);

/** Time of the first parcel release of a bill. */
const firstReleased = sql`(select min(parcel.releasedAt) from parcel where parcel.billId = bill.id)`;

/** Customs inspections, by the bills of a span. */
export const inspectionReportHandlers = reportHandlers('reportInspection', inspectionReport, {
  rows: (request) => sql`
    select found.id, found.billId, bill.billNo, bill.batchNo, bill.customerId, bill.landingAirportId,
      parcel.trackingNo, box.boxNo, found.state, coalesce(batch.declaredAt, bill.declaredAt) as declaredAt, found.type,
      found.reason, found.noticeAt, found.presentedAt, found.inspectedAt, found.result, found.resultAt,
      ${asHours(secondsBetween(sql`found.noticeAt`, sql`found.resultAt`))} as duration,
      coalesce(parcel.mrn, batch.mrn) as mrn, batch.declarationSystem, ${billTime(request)} as time
    from fyco as found join bill on bill.id = found.billId left join parcel on parcel.id = found.parcelId
      left join box on box.id = coalesce(found.boxId, parcel.boxId)
      left join batch on batch.id = coalesce(parcel.batchId, box.batchId)
    where ${requestedBills(request)}`,

  tiles: async ({ db, request, rows }) => {
    const { rows: sums } = await sql<{ inspections: number; decided: number; released: number }>`
      select count(*) as inspections, count(result) as decided, coalesce(sum(result = 'released'), 0) as released
      from ${rows} as rows`.execute(db);
    // Counts everything declared, whichever inspections are selected.
    const { rows: of } = await sql<{
      bills: number;
      inspectedBills: number;
      declared: number;
      inspected: number;
      held: number;
      failed: number;
      decided: number;
    }>`
      with asked as (select bill.id, bill.parcelsHeld as held, bill.parcelsFailed as failed,
          bill.parcelsFree + bill.parcelsCompleted + bill.parcelsFailed as decided from bill where ${requestedBills(request)}),
        seen as (select distinct billId, parcelId from fyco where reason in ('fyco', 'scan') and billId in (select id from asked))
      select (select count(*) from asked) as bills, (select count(distinct billId) from seen) as inspectedBills,
        (select count(parcelId) from seen) as inspected, (select sum(held) from asked) as held,
        (select sum(failed) from asked) as failed, (select sum(decided) from asked) as decided,
        (select coalesce(sum(parcels), 0) from batch where declaredAt is not null and billId in (select id from asked))
          as declared`.execute(db);
    const { inspections = 0, decided = 0, released = 0 } = sums[0] ?? {};
    const { bills = 0, inspectedBills = 0, declared = 0, inspected = 0 } = of[0] ?? {};
    const { held = 0, failed = 0, decided: judged = 0 } = of[0] ?? {};
    return {
      inspections: { value: inspections },
      inspectionRate: { value: percentOf(inspected, declared) },
      inspectionRateBills: { value: percentOf(inspectedBills, bills) },
      inspectionDuration: await durationTile(db, lasted, rows),
      releasedShare: { value: percentOf(released, decided) },
      firstRelease: await durationTile(
        db,
        secondsBetween(sql`bill.declaredAt`, firstReleased),
        sql`bill where ${requestedBills(request)}`,
      ),
      holdRate: { value: percentOf(held, declared) },
      failureRate: { value: percentOf(failed, judged) },
    };
  },

  charts: async ({ db, request, rows }) => {
    const { rows: reasons } = await sql<Spread>`
      ${spreadBy(sql`reason`, lasted, rows)} order by count(*) desc, key`.execute(db);
    const { rows: periods } = await sql<Spread>`
      ${spreadBy(periodOf(request, sql`time`), lasted, sql`(select * from ${rows} where time is not null)`)}
      order by key`.execute(db);
    return {
      byReason: reasons.map(({ key, known, noData, p90 }) => ({
        key,
        values: { inspections: known + noData, p90: hoursOf(p90) },
      })),
      perPeriod: pointsOf(
        periods.map(({ key, known, noData, median }) => ({
          key,
          inspections: known + noData,
          median: hoursOf(median),
        })),
      ),
    };
  },
});
