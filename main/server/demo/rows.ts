import { setImmediate } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import { insertRows as insert } from '../store/insertRows';
import type { Writer } from '../store/open';
import type { Database, TableName } from '../store/tables';

/** Maximum milliseconds for which this thread does nothing else. */
const LONGEST = 12;
/** Rows between two checks of the clock. */
const PIECE = 200;

let since = 0;

/** Lets other work of this thread run: sign-in responds while the demo is created. */
export async function breathe(): Promise<void> {
  if (performance.now() - since < LONGEST) return;
  await setImmediate();
  since = performance.now();
}

/** Inserts rows with equal columns, letting other work run in between. */
export async function insertRows<T extends TableName>(
  writer: Writer,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += PIECE) {
    await insert(writer, table, rows.slice(from, from + PIECE));
    await breathe();
  }
}
