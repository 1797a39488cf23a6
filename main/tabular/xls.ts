import { MAX_COLUMNS, MAX_USED_COLUMNS, SPARE_ROWS } from './caps';
import { formatShown, shownText } from './numberFormat';
import { oleNames } from './ole';
import { type CellMark, TableBuilder, type TextTable } from './table';
import { TabularError, tabularError } from './tabularError';
import { wrongContent } from './wrongContent';
import { chooseSheets, leaveOut, type SheetFile, type SheetOptions, sheetFile } from './xlsx';

/** A cell as SheetJS reads it: its type, value, number format, formula and text. */
interface XlsCell {
  readonly t: string;
  readonly v?: unknown;
  readonly z?: string | number;
  readonly f?: string;
  readonly w?: string;
}

/**
 * Reads one or several sheets of an old .xls file, as `readXlsx` does. Its library is loaded only for such a file, and
 * reads it synchronously, so this must run in a worker that can be terminated.
 */
export async function readXls(bytes: Uint8Array, name: string, options: SheetOptions): Promise<SheetFile> {
  const names = oleNames(bytes);
  if (!names) throw tabularError('FILE_BROKEN', { name });
  if (names.has('EncryptedPackage')) throw tabularError('FILE_PROTECTED', { name });
  if (!names.has('Workbook') && !names.has('Book')) throw new TabularError(wrongContent(bytes, 'xls', name));
  const { read } = await import('@e965/xlsx');
  const rows = options.maxRows + SPARE_ROWS;
  try {
    const book = read(bytes, {
      type: 'array',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      // Hidden columns are part of the styles.
      cellStyles: true,
    });
    const listed = book.SheetNames.map((sheet, at) => ({
      name: sheet,
      hidden: (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0,
    }));
    const chosen = chooseSheets(listed, options, name);
    const is1904 = book.Workbook?.WBProps?.date1904 === true;
    const tables = chosen.map(({ name: wanted }): TextTable => {
      const sheet = book.Sheets[wanted];
      const builder = new TableBuilder({ name, maxRows: rows, shownMaxRows: options.maxRows }, false);
      const data = sheet?.['!data'] ?? [];
      const columns: readonly ({ readonly hidden?: boolean } | undefined)[] = sheet?.['!cols'] ?? [];
      const away = new Set([...columns.entries()].flatMap(([at, column]) => (column?.hidden ? [at] : [])));
      if (!options.leaveHidden) builder.hideColumns(away);
      for (const [at, cells] of data.entries()) {
        const hidden = sheet?.['!rows']?.[at]?.hidden === true;
        if (hidden && options.leaveHidden) continue;
        if (addRow(builder, at + 1, cells ?? [], is1904, options.leaveHidden ? away : undefined) && hidden)
          builder.hide();
      }
      const table = builder.finish();
      for (const { s, e } of sheet?.['!merges'] ?? []) table.mergeCells(s.r + 1, e.r + 1, s.c, e.c);
      return table;
    });
    return sheetFile(tables, listed, chosen);
  } catch (cause) {
    if (cause instanceof TabularError) throw cause;
    const locked = cause instanceof Error && /password|encrypt/i.test(cause.message);
    throw tabularError(locked ? 'FILE_PROTECTED' : 'FILE_BROKEN', { name }, { cause });
  }
}

function addRow(
  builder: TableBuilder,
  number: number,
  cells: readonly (XlsCell | undefined)[],
  is1904: boolean,
  away: ReadonlySet<number> | undefined,
): boolean {
  if (cells.length > MAX_COLUMNS) throw tabularError('FILE_COLUMNS', { max: MAX_USED_COLUMNS });
  const marks: [number, CellMark][] = [];
  const texts: string[] = [];
  for (const [column, cell] of cells.entries()) {
    const text = cell ? textOf(cell, is1904) : '';
    texts.push(text);
    if (cell?.t === 'e') marks.push([column, 'error']);
    else if (cell?.f !== undefined) marks.push([column, cell.v === undefined ? 'formula' : 'computed']);
  }
  if (away) leaveOut(texts, away);
  if (!builder.addCells(number, texts)) return false;
  for (const [column, mark] of marks) builder.mark(column, mark);
  return true;
}

const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

function textOf({ t, v, z, w }: XlsCell, is1904: boolean): string {
  if (v === undefined || v === null) return '';
  if (t === 'n' && typeof v === 'number') return shownText(v, formatShown(String(z ?? 'General')), is1904);
  if (t === 'b') return v ? 'TRUE' : 'FALSE';
  if (t === 'e') return ERRORS[Number(v)] ?? w ?? '#N/A';
  return String(v);
}
