/** A column of a written file. */
export interface ExportColumn {
  readonly header: string;
  /** Identifiers are text, whatever their characters. A date is `YYYY-MM-DD`, a time a local `YYYY-MM-DDTHH:mm:ss`. */
  readonly kind: 'text' | 'number' | 'date' | 'dateTime';
  /** Number of decimals shown. */
  readonly decimals?: number;
  /** Width in characters. */
  readonly width?: number;
  /** RGB, for example `C00000`. */
  readonly color?: string;
}

/** A cell value; amounts are decimal strings. */
export type ExportCell = string | number | boolean | null | undefined;

/** Values in the order of the columns. */
export type ExportRow = readonly ExportCell[];

/** Rows streamed from the store or the table: never all at once. */
export type ExportRows = AsyncIterable<ExportRow> | Iterable<ExportRow>;

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?)?$/;

/** Formats a date or time for people: `DD/MM/YYYY` or `DD/MM/YYYY HH:mm[:ss]`; other text stays as it is. */
export function shownTime(text: string): string {
  const found = TIME.exec(text);
  if (!found) return text;
  const [, year, month, day, time, seconds = ''] = found;
  const date = `${day}/${month}/${year}`;
  return time === undefined ? date : `${date} ${time}${seconds === ':00' ? '' : seconds}`;
}

const DAY = 86_400_000;
/** Day 0 of spreadsheets, valid for all days after February 1900. */
const EPOCH = Date.UTC(1899, 11, 30);

/** Serial number of a date or time in a spreadsheet; undefined for other text. */
export function timeSerial(text: string): number | undefined {
  const found = TIME.exec(text);
  if (!found) return undefined;
  const [, year, month, day, time = '00:00', seconds = ':00'] = found;
  const instant = Date.parse(`${year}-${month}-${day}T${time}${seconds}Z`);
  return Number.isNaN(instant) ? undefined : (instant - EPOCH) / DAY;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A number that a spreadsheet stores exactly (up to 15 digits); undefined for values that should stay text. */
export function exactNumber(cell: string | number): number | undefined {
  const text = String(cell);
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  if (typeof cell === 'string' && !NUMBER.test(cell)) return undefined;
  return text.replace(/\D|e.*$/g, '').replace(/^0+/, '').length <= 15 || typeof cell === 'number'
    ? value
    : undefined;
}
