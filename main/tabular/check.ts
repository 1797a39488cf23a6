import { problem } from '@contract/errors';
import { type FixKind, fixOf, leavesOut } from '@contract/importing/fixes';
import { type FileContext, missingProblem, type RowRead } from '@contract/importing/readRow';
import type { ImportTemplate, RowIssue, RowValues } from '@contract/importing/template';
import type { Language } from '@contract/limits';
import { Duplicates, GroupChecking, SameInFile } from './groups';
import { type Counts, type ForeignIssue, type ShownIssue, shown, type View } from './issues';
import { type ExampleRows, exampleRows, isNoData } from './ownColumns';
import { RowReading } from './rowReading';
import type { TextTable } from './table';
import { TabularError, tabularError } from './tabularError';

export type { Counts, ForeignIssue, ShownIssue, View } from './issues';

/** Inputs of a check besides the table. */
export interface CheckOptions {
  readonly template: ImportTemplate;
  /** The template column of each column of the file; null for none. */
  readonly mapping: readonly (string | null | undefined)[];
  /** Index of the header row. */
  readonly header?: number;
  readonly context?: FileContext;
  /** Language for the names of missing columns. */
  readonly language?: Language;
  /** True for a sheet that may consist of a header alone. */
  readonly mayBeEmpty?: boolean;
  /** Called after each batch of rows; an exception ends the check. */
  readonly progress?: (rows: number) => void;
}

/** A cell that a correction would change, with the new text. */
interface CellFix {
  readonly kind: FixKind;
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

const NO_VALUES: RowValues = {};
const OK = 0;
const WARNING = 1;
const ERROR = 2;
/** Level of a row that is left out, and of a template's example row. */
const LEFT = 3;
const SKIPPED = 4;
const BATCH = 512;
/** Number of edited rows above which checking the whole file again is quicker. */
const ONE_BY_ONE = 200;

/**
 * A table checked by a template: every cell, every row, and rows against each other. Problems are not stored but found
 * again when a row is viewed; stored are one byte per row and the results across rows. An edit re-checks the rows it
 * affects.
 */
export class CheckedTable {
  readonly table: TextTable;
  readonly template: ImportTemplate;
  readonly mapping: readonly (string | null | undefined)[];
  readonly header: number;
  readonly #reading: RowReading;
  readonly #examples: ExampleRows;
  readonly #levels: Uint8Array;
  readonly #own: Uint8Array;
  readonly #counts = [0, 0, 0, 0, 0];
  #unique: Duplicates | undefined;
  #groups: readonly GroupChecking[] = [];
  #same: readonly SameInFile[] = [];
  readonly #foreign = new Map<number, ShownIssue[]>();
  /** Issues found by comparison with other sheets, by row. */
  #across: ReadonlyMap<number, readonly RowIssue[]> = new Map();
  readonly #mayBeEmpty: boolean;
  #view: { name: View; rows: Uint32Array } | undefined;

  /** Checks all rows. Throws TabularError: HEADER_MISSING, FILE_ROWS, FILE_EMPTY. */
  constructor(table: TextTable, options: CheckOptions) {
    const { template, mapping, header = 0, context = {}, language = 'en', progress } = options;
    const missing = missingProblem(template, mapping, language);
    if (missing) throw new TabularError(missing);
    this.table = table;
    this.template = template;
    this.mapping = mapping;
    this.header = header;
    this.#reading = new RowReading(table, { template, mapping, header, context });
    this.#examples = exampleRows(table, template, mapping, header);
    this.#levels = new Uint8Array(table.rowCount);
    this.#own = new Uint8Array(table.rowCount);
    this.#mayBeEmpty = options.mayBeEmpty ?? false;
    this.#checkAll(progress ?? (() => undefined));
  }

  #checkAll(progress: (rows: number) => void): void {
    const { table } = this;
    this.#startGroups();
    let rows = 0;
    for (let from = this.header + 1; from < table.rowCount; from += BATCH) {
      rows += this.#checkRows(from, Math.min(from + BATCH, table.rowCount));
      if (rows > this.template.maxRows) throw tabularError('FILE_ROWS', { max: this.template.maxRows });
      progress(from);
    }
    if (rows === 0 && !this.#mayBeEmpty && !this.#own.includes(LEFT)) throw tabularError('FILE_EMPTY');
    this.#unique?.end();
    for (const group of this.#groups) group.end(() => progress(table.rowCount));
    for (const same of this.#same) same.end();
    this.#counts.fill(0);
    const among = [this.#unique, ...this.#groups, ...this.#same];
    const alone =
      this.#foreign.size + this.#across.size === 0 && among.every((checking) => checking?.isClean !== false);
    for (let row = this.header + 1; row < table.rowCount; row++) {
      const level = alone ? (this.#own[row] ?? 0) : this.#levelOf(row);
      this.#levels[row] = level;
      this.#counts[level] = (this.#counts[level] ?? 0) + 1;
    }
  }

  /** Checks some rows and returns how many are data. In batches, because the engine optimises repeated calls. */
  #checkRows(from: number, to: number): number {
    let rows = 0;
    for (let row = from; row < to; row++) {
      if (this.#examples.is(row) || this.#isLeft(row)) {
        this.#own[row] = this.#examples.is(row) ? SKIPPED : LEFT;
        continue;
      }
      rows++;
      const { issues, values } = this.#reading.read(row);
      this.#own[row] = levelOf(issues);
      this.#unique?.add(row, values);
      for (const group of this.#groups) group.add(row, values);
      for (const same of this.#same) same.set(row, values[same.column]);
    }
    return rows;
  }

  /** Totals and lines of dashes are left out unless the user takes them in. */
  #isLeft(row: number): boolean {
    return this.table.isLeftOut(row) ?? isNoData(this.table, this.template, this.mapping, this.header, row);
  }

  #startGroups(): void {
    const { table, template } = this;
    const sourceOf = (columns: readonly string[]) => this.#reading.sourceOf(columns);
    const { unique } = template;
    this.#unique = unique.length > 0 ? new Duplicates(unique, table.rowCount, sourceOf(unique)) : undefined;
    this.#groups = (template.groups ?? []).map(
      (check) => new GroupChecking(check, table.rowCount, sourceOf([...check.by, ...check.uses])),
    );
    this.#same = (template.sameInFile ?? []).map((column) => new SameInFile(column, table.rowCount));
  }

  #levelOf(row: number): number {
    let level = this.#own[row] ?? 0;
    if (level >= LEFT) return level;
    for (const group of this.#groups) {
      const issues = group.issues(row);
      if (issues) level = Math.max(level, levelOf(issues));
    }
    if (level < ERROR && this.#unique?.firstOf(row) !== undefined) level = ERROR;
    if (level < ERROR && this.#same.some((same) => same.expected(row) !== undefined)) level = ERROR;
    const across = this.#across.size > 0 ? this.#across.get(row) : undefined;
    if (across) level = Math.max(level, levelOf(across));
    const foreign = this.#foreign.size > 0 ? this.#foreign.get(row) : undefined;
    return foreign ? Math.max(level, levelOf(foreign)) : level;
  }

  /** Numbers of rows, in all and by level. */
  get counts(): Counts {
    const [ok = 0, warnings = 0, errors = 0, left = 0] = this.#counts;
    return { rows: ok + warnings + errors, ok, warnings, errors, left };
  }

  /** Indexes of the rows of a view, in order. */
  rows(view: View): Uint32Array {
    if (this.#view?.name === view) return this.#view.rows;
    const wanted = { all: OK, errors: ERROR, warnings: WARNING, left: LEFT }[view];
    const rows = new Uint32Array(this.table.rowCount);
    let count = 0;
    for (let row = this.header + 1; row < this.table.rowCount; row++) {
      const level = this.#levels[row] ?? 0;
      if (view === 'all' ? level < LEFT : level === wanted) rows[count++] = row;
    }
    this.#view = { name: view, rows: rows.slice(0, count) };
    return this.#view.rows;
  }

  /** True for a row with an error. */
  isBad(row: number): boolean {
    return this.#levels[row] === ERROR;
  }

  /** True for a row in which the file's reader found a cell without a valid value. */
  isMarked(row: number): boolean {
    return this.#reading.isMarked(row);
  }

  /** Returns the values of a row. */
  read(row: number): RowRead {
    return this.#reading.read(row);
  }

  /** Lists all issues of a row: its own, those with other rows, and the API's. None if it is left out. */
  issues(row: number): ShownIssue[] {
    if (this.#own[row] === LEFT) return [];
    return [...this.#found(row).map(shown), ...(this.#foreign.get(row) ?? [])];
  }

  #saysAlready(row: number, { column, code }: Omit<ForeignIssue, 'row'>): boolean {
    return this.#found(row).some(
      (own) => own.column === column && (own.level === 'error' || own.problem.code === code),
    );
  }

  /** Lists the issues of a row without the API's. */
  #found(row: number): RowIssue[] {
    const issues: RowIssue[] = [...this.#reading.read(row).issues];
    const first = this.#unique?.firstOf(row);
    if (first !== undefined) {
      const column = this.template.unique[0] ?? '';
      issues.push({
        column,
        level: 'error',
        problem: problem('ROW_DUPLICATE', { row: this.table.number(first) }),
      });
    }
    for (const same of this.#same) {
      const value = same.expected(row);
      if (value !== undefined) {
        issues.push({ column: same.column, level: 'error', problem: problem('SAME_IN_FILE', { value }) });
      }
    }
    for (const group of this.#groups) issues.push(...(group.issues(row) ?? []));
    issues.push(...(this.#across.get(row) ?? []));
    return issues;
  }

  /** Returns the index of the file's column for a template key; undefined if the file lacks it. */
  placeOf(key: string): number | undefined {
    return this.#reading.placeOf.get(key);
  }

  /** Changes the text of a cell and re-checks its row and the rows related to it. */
  edit(row: number, column: number, text: string): void {
    const before = this.#reading.read(row).values;
    this.table.edit(row, column, text);
    this.#recheck(row, before, this.mapping[column] ?? undefined);
  }

  /** Lists the cells whose problem includes a correction. */
  fixes(): readonly CellFix[] {
    const found: CellFix[] = [];
    for (const view of ['errors', 'warnings'] as const) {
      for (const row of this.rows(view)) {
        for (const { column, code, expected } of this.issues(row)) {
          const kind = fixOf(code);
          const place = kind && this.placeOf(column);
          if (kind && place !== undefined && expected !== undefined)
            found.push({ kind, row, column: place, text: expected });
        }
      }
    }
    return found;
  }

  /** Applies all corrections of a kind; returns how many there were. */
  fix(kind: FixKind): number {
    const fixes = this.fixes().filter((one) => one.kind === kind);
    if (leavesOut(kind)) this.leaveOut([...new Set(fixes.map(({ row }) => row))], true);
    else this.#editAll(fixes);
    return fixes.length;
  }

  /** Replaces a text in all cells of a column; returns how many there were. */
  replace(column: number, from: string, to: string): number {
    const found = [...this.rows('all')].filter((row) => this.table.text(row, column) === from);
    this.#editAll(found.map((row) => ({ row, column, text: to })));
    return found.length;
  }

  #editAll(cells: readonly Omit<CellFix, 'kind'>[]): void {
    if (cells.length <= ONE_BY_ONE) {
      for (const { row, column, text } of cells) this.edit(row, column, text);
      return;
    }
    for (const { row, column, text } of cells) {
      this.table.edit(row, column, text);
      this.#forget(row, this.mapping[column] ?? undefined);
    }
    this.#checkAll(() => undefined);
    this.#view = undefined;
  }

  #recheck(row: number, before: RowValues, key: string | undefined): void {
    this.#forget(row, key);
    if ((this.#own[row] as number) >= LEFT) return;
    const { issues, values } = this.#reading.read(row);
    this.#own[row] = levelOf(issues);
    this.#recheckRelated(row, before, values);
  }

  /** Re-checks the rows related to one whose values have changed. */
  #recheckRelated(row: number, before: RowValues, values: RowValues): void {
    const touched = new Set([row]);
    for (const groups of [this.#unique, ...this.#groups]) {
      for (const other of groups?.move(row, before, values) ?? []) touched.add(other);
    }
    let all = false;
    for (const same of this.#same) all = same.set(row, values[same.column]) || all;
    if (all) for (let other = this.header + 1; other < this.table.rowCount; other++) this.#refresh(other);
    else for (const other of touched) this.#refresh(other);
  }

  /** Leaves rows out or takes them in; returns how many have changed. */
  leaveOut(rows: readonly number[], left: boolean): number {
    const changed = rows.filter((row) => {
      const own = this.#own[row] ?? 0;
      return row > this.header && own !== SKIPPED && (own === LEFT) !== left;
    });
    for (const row of changed) this.table.leaveOut(row, left);
    if (changed.length > ONE_BY_ONE) this.#checkAll(() => undefined);
    else {
      for (const row of changed) {
        const { issues, values } = this.#reading.read(row);
        this.#own[row] = left ? LEFT : levelOf(issues);
        this.#recheckRelated(row, left ? values : NO_VALUES, left ? NO_VALUES : values);
      }
    }
    this.#view = undefined;
    return changed.length;
  }

  /** Finds rows with the same text in the same first column, left out or not as this one is. */
  alike(row: number): readonly number[] {
    const first = this.#firstCell(row);
    if (!first) return [];
    const rows = this.rows(this.#own[row] === LEFT ? 'left' : 'all');
    return [...rows].filter((other) => {
      if (other === row) return false;
      const found = this.#firstCell(other);
      return found?.column === first.column && found.text === first.text;
    });
  }

  #firstCell(row: number): { readonly column: number; readonly text: string } | undefined {
    for (let column = 0; column < this.table.columnCount; column++) {
      const text = this.table.text(row, column).trim().toLowerCase();
      if (text !== '') return { column, text };
    }
    return undefined;
  }

  #refresh(row: number): void {
    const before = this.#levels[row] ?? 0;
    const after = this.#levelOf(row);
    if (before === after) return;
    this.#levels[row] = after;
    this.#counts[before] = (this.#counts[before] ?? 0) - 1;
    this.#counts[after] = (this.#counts[after] ?? 0) + 1;
    this.#view = undefined;
  }

  /** Drops the API's issues of a cell once it was edited. */
  #forget(row: number, key: string | undefined): void {
    const known = this.#foreign.get(row);
    if (!known) return;
    const left = known.filter(({ column }) => column !== key && column !== '');
    if (left.length === 0) this.#foreign.delete(row);
    else this.#foreign.set(row, left);
  }

  /** Replaces the issues found by comparison with other sheets, by row. */
  setAcross(issues: ReadonlyMap<number, readonly RowIssue[]>): void {
    const touched = new Set([...this.#across.keys(), ...issues.keys()]);
    this.#across = issues;
    for (const row of touched) this.#refresh(row);
  }

  /** Replaces the API's issues of this sheet; rows that are not in it are skipped. */
  setForeign(issues: readonly Omit<ForeignIssue, 'sheet'>[]): void {
    const touched = new Set(this.#foreign.keys());
    this.#foreign.clear();
    for (const { row: number, ...issue } of issues) {
      const row = this.table.rowOf(number);
      if (row === undefined || row <= this.header) continue;
      // The API checks the same file by the same rules: skip issues already found here.
      if (this.#saysAlready(row, issue)) continue;
      const known = this.#foreign.get(row);
      if (known) known.push(issue);
      else this.#foreign.set(row, [issue]);
      touched.add(row);
    }
    for (const row of touched) this.#refresh(row);
  }
}

function levelOf(issues: readonly { readonly level: 'error' | 'warning' }[]): number {
  let level = OK;
  for (const issue of issues) {
    if (issue.level === 'error') return ERROR;
    level = WARNING;
  }
  return level;
}
