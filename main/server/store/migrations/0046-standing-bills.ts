import { type Kysely, sql } from 'kysely';

/**
 * The bills that a list shows unless it is asked for others, in its usual order. On the way to a page deep in the list,
 * each bill before it was asked for its stage, which took longer than passing it over: here that is known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index billStanding on bill (archived, eta, id, stage) where stage <> 'removed'`.execute(
    db,
  );
}
