import { awbFileReport } from '@contract/report/awbFile';
import { sql } from 'kysely';
import { asHours, durationTile, percentOf, secondsBetween } from './formulas';
import { pointsOf, reportHandlers } from './report';
import { billTime, isWithinSpan, ofBills, periodOf } from './reportRequest';

/** Declaration files with their statistics. */
export const awbFileReportHandlers = reportHandlers('reportAwbFile', awbFileReport, {
  rows: (request) => sql`
    select file.id, file.billId, file.fileName, bill.billNo, bill.batchNo, bill.customerId, file.createdAt, file.status,
      counted.agsLines, counted.decoLines, counted.agsParcels, counted.decoParcels, counted.totalParcels,
      counted.totalBoxes, counted.totalWeight, counted.totalValue, counted.currency, file.errorRows,
      ${asHours(secondsBetween(sql`file.createdAt`, sql`bill.ata`))} as lead, bill.ata, bill.landingAirportId
    from fileJob as file join bill on bill.id = file.billId
      left join fileStatistic as counted on counted.jobId = file.id
    where file.kind = 'declaration' and file.undoneAt is null and ${ofBills(request)}
      and ${isWithinSpan(request, request.node === 'createdAt' ? sql`file.createdAt` : billTime(request))}`,

  tiles: async ({ db, rows }) => {
    const { rows: sums } = await sql<{ files: number; wrong: number; deco: number; parcels: number }>`
      select count(*) as files, coalesce(sum(status in ('failed', 'exception')), 0) as wrong,
        coalesce(sum(decoParcels), 0) as deco, coalesce(sum(agsParcels + decoParcels), 0) as parcels
      from ${rows} as rows`.execute(db);
    const { files = 0, wrong = 0, deco = 0, parcels = 0 } = sums[0] ?? {};
    return {
      files: { value: files },
      errorShare: { value: percentOf(wrong, files) },
      decoShare: { value: percentOf(deco, parcels) },
      dataLead: await durationTile(db, secondsBetween(sql`createdAt`, sql`ata`), rows),
    };
  },

  charts: async ({ db, request, rows }) => {
    const time = request.node === 'createdAt' ? sql`createdAt` : sql`ata`;
    const { rows: periods } = await sql<object>`
      select ${periodOf(request, time)} as key, coalesce(sum(agsLines), 0) as agsLines,
        coalesce(sum(decoLines), 0) as decoLines
      from ${rows} as rows where ${time} is not null group by key order by key`.execute(db);
    return { perPeriod: pointsOf(periods) };
  },
});
