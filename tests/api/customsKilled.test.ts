import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { CAPTCHA } from '../support/apiCall';
import { copyDemoData } from '../support/apiDemoData';
import { folders } from '../support/apiFolder';
import { ApiProcess } from '../support/apiProcess';
import { bundle } from '../support/bundle';

const folder = folders();
const MESSAGES = 24;

test('hands each declaration to customs once, whole, however often the server is killed', async () => {
  const data = path.join(folder(), 'data');
  const office = path.join(folder(), 'office');
  const out = path.join(office, 'schiphol', 'out');
  mkdirSync(out, { recursive: true });
  const [entry] = await Promise.all([bundle('main/server/host/start.ts'), copyDemoData(data)]);
  const db = new DatabaseSync(path.join(data, 'freight.db'), { timeout: 5000 });
  const { billId, id } = db.prepare('select billId, id from batch order by id limit 1').get() as Record<
    string,
    number
  >;
  const insert = db.prepare(
    `insert into customsMessage (billId, batchId, accountId, batchLrn, lrn, trackingNo, items, content, state, standing,
      nextAt, createdAt) values (?, ?, 2, 'KILL', ?, 'TST-1', 1, ?, 'queued', 'none', '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00Z')`,
  );
  const whole = `<Declaration>${'x'.repeat(20_000)}</Declaration>`;
  for (let at = 0; at < MESSAGES; at += 1) insert.run(Number(billId), Number(id), `KILL-${at}`, whole);

  // The customs software of the office takes what it finds, so that a second copy would be seen.
  const taken: string[] = [];
  const take = () => {
    for (const name of readdirSync(out)) {
      expect(readFileSync(path.join(out, name), 'utf8')).toBe(whole);
      renameSync(path.join(out, name), path.join(office, `${taken.length}-${name}`));
      taken.push(name);
    }
  };
  const start = () =>
    ApiProcess.of(entry, ['--data', data, '--port', '0', '--captcha', CAPTCHA], {
      FREIGHT_CONSOLE_CUSTOMS_FOLDER: office,
    });
  const unsent = db.prepare(
    "select count(*) as n from customsMessage where batchLrn = 'KILL' and state <> 'sent'",
  );
  const left = () => Number(unsent.get()?.n);

  for (const share of [0.1, 0.5]) {
    const server = start();
    await server.line();
    await expect
      .poll(
        () => {
          take();
          return taken.length;
        },
        { timeout: 60_000, interval: 1 },
      )
      .toBeGreaterThan(MESSAGES * share);
    await server.stop('SIGKILL');
    take();
  }
  const last = start();
  await last.line();
  await expect
    .poll(
      () => {
        take();
        return left();
      },
      { timeout: 60_000, interval: 5 },
    )
    .toBe(0);
  take();
  await last.stop();
  db.close();
  expect(taken.toSorted()).toEqual(Array.from({ length: MESSAGES }, (_, at) => `KILL-${at}.xml`).toSorted());
}, 240_000);
