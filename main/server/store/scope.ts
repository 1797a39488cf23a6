import type { DatabaseSync } from 'node:sqlite';
import type { Scope as Declared, ScopeRule } from '@contract/scope';
import { sql } from 'kysely';
import { OUT_OF_SCOPE } from './beyond';
import type { Connection } from './connection';
import { isPostgres } from './dialect';
import type { Writer } from './open';
import { scopeOf } from './scopes';
import { openConnection } from './sqlite';
import { storedTexts } from './storedLists';

/** The part of the data that a person sees: bills of these warehouses, and what belongs to them. */
export interface Scope {
  readonly staffId: number;
  readonly warehouseIds: readonly number[];
}

/** Placeholders in the SQL of a condition for the warehouses and for the caller. */
const IN = 'in scope';
const CALLER = 'the caller';

/** Condition that a payment settles a line of a bill within the scope, or outside it. */
const settles = (
  row: string,
  place: typeof IN | `not ${typeof IN}`,
) => `exists (select 1 from main.paymentLine
  join main.bill on bill.id = paymentLine.billId
  where paymentLine.paymentId = ${row}.id and bill.warehouseId ${place})`;

/** Condition that an invoice charges a line of a bill within the scope, or outside it. */
const charges = (
  row: string,
  place: typeof IN | `not ${typeof IN}`,
) => `exists (select 1 from main.billRevenue
  join main.bill on bill.id = billRevenue.billId
  where billRevenue.customerInvoiceId = ${row}.id and bill.warehouseId ${place})`;

/** Condition that an invoice was recorded for bills, all of which are within the scope; a deleted bill is not. */
const recordedFor = (row: string) => {
  const parts = `from main.supplierInvoiceBill as part where part.invoiceId = ${row}.id`;
  return `exists (select 1 ${parts}) and not exists (select 1 ${parts} and not exists (
    select 1 from main.bill where bill.id = part.billId and bill.warehouseId ${IN}))`;
};

/**
 * Condition for emails about records of a table that are all within the scope; an email that is also about others is
 * hidden.
 */
function mailsOf(mail: string, table: string): string {
  const within = conditionOf(table, table) ?? 'true';
  const those = (condition: string) =>
    `(select ${table}.mailId from main.${table} where ${table}.mailId is not null and ${condition})`;
  return `(${mail}.id in ${those(`(${within})`)} and ${mail}.id not in ${those(`not (${within})`)})`;
}

/** Conditions for rows that belong to several records; `row` is the alias of the row. */
const RULES: Readonly<Record<Exclude<ScopeRule, 'billCount'>, (row: string) => string>> = {
  // A payment that also settles lines of other warehouses is visible only to those who see everything.
  payment: (row) =>
    `(${settles(row, IN)} and not ${settles(row, `not ${IN}`)}) or (${row}.lineCount = 0 and ${row}.createdBy = ${CALLER})`,
  // An invoice that also charges bills of other warehouses is visible only to those who see everything.
  customerInvoice: (row) => `${charges(row, IN)} and not ${charges(row, `not ${IN}`)}`,
  // An invoice that was also recorded for bills of other warehouses is visible only to those who see everything.
  supplierInvoice: recordedFor,
  // An email is visible to its sender, and to those who see the record it was sent for.
  mail: (row) =>
    [
      `${row}.createdBy = ${CALLER}`,
      ...['cmrMail', 'monitorRecord', 'reportRun'].map((table) => mailsOf(row, table)),
    ].join(' or '),
  // A letter without a bill is visible to the person who imported it, or by the warehouse of its mailbox.
  letter: (
    row,
  ) => `${ownedBy(row, { table: 'bill', key: 'billId' })} or (${row}.billId is null and (${row}.createdBy = ${CALLER}
    or ${row}.mailboxId in (select id from main.mailbox where mailbox.defaultWarehouseId ${IN})))`,
};

/** Stored counts of all bills, recalculated for those within the scope. */
const COUNTED = `select customerId, archived, stage, clearanceStatus, count(*) as n
  from main.bill where bill.warehouseId ${IN} group by customerId, archived, stage, clearanceStatus`;

type Owner = Extract<Declared, { by: 'owner' }>['owners'][number];

/**
 * Condition that a row refers to a record of a table which meets another condition; undefined if that condition is.
 * Triggers name tables without their schema, views with the schema.
 */
function namesOne(
  row: string,
  { table, join }: { readonly table: string; readonly join: (owner: string) => string },
  schema: 'main.' | '',
  conditionFor: (table: string, row: string) => string | undefined,
): string | undefined {
  const owner = `${table}_${row.length}`;
  const condition = conditionFor(table, owner);
  return (
    condition &&
    `exists (select 1 from ${schema}"${table}" as ${owner} where ${join(owner)} and (${condition}))`
  );
}
const always = () => 'true';

/** The owner that a row refers to. */
const ownerOf = (row: string, { table, key, of = 'id' }: Owner) => ({
  table,
  join: (owner: string) => `${owner}.${of} = ${row}.${key}`,
});
const ownedBy = (row: string, owner: Owner) =>
  namesOne(row, ownerOf(row, owner), 'main.', (table, name) => conditionOf(table, name) ?? 'true');

/** Tables whose ids are texts; all other ids are numbers, which the operation log stores as text. */
const TEXT_IDS: ReadonlySet<string> = new Set(['attachment']);
/** The object that a row refers to by kind and id. */
const objectOf = (table: string, id: string) => ({
  table,
  join: (owner: string) => `${owner}.id = ${TEXT_IDS.has(table) ? id : `cast(${id} as integer)`}`,
});
/** Conditions for the kinds of object that a row may refer to, as far as they have one. */
const byKind = (
  row: string,
  { type, id, tables }: Extract<Declared, { by: 'object' }>,
  schema: 'main.' | '',
  conditionFor: (table: string, row: string) => string | undefined,
): string[] =>
  Object.entries(tables).flatMap(([kind, table]) => {
    const found = namesOne(row, objectOf(table, `${row}.${id}`), schema, conditionFor);
    return found ? [`(${row}.${type} = '${kind}' and ${found})`] : [];
  });
/** Condition that the columns of preceding owners are empty. */
const unnamed = (row: string, owners: readonly Owner[]) =>
  owners.map(({ key }) => `${row}.${key} is null and `).join('');

/** Condition that the first owner set on a row is within the scope, or that it has none and is shown all the same. */
function byOwners(
  row: string,
  { owners, unowned, author }: Pick<Extract<Declared, { by: 'owner' }>, 'owners' | 'unowned' | 'author'>,
): string {
  const found = owners.map((owner, at) => `(${unnamed(row, owners.slice(0, at))}${ownedBy(row, owner)})`);
  if (unowned === 'author') found.push(`(${unnamed(row, owners)}${row}.${author} = ${CALLER})`);
  if (unowned === 'everyone')
    found.push(...owners.map((owner) => `not ${namesOne(row, ownerOf(row, owner), 'main.', always)}`));
  return found.length === 0 ? 'false' : found.join(' or ');
}

/**
 * Condition in SQL that a row is within the scope, with placeholders for the warehouses and the caller; undefined where
 * it always is.
 */
function conditionOf(table: string, row: string): string | undefined {
  const found = scopeOf(table);
  switch (found.by) {
    case 'nothing':
      return undefined;
    case 'author':
      return `${row}.${found.author} = ${CALLER}`;
    case 'rule':
      return found.rule === 'billCount' ? undefined : RULES[found.rule](row);
    case 'warehouse': {
      const own = `${row}.${found.column} ${IN}`;
      const others = byOwners(row, found);
      return others === 'false' ? own : `${own} or (${row}.${found.column} is null and (${others}))`;
    }
    case 'owner':
      return byOwners(row, found);
    case 'object': {
      const open = Object.entries(found.tables).flatMap(([kind, table]) =>
        scopeOf(table).by === 'nothing' ? [`'${kind}'`] : [],
      );
      return [
        ...(found.author ? [`${row}.${found.author} = ${CALLER}`] : []),
        ...(open.length > 0 ? [`${row}.${found.type} in (${open.join(', ')})`] : []),
        ...byKind(row, found, 'main.', conditionOf),
      ].join(' or ');
    }
  }
}

interface TableInfo {
  readonly name: string;
  readonly type: 'table' | 'view';
  readonly columns: ReadonlySet<string>;
}

/** Every table and view of the data, with its columns. */
function tablesIn(database: Connection): TableInfo[] {
  const rows = database
    .prepare(
      `select t.name, t.type, json_group_array(c.name) as columns from main.sqlite_master as t, pragma_table_info(t.name) as c
       where t.type in ('table', 'view') and t.name not like 'sqlite_%' group by t.name, t.type`,
    )
    .all();
  return rows.map(({ name, type, columns }) => ({
    name: String(name),
    type: type === 'view' ? 'view' : 'table',
    columns: new Set(storedTexts(String(columns))),
  }));
}

const within = (condition: string, { staffId, warehouseIds }: Scope) =>
  inside(condition, listOf(warehouseIds)).replaceAll(CALLER, `${Number(staffId)}`);
const inside = (condition: string, warehouses: string) => condition.replaceAll(IN, `in ${warehouses}`);
const listOf = (warehouseIds: readonly number[]) => `(${warehouseIds.map(Number).join(', ')})`;

/** The view that hides a table; undefined for a table that everybody sees. */
function viewOf({ name, type, columns }: TableInfo, scope: Scope, rowids: boolean): string | undefined {
  if (name === 'billCount') return `create temp view billCount as ${within(COUNTED, scope)}`;
  const condition = conditionOf(name, `"${name}"`);
  if (condition === undefined) return undefined;
  // A view has no rowids of its own, by which tables without a key are found.
  const rowid = rowids && type === 'table' && !columns.has('id') ? 'rowid, ' : '';
  return `create temp view "${name}" as select ${rowid}* from main."${name}" where ${within(condition, scope)}`;
}

/** Views that show only what is within a scope; `rowids` where rows are found by those. */
export const scopedViews = (tables: readonly TableInfo[], scope: Scope, rowids: boolean): string[] =>
  tables.map((found) => viewOf(found, scope, rowids)).filter((view) => view !== undefined);

/**
 * Opens a reading connection that shows only what is within a scope, whatever the query: temporary views with the names
 * of the tables hide them, by the declared scope of each.
 */
export function openScoped(file: string | URL, scope: Scope): DatabaseSync {
  const database = openConnection(file, true);
  database.exec('pragma query_only = off');
  showWithin(database, scope, true);
  database.exec('pragma query_only = on');
  return database;
}

/** Limits a connection to a scope, as {@link openScoped} does. */
export function showWithin(database: Connection, scope: Scope, rowids = false): void {
  for (const view of scopedViews(tablesIn(database), scope, rowids)) database.exec(view);
}

/**
 * Runs writes so that the first one to a bill outside the scope, or to what belongs to one, rolls back all of them. The
 * triggers for this exist only during the transaction.
 */
export async function writeWithin<T>(write: Writer, scope: Scope, work: () => Promise<T>): Promise<T> {
  if (isPostgres(write)) {
    await sql`select set_config('main.scope', ${scope.warehouseIds.join(',')}, true)`.execute(write);
    const answer = await work();
    await sql`select set_config('main.scope', '', true)`.execute(write);
    return answer;
  }
  const guards = await guardsOf(write, listOf(scope.warehouseIds));
  for (const { name, text } of guards)
    await sql
      .raw(`create temp trigger "${name}" before ${text} begin select raise(abort, '${OUT_OF_SCOPE}'); end`)
      .execute(write);
  const answer = await work();
  for (const { name } of guards) await sql.raw(`drop trigger temp."${name}"`).execute(write);
  return answer;
}

/**
 * Tables whose rows refer to a bill besides the owner that decides their scope: no row may be written for a bill
 * outside the scope, whoever may see the row.
 */
const NAME_BILLS: ReadonlySet<string> = new Set(['letter', 'fileStatistic', 'monitorRecord']);

/**
 * Condition that a row is outside the scope because of a warehouse, its own or an owner's; undefined where it never is.
 */
function outside(table: string, row: string): string | undefined {
  const found = scopeOf(table);
  const owned = (owners: readonly Owner[]) =>
    owners.flatMap((owner, at) => {
      const beyond = namesOne(row, ownerOf(row, owner), '', outside);
      return beyond ? [`(${unnamed(row, owners.slice(0, at))}${beyond})`] : [];
    });
  const reasons = NAME_BILLS.has(table) ? owned([{ table: 'bill', key: 'billId' }]) : [];
  if (found.by === 'warehouse') {
    const none = found.owners.length > 0 ? `(${owned(found.owners).join(' or ')})` : 'true';
    return `${row}.${found.column} not ${IN} or (${row}.${found.column} is null and ${none})`;
  }
  if (found.by === 'owner') reasons.push(...owned(found.owners));
  if (found.by === 'object') reasons.push(...byKind(row, found, '', outside));
  return reasons.join(' or ') || undefined;
}

/** Tables whose rows are derived from others, or are only appended: the write they follow from was checked. */
const FOLLOWING: ReadonlySet<string> = new Set(['operateLog', 'awb', 'approvalLog']);
/** Tables in which a row of another warehouse may be created: goods are announced to their recipient. */
const ANNOUNCED: ReadonlySet<string> = new Set(['bill', 'pallet']);

/** Triggers that refuse a write outside the given warehouses (an SQL list): `update on "bill" when …`. */
export async function guardsOf(write: Writer, warehouses: string): Promise<{ name: string; text: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select t.name from main.sqlite_master as t where t.type = 'table' and t.name not like 'sqlite_%'`.execute(
    write,
  );
  return rows.flatMap(({ name }) => {
    if (FOLLOWING.has(name)) return [];
    const guarded = (kind: 'insert' | 'update' | 'delete') => {
      const condition = outside(name, kind === 'insert' ? 'new' : 'old');
      return condition && !(kind === 'insert' && ANNOUNCED.has(name))
        ? [
            {
              name: `scope ${kind} ${name}`,
              text: `${kind} on "${name}" when ${inside(condition, warehouses)}`,
            },
          ]
        : [];
    };
    return (['update', 'delete', 'insert'] as const).flatMap(guarded);
  });
}
