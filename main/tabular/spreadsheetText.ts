/** Numbers and dates of spreadsheets as the text that a user would type. */

/** A point in time that a spreadsheet stores as a number. */
export type Serial = 'date' | 'time' | 'dateTime';

const PLAIN = /^-?(?:0|[1-9]\d{0,14})(?:\.\d*[1-9])?$/;

/** Text of a number in a file, as the spreadsheet shows it: see {@link numberText}. */
export function rawNumberText(raw: string): string {
  if (raw.length <= 16 && PLAIN.test(raw) && raw !== '-0') return raw;
  const value = Number(raw);
  return raw.trim() === '' || !Number.isFinite(value) ? raw : numberText(value);
}

/**
 * Text of a number with the 15 digits that spreadsheets keep, so without 0.30000000000000004, and without an exponent.
 * From 10¹⁵ on digits are lost: such a number is written as 1.23456789012345E+17, which no identifier is.
 */
export function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value === 0 ? 0 : value);
  if (!Number.isFinite(value)) return String(value);
  const [mantissa = '', power = '0'] = value.toExponential(14).split('e');
  const exponent = Number(power);
  if (exponent >= 15 || exponent < -15) {
    const digits = mantissa.replace(/\.?0+$/, '');
    return `${digits}E${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  return value.toFixed(Math.max(0, 14 - exponent)).replace(/\.?0+$/, '');
}

const DAY_SECONDS = 86_400;
/** The non-existent day that spreadsheets count after 1900-02-28, for compatibility with Lotus 1-2-3. */
const LEAP_DAY = 60;
const LAST_DAY = 2_958_465;
const EPOCH_1904 = 1462;

/** Date and time of a serial number: `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss` or `HH:mm:ss`. */
export function dateText(serial: number, shown: Serial, is1904: boolean): string {
  // Seconds are stored as fractions of a day: round off the error.
  const total = Math.round(serial * DAY_SECONDS) + (is1904 ? EPOCH_1904 * DAY_SECONDS : 0);
  const day = Math.floor(total / DAY_SECONDS);
  const seconds = total - day * DAY_SECONDS;
  if (!(serial >= 0) || day > LAST_DAY) return numberText(serial);
  const time = new Date(seconds * 1000).toISOString().slice(11, 19);
  if (shown === 'time' && serial < 1) return time;
  const date = day === LEAP_DAY ? '1900-02-29' : dayText(day);
  return shown === 'date' && seconds === 0 ? date : `${date} ${time}`;
}

function dayText(day: number): string {
  const since1970 = day - (day < LEAP_DAY ? 25_568 : 25_569);
  return new Date(since1970 * DAY_SECONDS * 1000).toISOString().slice(0, 10);
}

/** Text of a date in strict OOXML, in the form of {@link dateText}. */
export function isoDateText(raw: string): string {
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?(?:\.\d+)?Z?)?$/.exec(raw.trim());
  if (!found) return raw;
  const [, date, time, seconds = ':00'] = found;
  return time === undefined ? String(date) : `${date} ${time}${seconds}`;
}

/**
 * True for a cell that shows a word or an error in place of the number stored beside it: LibreOffice stores 1 for
 * `TRUE` and 0 for `#N/A`. `####` shows a number in a narrow column.
 */
export const isWordCell = (shown: string, stored: string | undefined): boolean =>
  (stored === '0' || stored === '1') && /^(?:\p{L}+|#\p{L}.*)$/u.test(shown);
