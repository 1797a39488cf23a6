import { type Problem, problem } from '../errors';
import { metaOf, unwrap } from '../fields';
import { type PastedCells, pastedSign } from '../importing/clipboard';
import type { DecimalSign } from '../importing/numberText';
import { compileParts, Flaw, trim, Wall } from '../importing/readCell';
import { type ImportColumn, matchHeaders } from '../importing/template';
import { judgeDateOrder } from '../importing/timeText';
import { isTotalRow, LAST_ROWS } from '../importing/totals';
import { emptyOf } from '../resource';
import type { FieldShape } from '../rowFields';

type Row = Readonly<Record<string, unknown>>;

/** A table to paste into. */
export interface PastedInto {
  readonly shape: FieldShape;
  readonly max: number;
  readonly rows: readonly Row[];
  /** Returns the headers of a column, in every language. */
  readonly headers: (field: string) => readonly string[];
}

/** A note on pasted cells: those without a place, or an invalid or odd cell. */
export interface PasteNote<Column = string> {
  /** Row of the table, from 1, and its column, if the note is about one cell. */
  readonly cell?: { readonly row: number; readonly column: Column };
  readonly problem: Problem;
}

/**
 * The rows of a table with the pasted cells, the number of cells pasted, and notes on the others. `open` is an
 * ambiguous number, if the block does not reveal its decimal sign: it must be pasted again with one.
 */
export interface PasteResult {
  readonly open: string | undefined;
  readonly rows: readonly Row[];
  readonly taken: number;
  readonly notes: readonly PasteNote[];
}

/** Returns an empty row. */
export const emptyRow = (shape: FieldShape): Row =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, emptyOf(field)]));

/** Matches a unit or explanation after a header: `Volume (m³)`. */
const IN_BRACKETS = /\s*[([（【][^()（）【】[\]]*[)\]）】]\s*\*?$/;
/** Matches an ending that a header may lack: `Seal` for `Seal number`. */
const NUMBER = /\s*(?:number|no\.?|号|号码)$/i;

/** Returns the fields of a header row, in its order, read as in a file; undefined if it is none. */
function namedBy(
  cells: readonly string[],
  { shape, headers }: PastedInto,
): (string | undefined)[] | undefined {
  const columns = Object.keys(shape).map((key) => {
    const names = headers(key);
    const short = names.map((name) => name.replace(NUMBER, '')).filter((name) => name !== '');
    return { key, en: key, cn: key, aliases: [...names, ...short] };
  });
  const exact = matchHeaders({ columns }, cells);
  const left = columns.filter(({ key }) => !exact.includes(key));
  const bare = matchHeaders(
    { columns: left },
    cells.map((cell, at) => (exact[at] === undefined ? cell.replace(IN_BRACKETS, '') : '')),
  );
  const fields = cells.map((_, at) => exact[at] ?? bare[at]);
  const fieldCount = fields.filter((name) => name !== undefined).length;
  const filled = cells.filter((cell) => cell !== '').length;
  return fieldCount >= Math.min(2, cells.length) && fieldCount * 2 >= filled ? fields : undefined;
}

/** Converts a column for the file reader. */
const columnOf = (key: string, field: FieldShape[string]): ImportColumn => ({
  ...{ key, en: key, cn: key, field, required: false, examples: ['', '', ''] },
});

const NUMERIC: ReadonlySet<string> = new Set(['weight', 'volume', 'decimal', 'money', 'fixed']);
const CELL_SHOWN = 40;
const ROWS_NAMED = 8;

/** Lists row numbers, as many as fit a note. */
const rowsText = (rows: readonly number[]) => ({
  list: [...rows.slice(0, ROWS_NAMED).map(String), ...(rows.length > ROWS_NAMED ? ['…'] : [])],
});

/** Returns notes on how the block itself was read. */
export function blockNotes({ filled, hidden }: PastedCells): PasteNote[] {
  return [
    ...(filled.length > 0 ? [{ problem: problem('CELLS_FILLED', { rows: rowsText(filled) }) }] : []),
    ...(hidden > 0 ? [{ problem: problem('PASTE_HIDDEN', { n: hidden }) }] : []),
  ];
}

/** Returns the note on total rows, by their numbers in the block. */
export const totalNotes = (rows: readonly number[]): PasteNote[] =>
  rows.length === 0 ? [] : [{ problem: problem('PASTE_TOTALS', { rows: rowsText(rows) }) }];

/** Returns notes on columns with cells but no place: by header, or by number without one. */
export function columnNotes(
  rows: readonly (readonly string[])[],
  header: readonly string[] | undefined,
  isTaken: (column: number) => boolean,
): PasteNote[] {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  return Array.from({ length: width }, (_, at) => at).flatMap((at) => {
    const cells = rows.flatMap((row) => row[at] || []);
    const [value] = cells;
    if (isTaken(at) || value === undefined) return [];
    const params = { value: value.slice(0, CELL_SHOWN), n: cells.length };
    const name = header?.[at];
    return name
      ? [{ problem: problem('PASTE_COLUMN', { ...params, column: name.slice(0, CELL_SHOWN) }) }]
      : [{ problem: problem('PASTE_BEYOND', { ...params, column: at + 1 }) }];
  });
}

/** Detects total rows: a required cell is empty, or the word for a total is not a value of its column. */
function totalsOf(shape: FieldShape, columns: readonly (string | undefined)[]) {
  const required = columns.map((name) => {
    const field = name === undefined ? undefined : shape[name];
    if (name === undefined || !field || unwrap(field).nullable || emptyOf(field) !== null) return undefined;
    return compileParts(columnOf(name, field)).read;
  });
  return (cells: readonly string[]): boolean =>
    isTotalRow(
      columns.map((_, at) => trim(cells[at] ?? '')),
      (text, at) => {
        const read = required[at];
        if (!read || text === '') return read !== undefined;
        const value = read(text);
        return value instanceof Flaw && value.level === 'error';
      },
    );
}

/**
 * Pastes a block of cells over a table, from one of its cells to the right and down; adds rows below the last. A header
 * row decides the columns. The decimal sign, unless given, and the date order are detected over the whole block, as for
 * a file. A cell that cannot be read keeps its text, so that the field's own check reports it.
 */
export function pasteCells(
  into: PastedInto,
  at: { readonly row: number; readonly column: number },
  block: PastedCells,
  sign?: DecimalSign,
): PasteResult {
  const { shape, max } = into;
  const names = Object.keys(shape);
  const [first = []] = block.rows;
  const header = namedBy(first, into);
  const columns = header ?? names.slice(at.column);
  const pasted = header ? block.rows.slice(1) : block.rows;
  const isTotal = totalsOf(shape, columns);
  const isLeftOut = pasted.map((cells, line) => line >= pasted.length - LAST_ROWS && isTotal(cells));
  const data = pasted.filter((_, line) => !isLeftOut[line]);
  const totals = isLeftOut.flatMap((left, line) => (left ? [line + (header ? 2 : 1)] : []));
  const textsOf = (isMeant: (kind: string) => boolean) =>
    columns.flatMap((name, right) => {
      const field = name === undefined ? undefined : shape[name];
      return field && isMeant(metaOf(field).kind) ? data.map((cells) => cells[right] ?? '') : [];
    });
  const { order } = judgeDateOrder(textsOf((kind) => kind.startsWith('date')));
  const { decimal, open } = pastedSign(
    textsOf((kind) => NUMERIC.has(kind)),
    sign,
    textsOf((kind) => kind === 'money'),
  );
  const readers = new Map(
    Object.entries(shape).map(([name, field]) => [
      name,
      compileParts(columnOf(name, field), order ?? undefined, decimal).read,
    ]),
  );
  const rows = [...into.rows];
  const notes: PasteNote[] = [];
  let taken = 0;
  const over: number[] = [];
  data.forEach((cells, down) => {
    const place = at.row + down;
    // A blank row adds nothing below the last one.
    if (place >= rows.length && cells.every((cell) => cell === '')) return;
    if (place >= max) {
      over.push(down + (header ? 2 : 1));
      return;
    }
    const row: Record<string, unknown> = { ...(rows[place] ?? emptyRow(shape)) };
    cells.forEach((cell, right) => {
      const name = columns[right];
      const field = name === undefined ? undefined : shape[name];
      const read = name === undefined ? undefined : readers.get(name);
      if (name === undefined || !read || !field) return;
      const text = trim(cell);
      const value = text === '' ? null : read(text);
      if (value instanceof Flaw)
        notes.push({ cell: { row: place + 1, column: name }, problem: value.problem });
      const found =
        value instanceof Flaw ? (value.value ?? cell) : value instanceof Wall ? value.text : value;
      row[name] = found ?? emptyOf(field);
      taken += 1;
    });
    rows[place] = row;
  });
  return {
    open,
    rows,
    taken,
    notes: [
      ...columnNotes(data, header ? first : undefined, (column) => columns[column] !== undefined),
      ...(over.length > 0 ? [{ problem: problem('PASTE_ROWS', { rows: rowsText(over), max }) }] : []),
      ...totalNotes(totals),
      ...blockNotes(block),
      ...notes,
    ],
  };
}
