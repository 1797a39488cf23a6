import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** A part of a backup as its manifest has it. */
export interface Part {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * The parts that a manifest names, however many: in a passing database of SQLite's own, which is on the disk where it does
 * not fit into a little memory, and is gone when it is closed.
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

  /** False for a name that is there already. */
  add({ name, size, sha256 }: Part): boolean {
    return this.#insert.run(name, size, sha256).changes === 1;
  }

  find(name: string): Part | undefined {
    return this.#find.get(name) as Part | undefined;
  }

  /** Notes that a part is in the file; false for one that is not named, or is there twice. */
  see(name: string): boolean {
    return this.#mark.run(name).changes === 1;
  }

  /** The first part that is not in the file. */
  get unseen(): string | undefined {
    const name = this.#database.prepare('select name from part where seen = 0 limit 1').get()?.name;
    return typeof name === 'string' ? name : undefined;
  }

  /** How many there are, and their bytes together. */
  get sum(): { readonly count: number; readonly bytes: number } {
    const row = this.#database.prepare('select count(*) count, coalesce(sum(size), 0) bytes from part').get();
    return { count: Number(row?.count), bytes: Number(row?.bytes) };
  }

  close(): void {
    this.#database.close();
  }
}
