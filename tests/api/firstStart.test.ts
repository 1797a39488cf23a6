import { cpSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { type RunningServer, type StartOptions, startServer } from '../../main/server/host/server';
import { answerOf, CAPTCHA } from '../support/apiCall';
import { folders } from '../support/apiFolder';
import { sendBy } from '../support/callFrom';
import { SEED_DAY } from '../support/demoData';

/** Tests the first start with demo data on a desktop: the sign-in is shown while the data is still being made. */

const folder = folders();
const secret = 's'.repeat(43);

/** Returns the number of bills visible to other connections, and whether the seed has written its first facts. */
function seen(data: string): { bills: number; isSeeded: boolean } {
  const db = new DatabaseSync(path.join(data, 'freight.db'), { readOnly: true });
  const count = (table: string) => Number(db.prepare(`select count(*) as n from "${table}"`).get()?.n);
  const found = { bills: count('bill'), isSeeded: count('fact') > 0 };
  db.close();
  return found;
}

/** Starts the server on a folder; `opened` settles once the sign-in may be shown. */
function started(data: string, more: Partial<StartOptions> = {}) {
  const socket = path.join(folder(), 'api.sock');
  const opened = Promise.withResolvers<void>();
  const running: Promise<RunningServer> = startServer({
    ...{ data, seed: 'demo', seedDay: SEED_DAY, captcha: CAPTCHA, report: () => undefined },
    listen: { socket, secret },
    opened: () => opened.resolve(),
    ...more,
  });
  running.catch(opened.reject);
  const by = { socketPath: socket, headers: { 'x-freight-secret': secret } };
  const call = async (...[name, input]: [Parameters<typeof sendBy>[2], Parameters<typeof sendBy>[3]]) =>
    answerOf(await sendBy('http://localhost/admin', by, name, input));
  return { running, opened: opened.promise, call };
}

describe('a first start with demo data', () => {
  test('shows the sign-in at once, and signs in once the data is made', async () => {
    const data = path.join(folder(), 'data');
    const { running, opened, call } = started(data);
    await opened;
    expect(seen(data)).toEqual({ bills: 0, isSeeded: false });
    const picture = (await call('session.captcha', {})) as { got: { id: string } };
    expect(seen(data), 'answered before the data is made').toEqual({ bills: 0, isSeeded: false });
    const body = {
      ...{ username: 'admin', password: 'Admin#2026' },
      ...{ captchaId: picture.got.id, captcha: CAPTCHA },
    };
    expect(await call('session.login', { body })).toMatchObject({ got: { profile: { username: 'admin' } } });
    const { bills } = seen(data);
    expect(bills).toBeGreaterThan(100);
    await (await running).stop();
  });

  test('responds repeatedly while the data is made', async () => {
    const data = path.join(folder(), 'data');
    const { running, opened, call } = started(data);
    await opened;
    let answered = 0;
    for (; !seen(data).isSeeded; answered += 1) await call('session.captcha', {});
    // Only 16 calls are answered if the seed does not pause within its long steps.
    expect(answered).toBeGreaterThan(30);
    await (await running).stop();
  });

  test('makes the data the next time when it is interrupted before', async () => {
    const data = path.join(folder(), 'data');
    const { running, opened } = started(data);
    await opened;
    // A copy of the files at this moment is what a power cut leaves.
    const cut = path.join(folder(), 'data');
    cpSync(data, cut, { recursive: true });
    await (await running).stop();
    const again = started(cut, { mustHaveData: true });
    await (await again.running).stop();
    expect(seen(cut)).toEqual(seen(data));
    expect(seen(cut).isSeeded).toBe(true);
  });

  test('reports an error and ends when it cannot make the data', async () => {
    const data = path.join(folder(), 'data');
    const { running, opened } = started(data, { seedDay: '2026-13-01' });
    await opened;
    await expect(running).rejects.toThrow('not a day');
    expect(seen(data)).toEqual({ bills: 0, isSeeded: false });
  });
});
