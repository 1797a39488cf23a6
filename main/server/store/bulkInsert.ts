import type { SQLInputValue } from 'node:sqlite';
import type { Connection, Statement } from './connection';

/** Rows in one statement: enough to be worth a round trip to a server; fewer for the rest. */
const MANY = 100;
const SOME = 10;

/** Inserts rows of one kind on a synchronous connection, many in one statement. All rows are written after `end`. */
export class BulkInsert {
  readonly #statementOf: (rows: number) => Statement;
  readonly #statements = new Map<number, Statement>();
  #waiting: SQLInputValue[][] = [];

  /** `row` is the text after `values` for one row, for example `(?, ?, 'new')`; with `or` existing rows are skipped. */
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

  /** Inserts the first waiting rows in one statement. */
  #insert(rows: number): void {
    const statement = this.#statements.get(rows) ?? this.#statementOf(rows);
    this.#statements.set(rows, statement);
    statement.run(...this.#waiting.splice(0, rows).flat());
  }
}
