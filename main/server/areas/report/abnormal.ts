import { abnormalReport } from '@contract/report/abnormal';
import { sql } from 'kysely';
import { asHours, durationTile, percentOf, secondsBetween } from './formulas';
import { pointsOf, reportHandlers } from './report';
import { requestedBills } from './reportRequest';

const lasted = secondsBetween(sql`foundAt`, sql`closedAt`);

/** Abnormal cases: few enough to read all of a span. */
export const abnormalReportHandlers = reportHandlers('reportAbnormal', abnormalReport, {
  rows: (request) => sql`
    select found.id, found.billId, found.caseNo, bill.billNo, bill.batchNo, bill.customerId, box.boxNo,
      parcel.trackingNo, found.type, found.level, found.responsible, found.state, found.quantity, found.foundAt,
      found.closedAt, ${asHours(secondsBetween(sql`found.foundAt`, sql`found.closedAt`))} as duration,
      json_array_length(found.photos) as photoCount, bill.landingAirportId
    from abnormalCase as found join bill on bill.id = found.billId
      left join box on box.id = found.boxId left join parcel on parcel.id = found.parcelId
    where ${requestedBills(request)}`,

  tiles: async ({ db, request, rows }) => {
    const { rows: sums } = await sql<{ cases: number; openCases: number; parcels: number }>`
      select count(*) as cases, coalesce(sum(state in ('open', 'processing')), 0) as openCases,
        (select coalesce(sum(packageCount), 0) from bill where ${requestedBills(request)}) as parcels
      from ${rows} as rows`.execute(db);
    const { cases = 0, openCases = 0, parcels = 0 } = sums[0] ?? {};
    return {
      cases: { value: cases },
      openCases: { value: openCases },
      per10000: { value: parcels > 0 ? Math.round((cases * 100_000) / parcels) / 10 : null },
      caseDuration: await durationTile(db, lasted, rows),
    };
  },

  charts: async ({ db, rows }) => {
    const by = (column: string) => sql<{ key: string | null; cases: number }>`
      select ${sql.ref(column)} as key, count(*) as cases from ${rows} as rows group by key order by cases desc, key`;
    const [{ rows: types }, { rows: responsible }] = [
      await by('type').execute(db),
      await by('responsible').execute(db),
    ];
    const all = types.reduce((sum, { cases }) => sum + cases, 0);
    let passed = 0;
    return {
      byType: types.map(({ key, cases }) => {
        passed += cases;
        return { key, values: { cases, cumulated: percentOf(passed, all) } };
      }),
      byResponsible: pointsOf(responsible),
    };
  },
});
