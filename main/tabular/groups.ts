import type { GroupCheck, RowIssue, RowValues } from '@contract/importing/template';
import { RowGroups } from './rowGroups';

/** Access of a group check to earlier rows. */
export interface RowSource {
  /** Values of the columns that the check uses. */
  readonly values: (row: number) => RowValues;
  readonly number: (row: number) => number;
}

/**
 * State of one {@link GroupCheck} over a file. Rows are added once, in order; groups of consecutive rows are checked
 * with the values at hand, the others are read again at the end.
 */
export class GroupChecking {
  readonly #check: GroupCheck;
  readonly #source: RowSource;
  readonly #groups: RowGroups;
  readonly #issues = new Map<number, RowIssue[]>();
  /** Current run of consecutive rows with one key: the first row, and all rows once there are two. */
  #runHash = 0;
  #runRow = 0;
  #runFirst: RowValues | undefined;
  #runRows: number[] | undefined;
  #runValues: RowValues[] = [];

  constructor(check: GroupCheck, rowCount: number, source: RowSource) {
    this.#check = check;
    this.#source = source;
    this.#groups = new RowGroups(check.by, rowCount, source.values);
  }

  /** Adds the next row. */
  add(row: number, values: RowValues): void {
    const hash = this.#groups.hash(values);
    this.#groups.set(row, hash);
    const first = this.#runFirst;
    // Compare hashes first: comparing texts takes longer than hashing them.
    if (hash === this.#runHash && first !== undefined && this.#groups.isAlike(first, values)) {
      if (this.#runRows === undefined) {
        this.#runRows = [this.#runRow];
        this.#runValues = [first];
      }
      this.#runRows.push(row);
      this.#runValues.push(values);
      return;
    }
    this.#endRun();
    if (hash === 0) return;
    this.#groups.record(hash);
    this.#runHash = hash;
    this.#runRow = row;
    this.#runFirst = values;
  }

  #endRun(): void {
    const first = this.#runFirst;
    if (first === undefined) return;
    if (this.#runRows) this.#judge(this.#runRows, this.#runValues);
    else if ((this.#check.atLeast ?? 1) <= 1) this.#judge([this.#runRow], [first]);
    this.#runFirst = undefined;
    this.#runRows = undefined;
  }

  /** Ends the first pass; calls `beat` between groups that are read again. */
  end(beat: () => void): void {
    this.#endRun();
    for (const rows of this.#groups.scattered()) {
      this.#again(rows);
      beat();
    }
  }

  /** True while no row has an issue. */
  get isClean(): boolean {
    return this.#issues.size === 0;
  }

  /** Issues of a row as a member of its group. */
  issues(row: number): readonly RowIssue[] | undefined {
    return this.#issues.size === 0 ? undefined : this.#issues.get(row);
  }

  /** Moves an edited row to its new group; returns the rows whose issues may have changed. */
  move(row: number, before: RowValues, after: RowValues): number[] {
    const left = this.#groups.rows(before);
    this.#groups.set(row, this.#groups.hash(after));
    this.#issues.delete(row);
    const joined = this.#groups.rows(after);
    const now = new Set(joined);
    const stayed = left.filter((other) => other !== row && !now.has(other));
    this.#again(stayed);
    this.#again(joined);
    return [row, ...stayed, ...joined];
  }

  #again(rows: readonly number[]): void {
    for (const row of rows) this.#issues.delete(row);
    this.#judge(
      rows,
      rows.map((row) => this.#source.values(row)),
    );
  }

  #judge(rows: readonly number[], values: readonly RowValues[]): void {
    if (rows.length < Math.max(this.#check.atLeast ?? 1, 1)) return;
    const found = this.#check.check(values, (index) => this.#source.number(rows[index] ?? 0));
    for (const { index, ...issue } of found) {
      const row = rows[index];
      if (row === undefined) continue;
      const known = this.#issues.get(row);
      if (known) known.push(issue);
      else this.#issues.set(row, [issue]);
    }
  }
}

/** Rows with the same key as an earlier one, where the key must be unique in the file. */
export class Duplicates {
  readonly #groups: RowGroups;
  readonly #firstOf = new Map<number, number>();

  constructor(by: readonly string[], rowCount: number, source: RowSource) {
    this.#groups = new RowGroups(by, rowCount, source.values);
  }

  /** Adds the next row. */
  add(row: number, values: RowValues): void {
    const hash = this.#groups.hash(values);
    if (hash === 0) return;
    this.#groups.set(row, hash);
    this.#groups.record(hash);
  }

  /** Ends the first pass. */
  end(): void {
    for (const rows of this.#groups.scattered()) this.#note(rows);
  }

  /** True while no row repeats another one. */
  get isClean(): boolean {
    return this.#firstOf.size === 0;
  }

  /** The row that this one repeats. */
  firstOf(row: number): number | undefined {
    return this.#firstOf.size === 0 ? undefined : this.#firstOf.get(row);
  }

  /** Updates an edited row; returns the rows that may have become duplicates, or are no longer. */
  move(row: number, before: RowValues, after: RowValues): number[] {
    const left = this.#groups.rows(before).filter((other) => other !== row);
    this.#groups.set(row, this.#groups.hash(after));
    this.#firstOf.delete(row);
    const joined = this.#groups.rows(after);
    this.#note(left);
    this.#note(joined);
    return [row, ...left, ...joined];
  }

  #note(rows: readonly number[]): void {
    const [first, ...others] = rows;
    if (first === undefined) return;
    this.#firstOf.delete(first);
    for (const row of others) this.#firstOf.set(row, first);
  }
}

/** A column that must have one value in the whole file: the most frequent value, and the rows that differ. */
export class SameInFile {
  readonly column: string;
  readonly #ids = new Map<string, number>();
  readonly #values: string[] = [];
  readonly #counts: number[] = [];
  readonly #idOf: Uint16Array;
  #most = 0;
  #settled = false;

  constructor(column: string, rowCount: number) {
    this.column = column;
    this.#idOf = new Uint16Array(rowCount);
  }

  /** Sets the value of a row; returns true if that changes the most frequent value. */
  set(row: number, value: RowValues[string] | undefined): boolean {
    const before = this.#idOf[row] ?? 0;
    if (before > 0) this.#counts[before - 1] = (this.#counts[before - 1] ?? 0) - 1;
    const id = value === null || value === undefined ? 0 : this.#id(String(value));
    this.#idOf[row] = id;
    if (id > 0) this.#counts[id - 1] = (this.#counts[id - 1] ?? 0) + 1;
    return this.#settled && this.#choose();
  }

  #id(value: string): number {
    const known = this.#ids.get(value);
    if (known !== undefined) return known;
    // Values beyond this number share an id: with so many, it does not matter which is the most frequent.
    const id = Math.min(this.#ids.size + 1, 0xffff);
    this.#ids.set(value, id);
    this.#values[id] ??= value;
    return id;
  }

  /** Ends the first pass: determines the most frequent value. */
  end(): void {
    this.#settled = true;
    this.#choose();
  }

  /**
   * Chooses the most frequent value; returns true if it has changed. Of equals the text decides, whatever the order of
   * edits.
   */
  #choose(): boolean {
    let most = 0;
    for (let id = 1; id <= this.#counts.length; id++) {
      const lead = (this.#counts[id - 1] ?? 0) - (this.#counts[most - 1] ?? 0);
      if (lead > 0 || (lead === 0 && most > 0 && (this.#values[id] ?? '') < (this.#values[most] ?? '')))
        most = id;
    }
    const changed = most !== this.#most;
    this.#most = most;
    return changed;
  }

  /** True while all rows with a value have the same one. */
  get isClean(): boolean {
    return this.#counts.filter((count) => count > 0).length <= 1;
  }

  /** The most frequent value, if this row's differs from it; else undefined. */
  expected(row: number): string | undefined {
    const id = this.#idOf[row] ?? 0;
    return id === 0 || id === this.#most ? undefined : this.#values[this.#most];
  }
}
