import { sql } from 'kysely';
import type { Store } from './open';

/** Facts about the data that support may know: its schema, and its size. */
export interface StoreFacts {
  /** Name of the last applied migration. */
  readonly schema: string;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Counts the rows of each table, one after the other, so that calls are served in between. */
export async function storeFacts({ read }: Store): Promise<StoreFacts> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`.execute(
    read,
  );
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows: counted } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(name)}`.execute(
      read,
    );
    rows[name] = Number(counted[0]?.n ?? 0);
    await new Promise((next) => setImmediate(next));
  }
  const { rows: steps } = await sql<{ name: string }>`SELECT max(name) AS name FROM migration`.execute(read);
  return { schema: steps[0]?.name ?? '', rows };
}
