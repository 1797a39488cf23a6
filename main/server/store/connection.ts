import type { SQLInputValue } from 'node:sqlite';

/** A statement with synchronous results. */
export interface Statement {
  /** Columns of the result; empty for a statement without rows. */
  columns(): readonly unknown[];
  all(...values: SQLInputValue[]): Record<string, unknown>[];
  get(...values: SQLInputValue[]): Record<string, unknown> | undefined;
  iterate(...values: SQLInputValue[]): IterableIterator<Record<string, unknown>>;
  run(...values: SQLInputValue[]): {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
}

/** A connection with synchronous results: to the SQLite file, or to PostgreSQL by way of a thread. */
export interface Connection {
  prepare(text: string): Statement;
  exec(text: string): void;
  close(): void;
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
}
