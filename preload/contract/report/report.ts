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

/** Times whose days a report can be asked for: of bills, of trucks, of what comes into a warehouse. */
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
/** Those of a bill (reference 7). */
export const billDays = ['ata', 'eta', 'createdAt', 'podAt'] as const;

/** What every report can be narrowed to: bills of these, or what belongs to such bills. */
export const commonFields = {
  customerId: ref('customer'),
  groupId: ref('clientGroup'),
  landingAirportId: ref('airport'),
  warehouseId: ref('warehouse'),
  /** Of the destination. */
  toCountryId: ref('country'),
  destinationId: ref('destination'),
  lastMileId: ref('lastMile'),
  channelCode: code(channelCodeRule, 'channelCode'),
  serviceId: ref('service'),
  mode: choice('mode', ['air', 'sea']),
};
export const commonFilters = namesOf(commonFields);

/** {@link Report.longest} of those that have one: a quarter of a year. */
export const LONGEST_SPAN = 92;

/** The way of a box: how many came how far. */
export const boxSteps = ['expected', 'received', 'outbound', 'delivered'] as const;

/** Spans that time is counted in. */
export const grains = ['day', 'week', 'month'] as const;
export type Grain = (typeof grains)[number];

/** What a number counts, and so how it is written. */
export type Unit = 'count' | 'percent' | 'hours' | 'days' | 'kg' | 'EUR';

/** A number on top of a report. */
export interface Tile {
  readonly unit: Unit;
  /** What is aimed at (reference 7.1). */
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
}

/** One number of each point of a chart. */
export interface Series {
  readonly unit: Unit;
  /** A line among columns, with an axis of its own at the right; between what is no course of time, points. */
  readonly line?: true;
  /** Its points are joined all the same. */
  readonly joined?: true;
}

/** A chart: points by the values of a field, each with its numbers. */
export interface Chart {
  readonly kind: 'columns' | 'stacked' | 'bars' | 'pie' | 'lines' | 'area' | 'scatter';
  /** Field whose value a point stands for; a click narrows the report to it. `period`: days, weeks or months. */
  readonly by: string;
  /** Field by whose values the one series is split. */
  readonly split?: string;
  readonly series: Readonly<Record<string, Series>>;
}

/** What points stand for that is no field of a row: the first day of a span of time, a step of the way of boxes. */
export const pointFields = { period: date(), step: choice('boxStep', boxSteps) };

/** The field whose values the points of a chart stand for. */
export function pointField({ row }: Pick<Report, 'row'>, name: string): z.ZodType {
  const fields: Readonly<Record<string, z.ZodType>> = { ...pointFields, ...commonFields, ...row.shape };
  const found = fields[name];
  if (!found) throw new Error(`no field ${name}`);
  return found;
}

/** Where a row leads: a screen, and what its list is then asked for. */
export interface Lead {
  readonly path: string;
  /** Under which name the screen keeps what its list is asked for. */
  readonly as?: string;
  readonly asked?: Readonly<Record<string, unknown>>;
  /** The bills of the report's own days and filters, besides what is asked. */
  readonly within?: true;
  /** Of those, the bills of one day, week or month: its first day. */
  readonly period?: string;
}

/** A report: what differs between one and the next, and nowhere else. */
export interface Report<
  S extends Shape = Shape,
  T extends Readonly<Record<string, Tile>> = Readonly<Record<string, Tile>>,
  C extends Readonly<Record<string, Chart>> = Readonly<Record<string, Chart>>,
> {
  /** Its group in the registry, and the name of its files. */
  readonly name: string;
  /** Below the base, after `/report`: of its calls. */
  readonly call: string;
  /** Its screen. */
  readonly path: string;
  readonly menu: PermissionName;
  readonly view: PermissionId;
  readonly row: z.ZodObject<S>;
  /** Fields of a row that are not shown until they are asked for. */
  readonly hidden: readonly (keyof S & string)[];
  /** Times whose days it can be asked for, the usual one first. */
  readonly days: readonly [ReportDay, ...ReportDay[]];
  /** Time is counted in days, weeks or months as the reader likes. */
  readonly grained?: true;
  /**
   * Of one that reads a great many records: days that it goes back where no first day is asked for. Whoever wants to look
   * further back names the day.
   */
  readonly longest?: number;
  /** Filters besides the common ones: fields of a row. */
  readonly filters: readonly (keyof S & string)[];
  readonly order: string;
  /** What the keyword is looked for in: columns of its rows, shown or not. */
  readonly keyword: readonly string[];
  readonly tiles: T;
  readonly charts: C;
  readonly leads: (row: Readonly<Record<string, never>>) => Lead;
}

/** Declares a report; keeps its literal names, so that a number nobody works out does not compile. */
export function report<
  S extends Shape,
  const T extends Readonly<Record<string, Tile>>,
  const C extends Readonly<Record<string, Chart>>,
>(declared: Omit<Report<S, T, C>, 'leads'> & { leads: (row: z.output<z.ZodObject<S>>) => Lead }) {
  return declared as unknown as Report<S, T, C>;
}

/** Fields of a row that say something to a reader: ids of records are for what they lead to. */
export const shownFields = ({ row }: Pick<Report, 'row'>): string[] =>
  Object.keys(row.shape).filter((name) => metaOf(row.shape[name] as z.ZodType).kind !== 'id');

/**
 * What a report is asked for: the days of a time (`from` and `to` are instants, as the reader's clock has them), whose
 * clock counts the days of its charts, and what it is narrowed to. Without days it is of all time.
 */
function querySchema(of: Pick<Report, 'row' | 'filters' | 'days'>) {
  return strictObject(() => {
    const row = object(() => ({ ...of.row.shape, ...commonFields }) as typeof commonFields);
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

/** A number: its value (amounts as decimal strings), and of lengths of time what 90 % stay within. */
const tileAnswer = object(() => ({
  value: z.union([z.number(), z.string()]).nullable(),
  p90: z.number().nullable().optional(),
  /** Records that lack a time it is made from, and were left out. */
  noData: count().optional(),
  /** The same of the span before, of the same length. */
  before: z.union([z.number(), z.string()]).nullable().optional(),
}));
export type TileAnswer = z.output<typeof tileAnswer>;

const point = object(() => ({
  /** Value of the field: a record's id, a choice, the first day of a period; null for none. */
  key: z.union([z.int(), z.string()]).nullable(),
  part: z.union([z.int(), z.string()]).nullable().optional(),
  values: z.record(z.string(), z.number().nullable()),
}));
export type ChartPoint = z.output<typeof point>;

type TilesOf<T> = { readonly [K in keyof T]: typeof tileAnswer };
type PointsOf<C> = { readonly [K in keyof C]: z.ZodArray<typeof point> };
const all = <T extends object, V>(of: T, value: V) =>
  Object.fromEntries(Object.keys(of).map((name) => [name, value])) as { [K in keyof T]: V };

/** The calls of a report: its rows, its numbers and charts, and its rows as a file. */
export function reportApi<
  S extends Shape,
  T extends Readonly<Record<string, Tile>>,
  C extends Readonly<Record<string, Chart>>,
>(of: Report<S, T, C>) {
  const query = querySchema(of as unknown as Report);
  const path = `/report/${of.call}`;
  return {
    list: endpoint({ method: 'GET', path, access: of.view, query, answer: pageOf(of.row) }),
    summary: endpoint({
      method: 'GET',
      path: `${path}/summary`,
      access: of.view,
      query,
      answer: object(() => ({
        tiles: object(() => all(of.tiles, tileAnswer) as TilesOf<T>),
        charts: object(() => all(of.charts, z.array(point)) as PointsOf<C>),
      })),
      extension: true,
    }),
    export: exportOf(path, of.view, query, true),
  };
}
