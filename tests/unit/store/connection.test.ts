import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../../main/server/store/open';
import { openConnection, requireSafeSqlite } from '../../../main/server/store/sqlite';
import { folders } from '../../support/apiFolder';

const folder = folders();
const pragma = (database: DatabaseSync, name: string) =>
  Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];

/** Opens a database for writing, and the same one read-only. */
async function connections(): Promise<{ writing: DatabaseSync; reading: DatabaseSync }> {
  const file = path.join(folder(), 'freight.db');
  const writing = openConnection(file, false);
  writing.exec("create table note (text text); insert into note values ('kept')");
  return { writing, reading: openConnection(file, true) };
}

test('opens a connection as durable and strict as the product promises', async () => {
  const { writing, reading } = await connections();
  expect(pragma(writing, 'journal_mode')).toBe('wal');
  expect(pragma(writing, 'synchronous')).toBe(2);
  for (const database of [writing, reading]) {
    expect(pragma(database, 'foreign_keys')).toBe(1);
    expect(pragma(database, 'trusted_schema')).toBe(0);
    expect(Number(pragma(database, 'busy_timeout'))).toBeGreaterThanOrEqual(1000);
  }
  expect(pragma(reading, 'query_only')).toBe(1);
});

test('refuses writes to the schema table and shadow tables', async () => {
  const { writing } = await connections();
  writing.exec('pragma writable_schema = on');
  expect(() => writing.exec("update sqlite_master set sql = 'x'")).toThrow(/may not be modified/);
  writing.exec('create virtual table words using fts5(text)');
  expect(() => writing.exec("insert into words_data values (99, 'x')")).toThrow(/may not be modified/);
});

test('uses an SQLite that keeps a WAL intact between connections', async () => {
  const { writing } = await connections();
  expect(() => requireSafeSqlite(writing)).not.toThrow();
  const { version } = writing.prepare('select sqlite_version() as version').get() as { version: string };
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  expect(major * 1_000_000 + minor * 1_000 + patch).toBeGreaterThanOrEqual(3_051_003);
});

test.each(['3.51.2', '3.50.9', '2.99.99'])('refuses SQLite %s', (version) => {
  const old = { prepare: () => ({ get: () => ({ version }) }) } as unknown as DatabaseSync;
  expect(() => requireSafeSqlite(old)).toThrow(/older than 3\.51\.3/);
});

test.each(['3.51.3', '3.52.0', '4.0.0'])('accepts SQLite %s', (version) => {
  const fresh = { prepare: () => ({ get: () => ({ version }) }) } as unknown as DatabaseSync;
  expect(() => requireSafeSqlite(fresh)).not.toThrow();
});

test('refuses writes of a read-only connection', async () => {
  const { reading } = await connections();
  expect(() => reading.exec("insert into note values ('x')")).toThrow();
  expect(() => reading.exec('pragma query_only = off; delete from note')).toThrow();
  expect(reading.prepare('select count(*) as n from note').get()).toEqual({ n: 1 });
});

test('restricts the folder of files to this user', async () => {
  const data = folder();
  const store = await openStore(data);
  expect(statSync(store.files).mode & 0o777).toBe(0o700);
  await store.close();
});

test('merges all data into the one file on close', async () => {
  const data = folder();
  const store = await openStore(data);
  await store.write((write) => write.insertInto('fact').values({ name: 'seed', value: 'empty' }).execute());
  expect(readdirSync(data)).toContain('freight.db-wal');
  await store.settle();
  expect(statSync(path.join(data, 'freight.db-wal')).size).toBe(0);
  await store.close();
  expect(readdirSync(data).sort()).toEqual(['files', 'freight.db']);
});

test('refuses a file that is no database and leaves it as it was', async () => {
  const data = folder();
  const text = 'x'.repeat(8192);
  writeFileSync(path.join(data, 'freight.db'), text);
  await expect(openStore(data)).rejects.toMatchObject({ errcode: 26 });
  expect(statSync(path.join(data, 'freight.db')).size).toBe(text.length);
});
