import path from 'node:path';
import { problem } from '@contract/errors';
import { fileTemplates } from '@contract/files/templates';
import type { FixKind } from '@contract/importing/fixes';
import type { FileContext } from '@contract/importing/readRow';
import { type ImportTemplate, sheetKey } from '@contract/importing/template';
import { LANGUAGES } from '@contract/limits';
import { words } from '@contract/words';
import { type OpenedBook, type OpenedSheet, openBook } from './book';
import type { CheckedTable } from './check';
import { datesOf, decimalsOf, findHeader, type Match, matchTable, ordersIn } from './match';
import { readBytes } from './open';
import type * as wire from './protocol';
import { saveFile } from './saveFile';
import { canonicalFile, errorFile } from './sendFile';
import { checkAcross, checkSheets, countsOfAll, setForeignOf } from './sheets';
import type { TextTable } from './table';
import { tabularError } from './tabularError';

/** Receives the progress of the work; throws to stop it. */
export type Beat = (progress: wire.TabularProgress) => void;

const HEAD_ROWS = 11;
const CELL_SHOWN = 1_000;
const MOST_ROWS = 1_000;

interface Open {
  readonly book: OpenedBook;
  readonly name: string;
  readonly size: number;
}

/** One import: a file, its reading options and its issues. The whole work of the worker, without the thread. */
export class ImportSession {
  #open: Open | undefined;
  /** Cache of columns by sheet, header row and mapping, cleared when a cell changes: matching reads all cells. */
  readonly #matches = new Map<string, Match>();
  #checked: readonly CheckedTable[] | undefined;

  /** Reads a file. Throws TabularError. */
  async open(request: wire.OpenRequest, beat: Beat): Promise<wire.OpenedFile> {
    const { name } = request;
    const template: ImportTemplate = fileTemplates[request.template];
    this.#open = undefined;
    this.#checked = undefined;
    this.#matches.clear();
    const seen = (read: number, size: number) => beat({ phase: 'read', rows: 0, bytes: read, total: size });
    const { bytes, hash } = await readBytes(request.path, name, template.maxSize, seen, request.mark);
    const total = bytes.length;
    const options = { ...request, types: template.types };
    const book = await openBook(bytes, name, template, options, (rows, read) =>
      beat({ phase: 'parse', rows, bytes: read, total }),
    );
    const { parts, encodingChoice, notices: _, hiddenTaken = [], ...found } = book;
    this.#open = { book, name: path.basename(name), size: total };
    const opened = withSheetNotices(
      parts.map((part) => {
        const header = placeOfHeader(part.table, request.header) ?? findHeader(part.table, part.template);
        return openedPart(part, header, this.#match(part, header));
      }),
      book,
    );
    return {
      ...found,
      ...(encodingChoice
        ? {
            encodingChoice: {
              encodings: encodingChoice,
              rows: parts.flatMap(foreignRows).slice(0, TELLING_ROWS),
            },
          }
        : {}),
      judged: judgedOf(opened.map(({ match }) => match)),
      hidden:
        hiddenTaken.length > 0 ||
        parts.some(({ table }) => table.hiddenRows.length + table.hiddenColumns.length > 0),
      ...{ size: total, hash, parts: opened },
    };
  }

  /** Finds the date order and decimal sign from the selected columns. */
  judge({ parts }: wire.JudgeRequest): wire.JudgedFormats {
    return judgedOf(this.#matched(parts).map(({ match }) => match));
  }

  /** Columns of a sheet: the selected ones, otherwise those that its headers name. */
  #match({ template, table }: OpenedSheet, header: number, chosen?: readonly (string | null)[]): Match {
    const sheet = sheetKey(template);
    const keyOf = (mapping: readonly (string | null)[] | undefined) =>
      JSON.stringify([sheet, header, mapping]);
    const known = this.#matches.get(keyOf(chosen));
    if (known) return known;
    const match = matchTable(table, template, header, chosen);
    // Selecting exactly the columns that were found gives the same match.
    for (const mapping of [chosen, match.columns.map(({ key }) => key)])
      this.#matches.set(keyOf(mapping), match);
    return match;
  }

  /** The sheets with their header row and columns, selected or found. */
  #matched(chosen: wire.JudgeRequest['parts']) {
    return this.#opened().book.parts.map((part, at) => {
      const { header: number, mapping } = chosen?.[at] ?? {};
      const header = placeOfHeader(part.table, number) ?? findHeader(part.table, part.template);
      const match = this.#match(part, header, mapping);
      return { header, match, mapping: match.columns.map(({ key }) => key) };
    });
  }

  /** Checks the open file. Throws HEADER_MISSING, FILE_EMPTY or FILE_ROWS if it cannot be checked. */
  map(request: wire.MapRequest, beat: Beat): wire.CheckResult {
    const { book, size } = this.#opened();
    const { language = 'en', zones = {}, order, zone, now } = request;
    const zoneOf = new Map(Object.entries(zones));
    const mapped = this.#matched(request.parts);
    const judged = judgedOf(mapped.map(({ match }) => match));
    const decimal = request.decimal ?? judged.decimals?.sign;
    const found = judged.dates?.order ?? 'DMY';
    const contextOf = (match: Match | undefined): FileContext => ({
      ...(order ? { order } : { order: found, orders: ordersIn(match?.dates ?? null, found) }),
      zoneOf: (airport) => zoneOf.get(airport),
      ...(zone === undefined ? {} : { zone }),
      ...(now === undefined ? {} : { now }),
      ...(decimal === undefined ? {} : { decimal }),
    });
    this.#checked = undefined;
    this.#checked = checkSheets(book.parts, (_, at) => ({
      mapping: mapped[at]?.mapping ?? [],
      header: mapped[at]?.header ?? 0,
      context: contextOf(mapped[at]?.match),
      language,
      progress: (rows) => beat({ phase: 'check', rows, bytes: size, total: size }),
    }));
    return { counts: this.#counts(), parts: mapped.map(({ match, mapping }) => ({ match, mapping })) };
  }

  /** Returns a range of rows with their issues. */
  rows({ part, view, offset, limit }: wire.RowsRequest): wire.Rows {
    const checked = this.#part(part);
    const places = checked.rows(view);
    const end = Math.min(places.length, offset + Math.min(limit, MOST_ROWS));
    const rows: wire.CheckedRow[] = [];
    for (let at = Math.max(0, offset); at < end; at++) rows.push(checkedRow(checked, places[at] ?? 0));
    return { total: places.length, rows };
  }

  /** Returns the whole text of a cell. */
  cell({ part, row, column }: wire.CellPlace): string {
    const checked = this.#part(part);
    return checked.table.text(placeIn(checked, row), column);
  }

  /** Replaces the text of a cell. */
  edit({ part, row, column, text }: wire.EditRequest): wire.EditResult {
    const checked = this.#part(part);
    const place = placeIn(checked, row);
    const changed = checked.table.text(place, column) === text ? 0 : 1;
    checked.edit(place, column, text);
    return this.#edited(changed);
  }

  /** Replaces a text in all cells of a column that contain it. */
  replace({ part, column, from, to }: wire.ReplaceRequest): wire.EditResult {
    return this.#edited(this.#part(part).replace(column, from, to));
  }

  /** Counts the other rows that begin like this one. */
  alike({ part, row }: wire.RowPlace): number {
    const checked = this.#part(part);
    return checked.alike(placeIn(checked, row)).length;
  }

  /** Leaves a row out or takes it back in, alone or with all rows that begin like it. */
  leaveOut({ part, row, left, alike }: wire.LeaveRequest): wire.EditResult {
    const checked = this.#part(part);
    const place = placeIn(checked, row);
    return this.#edited(checked.leaveOut([place, ...(alike ? checked.alike(place) : [])], left));
  }

  /** Lists the corrections offered for all sheets, with the number of cells of each. */
  fixes(): wire.Fix[] {
    const counts = new Map<FixKind, number>();
    for (const checked of this.#mapped())
      for (const { kind } of checked.fixes()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return [...counts].map(([kind, count]) => ({ kind, count }));
  }

  /** Applies one correction in all sheets. */
  fix({ kind }: { readonly kind: FixKind }): wire.EditResult {
    return this.#edited(this.#mapped().reduce((sum, checked) => sum + checked.fix(kind), 0));
  }

  #edited(changed: number): wire.EditResult {
    this.#matches.clear();
    checkAcross(this.#mapped());
    return { counts: this.#counts(), changed };
  }

  /** Stores the issues that the API found. */
  setIssues({ issues }: wire.IssuesRequest): wire.Operations['setIssues'][1] {
    setForeignOf(this.#mapped(), issues);
    return { counts: this.#counts() };
  }

  /** Writes the csv to send. Throws IMPORT_NOTHING if it would have no rows. */
  async writeCsv({ path: file }: wire.WriteCsvRequest, beat: Beat): Promise<wire.WrittenSize> {
    const sheets = this.#mapped();
    const { rows } = countsOfAll(sheets);
    if (rows === 0) throw tabularError('IMPORT_NOTHING');
    const bytes = await this.#save(file, canonicalFile(sheets), rows, beat);
    return { rows, bytes };
  }

  /** Writes the rows with their issues. */
  async writeErrors(request: wire.WriteErrorsRequest, beat: Beat): Promise<wire.WrittenSize> {
    const { path: file, format, rows: view, language } = request;
    const sheets = this.#mapped();
    const rows = sheets.reduce((sum, checked) => sum + checked.rows(view).length, 0);
    const bytes = await this.#save(file, errorFile(sheets, view, format, language), rows, beat);
    return { rows, bytes };
  }

  #save(file: string, pieces: AsyncIterable<Uint8Array>, rows: number, beat: Beat): Promise<number> {
    return saveFile(file, pieces, (bytes) => beat({ phase: 'write', rows, bytes, total: 0 }));
  }

  #opened(): Open {
    if (!this.#open) throw tabularError('FILE_TOKEN');
    return this.#open;
  }

  #mapped(): readonly CheckedTable[] {
    if (!this.#checked) throw tabularError('FILE_TOKEN');
    return this.#checked;
  }

  #part(part = 0): CheckedTable {
    const found = this.#mapped()[part];
    if (!found) throw tabularError('NOT_FOUND');
    return found;
  }

  #counts(): wire.AllCounts {
    const sheets = this.#mapped();
    return { ...countsOfAll(sheets), parts: sheets.map(({ counts }) => counts) };
  }
}

function placeIn({ table }: CheckedTable, number: number): number {
  const place = table.rowOf(number);
  if (place === undefined) throw tabularError('NOT_FOUND');
  return place;
}

const TELLING_ROWS = 3;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** The first rows with letters beyond ASCII, reduced to those cells. */
function foreignRows({ table }: OpenedSheet): wire.PlainRow[] {
  const rows: wire.PlainRow[] = [];
  for (let row = 0; row < table.rowCount && rows.length < TELLING_ROWS; row++) {
    const { number, cells } = plainRow(table, row);
    const foreign = cells.filter((text) => BEYOND_ASCII.test(text));
    if (foreign.length > 0) rows.push({ number, cells: foreign });
  }
  return rows;
}

/** Adds the notices about sheets that are hidden or not read to the first sheet. */
function withSheetNotices(
  [first, ...more]: readonly wire.OpenedPart[],
  { sheets = [], hiddenSheets = [], hiddenTaken = [], sheet, notices: ofFile = [], parts }: OpenedBook,
): readonly wire.OpenedPart[] {
  if (!first) return more;
  const others = parts.length > 1 ? [] : sheets.filter((name) => name !== sheet && !GUIDES.has(name));
  const left = hiddenSheets.filter((name) => name !== sheet && !hiddenTaken.includes(name));
  const notices = [
    ...ofFile,
    ...(sheet !== undefined && hiddenSheets.includes(sheet) ? [problem('SHEET_HIDDEN', { sheet })] : []),
    ...(hiddenTaken.length > 0 ? [problem('SHEETS_HIDDEN_IMPORTED', { sheets: { list: hiddenTaken } })] : []),
    ...(others.length > 0 && sheet !== undefined
      ? [problem('SHEETS_OTHER', { sheet, sheets: { list: others.slice(0, SHEETS_NAMED) } })]
      : []),
    ...(left.length > 0 ? [problem('SHEETS_HIDDEN', { sheets: { list: left.slice(0, SHEETS_NAMED) } })] : []),
    ...first.match.notices,
  ];
  return [{ ...first, match: { ...first.match, notices } }, ...more];
}

/** Names of the sheet of a template that explains its columns. */
const GUIDES = new Set(LANGUAGES.map((language) => words[language].messages.SHEET_GUIDE));

/** Maximum sheets that a notice names. */
const SHEETS_NAMED = 8;

const judgedOf = (matches: readonly Match[]): wire.JudgedFormats => ({
  dates: datesOf(matches.map(({ dates }) => dates)),
  decimals: decimalsOf(matches.map(({ decimals }) => decimals)),
});

const placeOfHeader = (table: TextTable, number: number | undefined): number | undefined =>
  number === undefined ? undefined : table.rowOf(number);

function openedPart({ template, table }: OpenedSheet, header: number, match: Match): wire.OpenedPart {
  return {
    key: sheetKey(template),
    rowCount: table.rowCount,
    columnCount: table.columnCount,
    head: Array.from({ length: Math.min(HEAD_ROWS, table.rowCount) }, (_, row) => plainRow(table, row)),
    header: table.number(header),
    match,
  };
}

const shownText = (text: string) => (text.length > CELL_SHOWN ? `${text.slice(0, CELL_SHOWN)}…` : text);

function plainRow(table: TextTable, row: number): wire.PlainRow {
  const cells = Array.from({ length: table.columnCount }, (_, column) => shownText(table.text(row, column)));
  return { number: table.number(row), cells };
}

function checkedRow(checked: CheckedTable, row: number): wire.CheckedRow {
  const { table } = checked;
  const cut: number[] = [];
  const edited: number[] = [];
  for (let column = 0; column < table.columnCount; column++) {
    if (table.text(row, column).length > CELL_SHOWN) cut.push(column);
    if (table.isEdited(row, column)) edited.push(column);
  }
  return { ...plainRow(table, row), cut, edited, issues: checked.issues(row) };
}
