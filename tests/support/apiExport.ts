import { type FieldMeta, metaOf } from '@contract/fields';
import type { Language } from '@contract/limits';
import type { ApprovalStep } from '@contract/rules/approval';
import type { ChargeStep } from '@contract/rules/charge';
import { type OfferLine, type OfferTotal, offerLineText } from '@contract/rules/offer';
import { type QuoteLine, quoteLineText } from '@contract/rules/quote';
import { ACTORS, choiceLabel, labelOf, stateLabel } from '@contract/words';
import * as XLSX from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import type * as z from 'zod';
import type { TestDownload } from './apiCall';
import type { TestApi } from './server';

/**
 * Returns cells of an exported file as text, the header first: parsed by libraries that the product does not use to
 * write.
 */
export function cellsOf({ name, bytes }: TestDownload): string[][] {
  if (name.endsWith('.csv')) return parse(bytes, { bom: true, relax_column_count: false });
  const sheet = sheetOf(bytes);
  return XLSX.utils
    .sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' })
    .map((row) => row.map(String));
}

/** Returns the first sheet of an xlsx. */
export function sheetOf(bytes: Buffer): XLSX.WorkSheet {
  const book = XLSX.read(bytes, { cellFormula: true, cellNF: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (!sheet) throw new Error('no sheet');
  return sheet;
}

type Row = Readonly<Record<string, unknown>>;

/** Text expected in the cells of an export, derived independently of the product's code. */
export class ExpectedTexts {
  readonly #api: TestApi;
  readonly #language: Language;
  readonly #resource: string;
  readonly #schema: z.ZodObject;

  constructor(api: TestApi, resource: string, schema: z.ZodObject, language: Language) {
    this.#api = api;
    this.#language = language;
    this.#resource = resource;
    this.#schema = schema;
  }

  #meta(column: string): FieldMeta {
    return metaOf(this.#schema.shape[column] as z.ZodType);
  }

  header(column: string): string {
    const meta = this.#meta(column);
    const fixed = { weight: 'kg', volume: 'm³' }[meta.kind as 'weight'];
    const unit = meta.kind === 'decimal' ? meta.unit : fixed;
    const label = labelOf(this.#language, column, this.#resource);
    if (!unit) return label;
    return this.#language === 'cn' ? `${label}（${unit === 'h' ? '小时' : unit}）` : `${label} (${unit})`;
  }

  /** Returns the headers of a file of these columns: times show their time zones, dates of a csv their format. */
  headers(columns: readonly string[], format: 'csv' | 'xlsx'): string[] {
    const cn = this.#language === 'cn';
    const last = this.#has(columns, 'dateTime')
      ? [cn ? '时区说明' : 'Time zones']
      : format === 'csv' && this.#has(columns, 'date')
        ? [cn ? '日期格式' : 'Date format']
        : [];
    return [...columns.map((column) => this.header(column)), ...last];
  }

  #has(columns: readonly string[], kind: FieldMeta['kind']): boolean {
    return columns.some((column) => this.#meta(column).kind === kind);
  }

  /** Returns the cells of a row under {@link headers}. */
  cells(row: Row, columns: readonly string[], format: 'csv' | 'xlsx'): string[] {
    const timed = columns.filter((column) => this.#meta(column).kind === 'dateTime');
    const clocks = new Map<string, string[]>();
    for (const column of timed) {
      if (row[column] === null || row[column] === undefined) continue;
      const name = this.#namedClock(column, row);
      clocks.set(name, [...(clocks.get(name) ?? []), this.header(column)]);
    }
    const clockText = [...clocks].map(([name, labels]) => `${name}: ${labels.join(', ')}`).join('; ');
    const last =
      timed.length > 0 ? [clockText] : format === 'csv' && this.#has(columns, 'date') ? ['DD/MM/YYYY'] : [];
    return [...columns.map((column) => this.cell(row, column, format)), ...last];
  }

  /** The place of a time, with its zone if the clocks there show the time twice. */
  #namedClock(column: string, row: Row): string {
    const place = this.#clock(column, row);
    const meta = this.#meta(column);
    const zone = meta.kind === 'dateTime' && meta.zone !== 'user' ? this.#zone(meta.zone, row) : 'UTC';
    const repeated = zoneOfRepeated(String(row[column]), zone, 'short');
    return repeated ? `${place} ${repeated}` : place;
  }

  #clock(column: string, row: Row): string {
    const meta = this.#meta(column);
    const zone = meta.kind === 'dateTime' ? meta.zone : 'user';
    const warehouseId = row.warehouseId ?? row.fromWarehouseId;
    if (zone === 'user') return 'UTC';
    const hubId = row.toDestinationId ?? row.destinationId;
    if (zone === 'hub' && hubId) return this.#code('destination', Number(hubId));
    if (zone === 'warehouse' && warehouseId) return this.#code('warehouse', Number(warehouseId));
    const airportId = zone === 'origin' ? row.originAirportId : row.landingAirportId;
    return this.#code('airport', Number(airportId));
  }

  /** `xlsx` shows numbers with their decimals; in `csv` a text that begins like a formula is prefixed with a sign. */
  cell(row: Row, column: string, format: 'csv' | 'xlsx'): string {
    const text = this.#text(row, column, format);
    const isText = ['text', 'note', 'code', 'codes'].includes(this.#meta(column).kind);
    return format === 'csv' && isText && /^[=+\-@]/.test(text) ? `'${text}` : text;
  }

  #text(row: Row, column: string, format: 'csv' | 'xlsx'): string {
    const value = row[column];
    if (value === null || value === undefined) return '';
    const meta = this.#meta(column);
    switch (meta.kind) {
      case 'text':
        // The product signs its own messages, in the language of the reader.
        return meta.actor && value === ACTORS.app && this.#language === 'cn' ? '货运操作台' : String(value);
      case 'choice':
        return choiceLabel(this.#language, meta.list, String(value));
      case 'state':
        return stateLabel(this.#language, meta.machine, String(value));
      case 'flag':
        return value ? 'Y' : 'N';
      case 'ref':
        return this.#code(meta.to, Number(value));
      case 'refs':
        return (value as number[]).map((id) => this.#code(meta.to, id)).join('; ');
      case 'code':
        return meta.rule.format?.(String(value)) ?? String(value);
      case 'codes':
        return (value as string[]).join('; ');
      case 'chargeSteps':
        return this.#charges(value as ChargeStep[]);
      case 'lines':
        return (value as (QuoteLine | OfferLine)[])
          .map((line) => {
            const item = this.#code('chargeItem', line.chargeItemId);
            return 'amount' in line
              ? offerLineText(line, item)
              : quoteLineText(line, item, String(row.currency));
          })
          .join('; ');
      case 'totals':
        return (value as OfferTotal[]).map(({ amount, currency }) => `${amount} ${currency}`).join('; ');
      case 'approvalSteps':
        return this.#approval(value as ApprovalStep[]);
      case 'weight':
      case 'volume':
        return format === 'xlsx' ? Number(value).toFixed(3) : String(value);
      case 'decimal':
        // Calculated values, a share or a length of time, are shown with one decimal (reference 7).
        return format === 'xlsx' ? Number(value).toFixed(meta.digits ?? 3) : String(value);
      case 'json':
        return JSON.stringify(value);
      case 'money':
        return format === 'xlsx' ? Number(value).toFixed(2) : String(value);
      case 'fixed':
        return format === 'xlsx' ? Number(value).toFixed(meta.digits) : String(value);
      case 'date':
        return String(value).split('-').reverse().join('/');
      case 'dateTime':
        return this.#time(String(value), this.#zone(meta.zone, row), format);
      default:
        return String(value);
    }
  }

  /** Returns the steps of charge flows: when, what and at which price. */
  #charges(steps: readonly ChargeStep[]): string {
    const texts = steps.map(({ trigger, chargeItemId, price, overWeight, overDays }) => {
      const item = this.#api.row('select * from chargeItem where id = ?', chargeItemId);
      const each = price ?? Number(item.defaultPrice) / 10_000;
      const over = [
        overWeight === null ? '' : ` > ${overWeight} kg`,
        overDays === null ? '' : ` > ${overDays} d`,
      ];
      const when = choiceLabel(this.#language, 'chargeTrigger', trigger);
      return `${when}: ${item.code} ${Number(each)
        .toFixed(4)
        .replace(/0{1,2}$/, '')} ${item.currency}${over.join('')}`;
    });
    return texts.join('; ');
  }

  /** Returns the approval steps of the demo and of drafts, in words written here. */
  #approval(steps: readonly ApprovalStep[]): string {
    const cn = this.#language === 'cn';
    const texts = steps.map(({ mode, approverStaffIds, approverGroupIds, dueHours }) => {
      const groups = approverGroupIds.map((id) => {
        const name = this.#code('adminGroup', id);
        if (mode === 'all') return cn ? `${name}全体` : `everyone in ${name}`;
        return cn ? `${name}中任一人` : `anyone in ${name}`;
      });
      const who = [...approverStaffIds.map((id) => this.#code('staff', id)), ...groups];
      const or = mode === 'all' ? (cn ? '和' : ' and ') : cn ? '或' : ' or ';
      const due = cn ? `（${dueHours}小时内）` : ` (within ${dueHours} h)`;
      return who.join(or) + (dueHours === null ? '' : due);
    });
    if (texts.length < 2) return texts.join('');
    const [first, ...rest] = texts;
    return cn
      ? [`先由${first}审批`, ...rest.map((who) => `再由${who}审批`)].join('，')
      : [`first ${first}`, ...rest.map((who) => `then ${who}`)].join(', ');
  }

  #code(table: string, id: number): string {
    const column =
      {
        adminGroup: 'name',
        airport: 'airportCode',
        channelCode: 'channelCode',
        clientContact: 'name',
        clientRole: 'nameEn',
        mailbox: 'address',
        staff: 'realName',
        monitorConfig: 'name',
        netchbAccount: 'name',
        customsAccount: 'name',
        seaBill: 'mblNo',
        seaTransport: 'transportNo',
      }[table] ?? 'code';
    return String(this.#api.row(`select "${column}" as code from "${table}" where id = ?`, id).code);
  }

  #zone(zone: string, row: Row): string {
    const zoneOf = (table: string, id: unknown) =>
      String(this.#api.row(`select timeZone from "${table}" where id = ?`, Number(id)).timeZone);
    const warehouseId = row.warehouseId ?? row.fromWarehouseId;
    const hubId = row.toDestinationId ?? row.destinationId;
    if (zone === 'hub' && hubId) return zoneOf('destination', hubId);
    if (zone === 'warehouse' && warehouseId) return zoneOf('warehouse', warehouseId);
    if (zone === 'user') return 'UTC';
    return zoneOf('airport', zone === 'origin' ? row.originAirportId : row.landingAirportId);
  }

  /** Returns `DD/MM/YYYY HH:mm` in a time zone; csv keeps the seconds if there are any. */
  #time(instant: string, timeZone: string, format: 'csv' | 'xlsx'): string {
    const parts = {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    } as const;
    const text = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone, hourCycle: 'h23' })
      .format(new Date(instant))
      .replace(',', '');
    const seconds = instant.slice(16, 19);
    const offset = zoneOfRepeated(instant, timeZone, 'longOffset')?.replace(/^GMT|:/g, '');
    const time = (format === 'xlsx' && !offset) || seconds === ':00' ? text : text + seconds;
    return offset ? `${time} ${offset}` : time;
  }
}

/** Name of a zone at an instant whose time its clocks show twice; undefined at any other. */
function zoneOfRepeated(
  instant: string,
  timeZone: string,
  timeZoneName: 'short' | 'longOffset',
): string | undefined {
  const shown = (time: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(time);
  const time = Date.parse(instant);
  const near = [-60, -30, 30, 60].map((minutes) => shown(time + minutes * 60_000));
  if (!near.includes(shown(time))) return undefined;
  return new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value;
}
