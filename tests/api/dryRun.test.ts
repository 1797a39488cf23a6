import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileTemplates } from '@contract/files/templates';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billCells, billCsv } from '../support/apiBillFile';
import { type Actor, CAPTCHA, type TestFile } from '../support/apiCall';
import { copyDemoData } from '../support/apiDemoData';
import { looked, tableCsv } from '../support/apiFileJob';
import { folders } from '../support/apiFolder';
import { ApiProcess, callAt, signInAt } from '../support/apiProcess';
import { bundle, planted } from '../support/bundle';
import { leastOf } from '../support/leastOf';
import { testApi } from '../support/server';

const api = testApi();

test('reads a file of a dry run before taking the write lock, so that nobody waits', async () => {
  const other = new DatabaseSync(path.join(api.folder, 'freight.db'));
  other.exec('begin immediate');
  try {
    // Another write at this point would fail because the database is busy.
    await expect(looked(api, 'flight', { name: 'flights.csv', bytes: 'a,b\r\n1,2\r\n' })).rejects.toThrow(
      'HEADER_MISSING',
    );
  } finally {
    other.exec('rollback');
    other.close();
  }
});

const folder = folders();
let data: string;
let entry: string;
let as: Actor;
let server: ApiProcess;
let base: string;

async function start(program: string): Promise<void> {
  server = ApiProcess.of(program, ['--data', data, '--port', '0', '--captcha', CAPTCHA]);
  base = (await server.line()).url;
}

beforeAll(async () => {
  data = path.join(folder(), 'data');
  [entry] = await Promise.all([
    bundle('main/server/host/start.ts', { fileWorker: 'main/server/areas/fileJobs/worker.ts' }),
    copyDemoData(data),
  ]);
  await start(entry);
  as = await signInAt(base, 'admin', 'Admin#2026');
});
afterAll(() => server.stop('SIGKILL'));

let serial = 0;
const reads = () => callAt(base, 'session.me', {}, { as });
const writes = () => {
  const code = `D${++serial}`;
  const body = { code, nameEn: code, nameCn: code, text: code, tapeColor: 'green' };
  return callAt(base, 'mark.create', { body }, { as });
};

/** Checks a file while making calls: returns the longest call, as a share of the time of the check. */
async function longestOf(
  name: 'fileJob.uploadMany' | 'listImport.service',
  file: TestFile,
  call: typeof reads,
) {
  const kind = name === 'fileJob.uploadMany' ? { kind: 'bill' } : {};
  await call();
  let isOver = false;
  const from = performance.now();
  const tried = callAt(base, name, { query: { ...kind, dryRun: true }, file }, { as }).finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) {
    const before = performance.now();
    expect(await call()).toHaveProperty('got');
    times.push(performance.now() - before);
  }
  expect(await tried).toMatchObject({ got: { issues: [] } });
  return Math.max(...times) / (performance.now() - from);
}

const services = (count: number) =>
  tableCsv(
    fileTemplates.service,
    Array.from({ length: count }, (_, at) => ({
      ...{ code: `T${at}`, nameEn: `Tried ${at}`, nameCn: `${at}`, mode: 'air' },
    })),
  );
const bills = () => billCsv(Array.from({ length: 8_000 }, () => billCells()));

describe('a dry run of a large file', () => {
  test('is read in its own thread, so that calls are answered', async () => {
    expect(await leastOf(0.4, () => longestOf('fileJob.uploadMany', bills(), reads))).toBeLessThan(0.4);
  }, 60_000);

  test('writes its rows aside, so that others can write', async () => {
    expect(await leastOf(0.4, () => longestOf('listImport.service', services(8_000), writes))).toBeLessThan(
      0.4,
    );
    const { got } = (await callAt(base, 'service.list', { query: { keyword: 'Tried' } }, { as })) as {
      got: { total: number };
    };
    expect(got.total).toBe(0);
  }, 60_000);

  test('is noticed if it is read in the thread of the calls', async () => {
    await server.stop();
    await start(planted(entry, 'worker ? tryInWorker(worker, work', 'false ? tryInWorker(worker, work'));
    expect(await longestOf('fileJob.uploadMany', bills(), reads)).toBeGreaterThan(0.4);
  }, 60_000);
});
