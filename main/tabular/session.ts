import path from 'node:path';
import { fileTemplates } from '@contract/files/templates';
import { type FileContext, missingProblem } from '@contract/importing/readRow';
import type { ImportTemplate } from '@contract/importing/template';
import { CheckedTable } from './check';
import { matchTable } from './match';
import { type OpenedTable, openTable, readBytes } from './open';
import type * as wire from './protocol';
import { saveFile } from './saveFile';
import { canonicalFile, errorFile } from './sendFile';
import type { TextTable } from './table';
import { TabularError, tabularError } from './tabularError';

/** Told how far the work is; throws to end it. */
export type Beat = (progress: wire.TabularProgress) => void;

const HEAD_ROWS = 11;
const CELL_SHOWN = 1_000;
const MOST_ROWS = 1_000;

interface Open {
  readonly opened: OpenedTable;
  readonly template: ImportTemplate;
  readonly name: string;
  readonly size: number;
}

/** One import: a file, how it is understood, and what is wrong with it. All that the worker does, without the thread. */
export class ImportSession {
  #open: Open | undefined;
  #checked: CheckedTable | undefined;

  /** Reads a file. Throws TabularError. */
  async open(request: wire.OpenRequest, beat: Beat): Promise<wire.Opened> {
    const { name } = request;
    const template: ImportTemplate = fileTemplates[request.template];
    this.#open = undefined;
    this.#checked = undefined;
    const seen = (read: number, size: number) => beat({ phase: 'read', rows: 0, bytes: read, total: size });
    const { bytes, hash } = await readBytes(request.path, name, template.maxSize, seen, request.mark);
    const total = bytes.length;
    const options = { ...request, types: template.types, maxRows: template.maxRows };
    const opened = await openTable(bytes, name, options, (rows, read) =>
      beat({ phase: 'parse', rows, bytes: read, total }),
    );
    const { table, ...found } = opened;
    if (table.rowCount === 0) throw tabularError('FILE_EMPTY');
    this.#open = { opened, template, name: path.basename(name), size: total };
    return {
      ...found,
      size: total,
      hash,
      rowCount: table.rowCount,
      columnCount: table.columnCount,
      head: Array.from({ length: Math.min(HEAD_ROWS, table.rowCount) }, (_, row) => plainRow(table, row)),
      header: table.number(0),
      match: matchTable(table, template, 0),
    };
  }

  /** Checks the open file. HEADER_MISSING, FILE_EMPTY or FILE_ROWS when that makes no sense. */
  map(request: wire.MapRequest, beat: Beat): wire.Mapped {
    const { opened, template, size } = this.#opened();
    const { table } = opened;
    const { language = 'en', zones = {}, order, zone } = request;
    const header = request.header === undefined ? 0 : (table.rowOf(request.header) ?? 0);
    const match = matchTable(table, template, header);
    const known = new Set(template.columns.map(({ key }) => key));
    const mapping = (request.mapping ?? match.columns.map(({ key }) => key)).map((key) =>
      key !== null && known.has(key) ? key : null,
    );
    const missing = missingProblem(template, mapping, language);
    if (missing) throw new TabularError(missing);
    const zoneOf = new Map(Object.entries(zones));
    const context: FileContext = {
      order: order ?? 'DMY',
      zoneOf: (airport) => zoneOf.get(airport),
      ...(zone === undefined ? {} : { zone }),
    };
    this.#checked = undefined;
    const checked = new CheckedTable(table, {
      template,
      mapping,
      header,
      context,
      language,
      progress: (rows) => beat({ phase: 'check', rows, bytes: size, total: size }),
    });
    this.#checked = checked;
    return { counts: checked.counts, match, mapping };
  }

  /** A stretch of rows with their issues. */
  rows({ view, offset, limit }: wire.RowsRequest): wire.Rows {
    const checked = this.#mapped();
    const places = checked.rows(view);
    const end = Math.min(places.length, offset + Math.min(limit, MOST_ROWS));
    const rows: wire.CheckedRow[] = [];
    for (let at = Math.max(0, offset); at < end; at++) rows.push(checkedRow(checked, places[at] as number));
    return { total: places.length, rows };
  }

  /** The whole text of a cell. */
  cell({ row, column }: wire.CellPlace): string {
    const { table } = this.#mapped();
    return table.text(this.#place(row), column);
  }

  /** Puts a text into a cell. */
  edit({ row, column, text }: wire.EditRequest): wire.Edited {
    const checked = this.#mapped();
    const place = this.#place(row);
    const changed = checked.table.text(place, column) === text ? 0 : 1;
    checked.edit(place, column, text);
    return { counts: checked.counts, changed };
  }

  /** Puts a text into all cells of a column that hold another one. */
  replace({ column, from, to }: wire.ReplaceRequest): wire.Edited {
    const checked = this.#mapped();
    const changed = checked.replace(column, from, to);
    return { counts: checked.counts, changed };
  }

  /** Takes what the API found. */
  setIssues({ issues }: wire.IssuesRequest): wire.Operations['setIssues'][1] {
    const checked = this.#mapped();
    checked.setForeign(issues);
    return { counts: checked.counts };
  }

  /** Writes the csv that is sent. IMPORT_NOTHING when no row is there for it. */
  async writeCsv({ path: file }: wire.WriteCsvRequest, beat: Beat): Promise<wire.Written> {
    const checked = this.#mapped();
    const places = checked.rows('all');
    if (places.length === 0) throw tabularError('IMPORT_NOTHING');
    const bytes = await this.#save(file, canonicalFile(checked, places), places.length, beat);
    return { rows: places.length, bytes };
  }

  /** Writes the rows with the reasons why they are wrong. */
  async writeErrors(request: wire.WriteErrorsRequest, beat: Beat): Promise<wire.Written> {
    const { path: file, format, rows, language } = request;
    const checked = this.#mapped();
    const places = checked.rows(rows);
    const bytes = await this.#save(file, errorFile(checked, places, format, language), places.length, beat);
    return { rows: places.length, bytes };
  }

  #save(file: string, pieces: AsyncIterable<Uint8Array>, rows: number, beat: Beat): Promise<number> {
    return saveFile(file, pieces, (bytes) => beat({ phase: 'write', rows, bytes, total: 0 }));
  }

  #opened(): Open {
    if (!this.#open) throw tabularError('FILE_TOKEN');
    return this.#open;
  }

  #mapped(): CheckedTable {
    if (!this.#checked) throw tabularError('FILE_TOKEN');
    return this.#checked;
  }

  #place(number: number): number {
    const place = this.#mapped().table.rowOf(number);
    if (place === undefined) throw tabularError('NOT_FOUND');
    return place;
  }
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
