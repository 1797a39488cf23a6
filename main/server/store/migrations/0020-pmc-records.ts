import { type Kysely, sql } from 'kysely';

/** The list of all PMC records: each with its bill, its trip and the end of its free days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view pmcOfBill as
    select pmc.*, bill.billNo, bill.batchNo, bill.stage as billStage, bill.archived as billArchived,
      bill.landingAirportId, pick.pickNo, bill.warehouseId,
      pick.inboundStartAt is not null as inboundBegun,
      strftime('%Y-%m-%dT%H:%M:%SZ', pmc.collectedAt, '+' || pmc.freeDays || ' days') as dueAt
    from pmc join bill on bill.id = pmc.billId left join pick on pick.id = pmc.pickId`.execute(db);
}
