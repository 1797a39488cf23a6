import { CASE_AGE_HOURS, caseAges, exceptionBatchReport } from '@contract/report/exceptionBatch';
import { sql } from 'kysely';
import { asHours, durationTile, hoursOf } from './formulas';
import { pointsOf, reportHandlers } from './report';
import { requestedBills, todayOf } from './reportRequest';

const HOUR = 3600;
const steps = sql.join(
  caseAges.map((step, index) => {
    const hours = CASE_AGE_HOURS[index];
    return hours === undefined ? sql`else ${step}` : sql`when seconds < ${hours * HOUR} then ${step}`;
  }),
  sql` `,
);

/** Abnormal cases by batch and type. */
export const exceptionBatchReportHandlers = reportHandlers('reportExceptionBatch', exceptionBatchReport, {
  rows: (request) => sql`
    select *, ${asHours(sql`seconds`)} as age, case ${steps} end as ageStep
    from (
      select min(found.id) as id, found.billId, bill.billNo, bill.batchNo, bill.customerId, bill.stage, found.type,
        count(*) as cases, sum(found.state in ('open', 'processing')) as openCases, min(found.foundAt) as openedAt,
        unixepoch(case when sum(found.state in ('open', 'processing')) > 0 then ${request.now}
          else max(coalesce(found.closedAt, found.updatedAt)) end) - unixepoch(min(found.foundAt)) as seconds,
        (select first.foundBy from abnormalCase as first where first.billId = found.billId and first.type = found.type
          order by first.foundAt, first.id limit 1) as ownerId,
        case when sum(found.state in ('open', 'processing')) > 0 then 'open' else 'done' end as state,
        bill.landingAirportId
      from abnormalCase as found join bill on bill.id = found.billId
      where ${requestedBills(request)} group by found.billId, found.type,
        bill.billNo, bill.batchNo, bill.customerId, bill.stage, bill.landingAirportId)`,

  tiles: async ({ db, request, rows }) => {
    const [begins, ends] = todayOf(request);
    const open = sql`(select * from ${rows} where openCases > 0)`;
    const { rows: sums } = await sql<{
      batches: number;
      cases: number;
      today: number;
      oldest: number | null;
    }>`
      select count(distinct case when openCases > 0 then billId end) as batches,
        coalesce(sum(openCases), 0) as cases,
        coalesce(sum(openedAt >= ${begins} and openedAt < ${ends}), 0) as today,
        max(case when openCases > 0 then seconds end) as oldest
      from ${rows} as rows`.execute(db);
    const { batches = 0, cases = 0, today = 0, oldest = null } = sums[0] ?? {};
    const { value, p90 } = await durationTile(db, sql`seconds`, open);
    return {
      openBatches: { value: batches },
      openCases: { value: cases },
      openedToday: { value: today },
      openAge: { value, p90 },
      oldest: { value: hoursOf(oldest) },
    };
  },

  charts: async ({ db, rows }) => {
    const { rows: types } = await sql<object>`
      select type as key, sum(cases) as cases from ${rows} as rows group by key order by cases desc, key`.execute(
      db,
    );
    const { rows: ages } = await sql<{ key: (typeof caseAges)[number] }>`
      select ageStep as key, type as part, sum(openCases) as openCases from ${rows} as rows
      where openCases > 0 group by key, part order by part`.execute(db);
    const inOrder = [...ages].sort((a, b) => caseAges.indexOf(a.key) - caseAges.indexOf(b.key));
    return { byType: pointsOf(types), ageing: pointsOf(inOrder) };
  },
});
