import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

/**
 * A column in a migration: `id` is a key that counts up and never reuses a number, `text` and `integer` may be empty,
 * with `!` they may not. `integer! -> staff` refers to another table's id; `flag` and `count` are never empty, 0 at first.
 */
type Column = string;

/** Creates a table from short column definitions, in words that every SQL dialect of Kysely understands. */
export async function createTable<DB>(
  db: Kysely<DB>,
  name: string,
  columns: Readonly<Record<string, Column>>,
  keys: { primary?: readonly string[]; unique?: readonly (readonly string[])[] } = {},
): Promise<void> {
  let builder = db.schema.createTable(name);
  for (const [column, definition] of Object.entries(columns)) {
    const [type = '', target] = definition.split('->').map((part) => part.trim());
    const base = type.replace('!', '');
    builder = builder.addColumn(column, base === 'text' ? 'text' : 'integer', (made) => {
      if (type === 'id') return made.primaryKey().autoIncrement();
      let built: ColumnDefinitionBuilder = type.endsWith('!') ? made.notNull() : made;
      if (type === 'flag' || type === 'count') built = built.notNull().defaultTo(0);
      return target ? built.references(`${target}.id`) : built;
    });
  }
  if (keys.primary) builder = builder.addPrimaryKeyConstraint(`${name}Key`, [...keys.primary] as never[]);
  for (const columnsOfKey of keys.unique ?? []) {
    builder = builder.addUniqueConstraint(`${name}_${columnsOfKey.join('_')}`, [...columnsOfKey] as never[]);
  }
  await builder.execute();
}

/** Creates an index named after its table and columns. */
export async function createIndex<DB>(
  db: Kysely<DB>,
  table: string,
  columns: readonly string[],
): Promise<void> {
  await db.schema
    .createIndex(`${table}By_${columns.join('_')}`)
    .on(table)
    .columns([...columns])
    .execute();
}

/** The columns of `recordFields` and of reference data, for the tables of this first generation. */
export const recordColumns = {
  id: 'id',
  version: 'integer!',
  createdAt: 'text!',
  createdBy: 'integer -> staff',
  updatedAt: 'text!',
  updatedBy: 'integer -> staff',
};
export const referenceColumns = { active: 'flag', sort: 'integer', remark: 'text' };
