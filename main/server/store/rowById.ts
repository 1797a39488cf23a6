import type { Selectable } from 'kysely';
import { refuse } from '../core/refusal';
import { byName } from './byName';
import type { Reader } from './open';
import type { Database, TableName } from './tables';

/** Loads a row of a table or view by its id. Throws {@link Refusal}: NOT_FOUND. */
export async function rowById<T extends TableName>(
  db: Reader,
  table: T,
  id: number | string,
): Promise<Selectable<Database[T]>> {
  const name: string = table;
  const row = await byName(db).selectFrom(name).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row as Selectable<Database[T]>;
}
