import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStore } from '../../main/server/demo';
import { BEFORE_BASELINE, LAST_OF_BASELINE } from '../../main/server/store/beforeBaseline';
import { beginsWith, contains, isText, listed } from '../../main/server/store/dialect';
import { storeFacts } from '../../main/server/store/facts';
import { FolderInUse } from '../../main/server/store/hold';
import { migrate, migrations, UnfinishedDatabase } from '../../main/server/store/migrate';
import { openStore, type Store } from '../../main/server/store/open';
import { PostgresDialect } from '../../main/server/store/postgres/dialect';
import { holdDatabase } from '../../main/server/store/postgres/hold';
import { MoveRefused, moveToPostgres } from '../../main/server/store/postgres/move';
import { UnfitDatabase } from '../../main/server/store/postgres/open';
import { INSTALL, postgresPrograms } from '../../scripts/postgres.mjs';
import { copyDemoData } from '../support/apiDemoData';
import { folders } from '../support/apiFolder';
import { long } from '../support/long';
import { startPostgres, type TestPostgres } from '../support/postgres';
import { schemaOfFile, schemaOfPostgres } from '../support/storeSchema';

/** Compares the store in PostgreSQL with the same store in SQLite. */

const folder = folders();
const present = postgresPrograms() !== undefined;
const report = (message: string, error: unknown) => {
  throw new Error(message, { cause: error });
};

// Without PostgreSQL, the title of the skipped tests names the command that installs it.
describe.skipIf(!present)(present ? 'PostgreSQL' : `PostgreSQL, after: ${INSTALL}`, () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  /** Recreates the tables of a database with the schema of the baseline. */
  async function asOfBaseline(address: Parameters<typeof holdDatabase>[0]): Promise<void> {
    await server.rows(
      'before',
      `do $$ declare one record; begin
         for one in select viewname from pg_views where schemaname = 'main' and viewname !~ '^sqlite' loop
           execute format('drop view if exists main.%I cascade', one.viewname); end loop;
         for one in select tablename from pg_tables where schemaname = 'main' loop
           execute format('drop table if exists main.%I cascade', one.tablename); end loop;
       end $$`,
    );
    const db = new Kysely<unknown>({
      dialect: new PostgresDialect({ address, most: 1, reads: false, report }),
    });
    await migrate(
      db,
      migrations.filter(({ name }) => name <= LAST_OF_BASELINE),
    );
    await db.destroy();
  }

  const columnsOf = (database: DatabaseSync, table: string) =>
    database
      .prepare('select name from pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name))
      .sort();

  test('has every table, view, index and trigger of SQLite, with the same columns', async () => {
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
    // The facts for support count every table.
    const { rows: counted } = await storeFacts(store);
    expect(Object.keys(counted).sort()).toEqual(
      here
        .filter(({ type }) => type === 'table')
        .map(({ name }) => name)
        .sort(),
    );
    await store.close();
    // PostgreSQL and SQLite have the same constraints and indexes.
    const promised = schemaOfFile(sqlite);
    expect(Object.keys(promised).length).toBeGreaterThan(100);
    expect(await schemaOfPostgres((text) => server.rows('schema', text))).toEqual(promised);
    // Opening again changes nothing; functions made by another version are replaced.
    const opened = async () => {
      await (await openStore(folder(), { address: server.address('schema'), report })).close();
      const functions =
        "select max(xmin::text::int) as last from pg_proc where pronamespace = 'main'::regnamespace";
      return Number((await server.rows('schema', functions))[0]?.last);
    };
    const made = await opened();
    expect(await opened()).toBe(made);
    await server.rows('schema', "comment on schema main is 'made by another'");
    expect(await opened()).toBeGreaterThan(made);
  });

  test('migrates data from before the baseline, and refuses it with only a part of its migrations', async () => {
    const address = await server.create('before');
    const open = () => openStore(folder(), { address, report });
    const names = async () =>
      (await server.rows('before', 'select name from main.migration order by id')).map(({ name }) => name);
    const remember = (list: readonly string[]) =>
      server.rows(
        'before',
        `delete from main.migration; insert into main.migration (name, at)
           select name, 'x' from unnest(array['${list.join("','")}']) with ordinality as listed(name, n) order by n`,
      );
    const started = await open();
    await started.close();
    const present = await names();
    await asOfBaseline(address);
    await server.rows('before', "insert into main.fact (name, value) values ('seed', 'empty')");

    await remember(BEFORE_BASELINE.slice(0, -1));
    await expect(open()).rejects.toBeInstanceOf(UnfinishedDatabase);
    expect(await names()).toEqual(BEFORE_BASELINE.slice(0, -1));

    await remember(BEFORE_BASELINE);
    const opened = await open();
    expect(await opened.read.selectFrom('fact').selectAll().execute()).toEqual([
      { name: 'seed', value: 'empty' },
    ]);
    await opened.close();
    expect(await names()).toEqual(present);
  });

  test('refuses a database that sorts by the rules of a language', async () => {
    await server.run(`create database "sorted" template template0 encoding 'UTF8' locale 'C.UTF-8'`);
    await expect(openStore(folder(), { address: server.address('sorted'), report })).rejects.toBeInstanceOf(
      UnfitDatabase,
    );
  });

  test('is served by one server at a time', async () => {
    const address = await server.create('held');
    const first = await holdDatabase(address, report, () => undefined);
    await expect(holdDatabase(address, report, () => undefined)).rejects.toBeInstanceOf(FolderInUse);
    await first.release();
    await (await holdDatabase(address, report, () => undefined)).release();
  });

  describe('a PostgreSQL store', () => {
    let store: Store;
    beforeAll(async () => {
      store = await openStore(folder(), { address: await server.create('store'), report });
      await seedStore(store, {
        kind: 'empty',
        at: '2026-11-03T00:00:00Z',
        admin: {
          username: 'first',
          realName: 'First',
          email: 'first@example.com',
          passwordHash: 'none',
        } as never,
      });
    });
    afterAll(() => store.close());

    test('rolls back a failed write, and continues', async () => {
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

    test('refuses writes on read connections', async () => {
      const written = store.read
        .insertInto('fact')
        .values({ name: 'read' as never, value: 'written' })
        .execute();
      await expect(written).rejects.toThrow(/read-only/);
    });

    test('protects the log from every change', async () => {
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

    test('drops a trigger by its name', async () => {
      await store.write(async (write) => {
        await sql`create trigger refusing before insert on adminGroup when new.name = 'refused'
          begin select raise(abort, 'not this one'); end`.execute(write);
      });
      const add = () =>
        store.write((write) =>
          write
            .insertInto('adminGroup')
            .values({ name: 'refused', nameCn: 'x', version: 1 } as never)
            .execute(),
        );
      await expect(add()).rejects.toThrow('not this one');
      await store.write((write) => sql`drop trigger refusing`.execute(write));
      await add();
    });

    test('assigns ids after those of imported rows', async () => {
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

  test('returns what SQLite returns for any rows and query', async () => {
    const stores = [
      await openStore(folder()),
      await openStore(folder(), { address: await server.create('same'), report }),
    ];
    // The table needs a nullable text and a nullable number, and no constraints on them.
    const columns = ['remark', 'sort'] as const;
    const word = fc.oneof(
      fc.constantFrom('', 'a', 'A', 'ab', 'Ab%', 'a_b', 'a\\', '10', ' 7x', '-3', 'é', 'É', '上海', 'z', '~'),
      fc.string({ maxLength: 6 }).filter((text) => isText(text) && !/\p{Cs}/u.test(text)),
    );
    const number = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.maxSafeInteger());
    const row = fc.tuple(fc.option(word), fc.option(number));
    const input = fc.record({
      text: word,
      n: fc.integer({ min: 1, max: 9 }),
      from: fc.integer({ min: -4, max: 4 }),
    });
    const questions = ({ text, n, from }: { text: string; n: number; from: number }) => [
      sql`select remark, sort from mark order by remark, sort, id`,
      sql`select remark from mark order by remark desc, sort desc, id desc`,
      sql`select id from mark where ${contains('remark', text)} order by id`,
      sql`select id from mark where ${beginsWith('remark', text)} order by id`,
      sql`select id from mark where remark like '%' || ${text} order by id`,
      sql`select id from mark where remark is ${text} or sort is not ${n} order by id`,
      sql`select id from mark where remark in ${listed([text, 'a'])} order by id`,
      sql`select id from mark where sort in ${listed([n, from])} order by id`,
      sql`select sort / ${sql.lit(n)} as whole, sort % ${sql.lit(n)} as rest from mark order by id`,
      sql`select cast(remark as integer) as n from mark where length(remark) < 4 order by id`,
      sql`select substr(remark, ${sql.lit(from || 1)}) as s, length(remark) as l, instr(remark, ${text}) as at,
        replace(remark, 'a', 'x') as r, lower(remark) as low, upper(remark) as up from mark order by id`,
      sql`select substr(remark, ${sql.lit(Math.abs(from) + 1)}, ${sql.lit(n)}) as s from mark order by id`,
      sql`select min(sort, ${sql.lit(n)}) as least, max(sort, ${sql.lit(n)}) as most, abs(sort) as size,
        coalesce(sort, 0) as filled, nullif(sort, ${sql.lit(n)}) as other from mark order by id`,
      sql`select count(*) as n, count(sort) as filled, min(remark) as first, max(remark) as last,
        sum(case when sort between -9 and 9 then sort end) as total, sum(sort > 0) as above, max(sort = ${sql.lit(n)}) as some
        from mark`,
      sql`select remark, count(*) as n from mark group by remark having count(*) > 1 order by remark`,
      sql`select case when sort > 0 then round(${sql.lit(from)} * 1000.0 / sort) end as share from mark
        where sort between 1 and 9 order by id`,
      sql`select value from json_each(${JSON.stringify([text, 'b'])})`,
      sql`select ${JSON.stringify({ text, n })} ->> '$.text' as text, json_array_length('[1,2]') as two`,
      sql`select distinct remark from mark order by 1`,
      sql`select printf('A%03dB', abs(coalesce(sort, 0))) as made from mark order by id`,
      sql`SELECT count(*) AS n FROM mark WHERE remark IS NOT NULL`,
      sql`select substr(remark, nullif(1, 1)) as s, substr(remark, 1, nullif(1, 1)) as t from mark order by id`,
      sql`select remark || '-' || sort as joined from mark order by id`,
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 12 }), input, async (rows, question) => {
        const answers: unknown[][] = [];
        for (const store of stores) {
          await store.write(async (write) => {
            await write.deleteFrom('mark').execute();
            for (const [at, values] of rows.entries())
              await write
                .insertInto('mark')
                .values({
                  ...{
                    id: at + 1,
                    code: `M${at}`,
                    nameEn: 'x',
                    nameCn: 'x',
                    text: 'x',
                    tapeColor: 'x',
                    active: 1,
                    version: 1,
                  },
                  ...{ createdAt: '2026-11-03T08:00:00Z', updatedAt: '2026-11-03T08:00:00Z' },
                  ...Object.fromEntries(columns.map((name, index) => [name, values[index]])),
                } as never)
                .execute();
          });
          const got: unknown[] = [];
          for (const one of questions(question))
            got.push((await one.execute(store.read)).rows.map((found) => ({ ...(found as object) })));
          answers.push(got);
        }
        expect(answers[1]).toEqual(answers[0]);
      }),
      { numRuns: long ? 1000 : 30 },
    );
    for (const store of stores) await store.close();
  });

  test('takes over a data folder completely, and only into an empty database', async () => {
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
