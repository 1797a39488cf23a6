import type { ReportName } from '@contract/report';
import type { Chart, ChartPoint, Report, ReportQuery, Tile, TileAnswer } from '@contract/report/report';
import { instantOf } from '@contract/rules/zonedTime';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Context, Download, GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { allRows, type ListDefinition, listRows, matchingRows, requireCursor } from '../../store/listRows';
import type { Reader } from '../../store/open';
import type { Expr, Statement } from './formulas';
import { boundedSpan, periodsOf, type ReportRequest } from './reportRequest';

/** Inputs for the figures of a report. */
export interface ReportInputs {
  readonly db: Reader;
  readonly request: ReportRequest;
  /** The rows that match the query, with the report's own filters: to be used after `from`. */
  readonly rows: Expr;
  /** The rows of a report that has {@link Queries.few} of them, as stored: loaded once. */
  readonly all: <R extends object>() => Promise<readonly R[]>;
}

type Shape = Readonly<Record<string, z.ZodType>>;
type TilesOf = Readonly<Record<string, Tile>>;
type ChartsOf = Readonly<Record<string, Chart>>;

/** Calculations of a report: its rows in SQL, with the columns of its row and others that its figures need. */
interface Queries<T extends TilesOf, C extends ChartsOf> {
  readonly rows: (request: ReportRequest, read: Reader) => Statement | Promise<Statement>;
  /** True if its rows are sums by a few keys, rather than one for each record. */
  readonly few?: true;
  readonly tiles: (found: ReportInputs) => Promise<{ readonly [K in keyof T]: TileAnswer }>;
  readonly charts: (found: ReportInputs) => Promise<{ readonly [K in keyof C]: readonly ChartPoint[] }>;
}

const DAY = 86_400_000;

/** Context for exporting a report. */
export type FileContext = Pick<Context, 'store' | 'language' | 'now'>;
/** The export of a report, which reports how many rows were written. */
export type ReportFile = (
  context: FileContext,
  input: { readonly query: ReportQuery },
  counted: (rows: number) => void,
) => Promise<Download>;

/** The handlers of a report, under its name in the registry. */
export function reportHandlers<G extends ReportName, S extends Shape, T extends TilesOf, C extends ChartsOf>(
  _group: G,
  declared: Report<S, T, C>,
  queries: Queries<T, C>,
): GroupHandlers<G> {
  const report: Report = declared;
  const { row, filters, keyword, order, days, longest } = report;
  const listed = { table: 'reported', row, filters, keyword, order, few: queries.few ?? false };
  const definitionOf = async (read: Reader, request: ReportRequest): Promise<ListDefinition<z.ZodObject>> => {
    const rows = await queries.rows(request, read);
    return { ...listed, rows: () => rows };
  };
  const requestOf = ({ now }: Pick<Context, 'now'>, query: Partial<ReportQuery>): ReportRequest =>
    boundedSpan({
      ...(longest === undefined ? {} : { from: instantOf(Date.parse(now) - longest * DAY) }),
      ...query,
      node: query.node ?? days[0],
      now,
    });
  const handlers = {
    list: async (context: Context, { query }: { query: ReportQuery }) => {
      const request = requestOf(context, query);
      // Calculating the rows may take seconds: a cursor of another list is refused before.
      requireCursor({ ...listed, rows: () => sql`` }, request);
      return listRows(context.read, await definitionOf(context.read, request), request);
    },

    summary: async (context: Context, { query }: { query: ReportQuery }) => {
      const request = requestOf(context, query);
      const { read: db } = context;
      const definition = await definitionOf(db, request);
      let all: Promise<readonly object[]> | undefined;
      const found: ReportInputs = {
        db,
        request,
        rows: matchingRows(db, definition, request),
        all: <R extends object>() => {
          all ??= allRows(db, definition, request);
          return all as Promise<readonly R[]>;
        },
      };
      const charts = await queries.charts(found);
      return {
        tiles: await queries.tiles(found),
        charts: Object.fromEntries(
          Object.entries(charts).map(([name, points]) => [name, throughout(report, name, points, request)]),
        ),
      };
    },

    export: async (
      context: FileContext,
      { query }: { query: ReportQuery },
      counted?: (rows: number) => void,
    ) => {
      const request = requestOf(context, query);
      const definition = await definitionOf(context.store.read, request);
      return exportRows(context, { definition, resource: 'report', counted }, request);
    },
  };
  return handlers as unknown as GroupHandlers<G>;
}

/** Fills a chart over time with empty periods; durations and shares of an empty period are unknown. */
function throughout(
  report: Report,
  name: string,
  points: readonly ChartPoint[],
  request: ReportRequest,
): readonly ChartPoint[] {
  const chart = report.charts[name];
  if (chart?.by !== 'period' || chart.split) return points;
  const known = new Map(points.map((point) => [point.key, point]));
  const nothing = Object.fromEntries(
    Object.entries(chart.series).map(([series, { unit }]) => [
      series,
      unit === 'hours' || unit === 'percent' ? null : 0,
    ]),
  );
  const periods = new Set([...periodsOf(request), ...points.map(({ key }) => String(key))]);
  return [...periods].sort().map((key) => known.get(key) ?? { key, values: nothing });
}

/** Converts rows with a `key` to points: every other column is a series. */
export const pointsOf = (rows: readonly object[]): ChartPoint[] =>
  rows.map((row) => {
    const { key, part, ...values } = row as ChartPoint & Record<string, number | null>;
    return { key, ...(part === undefined ? {} : { part }), values };
  });
