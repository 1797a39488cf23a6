import type { SQLInputValue } from 'node:sqlite';
import type { Connection, Statement } from './connection';

/** Rows in one statement: so many that the way to a server is worth it; fewer, for what is left. */
const MANY = 100;
const SOME = 10;

/**
 * Puts in rows of one kind on a connection that is waited for, many in one statement. What was added is there after
 * `end`.
 */
export class BulkInsert {
  readonly #statementOf: (rows: number) => Statement;
  readonly #statements = new Map<number, Statement>();
  #waiting: SQLInputValue[][] = [];

  /** `row` is what stands behind `values` for one of them, as `(?, ?, 'new')`; what is there already may be left out. */
  constructor(
    database: Connection,
    { into, row, or }: { readonly into: string; readonly row: string; readonly or?: 'ignore' },
  ) {
    const insert = or ? `insert or ${or} into` : 'insert into';
    this.#statementOf = (rows) =>
      database.prepare(`${insert} ${into} values ${Array.from({ length: rows }, () => row).join(', ')}`);
  }

  add(...values: SQLInputValue[]): void {
    if (this.#waiting.push(values) === MANY) this.#insert(MANY);
  }

  end(): void {
    for (const rows of [SOME, 1]) while (this.#waiting.length >= rows) this.#insert(rows);
  }

  /** The first of those that wait, in one statement. */
  #insert(rows: number): void {
    const statement = this.#statements.get(rows) ?? this.#statementOf(rows);
    this.#statements.set(rows, statement);
    statement.run(...this.#waiting.splice(0, rows).flat());
  }
}
