import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { bundle } from '../support/bundle';
import { beginRun } from '../support/onceInRun';
import { type Figure, median, ratio, timed } from './figure';
import { columnsOf, listRows, writeDeclaration } from './files';
import { peakOf } from './peak';

const RUNS = 5;
const CSV_ROWS = 150_000;
const XLSX_ROWS = 50_000;

const TICK = 2;

/** Returns the longest time the main thread was blocked during a run, in ms: the delay of a timer. */
async function stalled(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - TICK);
    last = now;
  }, TICK);
  await run();
  clearInterval(timer);
  return longest;
}

/** Imports a csv of 20 MB and an xlsx of 50,000 × 14, and writes 100,000 rows; each time is given as a ratio. */
export async function importBench({ root }: { root: string }): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'freight-console-bench-'));
  const endRun = beginRun();
  const files = {
    worker: path.join(root, 'release/build/main/tabularWorker.cjs'),
    baseline: await bundle('tests/bench/baseline.ts'),
    preview: await bundle('tests/bench/preview.ts'),
    task: await bundle('tests/bench/task.ts'),
    csv: path.join(folder, 'declaration.csv'),
    xlsx: path.join(folder, 'bills.xlsx'),
  };
  const product = createRequire(import.meta.url)(await bundle('tests/bench/product.ts')) as Product;
  try {
    writeDeclaration(files.csv, CSV_ROWS);
    const sheet = product.writeXlsx(columnsOf(14), listRows(XLSX_ROWS, 14), { sheet: 'Bench' });
    await pipeline(sheet, createWriteStream(files.xlsx));
    return [
      ...(await csvFigures(product, files)),
      ...(await xlsxFigures(files)),
      ...(await exportFigures(product, files)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    endRun();
  }
}

/** The workers and programs of the bench, and the files they read. */
type Files = Record<'worker' | 'baseline' | 'preview' | 'task' | 'csv' | 'xlsx', string>;
type Product = typeof import('./product');
type Work = keyof typeof import('./baseline')['work'];

/** Runs one task in a new worker: code compiled before must not help, since an import never has any. */
async function inWorker(file: string, kind: Work, input: string): Promise<number> {
  const worker = new Worker(file);
  await new Promise((resolve) => worker.once('online', resolve));
  const time = await timed(
    () =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.postMessage([kind, input]);
      }),
  );
  await worker.terminate();
  return time;
}

/** Has the shipped worker read and check a declaration, as the wizard does. */
async function checkedCsv({ TabularClient }: Product, worker: string, csv: string) {
  const client = new TabularClient({ file: worker });
  await client.ask('map', {}).catch(() => undefined);
  let parsed = 0;
  let checked = 0;
  const stall = await stalled(async () => {
    const name = path.basename(csv);
    parsed = await timed(() => client.ask('open', { path: csv, name, template: 'declaration' }));
    checked = await timed(async () => {
      await client.ask('map', {});
      await client.ask('rows', { view: 'all', offset: 0, limit: 100 });
    });
  });
  await client.close();
  return { parsed, checked: parsed + checked, stall };
}

const perSecond = (rows: number, times: readonly number[]) => rows / (median(times) / 1000);

async function csvFigures(product: Product, files: Files): Promise<Figure[]> {
  const { worker, baseline, csv, task } = files;
  const limit: number[] = [];
  const library: number[] = [];
  const own: Awaited<ReturnType<typeof checkedCsv>>[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const found = [
      await inWorker(baseline, 'csv', csv),
      await checkedCsv(product, worker, csv),
      await inWorker(baseline, 'csvParse', csv),
    ] as const;
    if (run === 0) continue;
    limit.push(found[0]);
    own.push(found[1]);
    library.push(found[2]);
  }
  const parsed = own.map((one) => one.parsed);
  const checked = own.map((one) => one.checked);
  const stall = median(own.map((one) => one.stall));
  const peak = (kind: string, by: string) => peakOf(task, { kind, worker: by, input: csv });
  return [
    { name: 'csv: read, decoded and line ends counted', value: median(limit), unit: 'ms' },
    { name: 'csv: chosen to parsed', value: ratio(parsed, limit), unit: '×', goal: 4, rule: 'P7' },
    {
      name: 'csv: chosen to every cell checked',
      value: ratio(checked, limit),
      unit: '×',
      goal: 12,
      rule: 'P7',
    },
    { name: 'csv: parsed, against csv-parse', value: ratio(parsed, library), unit: '×', goal: 1 },
    { name: 'csv: every cell checked, against csv-parse alone', value: ratio(checked, library), unit: '×' },
    { name: 'csv: rows checked', value: perSecond(CSV_ROWS, checked), unit: 'rows/s' },
    { name: 'csv: rows that csv-parse only splits', value: perSecond(CSV_ROWS, library), unit: 'rows/s' },
    { name: 'csv: most memory over idle', value: peak('check', worker), unit: 'MB' },
    { name: 'csv: most memory over idle, limit', value: peak('csv', baseline), unit: 'MB' },
    { name: 'csv: most memory over idle, csv-parse', value: peak('csvParse', baseline), unit: 'MB' },
    { name: 'csv: longest stall of the main thread', value: stall, unit: 'ms', goal: 16, rule: 'P7' },
  ];
}

async function xlsxFigures({ preview, baseline, xlsx, task }: Files): Promise<Figure[]> {
  const limit: number[] = [];
  const own: number[] = [];
  const library: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const found = [
      await inWorker(baseline, 'xlsx', xlsx),
      await inWorker(preview, 'xlsx', xlsx),
      await inWorker(baseline, 'sheetJs', xlsx),
    ] as const;
    if (run === 0) continue;
    limit.push(found[0]);
    own.push(found[1]);
    library.push(found[2]);
  }
  const peak = (kind: string, worker: string) => peakOf(task, { kind, worker, input: xlsx });
  return [
    { name: 'xlsx: unzipped and through saxes', value: median(limit), unit: 'ms' },
    { name: 'xlsx: chosen to preview', value: ratio(own, limit), unit: '×', goal: 2.5, rule: 'P9' },
    { name: 'xlsx: chosen to preview, against SheetJS', value: ratio(own, library), unit: '×', goal: 1 },
    { name: 'xlsx: rows read', value: perSecond(XLSX_ROWS, own), unit: 'rows/s' },
    { name: 'xlsx: most memory over idle', value: peak('xlsx', preview), unit: 'MB', goal: 200, rule: 'P9' },
    { name: 'xlsx: most memory over idle, limit', value: peak('xlsx', baseline), unit: 'MB' },
    { name: 'xlsx: most memory over idle, SheetJS', value: peak('sheetJs', baseline), unit: 'MB' },
  ];
}

async function exportFigures({ writeCsv, writeXlsx }: Product, { task }: Files): Promise<Figure[]> {
  const rows = 100_000;
  const columns = columnsOf(20);
  const figures: Figure[] = [];
  for (const [format, write] of [
    ['csv', () => writeCsv(columns, listRows(rows, 20))],
    ['xlsx', () => writeXlsx(columns, listRows(rows, 20), { sheet: 'Bench' })],
  ] as const) {
    const time = await timed(async () => {
      for await (const piece of write()) void piece;
    });
    const memory = peakOf(task, { kind: 'write', worker: format, input: '' });
    figures.push(
      { name: `export: rows written as ${format}`, value: rows / (time / 1000), unit: 'rows/s' },
      { name: `export: most memory over idle, ${format}`, value: memory, unit: 'MB', goal: 100, rule: 'P10' },
    );
  }
  return figures;
}
