import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, code, count, date, dateTime, metaOf, ref } from '../fields';
import { namesOf } from '../names';
import { listQuery, pageOf } from '../paging';
import type { PermissionId, PermissionName } from '../permissions';
import { exportOf } from '../resource';
import { channelCodeRule } from '../rules/codes';
import { timeZone } from '../rules/places';
import { object, strictObject } from '../shape';

type Shape = Readonly<Record<string, z.ZodType>>;

/** Times by whose days a report can be filtered: of bills, of trucks, of warehouse receipts. */
export const reportDays = [
  'eta',
  'ata',
  'createdAt',
  'podAt',
  'loadedAt',
  'departedAt',
  'inboundAt',
] as const;
export type ReportDay = (typeof reportDays)[number];
/** The times of a bill (reference 7). */
export const billDays = ['ata', 'eta', 'createdAt', 'podAt'] as const;

/** Filters of every report: bills with these values, or records of such bills. */
export const commonFields = {
  customerId: ref('customer'),
  groupId: ref('clientGroup'),
  landingAirportId: ref('airport'),
  warehouseId: ref('warehouse'),
  /** Country of the destination. */
  toCountryId: ref('country'),
  destinationId: ref('destination'),
  lastMileId: ref('lastMile'),
  channelCode: code(channelCodeRule, 'channelCode'),
  serviceId: ref('service'),
  mode: choice('mode', ['air', 'sea']),
};
export const commonFilters = namesOf(commonFields);

/** {@link Report.longest} of the reports that have it: a quarter of a year. */
export const LONGEST_SPAN = 92;

/** Steps of a box's journey. */
export const boxSteps = ['expected', 'received', 'outbound', 'delivered'] as const;

/** Units of the time axis. */
export const grains = ['day', 'week', 'month'] as const;
export type Grain = (typeof grains)[number];

/** Unit of a number, which determines its format. */
export type Unit = 'count' | 'percent' | 'hours' | 'days' | 'kg' | 'EUR';

/** A key figure at the top of a report. */
export interface Tile {
  readonly unit: Unit;
  /** The goal (reference 7.1). */
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
}

/** One series of a chart. */
export interface Series {
  readonly unit: Unit;
  /** A line among columns, with its own axis at the right; drawn as points if the axis of the chart is not time. */
  readonly line?: true;
  /** True to connect its points even then. */
  readonly joined?: true;
}

/** A chart: points by the values of a field, each with its numbers. */
export interface Chart {
  readonly kind: 'columns' | 'stacked' | 'bars' | 'pie' | 'lines' | 'area' | 'scatter';
  /** Field of the points; a click filters the report by its value. `period`: days, weeks or months. */
  readonly by: string;
  /** Field whose values split the single series. */
  readonly split?: string;
  readonly series: Readonly<Record<string, Series>>;
}

/** Point fields that are no field of a row: the first day of a period, a step of the boxes' journey. */
export const pointFields = { period: date(), step: choice('boxStep', boxSteps) };

/** Returns the field of a chart's points. */
export function pointField({ row }: Pick<Report, 'row'>, name: string): z.ZodType {
  const fields: Readonly<Record<string, z.ZodType>> = { ...pointFields, ...commonFields, ...row.shape };
  const found = fields[name];
  if (!found) throw new Error(`no field ${name}`);
  return found;
}

/** Target of a row: a screen, and the query of its list. */
export interface Lead {
  readonly path: string;
  /** Name under which the screen stores its list's query. */
  readonly as?: string;
  readonly asked?: Readonly<Record<string, unknown>>;
  /** True to add the days and filters of the report to the query. */
  readonly within?: true;
  /** Further restricts these bills to one day, week or month: its first day. */
  readonly period?: string;
}

/** A report: the only definition of what distinguishes it from others. */
export interface Report<
  S extends Shape = Shape,
  T extends Readonly<Record<string, Tile>> = Readonly<Record<string, Tile>>,
  C extends Readonly<Record<string, Chart>> = Readonly<Record<string, Chart>>,
  Name extends string = keyof S & string,
> {
  /** Its group in the registry, also the name of its files. */
  readonly name: string;
  /** Last part of its paths, after `/report`. */
  readonly call: string;
  /** Path of its screen. */
  readonly path: string;
  readonly menu: PermissionName;
  readonly view: PermissionId;
  readonly row: z.ZodObject<S>;
  /** Fields of a row that are hidden by default. */
  readonly hidden: readonly Name[];
  /** Times whose days it can be filtered by, the default first. */
  readonly days: readonly [ReportDay, ...ReportDay[]];
  /** True if the reader can choose days, weeks or months. */
  readonly grained?: true;
  /**
   * For a report over a great many records: how many days it goes back by default. To look further back, give the first
   * day.
   */
  readonly longest?: number;
  /** Filters besides the common ones: fields of a row. */
  readonly filters: readonly Name[];
  readonly order: string;
  /** Columns searched by the keyword, shown or not. */
  readonly keyword: readonly string[];
  readonly tiles: T;
  readonly charts: C;
  /** A method, so that a report of one kind of row is also one of any. */
  leads(row: z.output<z.ZodObject<S>>): Lead;
}

/** Declares a report; keeps its literal names, so that a number without a calculation does not compile. */
export function report<
  S extends Shape,
  const T extends Readonly<Record<string, Tile>>,
  const C extends Readonly<Record<string, Chart>>,
>(declared: Report<S, T, C>): Report<S, T, C> {
  return declared;
}

/** Returns the fields of a row for readers: ids of records serve only as link targets. */
export const shownFields = ({ row }: Pick<Report, 'row'>): string[] =>
  Object.keys(row.shape).filter((name) => metaOf(row.shape[name]).kind !== 'id');

/**
 * Query of a report: the days of a time (`from` and `to` are instants in the reader's time zone), the zone for the days
 * of its charts, and its filters. Without days it covers all time.
 */
function querySchema(of: Pick<Report, 'row' | 'filters' | 'days'>) {
  return strictObject(() => {
    const row = object(() => ({ ...of.row.shape, ...commonFields }));
    const filters = [...new Set([...commonFilters, ...of.filters])] as typeof commonFilters;
    return {
      ...listQuery(row, filters, shownFields(of) as never).shape,
      node: z.enum(of.days).optional(),
      from: dateTime().optional(),
      to: dateTime().optional(),
      zone: code(timeZone).optional(),
      grain: z.enum(grains).optional(),
    };
  });
}
export type ReportQuery = z.output<ReturnType<typeof querySchema>>;

/** A key figure: its value (amounts as decimal strings), and for durations the 90th percentile. */
const tileAnswer = object(() => ({
  value: z.union([z.number(), z.string()]).nullable(),
  p90: z.number().nullable().optional(),
  /** Number of records left out because they lack a time it is computed from. */
  noData: count().optional(),
  /** The same figure for the previous span of the same length. */
  before: z.union([z.number(), z.string()]).nullable().optional(),
}));
export type TileAnswer = z.output<typeof tileAnswer>;

const point = object(() => ({
  /** Value of the point's field: a record's id, a choice, the first day of a period; null for none. */
  key: z.union([z.int(), z.string()]).nullable(),
  part: z.union([z.int(), z.string()]).nullable().optional(),
  values: z.record(z.string(), z.number().nullable()),
}));
export type ChartPoint = z.output<typeof point>;

const all = <T extends object, V>(of: T, value: V) =>
  Object.fromEntries(Object.keys(of).map((name) => [name, value])) as { [K in keyof T]: V };

/** The calls of a report: its rows, its figures and charts, and its export. */
export function reportApi<
  S extends Shape,
  T extends Readonly<Record<string, Tile>>,
  C extends Readonly<Record<string, Chart>>,
>(of: Report<S, T, C>) {
  const query = querySchema(of);
  const path = `/report/${of.call}`;
  return {
    list: endpoint({ method: 'GET', path, access: of.view, query, answer: pageOf(of.row) }),
    summary: endpoint({
      method: 'GET',
      path: `${path}/summary`,
      access: of.view,
      query,
      answer: object(() => ({
        tiles: object(() => all(of.tiles, tileAnswer)),
        charts: object(() => all(of.charts, z.array(point))),
      })),
      extension: true,
    }),
    export: exportOf(path, of.view, query, true),
  };
}
