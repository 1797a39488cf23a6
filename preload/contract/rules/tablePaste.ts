import type { FieldShape } from '../fields';
import { compileColumn, Flaw, Wall } from '../importing/readCell';
import { headerKey } from '../importing/template';
import { emptyOf } from '../resource';
import { blockOf } from './quotePaste';

type Row = Readonly<Record<string, unknown>>;

/** A table that cells are pasted into. */
export interface PastedInto {
  readonly shape: FieldShape;
  readonly max: number;
  readonly rows: readonly Row[];
  /** What the header of a column may say, in any language. */
  readonly headers: (field: string) => readonly string[];
}

/** What came of it: the rows as they are then, how many cells were taken, and how many had no place. */
export interface Pasted {
  readonly rows: readonly Row[];
  readonly taken: number;
  readonly left: number;
}

/** A row in which nothing has been filled in. */
export const emptyRow = (shape: FieldShape): Row =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, emptyOf(field)]));

/** The fields that a header row names, in its order; undefined when it is none. */
function namedBy(
  cells: readonly string[],
  { shape, headers }: PastedInto,
): (string | undefined)[] | undefined {
  const fields = new Map(
    Object.keys(shape).flatMap((name) => headers(name).map((header) => [headerKey(header), name] as const)),
  );
  const named = cells.map((cell) => fields.get(headerKey(cell)));
  const known = named.filter((name) => name !== undefined).length;
  return known >= Math.min(2, cells.length) && known * 2 >= cells.length ? named : undefined;
}

/**
 * Puts a block of cells as a spreadsheet has it on the clipboard over a table, from one of its cells to the right and down;
 * rows are added beneath the last. With a header row the cells go where it says. What cannot be read stays as its text, so
 * that the field's own check names it.
 */
export function pasteCells(into: PastedInto, at: { row: number; column: number }, text: string): Pasted {
  const { shape, max } = into;
  const names = Object.keys(shape);
  const block = blockOf(text);
  const header = block.length > 1 && block[0] ? namedBy(block[0], into) : undefined;
  const columns = header ?? names.slice(at.column);
  const readers = new Map(
    Object.entries(shape).map(([name, field]) => [
      name,
      compileColumn({ key: name, en: name, cn: name, field, required: false, examples: ['', '', ''] }),
    ]),
  );
  const rows = [...into.rows];
  let taken = 0;
  let left = 0;
  block.slice(header ? 1 : 0).forEach((cells, down) => {
    const place = at.row + down;
    if (place >= max) {
      left += cells.length;
      return;
    }
    const row: Record<string, unknown> = { ...(rows[place] ?? emptyRow(shape)) };
    cells.forEach((cell, right) => {
      const name = columns[right];
      const read = name === undefined ? undefined : readers.get(name);
      if (name === undefined || !read) {
        left += cell === '' ? 0 : 1;
        return;
      }
      const value = read(cell);
      const found =
        value instanceof Flaw ? (value.value ?? cell) : value instanceof Wall ? value.text : value;
      row[name] = found ?? emptyOf(shape[name] as never);
      taken += 1;
    });
    rows[place] = row;
  });
  return { rows, taken, left };
}
