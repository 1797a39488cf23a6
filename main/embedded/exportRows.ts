import { type FieldMeta, metaOf, type RefTarget, withUnit } from '@contract/fields';
import { wallText } from '@contract/importing/timeText';
import type { Language } from '@contract/limits';
import type { PageQuery } from '@contract/paging';
import { toWall } from '@contract/rules/zonedTime';
import { choiceLabel, labelOf, stateLabel, words } from '@contract/words';
import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { writeCsv } from '../tabular/csvWriter';
import type { ExportCell, ExportColumn, ExportRow } from '../tabular/exportCell';
import { writeXlsx } from '../tabular/xlsxWriter';
import type { Context, Download } from './context';
import { eachRow, type ListDefinition } from './store/listRows';
import type { Reader } from './store/open';
import { mimeOf } from './store/storedFiles';

type Row = Readonly<Record<string, unknown>>;

/** What an export's query says besides the filters of its list. */
interface ExportQuery extends PageQuery {
  readonly format?: 'xlsx' | 'csv';
  readonly columns?: readonly string[] | undefined;
}

/** Fields that say nothing to a reader of a file. */
const INTERNAL = new Set(['id', 'version', 'importJobId', 'stageBeforeRemove']);

/**
 * A list as a file: the filter and order of the screen, the columns asked for (else all), headers in the caller's
 * language, every row, streamed. Reads beside the call's transaction, which is long over when the last row goes out.
 */
export async function exportRows<S extends z.ZodObject>(
  { store, language }: Context,
  { definition, resource }: { definition: ListDefinition<S>; resource: string },
  query: ExportQuery,
): Promise<Download> {
  const { format = 'xlsx', columns: asked, page: _page, pageSize: _size, after: _after, ...filter } = query;
  const names = Object.keys(definition.row.shape).filter(
    (name) => !INTERNAL.has(name) && (!asked || asked.includes(name)),
  );
  const ordered = asked ? asked.filter((name) => names.includes(name)) : names;
  const columns = ordered.map((name) => ({ name, meta: metaOf(definition.row.shape[name] as z.ZodType) }));
  const lookups = await loadLookups(
    store.read,
    columns.map(({ meta }) => meta),
  );
  const heads = columns.map(
    ({ name, meta }): ExportColumn => ({
      header: withUnit(labelOf(language, name, resource), meta),
      ...cellKind(meta),
    }),
  );

  async function* rows(): AsyncGenerator<ExportRow> {
    for await (const chunk of eachRow(store.read, definition, filter)) {
      for (const row of chunk) {
        yield columns.map(({ name, meta }) =>
          exportCell(meta, (row as Row)[name], row as Row, lookups, language),
        );
      }
    }
  }
  const title = words[language].desktop.templateSheet;
  return {
    name: `${resource}.${format}`,
    mime: mimeOf(format),
    stream: format === 'csv' ? writeCsv(heads, rows()) : writeXlsx(heads, rows(), { sheet: title }),
  };
}

function cellKind(meta: FieldMeta): Pick<ExportColumn, 'kind' | 'decimals' | 'width'> {
  switch (meta.kind) {
    case 'count':
    case 'size':
    case 'id':
      return { kind: 'number', decimals: 0 };
    case 'weight':
    case 'volume':
    case 'decimal':
      return { kind: 'number', decimals: 3 };
    case 'money':
      return { kind: 'number', decimals: 2 };
    case 'date':
      return { kind: 'date', width: 12 };
    case 'dateTime':
      return { kind: 'dateTime', width: 18 };
    default:
      return { kind: 'text' };
  }
}

/** Codes of the records referred to, and the clocks of airports and warehouses. */
interface Lookups {
  readonly codes: ReadonlyMap<RefTarget, ReadonlyMap<number, string>>;
  readonly zones: {
    readonly airport: ReadonlyMap<number, string>;
    readonly warehouse: ReadonlyMap<number, string>;
  };
}

const CODE: Partial<Record<RefTarget, string>> = {
  adminGroup: 'name',
  airport: 'airportCode',
  channelCode: 'channelCode',
  staff: 'realName',
};

async function loadLookups(db: Reader, metas: readonly FieldMeta[]): Promise<Lookups> {
  const tables = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const targets = new Set(
    metas.flatMap((meta) => (meta.kind === 'ref' || meta.kind === 'refs' ? [meta.to] : [])),
  );
  const read = async (table: string, column: string) => {
    const rows = await tables
      .selectFrom(table)
      .select(['id', `${column} as value`])
      .execute();
    return new Map(rows.map(({ id, value }) => [id as number, String(value)]));
  };
  const codes = new Map<RefTarget, Map<number, string>>();
  for (const target of targets) codes.set(target, await read(target, CODE[target] ?? 'code'));
  const timed = metas.some((meta) => meta.kind === 'dateTime' && meta.zone !== 'user');
  const none = new Map<number, string>();
  return {
    codes,
    zones: {
      airport: timed ? await read('airport', 'timeZone') : none,
      warehouse: timed ? await read('warehouse', 'timeZone') : none,
    },
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
    case 'choice':
      return choiceLabel(language, meta.list, String(value));
    case 'state':
      return stateLabel(language, meta.machine, String(value));
    case 'code':
      return meta.rule.format?.(String(value)) ?? String(value);
    case 'ref':
      return lookups.codes.get(meta.to)?.get(value as number) ?? String(value);
    case 'refs':
      return (value as number[]).map((id) => lookups.codes.get(meta.to)?.get(id) ?? id).join('; ');
    case 'codes':
      return (value as string[]).join('; ');
    case 'flag':
      return value as boolean;
    case 'dateTime':
      return wallText(toWall(String(value), zoneOf(meta.zone, row, lookups)));
    case 'json':
      return JSON.stringify(value);
    default:
      return value as string | number;
  }
}

/** Bill-level times stand on the clock of their airport or warehouse, as on the screen; others in UTC. */
function zoneOf(zone: 'origin' | 'landing' | 'warehouse' | 'user', row: Row, { zones }: Lookups): string {
  const at = row.warehouseId ?? row.fromWarehouseId;
  const warehouse = zone === 'warehouse' ? zones.warehouse.get(at as number) : undefined;
  if (warehouse) return warehouse;
  if (zone === 'user') return 'UTC';
  const airport = row[zone === 'origin' ? 'originAirportId' : 'landingAirportId'];
  return zones.airport.get(airport as number) ?? 'UTC';
}
