import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { isPostgres } from './dialect';
import type { Writer } from './open';
import { openConnection } from './sqlite';

/** Which part of the data a person sees: bills of these warehouses, and what belongs to them. */
export interface Scope {
  readonly staffId: number;
  readonly warehouseIds: readonly number[];
}

/** Tables that name bills and are no part of them: a message is its reader's own. */
const NOBODYS: ReadonlySet<string> = new Set(['message']);

/** When what belongs to a consignment note is within the scope. */
function ofNote(table: string): string {
  return `exists (select 1 from main.cmr where cmr.id = ${table}.cmrId and cmr.fromWarehouseId in scope)`;
}

/** When a line that a payment settles is of a bill within the scope, or of one beyond it. */
const settles = (place: 'in scope' | 'not in scope') => `exists (select 1 from main.paymentLine
  join main.bill on bill.id = paymentLine.billId
  where paymentLine.paymentId = billPayment.id and bill.warehouseId ${place})`;

/** What belongs to bills in another way than by the id of one: the table, and when a row of it is within the scope. */
const LED_BY: Readonly<Record<string, string>> = {
  awb: 'exists (select 1 from main.bill where bill.billNo = awb.billNo and bill.warehouseId in scope)',
  pallet: 'pallet.warehouseId in scope',
  cmr: 'cmr.fromWarehouseId in scope',
  cmrFile: ofNote('cmrFile'),
  cmrMail: ofNote('cmrMail'),
  // What settles lines of other warehouses as well is seen by those alone who see them all.
  billPayment: `(${settles('in scope')} and not ${settles('not in scope')}) or (lineCount = 0 and createdBy = the caller)`,
  itemLine: `exists (select 1 from main.parcel join main.bill on bill.id = parcel.billId
    where parcel.id = itemLine.parcelId and bill.warehouseId in scope)`,
  apiPushAttempt: `exists (select 1 from main.apiPush join main.bill on bill.id = apiPush.billId
    where apiPush.id = apiPushAttempt.pushId and bill.warehouseId in scope)`,
  letterFile: 'exists (select 1 from temp.letter where letter.id = letterFile.letterId)',
  fileIssue: 'exists (select 1 from temp.fileJob where fileJob.id = fileIssue.jobId)',
  fileEffect: 'exists (select 1 from temp.fileJob where fileJob.id = fileEffect.jobId)',
  fileStatistic: 'exists (select 1 from temp.fileJob where fileJob.id = fileStatistic.jobId)',
  fileOutput: 'exists (select 1 from temp.fileJob where fileJob.id = fileOutput.jobId)',
  invoiceFileOfJob: 'exists (select 1 from temp.fileJob where fileJob.id = invoiceFileOfJob.id)',
  awbFileOfJob: 'exists (select 1 from temp.fileJob where fileJob.id = awbFileOfJob.id)',
  tariffReadingOfJob: 'exists (select 1 from temp.fileJob where fileJob.id = tariffReadingOfJob.id)',
};

/** Counts that the database keeps of all bills are made anew of those within the scope. */
const COUNTED = `select customerId, archived, stage, clearanceStatus, count(*) as n
  from main.bill where bill.warehouseId in scope group by customerId, archived, stage, clearanceStatus`;

interface Found {
  readonly name: string;
  readonly type: 'table' | 'view';
  readonly columns: ReadonlySet<string>;
}

/** Every table and view of the data, with its columns. */
function tablesIn(database: DatabaseSync): Found[] {
  const rows = database
    .prepare(
      `select t.name, t.type, json_group_array(c.name) as columns from main.sqlite_master as t, pragma_table_info(t.name) as c
       where t.type in ('table', 'view') and t.name not like 'sqlite_%' group by t.name, t.type`,
    )
    .all() as { name: string; type: Found['type']; columns: string }[];
  return rows.map(({ columns, ...row }) => ({ ...row, columns: new Set(JSON.parse(columns) as string[]) }));
}

/** When a row with the id of a bill is within the scope; `row` is how the row is called. */
const ofBill = (row: string) =>
  `exists (select 1 from main.bill where bill.id = ${row}.billId and bill.warehouseId in scope)`;

const within = (condition: string, { staffId, warehouseIds }: Scope) =>
  inside(condition, listOf(warehouseIds)).replaceAll('the caller', `${Number(staffId)}`);
const inside = (condition: string, warehouses: string) =>
  condition.replaceAll('in scope', `in ${warehouses}`);
const listOf = (warehouseIds: readonly number[]) => `(${warehouseIds.map(Number).join(', ')})`;

/** The view that stands before a table; undefined for what is everyone's. */
function viewOf({ name, type, columns }: Found, scope: Scope, rowids: boolean): string | undefined {
  const select = (condition: string) => {
    // A view has no row ids of its own, by which tables without a key are found.
    const rowid = rowids && type === 'table' && !columns.has('id') ? 'rowid, ' : '';
    return `create temp view "${name}" as select ${rowid}* from main."${name}" where ${within(condition, scope)}`;
  };
  if (NOBODYS.has(name)) return undefined;
  if (name === 'bill') return select('warehouseId in scope');
  if (name === 'billCount') return `create temp view billCount as ${within(COUNTED, scope)}`;
  if (LED_BY[name]) return select(LED_BY[name]);
  if (!columns.has('billId')) return undefined;
  // Files of many bills, and mails of none, are theirs who sent or took them in; mails also theirs whose box it is.
  const mail = ['letter', 'noaMail', 'utbMail'].includes(name);
  const whose = mail
    ? 'mailboxId in (select id from main.mailbox where mailbox.defaultWarehouseId in scope)'
    : 'false';
  const own =
    mail || /^fileJob/.test(name)
      ? `or ("${name}".billId is null and (createdBy = ${Number(scope.staffId)} or ${whose}))`
      : '';
  return select(`${ofBill(`"${name}"`)} ${own}`);
}

/** The views that show what is within a scope, in the order they are made in; `rowids` where rows are found by those. */
export function scopedViews(tables: readonly Found[], scope: Scope, rowids: boolean): string[] {
  // One view may lean on another: what leads to files stands behind the files.
  const last = (name: string) => Number(LED_BY[name]?.includes('temp.') ?? false);
  return [...tables]
    .sort((a, b) => last(a.name) - last(b.name))
    .map((found) => viewOf(found, scope, rowids))
    .filter((view) => view !== undefined);
}

/**
 * A reading connection that shows what is within a scope and nothing else, whoever asks and in whatever words: views of its
 * own stand before the tables and bear their names. A table that comes to have the id of a bill is covered from then on.
 */
export function openScoped(file: string, scope: Scope): DatabaseSync {
  const database = openConnection(file, true);
  database.exec('pragma query_only = off');
  for (const view of scopedViews(tablesIn(database), scope, true)) database.exec(view);
  database.exec('pragma query_only = on');
  return database;
}

/** What a write beyond the scope fails with. */
const BEYOND = 'beyond the scope';
/** True for the failure of a write that touched what is beyond the caller's scope. */
export const isBeyondScope = (error: unknown): boolean => error instanceof Error && error.message === BEYOND;

/**
 * Carries out writes so that the first one to a bill beyond the scope, or to what belongs to one, undoes them all. The
 * triggers that see to it stand for the time of the transaction alone.
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
      .raw(`create temp trigger "${name}" before ${text} begin select raise(abort, '${BEYOND}'); end`)
      .execute(write);
  const answer = await work();
  for (const { name } of guards) await sql.raw(`drop trigger temp."${name}"`).execute(write);
  return answer;
}

/** Triggers that refuse a write beyond warehouses, which are given as SQL: `update on "bill" when …`. */
export async function guardsOf(write: Writer, warehouses: string): Promise<{ name: string; text: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select t.name from main.sqlite_master as t, pragma_table_info(t.name) as c
    where t.type = 'table' and c.name = 'billId'`.execute(write);
  const outside = (row: string) =>
    inside(`${row}.billId is not null and not ${ofBill(row).replace('main.bill', 'bill')}`, warehouses);
  const changes = (table: string, condition: (row: string) => string) =>
    (['update', 'delete'] as const).map((kind) => ({
      name: `scope ${kind} ${table}`,
      text: `${kind} on "${table}" when ${condition('old')}`,
    }));
  const foreign = (row: string) =>
    inside(`${row}.warehouseId is null or ${row}.warehouseId not in scope`, warehouses);
  const departing = (row: string) => inside(`${row}.fromWarehouseId not in scope`, warehouses);
  return [
    ...changes('bill', foreign),
    ...changes('pallet', foreign),
    ...changes('cmr', departing),
    { name: 'scope insert cmr', text: `insert on "cmr" when ${departing('new')}` },
    ...rows
      .filter(({ name }) => !NOBODYS.has(name))
      .flatMap(({ name }) => [
        ...changes(name, outside),
        { name: `scope insert ${name}`, text: `insert on "${name}" when ${outside('new')}` },
      ]),
  ];
}
