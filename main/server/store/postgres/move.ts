import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { holdFolder } from '../hold';
import { migrations } from '../migrate';
import { openConnection } from '../sqlite';
import { type Address, settingsOf } from './connection';
import { holdDatabase } from './hold';
import { openPostgres } from './open';
import { quoted } from './translate';

/** Reason why data is not moved, as text for the person who typed the command. */
export class MoveRefused extends Error {}

/** Rows inserted by one statement, and read by one for the comparison. */
const PIECE = 2000;

/** A table with its columns, and the number of rows moved. */
interface MovedTable {
  readonly table: string;
  readonly rows: number;
}

/**
 * Copies the data of a folder into an empty PostgreSQL database, all or nothing: every table, then counted and compared
 * with its source. The folder is only read; stored files stay in it. Returns the moved tables.
 */
export async function moveToPostgres(
  folder: string,
  address: Address,
  report: (message: string, error: unknown) => void,
): Promise<MovedTable[]> {
  const file = path.join(folder, 'freight.db');
  if (!existsSync(file)) throw new MoveRefused(`there is no data in ${folder}`);
  const held = holdFolder(folder);
  try {
    const source = openConnection(file, true);
    try {
      requirePresent(source);
      const served = await holdDatabase(address, report, () => undefined);
      try {
        // Creates missing tables, views and functions.
        await (await openPostgres(folder, address, report)).close();
        return await copyAll(source, address);
      } finally {
        await served.release();
      }
    } finally {
      source.close();
    }
  } finally {
    held.release();
  }
}

function requirePresent(source: DatabaseSync): void {
  const applied = source
    .prepare('select name from migration order by id')
    .all()
    .map(({ name }) => name);
  const known = migrations.map(({ name }) => name);
  if (applied.join() !== known.join())
    throw new MoveRefused(
      'the data is of another version: start this program on it once and stop it before moving the data',
    );
}

const id = (name: string) => `"${name}"`;

async function copyAll(source: DatabaseSync, address: Address): Promise<MovedTable[]> {
  const client = new Client(settingsOf(address));
  await client.connect();
  try {
    await client.query('begin');
    const tables = source
      .prepare(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'migration' order by name",
      )
      .all()
      .map(({ name }) => String(name));
    // Every installation has rows in these tables; all other rows were created with the tables.
    for (const table of ['fact', 'staff', 'bill']) {
      const { rows } = await client.query(`select exists (select 1 from main.${id(table)}) as taken`);
      if (rows[0].taken === 1) throw new MoveRefused(`the database already has data, in ${table}`);
    }
    // Derived rows are copied as rows: no trigger may derive them again, and no foreign key may require an order.
    const { rows: references } = await client.query(
      `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'main'::regnamespace`,
    );
    for (const { table, name } of references)
      await client.query(`alter table ${table} drop constraint ${id(name)}`);
    for (const table of tables) await client.query(`alter table main.${id(table)} disable trigger user`);
    for (const table of tables) await client.query(`delete from main.${id(table)}`);
    const moved: MovedTable[] = [];
    for (const table of tables) moved.push(await copyTable(source, client, table));
    for (const table of tables) await client.query(`alter table main.${id(table)} enable trigger user`);
    for (const { table, name, definition } of references)
      await client.query(`alter table ${table} add constraint ${id(name)} ${definition}`);
    for (const { name, seq } of source.prepare('select name, seq from sqlite_sequence').all())
      if (tables.includes(String(name)) && Number(seq) > 0)
        await client.query(
          `select setval(pg_get_serial_sequence(${quoted(`main.${id(String(name))}`)}, 'id'), ${Number(seq)})`,
        );
    await client.query('commit');
    await client.query('analyze');
    return moved;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

async function copyTable(source: DatabaseSync, client: Client, table: string): Promise<MovedTable> {
  const columns = source
    .prepare('select name from pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name));
  const names = columns.map(id).join(', ');
  const sent = new Sum(columns);
  let piece: Record<string, unknown>[] = [];
  const send = async () => {
    if (piece.length === 0) return;
    await client.query(
      `insert into main.${id(table)} (${names}) select ${names} from json_populate_recordset(null::main.${id(table)}, $1)`,
      [JSON.stringify(piece)],
    );
    piece = [];
  };
  for (const row of source.prepare(`select ${names} from ${id(table)} order by rowid`).iterate()) {
    sent.add(row);
    piece.push(row);
    if (piece.length === PIECE) await send();
  }
  await send();
  const arrived = new Sum(columns);
  await client.query(`declare arrived cursor for select ${names} from main.${id(table)}`);
  for (;;) {
    const { rows } = await client.query(`fetch ${PIECE} from arrived`);
    for (const row of rows) arrived.add(row);
    if (rows.length < PIECE) break;
  }
  await client.query('close arrived');
  if (!arrived.is(sent))
    throw new MoveRefused(`${table} differs from its source after the copy; nothing was moved`);
  return { table, rows: sent.rows };
}

/** Count and checksum of rows, independent of their order. */
class Sum {
  rows = 0;
  #sum = 0n;
  readonly #columns: readonly string[];
  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }
  add(row: Readonly<Record<string, unknown>>): void {
    const text = JSON.stringify(this.#columns.map((column) => row[column]));
    this.rows += 1;
    this.#sum = BigInt.asUintN(64, this.#sum + createHash('sha256').update(text).digest().readBigUInt64LE());
  }
  is(other: Sum): boolean {
    return this.rows === other.rows && this.#sum === other.#sum;
  }
}
