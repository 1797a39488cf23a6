/** A column of a file that is written. */
export interface ExportColumn {
  readonly header: string;
  /** Identifiers are text, whatever they look like. A date is `YYYY-MM-DD`, a time `YYYY-MM-DDTHH:mm:ss` on some clock. */
  readonly kind: 'text' | 'number' | 'date' | 'dateTime';
  /** Decimals shown of a number. */
  readonly decimals?: number;
  /** Characters. */
  readonly width?: number;
  /** RGB as `C00000`. */
  readonly color?: string;
}

/** A value that is written; amounts come as decimal strings. */
export type ExportCell = string | number | boolean | null | undefined;

/** Values in the order of the columns. */
export type ExportRow = readonly ExportCell[];

/** Rows as they come from the store or the table: never all at once. */
export type ExportRows = AsyncIterable<ExportRow> | Iterable<ExportRow>;

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?)?$/;

/** `DD/MM/YYYY` or `DD/MM/YYYY HH:mm[:ss]` of a date or time, as people read it; other text as it is. */
export function shownTime(text: string): string {
  const found = TIME.exec(text);
  if (!found) return text;
  const [, year, month, day, time, seconds = ''] = found;
  const date = `${day}/${month}/${year}`;
  return time === undefined ? date : `${date} ${time}${seconds === ':00' ? '' : seconds}`;
}

const DAY = 86_400_000;
/** Day 0 of spreadsheets, for all days after February 1900. */
const EPOCH = Date.UTC(1899, 11, 30);

/** The number by which spreadsheets keep a date or time; undefined for other text. */
export function timeSerial(text: string): number | undefined {
  const found = TIME.exec(text);
  if (!found) return undefined;
  const [, year, month, day, time = '00:00', seconds = ':00'] = found;
  const instant = Date.parse(`${year}-${month}-${day}T${time}${seconds}Z`);
  return Number.isNaN(instant) ? undefined : (instant - EPOCH) / DAY;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A number that a spreadsheet keeps exactly, which is up to 15 digits; undefined for what should stay text. */
export function exactNumber(cell: string | number): number | undefined {
  const text = String(cell);
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  if (typeof cell === 'string' && !NUMBER.test(cell)) return undefined;
  return text.replace(/\D|e.*$/g, '').replace(/^0+/, '').length <= 15 || typeof cell === 'number'
    ? value
    : undefined;
}
