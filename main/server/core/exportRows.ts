import { asRecord } from '@contract/access/changes';
import { everyLogged, loggedField, loggedSchemas } from '@contract/access/logged';
import type { LogObject } from '@contract/access/operateLog';
import { type FieldMeta, findMeta, metaOf, withUnit } from '@contract/fields';
import { wallText } from '@contract/importing/timeText';
import type { Language } from '@contract/limits';
import type { PageQuery } from '@contract/paging';
import { type RefTarget, recognisedBy } from '@contract/refTargets';
import type { ApprovalStep } from '@contract/rules/approval';
import { stepsText } from '@contract/rules/approvalText';
import type { ChargeStep } from '@contract/rules/charge';
import { chargeStepsText } from '@contract/rules/chargeText';
import { clockName, type Places } from '@contract/rules/clock';
import { fromScaled, PRICE_DIGITS } from '@contract/rules/money';
import { type OfferLine, type OfferTotal, offerLineText, totalText } from '@contract/rules/offer';
import { type QuoteLine, quoteLineText } from '@contract/rules/quote';
import { occursTwice, offsetAt, toWall } from '@contract/rules/zonedTime';
import { actorIn, choiceLabel, labelOf, stateLabel, words } from '@contract/words';
import type * as z from 'zod';
import { writeCsv } from '../../tabular/csvWriter';
import { type ExportCell, type ExportColumn, type ExportRow, shownTime } from '../../tabular/exportCell';
import { DATE_FORMAT } from '../../tabular/ownColumns';
import { writeXlsx } from '../../tabular/xlsxWriter';
import { byName } from '../store/byName';
import { eachRow, type ListDefinition } from '../store/listRows';
import type { Reader } from '../store/open';
import { mimeOf } from '../store/storedFiles';
import type { Context, Download } from './context';
import { fileClock, placesIn } from './places';

type Row = Readonly<Record<string, unknown>>;

/** Query of an export besides the filters of its list. */
export interface ExportQuery extends PageQuery {
  readonly format?: 'xlsx' | 'csv';
  readonly columns?: readonly string[] | undefined;
}

/** Fields without meaning for a reader of a file. */
const INTERNAL = new Set(['id', 'version', 'importJobId', 'stageBeforeRemove', 'avatarFileId']);

/** Splits the query of an export into its file format, the chosen columns, and the filter and order without a page. */
export function exportParts({
  format = 'xlsx',
  columns: requested,
  page: _page,
  pageSize: _size,
  after: _after,
  ...filter
}: ExportQuery) {
  return { format, requested, filter };
}

/**
 * Exports a list as a file: filter and order of the screen, the chosen columns (else all), headers in the caller's
 * language, every row, streamed. Reads outside the call's transaction, which is long over when the last row is sent.
 */
export async function exportRows<S extends z.ZodObject>(
  { store, language }: Pick<Context, 'store' | 'language'>,
  {
    definition,
    resource,
    counted,
    worked,
  }: {
    definition: ListDefinition<S>;
    resource: string;
    /** Called with the number of rows of each part that is sent. */
    counted?: ((rows: number) => void) | undefined;
    /** Fields of the file that the table does not have, and how they are calculated. */
    worked?: {
      readonly row: z.ZodObject;
      readonly of: (db: Reader, rows: readonly z.output<S>[]) => Promise<readonly Row[]> | readonly Row[];
    };
  },
  query: ExportQuery,
): Promise<Download> {
  const { format, requested, filter } = exportParts(query);
  const schema = worked?.row ?? definition.row;
  const names = Object.keys(schema.shape).filter(
    (name) => !INTERNAL.has(name) && (!requested || requested.includes(name)),
  );
  const ordered = requested ? requested.filter((name) => names.includes(name)) : names;
  const { heads, cells } = await exportColumns(store.read, schema, ordered, {
    ...{ resource, language, format },
  });

  async function* rows(): AsyncGenerator<ExportRow> {
    for await (const chunk of eachRow(store.read, definition, filter)) {
      counted?.(chunk.length);
      yield* (worked ? await worked.of(store.read, chunk) : chunk).map(cells);
    }
  }
  return tableFile(resource, format, language, heads, rows());
}

/** Exports rows that were calculated, with the requested columns, else the usual ones. */
export async function calculatedFile(
  { store, language }: Pick<Context, 'store' | 'language'>,
  {
    row,
    resource,
    usual = Object.keys(row.shape),
  }: { readonly row: z.ZodObject; readonly resource: string; readonly usual?: readonly string[] },
  { format = 'xlsx', columns }: Pick<ExportQuery, 'format' | 'columns'>,
  found: readonly object[],
): Promise<Download> {
  const names = columns?.filter((name) => Object.hasOwn(row.shape, name)) ?? usual;
  const { heads, cells } = await exportColumns(store.read, row, names, { resource, language, format });
  async function* rows() {
    yield* found.map(cells);
  }
  return tableFile(resource, format, language, heads, rows());
}

/** Columns of a file for the fields of a schema: their headings, and the cells of a row. */
export async function exportColumns(
  db: Reader,
  schema: z.ZodObject,
  names: readonly string[],
  { resource, language, format }: { resource: string; language: Language; format: 'xlsx' | 'csv' },
): Promise<{ heads: ExportColumn[]; cells: (row: object) => ExportRow }> {
  const columns = names.map((name) => ({ name, meta: metaOf(schema.shape[name]) }));
  const lookups = await loadLookups(
    db,
    columns.map(({ meta }) => meta),
  );
  const clocks = clockTexts(columns, lookups, (name) => labelOf(language, name, resource));
  const { exportClocks, exportDates } = words[language].desktop;
  // The dates of a csv file alone do not show whether the day comes first.
  const last = clocks
    ? { header: exportClocks, width: 30, text: clocks }
    : format === 'csv' && columns.some(({ meta }) => meta.kind === 'date')
      ? { header: exportDates, width: 12, text: () => DATE_FORMAT }
      : undefined;
  return {
    heads: [
      ...columns.map(({ name, meta }) => ({
        header: withUnit(labelOf(language, name, resource), meta),
        ...cellKind(meta),
      })),
      ...(last ? [{ header: last.header, kind: 'text' as const, width: last.width }] : []),
    ],
    cells: (row) => {
      const values = asRecord(row);
      return [
        ...columns.map(({ name, meta }) => exportCell(meta, values[name], values, lookups, language)),
        ...(last ? [last.text(values)] : []),
      ];
    },
  };
}

/**
 * Time zones of a row's times, in the last column of a file: `HKG: ETD; AMS: ETA, ATA`. Times are date cells, which a
 * spreadsheet sorts; undefined for a file without times.
 */
function clockTexts(
  columns: readonly { readonly name: string; readonly meta: FieldMeta }[],
  { places }: Lookups,
  label: (name: string) => string,
): ((row: Row) => string) | undefined {
  const timed = columns.flatMap(({ name, meta }) =>
    meta.kind === 'dateTime' ? [{ name, zone: meta.zone, label: label(name) }] : [],
  );
  if (timed.length === 0) return undefined;
  return (row) => {
    const named = new Map<string, string[]>();
    for (const { name, zone, label } of timed) {
      const at = row[name];
      if (typeof at !== 'string') continue;
      const clock = clockName(at, fileClock(zone, row, places));
      named.set(clock, [...(named.get(clock) ?? []), label]);
    }
    return [...named].map(([clock, labels]) => `${clock}: ${labels.join(', ')}`).join('; ');
  };
}

/** Streams rows into a file for download, written as it is read. */
export function tableFile(
  resource: string,
  format: 'xlsx' | 'csv',
  language: Language,
  heads: readonly ExportColumn[],
  rows: AsyncIterable<ExportRow>,
): Download {
  const sheet = words[language].desktop.templateSheet;
  return {
    name: `${resource}.${format}`,
    mime: mimeOf(format),
    stream: format === 'csv' ? writeCsv(heads, rows) : writeXlsx(heads, rows, { sheet }),
  };
}

/**
 * Fields of a record as text in the format of an export: codes for references, words for choices, `Y` and `N`, days as
 * `DD/MM/YYYY`. A field outside the schema is written as JSON.
 */
export async function fieldTexts(
  db: Reader,
  schema: z.ZodObject,
  language: Language,
): Promise<(field: string, values: Row) => string> {
  const metas = new Map(
    Object.entries(schema.shape).flatMap(([name, field]) => {
      const meta = findMeta(field);
      return meta ? [[name, meta] as const] : [];
    }),
  );
  const lookups = await loadLookups(db, [...metas.values()]);
  return (field, values) =>
    shownText(metas.get(field) ?? { kind: 'json' }, values[field], values, lookups, language);
}

/** Logged values of fields as text: see {@link fieldTexts}. */
export async function loggedTexts(
  db: Reader,
  language: Language,
): Promise<(of: LogObject, field: string, value: unknown, row: unknown) => string> {
  const metas = everyLogged.flatMap(({ shape }) =>
    Object.values(shape).flatMap((field) => findMeta(field) ?? []),
  );
  const lookups = await loadLookups(db, metas);
  return (of, field, value, row) => {
    const found = loggedField(loggedSchemas(of), field, value);
    if (found?.meta.kind === 'codes' && found.meta.rule.labels && Array.isArray(found.value)) {
      const { labels } = found.meta.rule;
      return found.value.map((one) => choiceLabel(language, labels, one)).join('; ');
    }
    const cell = (one: unknown) =>
      found ? shownText(found.meta, one, asRecord(row), lookups, language) : '';
    if (found?.several) return [found.value].flat().map(cell).join('; ');
    if (found) return cell(found.value);
    if (value === null || value === undefined) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
}

/** Time of a cell on a clock; one that the clock shows twice is text with its offset, so that a file reads back. */
function exactTime(instant: string, zone: string): string {
  const wall = wallText(toWall(instant, zone));
  return occursTwice(instant, zone) ? `${shownTime(wall)} ${offsetAt(instant, zone)}` : wall;
}

/** Value in readable form; a time with the name of its time zone. */
function shownText(meta: FieldMeta, value: unknown, row: Row, lookups: Lookups, language: Language): string {
  if (meta.kind === 'dateTime' && typeof value === 'string') {
    const clock = fileClock(meta.zone, row, lookups.places);
    return `${shownTime(wallText(toWall(value, clock.zone)))} ${clockName(value, clock)}`;
  }
  const cell = exportCell(meta, value, row, lookups, language);
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'Y' : 'N';
  return shownTime(String(cell));
}

function cellKind(meta: FieldMeta): Pick<ExportColumn, 'kind' | 'decimals' | 'width'> {
  switch (meta.kind) {
    case 'count':
    case 'size':
    case 'id':
      return { kind: 'number', decimals: 0 };
    case 'weight':
    case 'volume':
      return { kind: 'number', decimals: 3 };
    case 'decimal':
      return { kind: 'number', decimals: meta.digits ?? 3 };
    case 'money':
      return { kind: 'number', decimals: 2 };
    case 'fixed':
      return { kind: 'number', decimals: meta.digits };
    case 'date':
      return { kind: 'date', width: 12 };
    case 'dateTime':
      return { kind: 'dateTime', width: 18 };
    default:
      return { kind: 'text' };
  }
}

const NOWHERE: Places = { airport: () => undefined, warehouse: () => undefined, hub: () => undefined };

/** Codes of the referenced records, and time zones of airports, warehouses and hubs. */
interface Lookups {
  readonly codes: ReadonlyMap<RefTarget, ReadonlyMap<number, string>>;
  /** Items of charge flows. */
  readonly items: ReadonlyMap<number, { code: string; defaultPrice: string; currency: string }>;
  readonly places: Places;
}

/** The column by which people recognise a record; a group of staff has its English name in `name`. */
const columnOf = (target: RefTarget) => (target === 'adminGroup' ? 'name' : recognisedBy(target));

/** Names of people; user names where several have the same name. */
async function staffNames(db: Reader): Promise<Map<number, string>> {
  const people = await db.selectFrom('staff').select(['id', 'username', 'realName']).execute();
  const called = new Map<string, number>();
  for (const { realName } of people) called.set(realName, (called.get(realName) ?? 0) + 1);
  return new Map(
    people.map(({ id, username, realName }) => [id, called.get(realName) === 1 ? realName : username]),
  );
}

async function loadLookups(db: Reader, metas: readonly FieldMeta[]): Promise<Lookups> {
  const targets = new Set(
    metas.flatMap((meta): RefTarget[] => {
      if (meta.kind === 'approvalSteps') return ['staff', 'adminGroup'];
      if (meta.kind === 'lines') return ['chargeItem'];
      return meta.kind === 'ref' || meta.kind === 'refs' ? [meta.to] : [];
    }),
  );
  const read = async (table: string, column: string) => {
    const rows = await byName(db)
      .selectFrom(table)
      .select(['id', `${column} as value`])
      .execute();
    return new Map(rows.map(({ id, value }) => [Number(id), String(value)]));
  };
  const codes = new Map<RefTarget, Map<number, string>>();
  for (const target of targets)
    codes.set(target, target === 'staff' ? await staffNames(db) : await read(target, columnOf(target)));
  const timed = metas.some((meta) => meta.kind === 'dateTime' && meta.zone !== 'user');
  const items = metas.some(({ kind }) => kind === 'chargeSteps')
    ? await db.selectFrom('chargeItem').select(['id', 'code', 'defaultPrice', 'currency']).execute()
    : [];
  return {
    codes,
    items: new Map(
      items.map(({ id, defaultPrice, ...item }) => [
        id,
        { ...item, defaultPrice: fromScaled(defaultPrice, PRICE_DIGITS) },
      ]),
    ),
    places: timed ? await placesIn(db) : NOWHERE,
  };
}

function exportCell(
  meta: FieldMeta,
  value: unknown,
  row: Row,
  lookups: Lookups,
  language: Language,
): ExportCell {
  if (value === null || value === undefined) return null;
  switch (meta.kind) {
    case 'text':
      return meta.actor ? actorIn(language, String(value)) : String(value);
    case 'choice':
      return choiceLabel(language, meta.list, String(value));
    case 'state':
      return stateLabel(language, meta.machine, String(value));
    case 'code':
      return meta.rule.format?.(String(value)) ?? String(value);
    case 'ref':
      return lookups.codes.get(meta.to)?.get(Number(value)) ?? String(value);
    case 'refs':
      return [value]
        .flat()
        .map((id) => lookups.codes.get(meta.to)?.get(Number(id)) ?? id)
        .join('; ');
    case 'approvalSteps':
      return stepsText(language, value as ApprovalStep[], {
        staff: (id) => {
          const name = lookups.codes.get('staff')?.get(id);
          return name === undefined ? undefined : { name, state: 'able' };
        },
        group: (id) => lookups.codes.get('adminGroup')?.get(id),
      });
    case 'chargeSteps':
      return chargeStepsText(language, value as ChargeStep[], (id) => lookups.items.get(id));
    case 'lines':
      return (value as (QuoteLine | OfferLine)[])
        .map((line) => {
          const item = lookups.codes.get('chargeItem')?.get(line.chargeItemId) ?? '';
          return 'amount' in line
            ? offerLineText(line, item)
            : quoteLineText(line, item, String(row.currency));
        })
        .join('; ');
    case 'totals':
      return (value as OfferTotal[]).map(totalText).join('; ');
    case 'codes':
      return [value].flat().join('; ');
    case 'flag':
      return value === true;
    case 'dateTime':
      return exactTime(String(value), fileClock(meta.zone, row, lookups.places).zone);
    case 'json':
      return JSON.stringify(value);
    default:
      return typeof value === 'number' ? value : String(value);
  }
}
