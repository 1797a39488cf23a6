import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex } from '../columns';
import { isPostgres } from '../dialect';

/**
 * Parcels that stand in no box, with the reason and the box they were taken out of, and boxes that the warehouse packed
 * itself from such parcels.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop view hsLine`.execute(db);
  if (isPostgres(db)) await sql`alter table parcel alter column boxId drop not null`.execute(db);
  else await allowNoBox(db);
  await addColumns(db, 'parcel', { looseAt: 'text', looseReason: 'text', looseFrom: 'text' });
  await sql`create index parcelLoose on parcel (billId) where boxId is null`.execute(db);
  await addColumns(db, 'box', { repacked: 'flag' });
  await sql`
    create view hsLine as
      select itemLine.id, itemLine.lineNo, itemLine.nameEn, itemLine.nameCn, itemLine.hsCode, itemLine.inputHsCode,
        itemLine.quantity, itemLine.unitPrice, itemLine.hsProblem, itemLine.hsMessage, itemLine.fixReason,
        itemLine.fixedBy, itemLine.fixedAt, coalesce(itemLine.hsStatus, parcel.hsStatus) as hsStatus,
        parcel.id as parcelId, parcel.billId, parcel.trackingNo, parcel.currency, parcel.declarationSystem, box.boxNo
      from itemLine
      join parcel on parcel.id = itemLine.parcelId
      left join box on box.id = parcel.boxId`.execute(db);
}

/** SQLite cannot make a column nullable: another one takes its place, and every view that reads it is made again. */
async function allowNoBox(db: Kysely<unknown>): Promise<void> {
  const { rows: views } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'view' and lower(sql) like '%parcel%' order by rowid`.execute(
    db,
  );
  for (const { name } of [...views].reverse()) await sql`drop view ${sql.table(name)}`.execute(db);
  await sql`drop index ${sql.id('parcelBy_boxId')}`.execute(db);
  await addColumns(db, 'parcel', { inBoxId: 'integer -> box' });
  await sql`update parcel set inBoxId = boxId`.execute(db);
  await sql`alter table parcel drop column boxId`.execute(db);
  await sql`alter table parcel rename column inBoxId to boxId`.execute(db);
  await createIndex(db, 'parcel', ['boxId']);
  for (const view of views) await sql.raw(view.sql).execute(db);
}
