import { type Kysely, sql } from 'kysely';

/** `insert or replace` takes a row away without SQLite asking the trigger on delete: a number in the log is given once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['operateLog', 'billLog']) {
    await sql`
      create trigger ${sql.id(`${table}Noreplace`)} before insert on ${sql.table(table)}
      when exists (select 1 from ${sql.table(table)} where id = new.id)
      begin select raise(abort, 'the log is append-only'); end`.execute(db);
  }
}
