import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { ApiName } from '@contract/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, CAPTCHA, type LooseInput, type TestFile } from '../support/apiCall';
import { copyDemoData } from '../support/apiDemoData';
import { declarationCsv, lineCells } from '../support/apiFileJob';
import { folders } from '../support/apiFolder';
import { ApiProcess, gotAt, signInAt } from '../support/apiProcess';
import { billDraftOf } from '../support/apiRecords';
import { bundle } from '../support/bundle';
import { leastOf } from '../support/leastOf';

const ROWS = 20_000;
const FEW = 20;
const folder = folders();
let data: string;
let api: ApiProcess;
let base: string;
let as: Actor;

beforeAll(async () => {
  data = path.join(folder(), 'data');
  const [entry] = await Promise.all([
    bundle('main/server/host/start.ts', { fileWorker: 'main/server/areas/fileJobs/worker.ts' }),
    copyDemoData(data),
  ]);
  api = ApiProcess.of(entry, ['--data', data, '--port', '0', '--captcha', CAPTCHA, '--strict']);
  base = (await api.line()).url;
  as = await signInAt(base, 'admin', 'Admin#2026');
});
afterAll(() => api.stop('SIGKILL'));

const call = <T>(name: ApiName, input: LooseInput) => gotAt<T>(base, name, input, as);

interface Job {
  readonly id: number;
  readonly status: string;
  readonly okRows: number;
}

const declarationOf = (rows: number): TestFile =>
  declarationCsv(Array.from({ length: rows }, (_, at) => lineCells({ boxNo: `BOX-${at % 500}` })));

async function uploaded(file: TestFile): Promise<number> {
  const { id } = await call<{ id: number }>('bill.create', { body: billDraftOf() });
  const { job } = await call<{ job: Job }>('fileJob.upload', {
    ...{ params: { id }, query: { kind: 'declaration' } },
    file,
  });
  return job.id;
}

async function ended(id: number): Promise<{ job: Job; at: number }> {
  for (;;) {
    const job = await call<Job>('fileJob.get', { params: { id } });
    if (job.status !== 'processing' && job.status !== 'unprocessed') return { job, at: performance.now() };
    await setTimeout(20);
  }
}

/** Progress as the database has it. */
function storedProgress(id: number): number {
  const db = new DatabaseSync(path.join(data, 'freight.db'), { readOnly: true });
  const row = db.prepare('select progress from fileJob where id = ?').get(id);
  db.close();
  return Number(row?.progress);
}

let marks = 0;
/** Writes on and on until a job has ended; returns the longest wait. */
async function longestWait(over: Promise<unknown>): Promise<number> {
  let isOver = false;
  void over.finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const code = `BESIDE${++marks}`;
    const from = performance.now();
    await call('mark.create', {
      body: { code, nameEn: code, nameCn: code, text: code, tapeColor: 'green' },
    });
    longest = Math.max(longest, performance.now() - from);
  }
  return longest;
}

test('a large declaration holds up the writes and the short files of others for a small part of its time', async () => {
  const share = await leastOf(0.3, async () => {
    const from = performance.now();
    const large = await uploaded(declarationOf(ROWS));
    const small = await uploaded(declarationOf(FEW));
    const over = ended(large);
    const [longest, few] = await Promise.all([longestWait(over), ended(small)]);
    const whole = await over;
    expect(whole.job).toMatchObject({ status: 'success', okRows: ROWS });
    expect(few.job).toMatchObject({ status: 'success', okRows: FEW });
    // Where the short file waited for the other one, this attempt counts as a whole wait.
    return few.at < whole.at ? longest / (whole.at - from) : 1;
  });
  expect(share, 'the longest wait, of the time that the file took').toBeLessThan(0.3);
}, 240_000);

test('stores the progress of a file with its job', async () => {
  const id = await uploaded(declarationOf(ROWS));
  const over = ended(id);
  let isOver = false;
  void over.finally(() => {
    isOver = true;
  });
  let seen = 0;
  while (!isOver && seen === 0) {
    await setTimeout(100);
    const progress = storedProgress(id);
    if (progress < 100) seen = progress;
  }
  expect(seen).toBeGreaterThan(0);
  await over;
}, 120_000);
