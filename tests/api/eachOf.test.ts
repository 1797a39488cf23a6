import { expect, test } from 'vitest';
import type { Context } from '../../main/server/core/context';
import { eachOf } from '../../main/server/core/eachOf';
import { refuse } from '../../main/server/core/refusal';
import { openStore, type Writer } from '../../main/server/store/open';
import { folders } from '../support/apiFolder';

const folder = folders();

test('writes nothing of a refused record, and all of the others', async () => {
  const store = await openStore(folder());
  const note = (write: Writer, username: string) =>
    write.insertInto('loginAttempt').values({ username, at: '2026-11-03T10:00:00Z' }).execute();
  let unchanged = 0;
  const answer = await store.write(async (write) => {
    const context = { write, explain: ({ code }) => code, unchanged: () => unchanged++ } as Partial<Context>;
    return eachOf(context as Context, ['first', 'thrown', 'told', 'kept', 'last'], async (key) => {
      await note(write, key);
      if (key === 'thrown') throw refuse('IN_USE');
      if (key === 'told') return [{ code: 'REASON_REQUIRED' }, { code: 'IN_USE' }];
      if (key !== 'last') return key === 'first';
      // A bulk action within a bulk action.
      const inner = await eachOf(context as Context, ['within', 'refused within'], async (within) => {
        await note(write, within);
        if (within !== 'within') throw refuse('IN_USE');
        return true;
      });
      return inner.ok === 1;
    });
  });
  expect(answer).toEqual({
    ok: 3,
    failed: [
      { key: 'thrown', code: 'IN_USE', msg: 'IN_USE' },
      { key: 'told', code: 'REASON_REQUIRED', msg: 'REASON_REQUIRED; IN_USE' },
    ],
  });
  const rows = await store.read.selectFrom('loginAttempt').select('username').orderBy('id').execute();
  expect(rows.map(({ username }) => username)).toEqual(['first', 'kept', 'last', 'within']);
  expect(unchanged).toBe(0);
  await store.close();
});

test('undoes all records after another failure', async () => {
  const store = await openStore(folder());
  const work = store.write((write) =>
    eachOf({ write } as Context, ['first', 'second'], async (username) => {
      await write.insertInto('loginAttempt').values({ username, at: '2026-11-03T10:00:00Z' }).execute();
      if (username === 'second') throw new Error('the disk is full');
      return true;
    }),
  );
  await expect(work).rejects.toThrow('the disk is full');
  expect(await store.read.selectFrom('loginAttempt').selectAll().execute()).toEqual([]);
  await store.close();
});
