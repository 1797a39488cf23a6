import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fileTemplates } from '@contract/files/templates';
import type { ApiName } from '@contract/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, CAPTCHA, type LooseInput } from '../support/apiCall';
import { copyDemoData } from '../support/apiDemoData';
import { declarationCsv, lineCells, tableCsv } from '../support/apiFileJob';
import { folders } from '../support/apiFolder';
import { ApiProcess, gotAt, signInAt } from '../support/apiProcess';
import { billDraftOf } from '../support/apiRecords';
import { bundle, planted } from '../support/bundle';
import { unzipped } from '../support/unzipped';

const LINES = 4_000;
const folder = folders();
let data: string;
let entry: string;
let as: Actor;
let api: ApiProcess;
let base: string;

async function start(program = entry): Promise<void> {
  api = ApiProcess.of(program, ['--data', data, '--port', '0', '--captcha', CAPTCHA, '--strict']);
  base = (await api.line()).url;
}

beforeAll(async () => {
  data = path.join(folder(), 'data');
  [entry] = await Promise.all([
    bundle('main/server/host/start.ts', { fileWorker: 'main/server/areas/fileJobs/worker.ts' }),
    copyDemoData(data),
  ]);
  await start();
  as = await signInAt(base, 'admin', 'Admin#2026');
});
afterAll(() => api.stop('SIGKILL'));

const call = <T>(name: ApiName, input: LooseInput) => gotAt<T>(base, name, input, as);

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

/** Stops the running server, and starts another program on its data. */
async function restart(program: string): Promise<void> {
  await api.stop();
  await start(program);
}

/**
 * Plants a SIGKILL of itself in the program: before the code at one place, as soon as a condition holds. A kill from
 * outside, triggered by the server's responses, comes too late on a busy machine.
 */
const endedIn = (program: string, place: string, as: string) =>
  planted(program, place, `(${as} && process.kill(process.pid, "SIGKILL"), ${place})`);
/** The place between the parcels of a declaration and their lines. */
const LINES_WRITTEN = 'writeLines(conversion, staged, place)';
/** Kills the program at the row of a file with this number. */
const endedAtRow = (program: string, row: number) => endedIn(program, 'take(row)', `row.row > ${row}`);

/**
 * Uploads a declaration and kills the server at a time; returns its progress, and checks the result of the next server.
 */
async function declared(at: (parcels: () => number) => Promise<void>) {
  const { id: billId } = await call<{ id: number }>('bill.create', { body: billDraftOf() });
  const rows = Array.from({ length: LINES }, (_, n) => lineCells({ boxNo: `BOX-${n % 200}` }));
  const { job } = await call<{ job: Job }>('fileJob.upload', {
    params: { id: billId },
    query: { kind: 'declaration' },
    file: declarationCsv(rows),
  });
  const parcels = () => count('select count(*) from parcel where billId = ?', billId);
  const lines = () =>
    count('select count(*) from itemLine join parcel on parcel.id = parcelId where billId = ?', billId);
  await at(parcels);
  await api.stop('SIGKILL');
  const interrupted = parcels() === 0;
  const left = [parcels(), lines()];
  const whole = interrupted ? 0 : LINES;
  expect(left, 'what the kill left').toEqual([whole, whole]);
  await start();
  expect(await ended(job.id)).toMatchObject({ status: 'success', okRows: LINES });
  expect([parcels(), lines()]).toEqual([LINES, LINES]);
  return { interrupted };
}

test('imports a declaration wholly or not at all when killed during it, and completes it after the next start', async () => {
  let times = 0;
  for (const delay of [30, 250, 600, 900]) {
    const { interrupted } = await declared(() => setTimeout(delay));
    if (interrupted) times += 1;
  }
  expect(times).toBeGreaterThan(0);
  const db = new DatabaseSync(path.join(data, 'freight.db'), { readOnly: true });
  expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  db.close();
}, 120_000);

test('leaves the old cargo or the new when killed while replacing it, and the new after the next start', async () => {
  const lines = Array.from({ length: LINES }, (_, n) => lineCells({ boxNo: `BOX-${n % 200}` }));
  // The replacing file has half of the parcels, in other boxes.
  const fewer = lines.slice(LINES / 2).map((cells) => ({ ...cells, boxNo: `NEW-${cells.boxNo}` }));
  const half = LINES / 2;
  // The last kill comes between the parcels and their lines, the others at random.
  const between = endedIn(entry, LINES_WRITTEN, `staged.total.lines === ${half}`);
  for (const program of [entry, entry, between]) {
    await restart(program);
    const { id: billId } = await call<{ id: number }>('bill.create', { body: billDraftOf() });
    const input = { params: { id: billId }, query: { kind: 'declaration' } };
    const first = await call<{ job: Job }>('fileJob.upload', { ...input, file: declarationCsv(lines) });
    await ended(first.job.id);
    const { job } = await call<{ job: Job }>('fileJob.upload', { ...input, file: declarationCsv(fewer) });
    expect(await ended(job.id)).toMatchObject({ status: 'exception' });
    const cargo = () => [
      count('select count(*) from parcel where billId = ?', billId),
      count('select count(*) from itemLine join parcel on parcel.id = parcelId where billId = ?', billId),
      count('select count(*) from box where billId = ?', billId),
      count("select count(*) from box where billId = ? and boxNo like 'NEW-%'", billId),
      count('select sum(parcels) from batch where billId = ?', billId),
      count('select parcelsClearance from bill where id = ?', billId),
    ];
    const old = cargo();
    const fresh = [half, half, 200, 200, half, half];
    expect(old).toEqual([LINES, LINES, 200, 0, LINES, LINES]);
    await call<Job>('fileJob.accept', { params: { id: job.id } });
    if (program === between) await api.ended;
    else await setTimeout(20 + Math.random() * 800);
    await api.stop('SIGKILL');
    if (program === between) expect(cargo()).toEqual(old);
    expect([old, fresh], 'what the kill left').toContainEqual(cargo());
    await start();
    expect(await ended(job.id)).toMatchObject({ status: 'success', okRows: half });
    expect(cargo()).toEqual(fresh);
    expect(count('select count(*) from itemLine where parcelId not in (select id from parcel)')).toBe(0);
  }
}, 240_000);

/** Weighs boxes by a file, kills the server when some are weighed, and checks the result of the next one. */
async function weighed(program = entry): Promise<void> {
  await restart(endedAtRow(program, 700));
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
  const weights = () => count('select count(*) from box where billId = ? and measuredWeight = 12500', billId);
  expect(await api.ended).toMatchObject({ signal: 'SIGKILL' });
  // The first three lots of 200 rows: the fourth was not done.
  expect(weights(), 'what the kill left').toBe(600);
  await start();
  expect(await ended(job.id)).toMatchObject({ status: 'success', okRows: boxes.length });
  expect(weights()).toBe(boxes.length);
  expect(count('select count(*) from fileEffect where jobId = ?', job.id)).toBe(boxes.length);
  const loggedBoxes = "select sum(newValue) from billLog where billId = ? and field = 'measuredBoxes'";
  expect(count(loggedBoxes, billId), 'weighings in the log').toBe(boxes.length);
}

test('counts each independent row once when killed during them', () => weighed(), 120_000);

let series = 0;
/** Creates records by a file, kills the server in the middle, and checks the result of the next one. */
async function recorded(
  mode: 'all' | 'good',
  program = entry,
  killed = endedAtRow(program, 320),
): Promise<void> {
  await restart(killed);
  const prefix = `${mode.toUpperCase()}${++series}`;
  const codes = Array.from({ length: 600 }, (_, at) => `${prefix}-${at}`);
  const made = () => count(`select count(*) from mark where code like '${prefix}-%'`);
  const { job } = await call<{ job: Job }>('listImport.mark', {
    query: { mode },
    file: tableCsv(
      fileTemplates.mark,
      codes.map((code) => ({ code, nameEn: code, nameCn: code, text: code, tapeColor: 'green' })),
    ),
  });
  expect(await api.ended).toMatchObject({ signal: 'SIGKILL' });
  expect(made(), 'what the kill left').toBe(mode === 'all' ? 0 : 300);
  await start();
  const came = { status: 'success', okRows: codes.length };
  expect(await ended(job.id), 'what its job came to').toMatchObject(came);
  expect(made(), 'records made').toBe(codes.length);
  expect(count('select count(*) from fileEffect where jobId = ?', job.id)).toBe(codes.length);
  await call('fileJob.undo', { params: { id: job.id } });
  expect(made()).toBe(0);
}

test.each(['all', 'good'] as const)(
  'makes each record once when killed among them in mode %s, and can undo the job',
  (mode) => recorded(mode),
  120_000,
);

test(
  'leaves no record when killed while copying those written aside, and makes all at the next start',
  () => recorded('all', entry, endedIn(entry, 'rows.at(-1)?.row', 'true')),
  120_000,
);

test('keeps nothing of a job cancelled at work, runs the next one, and can restart the first', async () => {
  const rows = Array.from({ length: 5 * LINES }, (_, at) => lineCells({ boxNo: `BOX-${at % 200}` }));
  const { id: billId } = await call<{ id: number }>('bill.create', { body: billDraftOf() });
  const input = { params: { id: billId }, query: { kind: 'declaration' } };
  const { job } = await call<{ job: Job }>('fileJob.upload', { ...input, file: declarationCsv(rows) });
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

/** Makes invoices from a file, kills the server in the middle, and checks the result of another program. */
async function invoiced(next = entry): Promise<void> {
  await restart(endedIn(entry, 'linesOf.all(parcel.n)', 'made > 90'));
  const parcels = 200;
  const iossNo = String(value('select iossNo from ioss where locked = 0 order by iossNo'));
  const { job } = await call<{ job: Job }>('invoiceFile.upload', {
    query: { sellerName: 'Green Panda Trading Ltd', iossNo, invoiceDate: '2026-11-03' },
    file: declarationCsv(Array.from({ length: parcels }, () => lineCells())),
  });
  const of = { params: { id: job.id } };
  expect(await api.ended).toMatchObject({ signal: 'SIGKILL' });
  expect(count('select count(*) from fileOutput where jobId = ?', job.id)).toBe(0);
  await start(next);
  expect(await ended(job.id)).toMatchObject({ status: 'success', okRows: parcels });
  const { bytes } = await call<{ bytes: Buffer }>('invoiceFile.zip', of);
  expect(unzipped(bytes).size).toBe(parcels);
  // Half-written files are removed: every stored file has its row.
  const stored = readdirSync(path.join(data, 'files'), { recursive: true, withFileTypes: true });
  const names = new Set(stored.filter((entry) => entry.isFile()).map(({ name }) => name));
  expect(names.size, 'files that lie there').toBe(count('select count(*) from storedFile'));
}

test(
  'leaves no half invoices when killed among them, and completes them after the next start',
  () => invoiced(),
  120_000,
);

test('restarts a job within seconds when it stops while writing', async () => {
  const still = planted(entry, 'rows.at(-1)?.row', '(() => { for (;;); })()');
  await restart(planted(still, 'startedAt: this.#now()', 'startedAt: "2026-01-01T00:00:00Z"'));
  const { job } = await call<{ job: Job }>('listImport.mark', {
    query: { mode: 'all' },
    file: tableCsv(fileTemplates.mark, [
      { code: 'STILL', nameEn: 'Still', nameCn: 'Still', text: 'S', tapeColor: 'green' },
    ]),
  });
  const of = { params: { id: job.id } };
  while ((await call<Job>('fileJob.get', of)).status !== 'processing') await setTimeout(5);
  await setTimeout(1000);
  const from = performance.now();
  expect(await call<Job>('fileJob.restart', { ...of, body: {} })).toMatchObject({ id: job.id });
  expect(performance.now() - from).toBeLessThan(20_000);
  await api.stop('SIGKILL');
  await start();
  expect(await ended(job.id)).toMatchObject({ status: 'success', okRows: 1 });
}, 60_000);

describe('the checks of a killed server', () => {
  const NOTED = 'doneRow: rows.at(-1)?.row ?? 0,';

  test('notice a file written without a transaction', async () => {
    const right = 'return this.db.transaction().execute(async (write) => {';
    const wrong = 'return ((work) => work(this.db))(async (write) => {';
    const halfway = async (parcels: () => number) => {
      while (parcels() === 0) await setTimeout(1);
    };
    await restart(endedIn(planted(entry, right, wrong), LINES_WRITTEN, 'true'));
    await expect(declared(halfway)).rejects.toThrow('what the kill left');
    await start();
  }, 120_000);

  test('notice completed rows that are not recorded', async () => {
    const wrong = planted(entry, NOTED, 'doneRow: 0,');
    await expect(weighed(wrong)).rejects.toThrow('weighings in the log');
  }, 120_000);

  test('notice rows recorded as completed that are not', async () => {
    const wrong = planted(entry, NOTED, 'doneRow: (rows.at(-1)?.row ?? 0) + 100,');
    await expect(recorded('good', wrong)).rejects.toThrow('what its job came to');
  }, 120_000);

  test('notice half-written records of the previous run', async () => {
    const unswept = planted(entry, /await (?:\w+\.)?sweepFiles\(store\);/, '');
    await expect(invoiced(unswept)).rejects.toThrow('files that lie there');
  }, 120_000);
});
