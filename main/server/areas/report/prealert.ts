import { prealertReport } from '@contract/report/prealert';
import { sql } from 'kysely';
import { percentOf } from './formulas';
import { pointsOf, reportHandlers } from './report';
import { isNarrowed, isWithinSpan, ofBills, todayOf } from './reportRequest';

const TOP = 15;

/** Trucks, and whether their hub was notified: by the index of creation times, or all of them. */
export const prealertReportHandlers = reportHandlers('reportPrealert', prealertReport, {
  rows: (request) => sql`
    select cmr.id, cmr.cmrNo, cmr.state, cmr.toDestinationId, destination.lastMileId, cmr.plateNo, cmr.loadedAt,
      cmr.departedAt, strftime('%Y-%m-%dT%H:%M:%SZ', coalesce(cmr.departedAt, cmr.loadedAt),
        destination.transitHours || ' hours') as expectedAt,
      cmr.arrivedAt, cmr.totalPallets, cmr.totalBoxes, cmr.totalParcels, cmr.totalWeight,
      case when told.sentAt is not null then 'sent' when told.waiting > 0 then 'waiting' when told.failed > 0 then 'failed'
        else 'none' end as told,
      told.sentAt as mailSentAt, cmr.fromWarehouseId
    from cmr join destination on destination.id = cmr.toDestinationId
      left join (
        select cmrMail.cmrId, min(mail.sentAt) as sentAt, sum(mail.state = 'failed' or cmrMail.fault is not null) as failed,
          sum(cmrMail.fault is null and (mail.state is null or mail.state not in ('sent', 'failed'))) as waiting
        from cmrMail left join mail on mail.id = cmrMail.mailId group by cmrMail.cmrId
      ) as told on told.cmrId = cmr.id
    where cmr.state <> 'cancelled' and ${isWithinSpan(request, sql.ref(`cmr.${request.node}`))}
      ${
        isNarrowed(request)
          ? sql`and exists (select 1 from cmrBill join bill on bill.id = cmrBill.billId
              where cmrBill.cmrId = cmr.id and ${ofBills(request)})`
          : sql``
      }`,

  tiles: async ({ db, request, rows }) => {
    const [begins, ends] = todayOf(request);
    const today = sql`expectedAt >= ${begins} and expectedAt < ${ends}`;
    const { rows: sums } = await sql<
      Record<'trucks' | 'parcels' | 'today' | 'parcelsToday' | 'told', number>
    >`
      select count(*) as trucks, coalesce(sum(totalParcels), 0) as parcels, coalesce(sum(${today}), 0) as today,
        coalesce(sum(case when ${today} then totalParcels end), 0) as parcelsToday,
        coalesce(sum(told = 'sent'), 0) as told
      from ${rows} as rows`.execute(db);
    const { trucks = 0, parcels = 0, today: trucksToday = 0, parcelsToday = 0, told = 0 } = sums[0] ?? {};
    return {
      trucksToday: { value: trucksToday },
      parcelsToday: { value: parcelsToday },
      trucks: { value: trucks },
      parcels: { value: parcels },
      toldShare: { value: percentOf(told, trucks) },
    };
  },

  charts: async ({ db, rows }) => {
    const { rows: hubs } = await sql<object>`
      select toDestinationId as key, sum(totalParcels) as parcels, count(*) as trucks from ${rows} as rows
      group by key order by parcels desc, key limit ${TOP}`.execute(db);
    const { rows: lights } = await sql<object>`
      select told as key, count(*) as trucks from ${rows} as rows group by key order by trucks desc`.execute(
      db,
    );
    return { byHub: pointsOf(hubs), lights: pointsOf(lights) };
  },
});
