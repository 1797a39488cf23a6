import { iban } from '@contract/rules/bank';
import { compact } from '@contract/rules/codes';
import { currencyCode } from '@contract/rules/places';
import type { TextTable } from '../../../tabular/table';
import { refuse } from '../../core/refusal';
import { type Cell, wrongCell } from './bankCsvCells';
import { type Heading, headingOf, type Meaning } from './bankCsvColumns';

/** Rows above the headings at most: name of the account, period, balance. */
const ROWS_ABOVE = 40;
/** Headings that are suggested for a column that is not understood. */
const SUGGESTED = 'Date; Value date; Amount; Debit; Credit; Currency; Balance; Counterparty; Description';
const SUGGESTED_ACCOUNT = 'Own account; Counterparty account';

/** The row with the headings of a day and an amount; undefined without one. */
export function headerOf(table: TextTable): number | undefined {
  const last = Math.min(table.rowCount, ROWS_ABOVE);
  for (let row = 0; row < last; row++) {
    const meanings = new Set(headingsIn(table, row).map(({ meaning }) => meaning));
    const has = (...of: Meaning[]) => of.some((one) => meanings.has(one));
    if (has('day', 'date', 'transactionDay') && has('amount', 'debit', 'credit')) return row;
  }
  return undefined;
}

const headingsIn = (table: TextTable, row: number): Heading[] =>
  Array.from({ length: table.width(row) }, (_, column) => headingOf(table.text(row, column)));

/** Meanings that several columns may have together. */
const SHARED: ReadonlySet<Meaning> = new Set(['text', 'kind', 'none']);
/** Meanings whose headings tell the language of a file. */
const TELLS_ORDER: ReadonlySet<Meaning> = new Set([
  ...(['day', 'date', 'transactionDay', 'valueDay', 'amount', 'debit', 'credit', 'text'] as const),
]);
/** Meanings of which a file needs one, the best first: columns with the others are not imported. */
const INSTEAD: readonly (readonly Meaning[])[] = [['day', 'date', 'transactionDay']];

/** Columns of a file by their meaning. */
export class Columns {
  readonly #table: TextTable;
  readonly #header: number;
  readonly #headings: readonly Heading[];
  readonly #of: ReadonlyMap<Meaning, readonly number[]>;

  constructor(
    table: TextTable,
    header: number,
    headings: readonly Heading[],
    of: ReadonlyMap<Meaning, readonly number[]>,
  ) {
    this.#table = table;
    this.#header = header;
    this.#headings = headings;
    this.#of = of;
  }

  /** True if a heading is in a language whose banks write the day first. */
  get isDayFirst(): boolean {
    return this.#headings.some(
      ({ meaning, isDayFirst }) => isDayFirst && meaning && TELLS_ORDER.has(meaning),
    );
  }

  /** Heading of the day. */
  get dayHeading(): string {
    return this.#headings[this.#of.get('day')?.[0] ?? 0]?.text ?? '';
  }

  /** The currency in the heading of an amount. */
  get currency(): string | undefined {
    const [first] = this.#headings.flatMap(({ currency }) => currency ?? []);
    return first;
  }

  #cellAt(row: number, column: number): Cell {
    return {
      line: this.#table.number(row),
      column: this.#headings[column]?.text || `#${column + 1}`,
      text: this.#table.text(row, column).trim(),
    };
  }

  /** Cell of a row; undefined if the file has no such column. */
  cell(meaning: Meaning, row: number): Cell | undefined {
    const [column] = this.#of.get(meaning) ?? [];
    return column === undefined ? undefined : this.#cellAt(row, column);
  }

  /** Cell of a row in a column that there is, or in the first one. */
  required(meaning: Meaning, row: number): Cell {
    return this.cell(meaning, row) ?? this.#cellAt(row, 0);
  }

  /** Cells of some columns that are not empty. */
  cells(meanings: Meaning | readonly Meaning[], rows: readonly number[]): Cell[] {
    const single = typeof meanings === 'string';
    const wanted = single ? [meanings] : meanings;
    return rows.flatMap((row) =>
      wanted.flatMap((meaning) => {
        const cell = this.cell(meaning, row);
        return cell && (single || cell.text !== '') ? [cell] : [];
      }),
    );
  }

  /** Texts of all columns with a meaning, one after the other. */
  texts(meaning: Meaning, row: number): string {
    return (this.#of.get(meaning) ?? [])
      .map((column) => this.#table.text(row, column).trim())
      .filter(Boolean)
      .join(' ');
  }

  /** Requires that no row has more cells than there are headings. Throws BANK_CSV_VALUE. */
  requireWithin(rows: readonly number[]): void {
    const width = this.#table.width(this.#header);
    for (const row of rows)
      for (let column = width; column < this.#table.width(row); column++) {
        const cell = this.#cellAt(row, column);
        if (cell.text !== '') throw wrongCell(cell);
      }
  }
}

/**
 * Finds the columns by the headings of a row. `isOwn` tells our accounts. Throws BANK_CSV_COLUMN for a column with
 * contents that is not known, that says what another one says, or whose account may be ours or the other party's.
 */
export function columnsOf(table: TextTable, header: number, isOwn: (account: string) => boolean): Columns {
  const headings = headingsIn(table, header);
  const textsIn = (column: number): string[] => {
    const texts: string[] = [];
    for (let row = header + 1; row < table.rowCount; row++) texts.push(table.text(row, column).trim());
    return texts;
  };
  const wrong = (column: number, known = SUGGESTED) =>
    refuse('BANK_CSV_COLUMN', {
      line: table.number(header),
      column: headings[column]?.text || `#${column + 1}`,
      known,
    });
  const has = (meaning: Meaning) => headings.some((heading) => heading.meaning === meaning);
  const left = (of: readonly Meaning[], at: number) => of.slice(0, at).some(has);
  const placed = new Map<Meaning, number[]>();
  for (const [column, { meaning }] of headings.entries()) {
    const texts = textsIn(column);
    if (meaning === undefined && texts.some(Boolean)) throw wrong(column);
    if (meaning === undefined || meaning === 'none') continue;
    const instead = INSTEAD.find((of) => of.includes(meaning));
    if (instead && left(instead, instead.indexOf(meaning))) continue;
    const own = instead?.[0] ?? resolved(meaning, texts, { has, isOwn });
    if (own === undefined) throw wrong(column, SUGGESTED_ACCOUNT);
    const there = placed.get(own) ?? [];
    if (there.length > 0 && !SHARED.has(own)) throw wrong(column);
    placed.set(own, [...there, column]);
  }
  return new Columns(table, header, headings, placed);
}

/** The meaning of a column that depends on its cells; undefined if they do not tell. */
function resolved(
  meaning: Meaning,
  texts: readonly string[],
  { has, isOwn }: { has: (meaning: Meaning) => boolean; isOwn: (account: string) => boolean },
): Meaning | undefined {
  const filled = texts.filter(Boolean);
  if (meaning === 'valuta')
    return filled.length > 0 && filled.every((text) => !currencyCode.check(text)) ? 'currency' : 'valueDay';
  if (meaning === 'party')
    return filled.length > 0 && filled.every((text) => !iban.check(compact(text))) ? 'otherAccount' : 'name';
  if (meaning !== 'account') return meaning;
  if (has('ownAccount')) return 'otherAccount';
  if (has('otherAccount')) return 'ownAccount';
  const accounts = new Set(filled.map(compact));
  const owned = [...accounts].filter(isOwn).length;
  if (owned > 0 && owned === accounts.size && filled.length === texts.length) return 'ownAccount';
  return accounts.size !== 1 || filled.length < texts.length ? 'otherAccount' : undefined;
}
