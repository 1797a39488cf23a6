import { instantOf } from '@contract/rules/zonedTime';
import { sql } from 'kysely';
import type { Store, Writer } from '../open';
import { PUSHES, RESTORED, SERIES, SKIPPED_NUMBERS } from '../restored';

/**
 * Stores in the database where it is: its server, its timeline, and the table of this record. A restored dump brings
 * the record to a place where it is wrong. The data is then marked as restored, as after the restore of a SQLite
 * backup, and numbers known outside continue after those that may have been used since.
 */
export async function noteHome(store: Store): Promise<void> {
  await store.write(async (write) => {
    const { rows } = await sql<{ here: string }>`
      select concat_ws('/', system_identifier, timeline_id, pg_database.oid, 'main.fact'::regclass::oid) as here
      from pg_control_system(), pg_control_checkpoint(), pg_database where datname = current_database()`.execute(
      write,
    );
    const here = rows[0]?.here ?? '';
    const known = await write
      .selectFrom('fact')
      .select('value')
      .where('name', '=', 'home')
      .executeTakeFirst();
    if (known?.value === here) return;
    await note(write, 'home', here);
    if (known) await markRestored(write);
  });
}

async function markRestored(write: Writer): Promise<void> {
  // The time of a dump is unknown: its latest log line is good enough.
  const { at } = await write
    .selectFrom('operateLog')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirstOrThrow();
  await note(write, RESTORED, at ?? instantOf(Date.now()));
  for (const [table, column] of SERIES)
    await sql.raw(`update "${table}" set "${column}" = "${column}" + ${SKIPPED_NUMBERS}`).execute(write);
  await sql
    .raw(
      `select setval(pg_get_serial_sequence('main."apiPush"', 'id'), coalesce(max(id), 0) + ${PUSHES}) from "apiPush"`,
    )
    .execute(write);
}

const note = (write: Writer, name: 'home' | typeof RESTORED, value: string) =>
  write
    .insertInto('fact')
    .values({ name, value })
    .onConflict((taken) => taken.column('name').doUpdateSet({ value }))
    .execute();
