import type { SQLInputValue } from 'node:sqlite';
import type { Connection, Statement } from './connection';

/** Rows in one statement: so many that the way to a server is worth it; few, for what is left. */
const MANY = 100;

/**
 * Puts in rows of one kind on a connection that is waited for, many in one statement. What was added is there after
 * `end`.
 */
export class BulkInsert {
  readonly #statementOf: (rows: number) => Statement;
  #many: Statement | undefined;
  #one: Statement | undefined;
  #waiting: SQLInputValue[][] = [];

  /** `row` is what stands behind `values` for one of them, as `(?, ?, 'new')`. */
  constructor(database: Connection, { into, row }: { readonly into: string; readonly row: string }) {
    this.#statementOf = (rows) =>
      database.prepare(`insert into ${into} values ${Array.from({ length: rows }, () => row).join(', ')}`);
  }

  add(...values: SQLInputValue[]): void {
    if (this.#waiting.push(values) < MANY) return;
    this.#many ??= this.#statementOf(MANY);
    this.#many.run(...this.#waiting.flat());
    this.#waiting = [];
  }

  end(): void {
    this.#one ??= this.#statementOf(1);
    for (const values of this.#waiting) this.#one.run(...values);
    this.#waiting = [];
  }
}
