import { type DecimalSign, decimalsOf, judgeDecimals, readNumber } from '@contract/importing/numberText';
import { dayText, type FoundOrder, judgeDateOrder, readDate } from '@contract/importing/timeText';
import { toMinor } from '@contract/rules/money';
import { currencyDigits } from '@contract/rules/places';
import { type Refusal, refuse } from '../../core/refusal';

/** A cell of a csv file, with its line as spreadsheets number it and the heading of its column. */
export interface Cell {
  readonly line: number;
  readonly column: string;
  readonly text: string;
}

const shown = (text: string) => text.slice(0, 60);

/** Refuses a cell that cannot be read, or is empty though it must not be. */
export const wrongCell = ({ line, column, text }: Cell): Refusal =>
  text === ''
    ? refuse('BANK_CSV_LACKS', { line, column })
    : refuse('BANK_CSV_VALUE', { line, column, value: shown(text) });

const ambiguous = ({ line, column, text }: Cell): Refusal =>
  refuse('BANK_CSV_AMBIGUOUS', { line, column, value: shown(text) });

/**
 * Finds the order of day and month over all dates of a file; where headings are in a language whose banks write the day
 * first, that decides. Throws BANK_CSV_AMBIGUOUS for a date that can be two days.
 */
export function dateOrderOf(cells: readonly Cell[], isDayFirst: boolean): FoundOrder {
  const { order, examples } = judgeDateOrder(cells.map(({ text }) => text));
  if (order !== 'open') return order ?? 'DMY';
  if (isDayFirst) return 'DMY';
  const example = cells.find(({ text }) => text.startsWith(examples[0] ?? ''));
  if (example) throw ambiguous(example);
  return 'DMY';
}

/** The day of a cell. Throws BANK_CSV_LACKS, BANK_CSV_VALUE. */
export function dayOf(cell: Cell, order: FoundOrder): string {
  const read = readDate(cell.text, order);
  if (cell.text === '' || 'code' in read) throw wrongCell(cell);
  return dayText(read.wall);
}

/** The number of an amount, without its currency and with its sign in front. */
function numberIn(text: string, currency: string): string {
  const units = currency === 'EUR' ? `EUR|€` : currency;
  return text
    .normalize('NFKC')
    .replace(new RegExp(`^(?:${units})\\s*|\\s*(?:${units})$`, 'g'), '')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/^([+-])\s+/, '$1')
    .replace(/^([^+-]*\d)\s*([+-])$/, '$2$1')
    .trim();
}

/**
 * Finds the decimal sign over all amounts of a file. Throws BANK_CSV_AMBIGUOUS for an amount like `1.234` where no other
 * one tells.
 */
export function decimalSignOf(
  cells: readonly Cell[],
  currency: string,
  separator: string,
): DecimalSign | undefined {
  const numbers = cells.map((cell) => numberIn(cell.text, currency));
  const { decimal, certain, examples } = judgeDecimals(numbers, separator);
  const at = certain ? -1 : numbers.findIndex((number) => examples.includes(number));
  const example = cells[at];
  if (example) throw ambiguous(example);
  return certain ? decimal : undefined;
}

/** Digits before the decimal sign of the largest amount. */
const MAX_WHOLE = 13;

/**
 * An amount in minor units, with its sign. Throws BANK_CSV_LACKS for none, and BANK_CSV_VALUE also for digits that the
 * currency does not have: they are never rounded away.
 */
export function minorOf(cell: Cell, currency: string, sign: DecimalSign | undefined): number {
  const read = readNumber(numberIn(cell.text, currency), false, sign);
  if (cell.text === '' || typeof read !== 'string') throw wrongCell(cell);
  const [whole = '', fraction = ''] = read.split('.');
  const digits = currencyDigits(currency);
  if (decimalsOf(read) > digits || whole.replace('-', '').length > MAX_WHOLE) throw wrongCell(cell);
  const kept = fraction.slice(0, digits);
  return toMinor(kept === '' ? whole : `${whole}.${kept}`, currency);
}

const wordOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .trim();
const words = (list: string): ReadonlySet<string> => new Set(list.split(','));
const OUT = words('af,d,dr,debit,debet,soll,s,ausgang,out,-,借,借方,支出,支,付');
const IN = words('bij,c,cr,credit,haben,h,eingang,in,+,贷,贷方,收入,收');

/** The direction that a cell says. Throws BANK_CSV_LACKS, BANK_CSV_VALUE. */
export function directionOf(cell: Cell): 'in' | 'out' {
  const word = wordOf(cell.text);
  if (OUT.has(word)) return 'out';
  if (IN.has(word)) return 'in';
  throw wrongCell(cell);
}

const BOOKED = words(
  ',gebucht,umsatz gebucht,booked,posted,completed,settled,geaccepteerd,accepted,accepte,executed,uitgevoerd,已入账,已记账,成功,交易成功',
);
const PENDING = words(
  'vorgemerkt,umsatz vorgemerkt,pending,in behandeling,en attente,ausstehend,待入账,处理中',
);

/** True if the bank has booked an entry, false if it is announced. Throws BANK_CSV_VALUE for another status. */
export function isBooked(cell: Cell): boolean {
  const word = wordOf(cell.text);
  if (PENDING.has(word)) return false;
  if (BOOKED.has(word)) return true;
  throw wrongCell(cell);
}
