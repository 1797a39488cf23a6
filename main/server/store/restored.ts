import { DatabaseSync } from 'node:sqlite';

/** Fact that the data was restored, kept until the next start has held back what would be sent twice. */
export const RESTORED = 'restored';

/** Numbers to skip for pushes sent since the backup: customers too identify pushes by their numbers. */
export const PUSHES = 1_000_000;
/** Numbers to skip in a series that others store, for example customs: they may have been used since the backup. */
export const SKIPPED_NUMBERS = 1000;
/** Series whose numbers must not be used twice: table, and column of the last number. */
export const SERIES = [
  ['entrySerial', 'last'],
  ['ssccSerial', 'last'],
] as const;

/**
 * Stores in a database that it was backed up at an instant and is now restored. Numbers known outside continue after
 * those that may have been used in between.
 */
export function noteRestored(file: string, madeAt: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    const tables = new Set(
      database
        .prepare("select name from sqlite_master where type = 'table'")
        .all()
        .map(({ name }) => String(name)),
    );
    database.exec('begin immediate');
    database.prepare('insert or replace into fact (name, value) values (?, ?)').run(RESTORED, madeAt);
    for (const [table, column] of SERIES)
      if (tables.has(table))
        database.exec(`update "${table}" set "${column}" = "${column}" + ${SKIPPED_NUMBERS}`);
    if (tables.has('apiPush')) {
      database.exec("delete from sqlite_sequence where name = 'apiPush'");
      database.exec(
        `insert into sqlite_sequence (name, seq) select 'apiPush', coalesce(max(id), 0) + ${PUSHES} from apiPush`,
      );
    }
    database.exec('commit');
  } finally {
    database.close();
  }
}
