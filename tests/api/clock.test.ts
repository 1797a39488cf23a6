import { readdirSync } from 'node:fs';
import path from 'node:path';
import { CAPTCHA_OPEN, LOGIN_ATTEMPTS } from '@contract/limits';
import { afterEach, describe, expect, test } from 'vitest';
import { Captchas } from '../../main/server/areas/access/captcha';
import { fileKeys } from '../../main/server/core/secrets/keys';
import { Secrets } from '../../main/server/core/secrets/secrets';
import { backUpInTime } from '../../main/server/store/backupTimes';
import { folders } from '../support/apiFolder';
import { drafts } from '../support/apiRecords';
import { makeData } from '../support/dataFolder';
import { testApi } from '../support/server';
import { PASSWORD, withPassword } from './cases/session';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
const api = testApi();
const folder = folders();
afterEach(() => {
  api.ahead = 0;
});

describe('a clock set back by a year', () => {
  test('ends any block that was started before', async () => {
    const { username } = withPassword(api);
    api.ahead = YEAR;
    for (let n = 0; n < LOGIN_ATTEMPTS.max; n += 1)
      await expect(api.signIn(username, 'wrong')).rejects.toThrow();
    // Blocked, even with the right password, for the rest of that day.
    await expect(api.signIn(username, PASSWORD)).rejects.toThrow();
    api.ahead = 0;
    expect(await api.signIn(username, PASSWORD)).toMatchObject({ username });
  });

  test('leaves no session that outlives the others', async () => {
    const { username } = withPassword(api);
    api.ahead = YEAR;
    const as = await api.signIn(username, PASSWORD);
    await api.call.session.me({}, { as });
    api.ahead = 0;
    expect(await api.refused('session.me', {}, { as })).toMatchObject({ status: 401, code: 'SESSION_ENDED' });
  });
});

test('ends no session and repeats no record when the clock jumps by hours', async () => {
  const { username } = withPassword(api);
  api.ahead = 2 * HOUR;
  const as = await api.signIn(username, PASSWORD);
  const body = drafts.orderQuote();
  const key = `clock-${body.reference}`;
  for (const hours of [2, -1, 0, 6, -20]) {
    api.ahead = hours * HOUR;
    await api.call.session.me({}, { as });
    await api.call.orderQuote.create({ body }, { key });
  }
  expect(api.count('select count(*) from orderQuote where reference = ?', body.reference)).toBe(1);
});

test('shows a captcha although as many as an address may have were issued by a clock an hour ahead', () => {
  const captchas = new Captchas({ plain: true });
  const now = Date.parse('2026-11-03T12:00:00Z');
  for (let n = 0; n < CAPTCHA_OPEN.max; n += 1) captchas.issue(now + HOUR, '192.0.2.1');
  expect(captchas.issue(now + HOUR, '192.0.2.1')).toBeUndefined();
  expect(captchas.issue(now, '192.0.2.1')).toBeDefined();
});

test('makes scheduled backups although one is dated in the future', async () => {
  const place = folder();
  const [data, backups] = [path.join(place, 'data'), path.join(place, 'backups')];
  await makeData(data, 1);
  let now = Date.parse('2027-11-03T12:00:00Z');
  const reports: string[] = [];
  const end = backUpInTime({
    data,
    times: { folder: backups, schedule: { every: 'day', time: '02:30', weekday: 0, keep: 7 }, every: 10 },
    secrets: new Secrets(fileKeys(place)),
    now: () => now,
    report: (message, error) => reports.push(`${message} ${error ?? ''}`),
  });
  try {
    const made = () => readdirSync(place).includes('backups') && readdirSync(backups).length;
    await expect.poll(made).toBe(1);
    now = Date.parse('2026-11-03T12:00:00Z');
    await expect.poll(made).toBe(2);
  } finally {
    await end();
  }
});
