import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** A part of a backup as listed in its manifest. */
export interface Part {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * The parts that a manifest names, in a temporary SQLite database, which goes to disk when it outgrows a little memory
 * and is deleted on close.
 */
export class PartIndex {
  readonly #database = new DatabaseSync('');
  readonly #insert: StatementSync;
  readonly #find: StatementSync;
  readonly #mark: StatementSync;

  constructor() {
    this.#database.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -2000;
      create table part (name text primary key, size integer not null, sha256 text not null, seen integer not null default 0)
        strict, without rowid;
      begin`);
    this.#insert = this.#database.prepare(
      'insert into part (name, size, sha256) values (?, ?, ?) on conflict do nothing',
    );
    this.#find = this.#database.prepare('select name, size, sha256 from part where name = ?');
    this.#mark = this.#database.prepare('update part set seen = 1 where name = ? and seen = 0');
  }

  /** Adds a part. Returns false for a name that is already there. */
  add({ name, size, sha256 }: Part): boolean {
    return this.#insert.run(name, size, sha256).changes === 1;
  }

  find(name: string): Part | undefined {
    return this.#find.get(name) as Part | undefined;
  }

  /** Marks a part as present in the file. Returns false if it is not in the manifest, or is present twice. */
  markPresent(name: string): boolean {
    return this.#mark.run(name).changes === 1;
  }

  /** A part that is not in the file; undefined if all are. */
  get unseen(): string | undefined {
    const name = this.#database.prepare('select name from part where seen = 0 limit 1').get()?.name;
    return typeof name === 'string' ? name : undefined;
  }

  /** Number of parts, and the sum of their bytes. */
  get sum(): { readonly count: number; readonly bytes: number } {
    const row = this.#database.prepare('select count(*) count, coalesce(sum(size), 0) bytes from part').get();
    return { count: Number(row?.count), bytes: Number(row?.bytes) };
  }

  close(): void {
    this.#database.close();
  }
}
