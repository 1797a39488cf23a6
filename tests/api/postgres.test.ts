import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStore } from '../../main/embedded/seed';
import { FolderInUse } from '../../main/embedded/store/hold';
import { openStore, type Store } from '../../main/embedded/store/open';
import { holdDatabase } from '../../main/embedded/store/postgres/hold';
import { MoveRefused, moveToPostgres } from '../../main/embedded/store/postgres/move';
import { UnfitDatabase } from '../../main/embedded/store/postgres/open';
import { copyDemoData } from '../support/apiDemoData';
import { folders } from '../support/apiFolder';
import { INSTALL, postgresPrograms, startPostgres, type TestPostgres } from '../support/postgres';

/** The store in PostgreSQL beside the same store in SQLite. */

const folder = folders();
const present = postgresPrograms() !== undefined;
const report = (message: string, error: unknown) => {
  throw new Error(message, { cause: error });
};

// Where it is missing, the name of what is left out says how it is brought.
describe.skipIf(!present)(present ? 'on PostgreSQL' : `on PostgreSQL, after: ${INSTALL}`, () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  const columnsOf = (database: DatabaseSync, table: string) =>
    database
      .prepare('select name from pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name))
      .sort();

  test('has every table, view, index and trigger that SQLite has, with the same columns', async () => {
    const data = folder();
    await (await openStore(data)).close();
    const sqlite = new DatabaseSync(path.join(data, 'freight.db'), { readOnly: true });
    const store = await openStore(folder(), { address: await server.create('schema'), report });
    const { rows } = await sql<{ name: string; type: string }>`select name, type from sqlite_master`.execute(
      store.read,
    );
    const there = new Set(rows.map(({ name, type }) => `${type} ${name}`));
    const here = sqlite.prepare("select name, type from sqlite_master where name not like 'sqlite_%'").all();
    expect(here.filter(({ name, type }) => !there.has(`${type} ${name}`))).toEqual([]);
    for (const { name, type } of here.filter(({ type }) => type === 'table' || type === 'view')) {
      const found = await sql<{ name: string }>`select name from pragma_table_info(${name})`.execute(
        store.read,
      );
      const names = found.rows
        .map((row) => row.name)
        .filter((column) => column !== 'rowid')
        .sort();
      expect({ name, type, names }).toEqual({ name, type, names: columnsOf(sqlite, String(name)) });
    }
    await store.close();
    // Opened once more, there is nothing left to do.
    await (await openStore(folder(), { address: server.address('schema'), report })).close();
  });

  test('refuses a database that sorts by a language', async () => {
    await server.run(`create database "sorted" template template0 encoding 'UTF8' locale 'C.UTF-8'`);
    await expect(openStore(folder(), { address: server.address('sorted'), report })).rejects.toBeInstanceOf(
      UnfitDatabase,
    );
  });

  test('is served by one at a time', async () => {
    const address = await server.create('held');
    const first = await holdDatabase(address, report, () => undefined);
    await expect(holdDatabase(address, report, () => undefined)).rejects.toBeInstanceOf(FolderInUse);
    await first.release();
    await (await holdDatabase(address, report, () => undefined)).release();
  });

  describe('a store', () => {
    let store: Store;
    beforeAll(async () => {
      store = await openStore(folder(), { address: await server.create('store'), report });
      await seedStore(store, {
        kind: 'empty',
        day: '2026-11-03',
        admin: {
          username: 'first',
          realName: 'First',
          email: 'first@example.com',
          passwordHash: 'none',
        } as never,
      });
    });
    afterAll(() => store.close());

    test('undoes all of a write that fails, and goes on', async () => {
      const failed = store.write(async (write) => {
        await write
          .insertInto('fact')
          .values({ name: 'half' as never, value: 'written' })
          .execute();
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      const found = await store.read
        .selectFrom('fact')
        .selectAll()
        .where('name', '=', 'half' as never)
        .execute();
      expect(found).toEqual([]);
    });

    test('only reads where it reads', async () => {
      const written = store.read
        .insertInto('fact')
        .values({ name: 'read' as never, value: 'written' })
        .execute();
      await expect(written).rejects.toThrow(/read-only/);
    });

    test('keeps the log from every change', async () => {
      const change = store.write((write) => write.deleteFrom('operateLog').execute());
      await store.write((write) =>
        write
          .insertInto('operateLog')
          .values({
            ...{
              at: '2026-11-03T08:00:00Z',
              operatorName: 'x',
              module: 'x',
              action: 'x',
              objectType: 'x',
              result: 'x',
            },
          } as never)
          .execute(),
      );
      await change;
      await expect(store.write((write) => write.deleteFrom('operateLog').execute())).rejects.toThrow(
        'the log is append-only',
      );
    });

    test('gives numbers after those that rows brought along', async () => {
      const made = await store.write(async (write) => {
        const row = { name: 'brought', nameCn: 'x', version: 1 };
        await write
          .insertInto('adminGroup')
          .values({ ...row, id: 900 } as never)
          .execute();
        return write
          .insertInto('adminGroup')
          .values({ ...row, name: 'given' } as never)
          .returning('id')
          .executeTakeFirstOrThrow();
      });
      expect(made.id).toBe(901);
    });
  });

  test('takes the data of a folder over, whole, and only when it has none', async () => {
    const data = folder();
    await copyDemoData(data);
    const address = await server.create('moved');
    const moved = await moveToPostgres(data, address, report);
    const source = new DatabaseSync(path.join(data, 'freight.db'), { readOnly: true });
    const store = await openStore(data, { address, report });
    for (const { table, rows } of moved) {
      const { n } = source.prepare(`select count(*) as n from "${table}"`).get() as { n: number };
      expect({ table, rows }).toEqual({ table, rows: n });
      const found = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
        store.read,
      );
      expect({ table, n: found.rows[0]?.n }).toEqual({ table, n });
    }
    const bills = source.prepare('select id, billNo, eta from bill order by eta, id').all();
    const { rows } = await sql`select id, billNo, eta from bill order by eta, id`.execute(store.read);
    expect(rows).toEqual(bills.map((bill) => ({ ...bill })));
    await store.close();
    await expect(moveToPostgres(data, address, report)).rejects.toBeInstanceOf(MoveRefused);
  });
});
