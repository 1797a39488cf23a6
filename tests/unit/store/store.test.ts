import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextNumber } from '../../../main/server/store/numbers';
import { openStore, type Store } from '../../../main/server/store/open';
import { folders } from '../../support/apiFolder';

const folder = folders();
let store: Store;

beforeAll(async () => {
  store = await openStore(folder());
});
afterAll(() => store.close());

const attempt = (username: string) => ({ username, at: '2026-11-03T00:00:00Z' });
const names = async (like: string) =>
  (
    await store.read.selectFrom('loginAttempt').select('username').where('username', 'like', like).execute()
  ).map(({ username }) => username);

test('leaves nothing of a write that fails half-way, and runs the next one', async () => {
  const failing = store.write(async (write) => {
    await write.insertInto('loginAttempt').values(attempt('half.1')).execute();
    throw new Error('in the middle');
  });
  await expect(failing).rejects.toThrow('in the middle');
  await store.write((write) => write.insertInto('loginAttempt').values(attempt('half.2')).execute());
  expect(await names('half.%')).toEqual(['half.2']);
});

test('runs writes one after the other, each seeing the earlier ones', async () => {
  const seen = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      store.write(async (write) => {
        const before = await write
          .selectFrom('loginAttempt')
          .select('id')
          .where('username', 'like', 'turn.%')
          .execute();
        await setImmediate();
        await write
          .insertInto('loginAttempt')
          .values(attempt(`turn.${n}`))
          .execute();
        return before.length;
      }),
    ),
  );
  expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test('lets others read committed data during a write', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let onWritten = () => {};
  const written = new Promise<void>((resolve) => {
    onWritten = resolve;
  });
  const writing = store.write(async (write) => {
    await write.insertInto('loginAttempt').values(attempt('open.1')).execute();
    onWritten();
    await held;
  });
  await written;
  expect(await names('open.%')).toEqual([]);
  release();
  await writing;
  expect(await names('open.%')).toEqual(['open.1']);
});

test('refuses writes on reading connections', async () => {
  await expect(store.read.insertInto('loginAttempt').values(attempt('reader')).execute()).rejects.toThrow();
});

test('refuses a reference to a missing record', async () => {
  const orphan = store.write((write) =>
    write.insertInto('groupPermission').values({ groupId: 999, permissionId: '9010101' }).execute(),
  );
  await expect(orphan).rejects.toThrow(/FOREIGN KEY/);
});

test.each(['operateLog', 'billLog'] as const)(
  'allows adding a line of %s, never changing or deleting it',
  async (table) => {
    const line = { at: '2026-11-03T00:00:00Z', operatorName: 'x', action: 'check' as const };
    const row =
      table === 'billLog'
        ? { ...line, billId: 1 }
        : { ...line, module: 'bill' as const, objectType: 'bill' as const, result: 'ok' as const };
    await store.write((write) =>
      write
        .insertInto(table as 'billLog')
        .values(row as never)
        .execute(),
    );
    const change = store.write((write) => write.updateTable(table).set({ operatorName: 'y' }).execute());
    await expect(change).rejects.toThrow('the log is append-only');
    const remove = store.write((write) => write.deleteFrom(table as 'billLog').execute());
    await expect(remove).rejects.toThrow('the log is append-only');
    expect(await store.read.selectFrom(table).select('operatorName').execute()).toEqual([
      { operatorName: 'x' },
    ]);
  },
);

test('waits for requested writes on close', async () => {
  const other = await openStore(folder());
  let done = false;
  const writing = other.write(async (write) => {
    await setImmediate();
    await write.insertInto('loginAttempt').values(attempt('last')).execute();
    done = true;
  });
  await other.close();
  expect(done).toBe(true);
  await writing;
});

test('continues daily numbers after 9999, and restarts them the next day', async () => {
  const next = (day: string) =>
    store.write(async (write) => {
      const no = await nextNumber(write, 'loginAttempt', 'username', 'NO', `${day}T10:00:00Z`);
      await write.insertInto('loginAttempt').values(attempt(no)).execute();
      return no;
    });
  expect([await next('2026-11-03'), await next('2026-11-03')]).toEqual([
    'NO20261103-0001',
    'NO20261103-0002',
  ]);
  await store.write((write) => write.insertInto('loginAttempt').values(attempt('NO20261103-9999')).execute());
  expect([await next('2026-11-03'), await next('2026-11-03'), await next('2026-11-03')]).toEqual([
    ...['NO20261103-10000', 'NO20261103-10001', 'NO20261103-10002'],
  ]);
  expect(await next('2026-11-04')).toBe('NO20261104-0001');
});
