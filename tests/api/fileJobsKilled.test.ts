import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fileTemplates } from '@contract/files/templates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, CAPTCHA } from '../support/apiCall';
import { copyDemoData } from '../support/apiDemoData';
import { declarationCsv, lineCells, tableCsv } from '../support/apiFileJob';
import { folders } from '../support/apiFolder';
import { ApiProcess, callAt, signInAt } from '../support/apiProcess';
import { billDraftOf } from '../support/apiRecords';
import { bundle } from '../support/bundle';
import { unzipped } from '../support/unzipped';

const LINES = 4_000;
const folder = folders();
let data: string;
let entry: string;
let as: Actor;
let api: ApiProcess;
let base: string;

async function start(): Promise<void> {
  api = ApiProcess.of(entry, ['--data', data, '--port', '0', '--captcha', CAPTCHA, '--strict']);
  base = (await api.line()).url;
}

beforeAll(async () => {
  data = path.join(folder(), 'data');
  [entry] = await Promise.all([
    bundle('main/embedded/start.ts', { fileWorker: 'main/embedded/fileJobs/worker.ts' }),
    copyDemoData(data),
  ]);
  await start();
  as = await signInAt(base, 'admin', 'Admin#2026');
});
afterAll(() => api.stop('SIGKILL'));

async function call<T>(
  ...[name, input]: [Parameters<typeof callAt>[1], Parameters<typeof callAt>[2]]
): Promise<T> {
  const answer = await callAt(base, name, input, { as });
  if ('refused' in answer) throw new Error(JSON.stringify(answer.refused));
  return answer.got as T;
}

interface Job {
  readonly id: number;
  readonly status: string;
  readonly okRows: number;
}

const count = (text: string, ...values: number[]): number => Number(value(text, ...values));

function value(text: string, ...values: number[]): unknown {
  const db = new DatabaseSync(path.join(data, 'freight.db'), { readOnly: true });
  try {
    return Object.values(db.prepare(text).get(...values) ?? {})[0];
  } finally {
    db.close();
  }
}

async function ended(id: number): Promise<Job> {
  for (;;) {
    const job = await call<Job>('fileJob.get', { params: { id } });
    if (job.status !== 'processing' && job.status !== 'unprocessed') return job;
    await setTimeout(20);
  }
}

test('killed in the midst of a declaration: wholly there or not at all, and done after the next start', async () => {
  let interrupted = 0;
  for (const delay of [30, 250, 600, 900]) {
    const { id: billId } = await call<{ id: number }>('bill.create', { body: billDraftOf() });
    const rows = Array.from({ length: LINES }, (_, at) => lineCells({ boxNo: `BOX-${at % 200}` }));
    const { job } = await call<{ job: Job }>('fileJob.upload', {
      params: { id: billId },
      query: { kind: 'declaration' },
      file: declarationCsv(rows),
    });
    await setTimeout(delay);
    await api.stop('SIGKILL');
    const parcels = () => count('select count(*) from parcel where billId = ?', billId);
    const lines = () =>
      count('select count(*) from itemLine join parcel on parcel.id = parcelId where billId = ?', billId);
    expect([0, LINES]).toContain(parcels());
    expect(lines()).toBe(parcels());
    if (parcels() === 0) interrupted += 1;
    await start();
    expect(await ended(job.id)).toMatchObject({ status: 'success', okRows: LINES });
    expect([parcels(), lines()]).toEqual([LINES, LINES]);
  }
  expect(interrupted).toBeGreaterThan(0);
  const db = new DatabaseSync(path.join(data, 'freight.db'), { readOnly: true });
  expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  db.close();
}, 120_000);

test('killed in the midst of rows that stand on their own: each counts once', async () => {
  const { id: billId } = await call<{ id: number }>('bill.create', { body: billDraftOf() });
  const boxes = Array.from({ length: 1_500 }, (_, at) => `BOX-${at}`);
  const { job: cargo } = await call<{ job: Job }>('fileJob.upload', {
    params: { id: billId },
    query: { kind: 'declaration' },
    file: declarationCsv(boxes.map((boxNo) => lineCells({ boxNo }))),
  });
  await ended(cargo.id);
  const { job } = await call<{ job: Job }>('fileJob.upload', {
    params: { id: billId },
    query: { kind: 'box_weight' },
    file: tableCsv(
      fileTemplates.box_weight,
      boxes.map((boxNo) => ({ boxNo, weight: '12.5' })),
    ),
  });
  // As soon as some are in.
  for (let tries = 0; tries < 400; tries++) {
    if ((await call<Job>('fileJob.get', { params: { id: job.id } })).okRows > 0) break;
    await setTimeout(5);
  }
  await api.stop('SIGKILL');
  await start();
  expect(await ended(job.id)).toMatchObject({ status: 'success', okRows: boxes.length });
  expect(count('select count(*) from box where billId = ? and measuredWeight = 12500', billId)).toBe(
    boxes.length,
  );
  expect(count('select count(*) from fileEffect where jobId = ?', job.id)).toBe(boxes.length);
}, 120_000);

test.each(['all', 'good'] as const)(
  'killed in the midst of records, mode %s: each is made once, and its job can be taken back',
  async (mode) => {
    const codes = Array.from({ length: 600 }, (_, at) => `${mode.toUpperCase()}-${at}`);
    const made = () => count(`select count(*) from mark where code like '${mode}-%'`);
    const { job } = await call<{ job: Job }>('fileJob.uploadMany', {
      query: { kind: 'mark', mode },
      file: tableCsv(
        fileTemplates.mark,
        codes.map((code) => ({ code, nameEn: code, nameCn: code, text: code, tapeColor: 'green' })),
      ),
    });
    for (;;) {
      const { progress } = await call<Job & { progress: number }>('fileJob.get', { params: { id: job.id } });
      if (progress > 45) break;
      await setTimeout(5);
    }
    await api.stop('SIGKILL');
    if (mode === 'all') expect(made()).toBe(0);
    else expect(made()).toBeLessThan(codes.length);
    await start();
    expect(await ended(job.id)).toMatchObject({ status: 'success', okRows: codes.length });
    expect(made()).toBe(codes.length);
    expect(count('select count(*) from fileEffect where jobId = ?', job.id)).toBe(codes.length);
    await call('fileJob.undo', { params: { id: job.id } });
    expect(made()).toBe(0);
  },
  120_000,
);

test('cancelled while it is at work: nothing of it stays, the next has its turn, and it can be begun again', async () => {
  const rows = Array.from({ length: 5 * LINES }, (_, at) => lineCells({ boxNo: `BOX-${at % 200}` }));
  const { id: billId } = await call<{ id: number }>('bill.create', { body: billDraftOf() });
  const asked = { params: { id: billId }, query: { kind: 'declaration' } };
  const { job } = await call<{ job: Job }>('fileJob.upload', { ...asked, file: declarationCsv(rows) });
  const of = { params: { id: job.id } };
  for (;;) {
    const { status, progress } = await call<Job & { progress: number }>('fileJob.get', of);
    expect(['unprocessed', 'processing']).toContain(status);
    if (status === 'processing' && progress > 10) break;
    await setTimeout(5);
  }
  expect(await call<Job>('fileJob.cancel', of)).toMatchObject({ status: 'failed', okRows: 0 });
  const { id: other } = await call<{ id: number }>('bill.create', { body: billDraftOf() });
  const { job: next } = await call<{ job: Job }>('fileJob.upload', {
    params: { id: other },
    query: { kind: 'declaration' },
    file: declarationCsv([lineCells()]),
  });
  expect(await ended(next.id)).toMatchObject({ status: 'success', okRows: 1 });
  expect(await call<Job>('fileJob.get', of)).toMatchObject({ status: 'failed', okRows: 0 });
  const parcels = () => count('select count(*) from parcel where billId = ?', billId);
  expect(parcels()).toBe(0);
  await call<Job>('fileJob.restart', { ...of, body: {} });
  expect(await ended(job.id)).toMatchObject({ status: 'success', okRows: rows.length });
  expect(parcels()).toBe(rows.length);
}, 120_000);

test('killed in the midst of invoices: nothing half is left, and all are there after the next start', async () => {
  const parcels = 200;
  const iossNo = String(value('select iossNo from ioss where locked = 0 order by iossNo'));
  const { job } = await call<{ job: Job }>('invoiceFile.upload', {
    query: { sellerName: 'Green Panda Trading Ltd', iossNo, invoiceDate: '2026-11-03' },
    file: declarationCsv(Array.from({ length: parcels }, () => lineCells())),
  });
  const of = { params: { id: job.id } };
  for (;;) {
    const { status, invoicesGenerated } = await call<Job & { invoicesGenerated: number }>(
      'invoiceFile.get',
      of,
    );
    expect(['unprocessed', 'processing']).toContain(status);
    if (invoicesGenerated > 20) break;
    await setTimeout(5);
  }
  await api.stop('SIGKILL');
  expect(count('select count(*) from fileOutput where jobId = ?', job.id)).toBe(0);
  await start();
  expect(await ended(job.id)).toMatchObject({ status: 'success', okRows: parcels });
  const { bytes } = await call<{ bytes: Buffer }>('invoiceFile.zip', of);
  expect(unzipped(bytes).size).toBe(parcels);
  // What was half written is gone: what lies there is what rows name.
  const stored = readdirSync(path.join(data, 'files'), { recursive: true, withFileTypes: true });
  const names = new Set(stored.filter((entry) => entry.isFile()).map(({ name }) => name));
  expect(names.size).toBe(count('select count(*) from storedFile'));
}, 120_000);
