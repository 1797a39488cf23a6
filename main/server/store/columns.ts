import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

/**
 * A column in a migration: `id` is an ascending key that never reuses a number, `text` and `integer` are nullable, with
 * `!` they are not. `integer! -> staff` refers to another table's id; `flag` and `count` are not null and default to 0,
 * `one` is a count that starts at 1, `list` a JSON list, empty by default. `text = word` is not null and defaults to the word.
 */
type Column = string;

const DEFAULTS: Readonly<Record<string, string | number>> = { flag: 0, count: 0, one: 1, list: '[]' };
const partsOf = (definition: Column) => {
  const [rest = '', target] = definition.split('->').map((part) => part.trim());
  const [type = '', word] = rest.split('=').map((part) => part.trim());
  return { type, target, first: word ?? DEFAULTS[type] };
};
const sqlType = (type: string) => (['text', 'list'].includes(type.replace('!', '')) ? 'text' : 'integer');

function defineColumn(made: ColumnDefinitionBuilder, definition: Column): ColumnDefinitionBuilder {
  const { type, target, first } = partsOf(definition);
  let built = type.endsWith('!') ? made.notNull() : made;
  if (first !== undefined) built = built.notNull().defaultTo(first);
  return target ? built.references(`${target}.id`) : built;
}

/** Creates a table from short column definitions, in terms that every SQL dialect of Kysely supports. */
export async function createTable<DB>(
  db: Kysely<DB>,
  name: string,
  columns: Readonly<Record<string, Column>>,
  keys: { primary?: readonly string[]; unique?: readonly (readonly string[])[] } = {},
): Promise<void> {
  let builder = db.schema.createTable(name);
  for (const [column, definition] of Object.entries(columns)) {
    const { type } = partsOf(definition);
    builder = builder.addColumn(column, sqlType(type), (made) => {
      return type === 'id' ? made.primaryKey().autoIncrement() : defineColumn(made, definition);
    });
  }
  if (keys.primary) builder = builder.addPrimaryKeyConstraint(`${name}Key`, [...keys.primary] as never[]);
  for (const columnsOfKey of keys.unique ?? []) {
    builder = builder.addUniqueConstraint(`${name}_${columnsOfKey.join('_')}`, [...columnsOfKey] as never[]);
  }
  await builder.execute();
}

/** Adds columns to a table that has rows: each is nullable, or has a default for existing rows. */
export async function addColumns<DB>(
  db: Kysely<DB>,
  table: string,
  columns: Readonly<Record<string, Column>>,
): Promise<void> {
  for (const [column, definition] of Object.entries(columns)) {
    const type = sqlType(partsOf(definition).type);
    await db.schema
      .alterTable(table)
      .addColumn(column, type, (made) => defineColumn(made, definition))
      .execute();
  }
}

/** Creates indexes on sets of columns, each named after its table and columns. */
export async function createIndex<DB>(
  db: Kysely<DB>,
  table: string,
  ...sets: readonly (readonly string[])[]
): Promise<void> {
  for (const columns of sets)
    await db.schema
      .createIndex(`${table}By_${columns.join('_')}`)
      .on(table)
      .columns([...columns])
      .execute();
}

/**
 * Creates indexes that find rows by the last six characters of a number, without its hyphens. A whole number is looked for
 * among the few rows with the same ending.
 */
export async function createEndIndex<DB>(
  db: Kysely<DB>,
  table: string,
  ...columns: readonly string[]
): Promise<void> {
  for (const column of columns)
    await sql`
      create index ${sql.id(`${table}ByEndOf_${column}`)} on ${sql.table(table)}
        (substr(replace(${sql.ref(column)}, '-', ''), -6)) where ${sql.ref(column)} is not null`.execute(db);
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

/** Columns common to all documents with approval, for the tables of this first generation. */
export const documentColumns = {
  state: 'text!',
  versionNo: 'one',
  copiedFromId: 'integer',
  submittedAt: 'text',
  submittedBy: 'integer -> staff',
  waiting: 'text',
  stepNo: 'integer',
  stepDueAt: 'text',
  approvalConfigId: 'integer -> approvalConfig',
  approvedAt: 'text',
  replaces: 'flag',
  terminatedOn: 'text',
  terminatedReason: 'text',
  endToldAt: 'text',
};
