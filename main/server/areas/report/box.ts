import { boxReport } from '@contract/report/box';
import { boxSteps } from '@contract/report/report';
import { sql } from 'kysely';
import { asShare, percentOf } from './formulas';
import { pointsOf, reportHandlers } from './report';
import { requestedBills } from './reportRequest';

interface Sums {
  readonly boxes: number;
  readonly received: number;
  readonly out: number;
  readonly delivered: number;
  readonly missing: number;
  readonly declared: number;
  readonly measured: number;
}

const sums = sql`count(*) as boxes, coalesce(sum(inboundAt is not null), 0) as received,
  coalesce(sum(outboundAt is not null), 0) as out, coalesce(sum(state = 'delivered'), 0) as delivered,
  coalesce(sum(state = 'missing'), 0) as missing,
  coalesce(sum(case when measuredWeight is not null then weight end), 0) as declared,
  coalesce(sum(measuredWeight), 0) as measured`;

/** Boxes of the bills of a span, found by their bills. */
export const boxReportHandlers = reportHandlers('reportBox', boxReport, {
  rows: (request) => sql`
    select box.id, box.billId, bill.billNo, bill.batchNo, box.boxNo, box.state, box.destinationCode, bill.customerId,
      bill.lastMileId, box.declaredParcels, box.inboundAt, box.outboundAt, bill.podAt, box.weight, box.measuredWeight,
      box.measuredWeight - box.weight as difference,
      ${asShare(sql`(box.measuredWeight - box.weight)`, sql`box.weight`)} as differencePercent,
      bill.landingAirportId, bill.warehouseId, bill.destinationId
    from bill join box on box.billId = bill.id where ${requestedBills(request)}`,

  tiles: async ({ db, request, rows }) => {
    const { rows: found } = await sql<Sums>`select ${sums} from ${rows} as rows`.execute(db);
    // From the bills' counts: the boxes of most bills are known by their number alone.
    const { rows: short } = await sql<{ lost: number; all: number; unknown: number }>`
      select coalesce(sum(max(boxCount - podBoxCount, 0)), 0) as lost,
        coalesce(sum(case when podBoxCount is not null then boxCount end), 0) as "all",
        count(*) - count(podBoxCount) as unknown
      from bill where ${requestedBills(request)}`.execute(db);
    const { boxes = 0, received = 0, out = 0, missing = 0, declared = 0, measured = 0 } = found[0] ?? {};
    const { lost = 0, all = 0, unknown = 0 } = short[0] ?? {};
    return {
      boxes: { value: boxes },
      received: { value: received },
      out: { value: out },
      missing: { value: missing },
      weightDifference: { value: percentOf(measured - declared, declared) },
      shortageRate: { value: percentOf(lost, all), noData: unknown },
    };
  },

  charts: async ({ db, rows }) => {
    const { rows: found } = await sql<Sums>`select ${sums} from ${rows} as rows`.execute(db);
    const { boxes = 0, received = 0, out = 0, delivered = 0 } = found[0] ?? {};
    const came = { expected: boxes, received, outbound: out, delivered };
    const { rows: states } = await sql<object>`
      select state as key, count(*) as boxes from ${rows} as rows group by key order by boxes desc`.execute(
      db,
    );
    return {
      way: boxSteps.map((key) => ({ key, values: { boxes: came[key] } })),
      byState: pointsOf(states),
    };
  },
});
