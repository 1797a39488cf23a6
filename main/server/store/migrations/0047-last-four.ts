import { type Kysely, sql } from 'kysely';

/** The last four of a waybill are what people say to each other: the newest that end so, of a hundred thousand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index billByLastFour on bill (substr(billNo, -4), id)`.execute(db);
}
