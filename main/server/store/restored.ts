import { DatabaseSync } from 'node:sqlite';

/** The fact that data was put in the place of other data, until the next start has held back what would go out twice. */
export const RESTORED = 'restored';

/** Pushes are told apart by their numbers, at the customers' as well: so many are left out for those since the backup. */
export const PUSHES = 1_000_000;
/** Numbers of a series that others keep, as customs does: so many may have been given since the backup. */
export const GIVEN = 1000;
/** Series whose numbers must not be given twice: table, and the column with the last one. */
export const SERIES = [
  ['entrySerial', 'last'],
  ['ssccSerial', 'last'],
] as const;

/**
 * Notes in a database that it was made at an instant and is put in the place of another now. Numbers that the world
 * outside knows go on behind those that may have been given in between.
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
      if (tables.has(table)) database.exec(`update "${table}" set "${column}" = "${column}" + ${GIVEN}`);
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
