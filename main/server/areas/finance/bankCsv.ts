import { MAX_ACCOUNT, MAX_REMITTANCE } from '@contract/finance/bankEntry';
import type { Encoding } from '@contract/importing/encodings';
import { iban } from '@contract/rules/bank';
import { compact } from '@contract/rules/codes';
import { fromMinor } from '@contract/rules/money';
import { currencyCode } from '@contract/rules/places';
import { readCsv } from '../../../tabular/csv';
import type { TextTable } from '../../../tabular/table';
import { refuse } from '../../core/refusal';
import {
  type Cell,
  dateOrderOf,
  dayOf,
  decimalSignOf,
  directionOf,
  isBooked,
  minorOf,
  wrongCell,
} from './bankCsvCells';
import type { Meaning } from './bankCsvColumns';
import { type Columns, columnsOf, headerOf } from './bankCsvHeader';
import { encodingOf } from './bankCsvText';
import { type BankFile, type FileEntry, type FileStatement, lineOf } from './bankReading';

/*
 * Statements that banks offer as csv: each with columns of its own, recognised by their headings. What is not understood
 * is refused with its line and column, and nothing of the file is imported.
 */

/** Facts that a file lacks and a person entered. */
export interface CsvAnswers {
  readonly account?: string | undefined;
  readonly currency?: string | undefined;
  readonly encoding?: Encoding | undefined;
}

/** Lines of a csv file at most: months of a busy account. */
const MAX_LINES = 20_000;

/**
 * Reads a file as csv; undefined if it has no line with the headings of a day and an amount. With questions, it holds no
 * statement yet.
 * @throws Refusal BANK_CSV_COLUMN, BANK_CSV_LACKS, BANK_CSV_VALUE, BANK_CSV_OTHER, BANK_CSV_BALANCE, BANK_CSV_AMBIGUOUS
 * @throws TabularError FILE_QUOTE, FILE_ROWS, FILE_COLUMNS, FILE_ENCODING, FILE_ENCODING_ROW, FILE_CONTENT
 */
export function readBankCsv(
  bytes: Uint8Array,
  name: string,
  answers: CsvAnswers,
  isOwn: (account: string) => boolean,
): BankFile | undefined {
  const { encoding, encodings } = encodingOf(bytes, name, answers.encoding);
  const { table, separator } = readCsv(bytes, name, { encoding, maxRows: MAX_LINES });
  const header = headerOf(table);
  if (header === undefined) return undefined;
  const columns = columnsOf(table, header, isOwn);
  const rows = rowsBelow(table, header);
  const [first] = rows;
  if (first === undefined)
    throw refuse('BANK_CSV_LACKS', { line: table.number(header) + 1, column: columns.dayHeading });
  const account = accountOf(columns, rows, table, header) ?? answers.account;
  const currency = currencyOf(columns, rows) ?? answers.currency;
  const asks = { account: account === undefined, currency: currency === undefined, encodings };
  if (account === undefined || currency === undefined || encodings.length > 0)
    return { format: 'csv', statements: [], asks };
  return { format: 'csv', statements: [statementOf({ columns, rows, account, currency, separator })] };
}

function rowsBelow(table: TextTable, header: number): number[] {
  const rows: number[] = [];
  for (let row = header + 1; row < table.rowCount; row++) rows.push(row);
  return rows;
}

/** The same text in all cells of a column. Throws BANK_CSV_LACKS for an empty one, BANK_CSV_OTHER for another one. */
function sameIn(cells: readonly Cell[], normal: (text: string) => string): string | undefined {
  const [first] = cells;
  if (!first) return undefined;
  const wanted = normal(first.text);
  for (const cell of cells) {
    if (cell.text === '') throw wrongCell(cell);
    const { line, column, text } = cell;
    if (normal(text) !== wanted)
      throw refuse('BANK_CSV_OTHER', {
        line,
        column,
        value: text.slice(0, 60),
        first: first.text.slice(0, 60),
      });
  }
  return wanted;
}

/** Our account: from its column, else the one IBAN above the headings. */
function accountOf(
  columns: Columns,
  rows: readonly number[],
  table: TextTable,
  header: number,
): string | undefined {
  const cells = columns.cells('ownAccount', rows);
  // An account is also written with its currency behind it.
  const said = sameIn(cells, (text) => {
    const written = compact(text);
    const bare = written.replace(/[A-Z]{3}$/, '');
    return iban.check(written) && !iban.check(bare) ? bare : written;
  });
  const [cell] = cells;
  if (cell && (said ?? '').length > MAX_ACCOUNT) throw wrongCell(cell);
  if (said !== undefined) return said;
  const above = new Set<string>();
  for (let row = 0; row < header; row++)
    for (let column = 0; column < table.width(row); column++)
      for (const [found] of table.text(row, column).matchAll(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{1,4}){3,8}\b/g))
        if (!iban.check(compact(found))) above.add(compact(found));
  return above.size === 1 ? [...above][0] : undefined;
}

/** The currency: from its column, else from the heading of an amount. */
function currencyOf(columns: Columns, rows: readonly number[]): string | undefined {
  const cells = columns.cells('currency', rows);
  const said = sameIn(cells, (text) => text.toUpperCase());
  const [cell] = cells;
  if (cell && currencyCode.check(said ?? '')) throw wrongCell(cell);
  return said ?? columns.currency;
}

interface Read {
  readonly columns: Columns;
  readonly rows: readonly number[];
  readonly account: string;
  readonly currency: string;
  readonly separator: string;
}

/** A line of the file; its amount has its sign. */
interface Line {
  readonly row: number;
  readonly entry: FileEntry;
  readonly booked: boolean;
  /** Balance after it; null if it says none. */
  readonly balance: number | null;
}

function statementOf(read: Read): FileStatement {
  const { columns, rows, account, currency, separator } = read;
  columns.requireWithin(rows);
  const order = dateOrderOf(columns.cells(['day', 'valueDay'], rows), columns.isDayFirst);
  const sign = decimalSignOf(
    columns.cells(['amount', 'debit', 'credit', 'balance'], rows),
    currency,
    separator,
  );
  requireOneSign(
    columns.cells('debit', rows).filter(({ text }) => text !== ''),
    (cell) => minorOf(cell, currency, sign),
  );
  const lines = rows.map((row): Line => {
    const cell = columns.cell('balance', row);
    return {
      row,
      entry: entryOf(
        columns,
        row,
        (one) => dayOf(one, order),
        (one) => minorOf(one, currency, sign),
      ),
      booked: statusOf(columns, row),
      balance: cell && cell.text !== '' ? minorOf(cell, currency, sign) : null,
    };
  });
  const booked = inOrder(
    lines.filter((line) => line.booked),
    columns,
    currency,
  );
  const days = (booked.lines.length > 0 ? booked.lines : lines).map(({ entry }) => entry.bookedOn).sort();
  const [fromDate = '', toDate = fromDate] = [days[0], days.at(-1)];
  return {
    ...{ account, currency, fromDate, toDate, opening: booked.opening, closing: booked.closing },
    statementNo: fromDate === toDate ? fromDate : `${fromDate}/${toDate}`,
    entries: booked.lines.map(({ entry }) => entry).filter(({ amount }) => amount !== 0),
    pending: lines.length - booked.lines.length,
  };
}

/** Requires that money out is written with a minus everywhere or nowhere. Throws BANK_CSV_VALUE. */
function requireOneSign(cells: readonly Cell[], minorIn: MinorOf): void {
  const signed = cells.map((cell) => ({ cell, minor: minorIn(cell) }));
  const odd = signed.find(({ minor }) => minor < 0);
  if (odd && signed.some(({ minor }) => minor > 0)) throw wrongCell(odd.cell);
}

function statusOf(columns: Columns, row: number): boolean {
  const cell = columns.cell('status', row);
  return !cell || isBooked(cell);
}

type DayOf = (cell: Cell) => string;
type MinorOf = (cell: Cell) => number;

function entryOf(columns: Columns, row: number, dayIn: DayOf, minorIn: MinorOf): FileEntry {
  const amount = amountOf(columns, row, minorIn);
  const value = columns.cell('valueDay', row);
  const sides: readonly Meaning[] = amount > 0 ? ['payer', 'payee'] : ['payee', 'payer'];
  const parties: readonly Meaning[] = ['name', ...sides, 'looseName'];
  const text = (meaning: Meaning) => columns.texts(meaning, row);
  return {
    bookedOn: dayIn(columns.required('day', row)),
    valueDate: value && value.text !== '' ? dayIn(value) : null,
    amount,
    counterpartyName: lineOf(
      parties.map(text).find((name) => name !== ''),
      140,
    ),
    counterpartyIban: compact(text('otherAccount')).slice(0, MAX_ACCOUNT) || null,
    remittance: lineOf(text('text') || text('kind'), MAX_REMITTANCE),
    endToEndId: withoutFiller(lineOf(text('endToEnd'), 35)),
    bankReference: lineOf(text('reference'), 60),
    reversal: false,
  };
}

const withoutFiller = (id: string | null) => (id === 'NOTPROVIDED' ? null : id);

/**
 * The amount of a line with its sign: by columns of money out and in, by the sign of the amount, or by a column that says
 * the direction. Where two of these are there, they must agree. Throws BANK_CSV_LACKS, BANK_CSV_VALUE.
 */
function amountOf(columns: Columns, row: number, minorIn: MinorOf): number {
  const [debit, credit] = (['debit', 'credit'] as const).map((side) => {
    const cell = columns.cell(side, row);
    return cell && cell.text !== '' ? { cell, minor: minorIn(cell) } : undefined;
  });
  if (debit && credit && debit.minor !== 0 && credit.minor !== 0) throw wrongCell(credit.cell);
  if (credit && credit.minor < 0) throw wrongCell(credit.cell);
  const sided =
    debit || credit
      ? credit && credit.minor !== 0
        ? credit.minor
        : 0 - Math.abs(debit?.minor ?? 0)
      : undefined;
  const cell = columns.cell('amount', row);
  if (!cell || cell.text === '') {
    if (sided !== undefined) return sided;
    throw wrongCell(cell ?? columns.cell('debit', row) ?? columns.required('credit', row));
  }
  const minor = minorIn(cell);
  if (sided !== undefined && sided !== minor) throw wrongCell(cell);
  const direction = columns.cell('sign', row);
  if (!direction) return minor;
  const isOut = directionOf(direction) === 'out';
  if (minor < 0 && !isOut) throw wrongCell(cell);
  return isOut ? 0 - Math.abs(minor) : minor;
}

/**
 * Lines by their day, those of a day in the order of the file or turned round, as files have the newest line first or
 * last: the order in which the balances add up. Throws BANK_CSV_BALANCE if they add up in none.
 */
function inOrder(
  lines: readonly Line[],
  columns: Columns,
  currency: string,
): { lines: readonly Line[]; opening: number | null; closing: number | null } {
  const byDay = (of: readonly Line[]) =>
    of.toSorted((a, b) => a.entry.bookedOn.localeCompare(b.entry.bookedOn));
  const isNewestFirst = (lines[0]?.entry.bookedOn ?? '') > (lines.at(-1)?.entry.bookedOn ?? '');
  const orders = [byDay(lines), byDay(lines.toReversed())];
  if (isNewestFirst) orders.reverse();
  const [first = []] = orders;
  if (first.every(({ balance }) => balance === null)) return { lines: first, opening: null, closing: null };
  const added = orders.map((one) => ({ lines: one, ...addUp(one) }));
  const right = added.find(({ wrong }) => wrong === undefined);
  if (right) return right;
  const [nearest] = added;
  const cell = columns.required('balance', nearest?.wrong?.row ?? 0);
  throw refuse('BANK_CSV_BALANCE', {
    ...{ line: cell.line, column: cell.column, value: cell.text.slice(0, 60) },
    expected: `${fromMinor(nearest?.expected ?? 0, currency)} ${currency}`,
  });
}

/** Balances before the first and after the last line, and the first line whose balance is another one. */
function addUp(lines: readonly Line[]) {
  const at = lines.findIndex(({ balance }) => balance !== null);
  const sumTo = lines.slice(0, at + 1).reduce((sum, { entry }) => sum + entry.amount, 0);
  const opening = (lines[at]?.balance ?? 0) - sumTo;
  let expected = opening;
  for (const line of lines) {
    expected += line.entry.amount;
    if (line.balance !== null && line.balance !== expected)
      return { opening, closing: expected, wrong: line, expected };
  }
  return { opening, closing: expected, wrong: undefined, expected };
}
