import { type Kysely, sql } from 'kysely';

/** The logs are only ever added to: changing or deleting a row fails in the database itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['operateLog', 'billLog']) {
    for (const change of ['update', 'delete']) {
      const name = sql.id(`${table}No${change}`);
      await sql`
        create trigger ${name} before ${sql.raw(change)} on ${sql.table(table)}
        begin select raise(abort, 'the log is append-only'); end`.execute(db);
    }
  }
}
