import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fileTemplates } from '@contract/files/templates';
import { beforeAll, expect, test } from 'vitest';
import { CAPTCHA } from '../support/apiCall';
import { copyDemoData } from '../support/apiDemoData';
import { tableCsv } from '../support/apiFileJob';
import { folders } from '../support/apiFolder';
import { ApiProcess, callAt, signInAt } from '../support/apiProcess';
import { drafts } from '../support/apiRecords';
import { bundle } from '../support/bundle';

const ROWS = 3000;
const folder = folders();
const root = path.resolve(import.meta.dirname, '../..');
let entry: string;
beforeAll(async () => {
  entry = await bundle('main/server/host/start.ts', { fileWorker: 'main/server/areas/fileJobs/worker.ts' });
});

/** Seconds after which the service manager would kill it. */
const patience = () =>
  Number(
    /^TimeoutStopSec=(\d+)$/m.exec(
      readFileSync(path.join(root, 'resources/server/freight-console-api.service'), 'utf8'),
    )?.[1],
  );

for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
  test(`stops in order after ${signal} during writes and a file, with every answered write in the one file`, async () => {
    const data = path.join(folder(), 'data');
    await copyDemoData(data);
    const args = ['--data', data, '--port', '0', '--captcha', CAPTCHA];
    const api = ApiProcess.of(entry, args);
    const { url } = await api.line();
    const as = await signInAt(url, 'admin', 'Admin#2026');
    const codes = Array.from({ length: ROWS }, (_, at) => `${signal}-${at}`);
    const sent = await callAt(
      url,
      'listImport.mark',
      {
        query: { mode: 'good' },
        file: tableCsv(
          fileTemplates.mark,
          codes.map((code) => ({ code, nameEn: code, nameCn: code, text: code, tapeColor: 'green' })),
        ),
      },
      { as },
    );
    const { job } = (sent as { got: { job: { id: number } } }).got;
    const answered: string[] = [];
    let refused = 0;
    const writing = Promise.all(
      [1, 2, 3].map(async (writer) => {
        for (let nth = 0; refused < 3; nth += 1) {
          const body = drafts.customer();
          const key = `${signal}-${writer}-${nth}`;
          const answer = await callAt(url, 'customer.create', { body }, { as, key }).catch(() => undefined);
          if (answer && 'got' in answer) answered.push(body.code);
          else refused += 1;
        }
      }),
    );
    const progress = async () => {
      const { got } = (await callAt(url, 'fileJob.get', { params: { id: job.id } }, { as })) as {
        got: { status: string; progress: number };
      };
      return got;
    };
    // Wait until writes and file are both in progress.
    while (answered.length < 5 || (await progress()).progress < 10) await setTimeout(5);
    expect((await progress()).status).toBe('processing');
    const begins = performance.now();
    expect(await api.stop(signal)).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect((performance.now() - begins) / 1000).toBeLessThan(patience());
    await writing;
    expect(readdirSync(data).sort()).toEqual(['files', 'freight.db', 'lock']);

    const db = new DatabaseSync(path.join(data, 'freight.db'), { readOnly: true });
    const value = (text: string, ...given: (string | number)[]) =>
      Object.values(db.prepare(text).get(...given) ?? {})[0];
    expect(value('pragma integrity_check')).toBe('ok');
    const missing = answered.filter(
      (code) => value('select count(*) from customer where code = ?', code) !== 1,
    );
    expect(missing).toEqual([]);
    for (const { id } of db.prepare('select id from storedFile').all())
      expect(existsSync(path.join(data, 'files', String(id).slice(0, 2), String(id)))).toBe(true);
    db.close();

    const again = ApiProcess.of(entry, args);
    const { url: anew } = await again.line();
    for (;;) {
      const answer = await callAt(anew, 'fileJob.get', { params: { id: job.id } }, { as });
      const { status, okRows } = (answer as { got: { status: string; okRows: number } }).got;
      if (status === 'processing' || status === 'unprocessed') {
        await setTimeout(50);
        continue;
      }
      // Each row once, however often its job was restarted.
      expect({ status, okRows }).toEqual({ status: 'success', okRows: ROWS });
      break;
    }
    expect(await again.stop()).toMatchObject({ code: 0 });
    const after = new DatabaseSync(path.join(data, 'freight.db'), { readOnly: true });
    const made = after.prepare(`select count(*) as n from mark where code like '${signal}-%'`).get()?.n;
    after.close();
    expect(made).toBe(ROWS);
  }, 240_000);
}
