import { asRecord } from '@contract/access/changes';
import { loggedChanges } from '@contract/access/logged';
import { type LogObject, type OperateLogRow, operateLogRow } from '@contract/access/operateLog';
import { perName } from '@contract/names';
import type { PageQuery } from '@contract/paging';
import { labelOf } from '@contract/words';
import { type Expression, type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import type { Context, Download, GroupHandlers } from '../../core/context';
import { type ExportQuery, exportColumns, exportParts, loggedTexts, tableFile } from '../../core/exportRows';
import { type ConditionBuilder, eachRow, type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';

/** Compares two states of a record: `{ before, after }` with the changed fields only. */
export function difference(
  before: object,
  after: object,
): Record<'before' | 'after', Record<string, unknown>> & { changed: string[] } {
  const [old, now] = [asRecord(before), asRecord(after)];
  const bookkeeping = new Set(['version', 'updatedAt', 'updatedBy', 'nextDueAt']);
  const changed = Object.keys(now).filter(
    (name) =>
      !bookkeeping.has(name) && JSON.stringify(old[name] ?? null) !== JSON.stringify(now[name] ?? null),
  );
  const only = (row: Readonly<Record<string, unknown>>) => perName(changed, (name) => row[name] ?? null);
  return { before: only(old), after: only(now), changed };
}

const list: ListDefinition<typeof operateLogRow> = {
  table: 'operateLog',
  row: operateLogRow,
  filters: ['operatorId', 'module', 'action', 'at', 'objectNo', 'objectType', 'result'],
  keyword: ['operatorName', 'objectNo'],
  order: '-at',
};

/**
 * Condition for log lines about one record: its own lines, and older ones about many records switched on or off at
 * once.
 */
export const doneTo =
  (objectType: LogObject, id: number) =>
  (where: ConditionBuilder): Expression<SqlBool> =>
    where.and([
      where('objectType', '=', objectType),
      where.or([
        where('objectId', '=', String(id)),
        where.and([
          where('objectId', 'is', null),
          sql<SqlBool>`exists (select 1 from json_each(${sql.ref('after')}, '$.ids') as one where one.value = ${id})`,
        ]),
      ]),
    ]);

/**
 * Condition for log lines about a customer or company and records that belong to it; older lines name the record only.
 */
export const ofOwner =
  (owner: 'customerId' | 'companyId', ids: readonly number[]) =>
  (where: ConditionBuilder): Expression<SqlBool> =>
    where.or([
      where(owner, 'in', ids),
      ...ids.map((id) => doneTo(owner === 'customerId' ? 'customer' : 'clientCompany', id)(where)),
    ]);

/** The log of one company. */
export const companyLog = (db: Reader, id: number, query: PageQuery) =>
  listRows(db, { ...list, always: (where) => [ofOwner('companyId', [id])(where)] }, query);

/** The log of one record of any kind. */
export const recordLog = (db: Reader, objectType: LogObject, id: number, query: PageQuery) =>
  listRows(db, { ...list, always: (where) => [doneTo(objectType, id)(where)] }, query);

/** Fields of a line without a column in the file; changes follow after the columns, field by field. */
const NO_COLUMNS: ReadonlySet<string> = new Set(['id', 'operatorId', 'objectId', 'before', 'after']);

/** Exports lines of the log, newest first: one row for each field of a line, with its old and new value. */
export async function exportLog<S extends z.ZodObject>(
  { store, language }: Context,
  { definition, resource }: { definition: ListDefinition<S>; resource: string },
  query: ExportQuery,
): Promise<Download> {
  const { format, requested, filter } = exportParts(query);
  const columns = Object.keys(definition.row.shape).filter((name) => !NO_COLUMNS.has(name));
  const names = (requested ?? columns).filter((name) => columns.includes(name));
  const { heads, cells } = await exportColumns(store.read, definition.row, names, {
    ...{ resource, language, format },
  });
  const textOf = await loggedTexts(store.read, language);
  const changed = ['field', 'oldValue', 'newValue'].map((name) => ({
    header: labelOf(language, name, resource),
    kind: 'text' as const,
    width: 30,
  }));
  async function* rows() {
    for await (const chunk of eachRow(store.read, definition, filter)) {
      for (const line of chunk as OperateLogRow[]) {
        const changes = loggedChanges(line);
        const { objectType: type, before, after } = line;
        if (changes.length === 0) yield [...cells(line), '', '', ''];
        for (const { field, ...change } of changes)
          yield [
            ...cells(line),
            labelOf(language, field, type),
            textOf(type, field, change.before, before),
            textOf(type, field, change.after, after),
          ];
      }
    }
  }
  return tableFile(resource, format, language, [...heads, ...changed], rows());
}

/** The operation log, newest first. */
export const operateLogHandlers: GroupHandlers<'operateLog'> = {
  list: ({ read }: Context, { query }) => listRows(read, list, query),
  export: (context, { query }) => exportLog(context, { definition: list, resource: 'operateLog' }, query),
};
