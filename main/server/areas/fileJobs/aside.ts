import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { byName } from '../../store/byName';
import type { Connection } from '../../store/connection';
import { isPostgres } from '../../store/dialect';
import { insertRows } from '../../store/insertRows';
import { migrate } from '../../store/migrate';
import type { Writer } from '../../store/open';
import { forKysely } from '../../store/sqlite';
import type { Database, TableName } from '../../store/tables';

type Row = Record<string, unknown>;

/** Kinds of file whose rows can first be written to a copy of the data. */
export interface AsideRule {
  /** The table that the file's rows are inserted into; their ids are reserved beforehand. */
  readonly makes: TableName;
  /** Tables of which only the rows of the record itself are read; they start empty for new records. */
  readonly own: readonly TableName[];
}

/** Maximum rows of a copied table: reading more would take longer than it saves. */
const MOST = 50_000;

/** Tables that are only appended to and whose ids nothing references; ids are assigned on carrying over. */
const LINES: ReadonlySet<string> = new Set([
  ...([
    'operateLog',
    'billLog',
    'timelineEvent',
    'apiPush',
    'message',
    'scheduleChange',
  ] satisfies TableName[]),
]);

/** Thrown when the work needs more than the copy holds and must run on the data itself. */
export class NotAside extends Error {}

/** Thrown when a table is read that is not copied yet. */
class TableNeeded extends Error {}

/** A table as it was when copied. */
interface TableCopy {
  readonly rows: readonly Row[];
  /** Columns that the work read; only changes to these matter to it. */
  readonly read: Set<string>;
}

/** Rows written to a table. */
interface TableWrites {
  readonly table: string;
  readonly made: readonly Row[];
  readonly changed: readonly { readonly id: unknown; readonly set: Row }[];
}

/** Action codes of SQLite's authorizer. */
const [DELETE, INSERT, READ, UPDATE] = [9, 18, 20, 23];

/**
 * An in-memory copy of the small part of the data that some rows of a file touch. The usual code writes them there
 * while others write to the data itself. The result is carried over in one short transaction, provided that nothing the
 * work read has changed since. Tables are copied when the work first reads them.
 */
export class Aside {
  readonly #from: Connection;
  readonly #database = new DatabaseSync(':memory:');
  readonly #db: Kysely<Database>;
  readonly #own: ReadonlySet<string>;
  readonly #copied = new Map<string, TableCopy>();
  readonly #written = new Set<string>();
  #known: ReadonlySet<string> = new Set();
  #triggers: ReadonlySet<string> = new Set();
  #needed: string | undefined;

  private constructor(from: Connection, own: readonly TableName[]) {
    this.#from = from;
    this.#own = new Set(own);
    this.#database.exec('pragma foreign_keys = off');
    const guarded: Connection = {
      prepare: (text) => this.#prepare(text),
      exec: (text) => this.#database.exec(text),
      close: () => this.#database.close(),
      isOpen: true,
      isTransaction: true,
    };
    this.#db = new Kysely<Database>({ dialect: new SqliteDialect({ database: forKysely(guarded) }) });
  }

  /** Makes an empty copy of the schema; `from` is a connection to the data. */
  static async open(from: Connection, own: readonly TableName[]): Promise<Aside> {
    const aside = new Aside(from, own);
    await migrate(aside.#db);
    aside.#clear();
    return aside;
  }

  #clear(): void {
    const named = (type: string) =>
      this.#database
        .prepare("select name from sqlite_master where type = ? and name not like 'sqlite_%'")
        .all(type)
        .map(({ name }) => String(name));
    for (const name of named('table')) this.#database.exec(`delete from "${name}"`);
    this.#known = new Set(named('table'));
    this.#triggers = new Set(named('trigger'));
  }

  close(): void {
    this.#database.close();
  }

  /**
   * Prepares a statement and records which tables it touches; those touched by triggers are left to the triggers of the
   * data.
   */
  #prepare(text: string): ReturnType<Connection['prepare']> {
    const touched: [code: number, table: string, column: string][] = [];
    this.#database.setAuthorizer((code, table, column, _, by) => {
      if (table && this.#known.has(table) && !(by && this.#triggers.has(by)))
        touched.push([code, table, column ?? '']);
      return 0;
    });
    try {
      const prepared = this.#database.prepare(text);
      for (const [code, table, column] of touched) {
        const isOwn = this.#own.has(table);
        if (code === DELETE && !isOwn) throw new NotAside(`deletes from ${table}`);
        if (code === INSERT || code === UPDATE) this.#written.add(table);
        if (isOwn || code === DELETE || (code === INSERT && LINES.has(table))) continue;
        const copied = this.#copied.get(table);
        if (!copied) {
          this.#needed = table;
          throw new TableNeeded(table);
        }
        if (code === READ) copied.read.add(column);
      }
      return prepared;
    } finally {
      this.#database.setAuthorizer(null);
    }
  }

  #copy(table: string): void {
    const rows = this.#rowsOf(this.#from, table);
    this.#copied.set(table, { rows, read: new Set() });
    const columns = this.#columnsOf(table);
    const insert = this.#database.prepare(
      `insert into "${table}" (${columns.map((name) => `"${name}"`)}) values (${columns.map(() => '?')})`,
    );
    for (const row of rows) insert.run(...columns.map((name) => row[name] as SQLInputValue));
  }

  #columnsOf(table: string): string[] {
    return this.#database
      .prepare('select name from pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name));
  }

  /** Lists the rows of a table in a stable order. Throws {@link NotAside} where there are too many. */
  #rowsOf(connection: Connection, table: string, most = MOST): Row[] {
    const columns = this.#columnsOf(table).map((name) => `"${name}"`);
    const rows = connection.prepare(`select ${columns} from "${table}" order by ${columns[0]}`).all();
    if (rows.length > most) throw new NotAside(`${table} has too many rows`);
    return rows;
  }

  /**
   * Runs the work on the copy, and again each time it turns out to read another table. Throws {@link NotAside} where
   * the copy is not enough. `firstId` is the first id of the table that the work inserts into.
   */
  async run<T>(work: (write: Writer) => Promise<T>, firstId?: { table: TableName; id: number }): Promise<T> {
    for (;;) {
      this.#needed = undefined;
      try {
        return await this.#db.transaction().execute(async (write) => {
          if (firstId) await countFrom(write, firstId.table, firstId.id - 1);
          const done = await work(write);
          if (this.#needed) throw new TableNeeded(this.#needed);
          return done;
        });
      } catch (error) {
        if (!this.#needed) throw error;
        this.#copy(this.#needed);
      }
    }
  }

  /** Lists the rows that the work wrote; new rows of `makes` keep their ids. Throws {@link NotAside}. */
  written(makes: TableName): TableWrites[] {
    const tables = [...this.#written].sort((a, b) => Number(b === makes) - Number(a === makes));
    return tables.map((table) => this.#writtenTo(table, table === makes));
  }

  #writtenTo(table: string, keepsIds: boolean): TableWrites {
    const before = this.#copied.get(table)?.rows ?? [];
    const after = this.#rowsOf(this.#database, table, Number.POSITIVE_INFINITY);
    const hasId = this.#columnsOf(table).includes('id');
    const keyOf = (row: Row) => (hasId ? row.id : JSON.stringify(row));
    const old = new Map(before.map((row) => [keyOf(row), row]));
    const made: Row[] = [];
    const changed: { id: unknown; set: Row }[] = [];
    for (const row of after) {
      const known = old.get(keyOf(row));
      old.delete(keyOf(row));
      if (!known) made.push(row);
      else {
        const set = Object.entries(row).filter(([name, value]) => value !== known[name]);
        if (set.length > 0) changed.push({ id: row.id, set: Object.fromEntries(set) });
      }
    }
    if (old.size > 0) throw new NotAside(`deletes from ${table}`);
    if (!hasId || keepsIds || made.length === 0) return { table, made, changed };
    if (!LINES.has(table)) throw new NotAside(`makes rows of ${table}`);
    return { table, made: made.map(({ id: _, ...row }) => row), changed };
  }

  /**
   * Returns false if anything that the work read has changed since; `connection` is in the transaction that carries it
   * over.
   */
  isUpToDate(connection: Connection): boolean {
    for (const [table, { rows, read }] of this.#copied) {
      const columns = [...read].filter((name) => name !== '');
      const seen = (found: readonly Row[]) =>
        JSON.stringify(found.map((row) => columns.map((name) => row[name])).sort());
      if (seen(rows) !== seen(this.#rowsOf(connection, table, Number.POSITIVE_INFINITY))) return false;
    }
    return true;
  }
}

/** Writes the rows from the copy into the data. */
export async function carryOver(write: Writer, written: readonly TableWrites[]): Promise<void> {
  for (const { table, made, changed } of written) {
    // The rows are those of a copy of the same table, whichever it is.
    await insertRows(write, table as TableName, made);
    for (const { id, set } of changed)
      await byName(write).updateTable(table).set(set).where('id', '=', id).execute();
  }
}

/** Reserves ids of a table for rows inserted later, and returns the first of them. */
export async function keepIds(write: Writer, table: TableName, count: number): Promise<number> {
  if (isPostgres(write)) {
    const { rows } = await sql<{
      last: number;
    }>`select setval(pg_get_serial_sequence(${`main."${table}"`}, 'id')::regclass,
      coalesce((select seq from main.sqlite_sequence where name = ${table}), 0) + ${count}) as last`.execute(
      write,
    );
    return Number(rows[0]?.last) - count + 1;
  }
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(
    write,
  );
  const last = rows[0]?.seq ?? 0;
  await countFrom(write, table, last + count);
  return last + 1;
}

/** Sets the last id that a SQLite table counts as used. */
async function countFrom(write: Writer, table: TableName, last: number): Promise<void> {
  await sql`delete from sqlite_sequence where name = ${table}`.execute(write);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(write);
}
