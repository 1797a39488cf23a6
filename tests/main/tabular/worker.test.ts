import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as SheetJS from '@e965/xlsx';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TabularProgress } from '../../../main/tabular/protocol';
import { TabularError } from '../../../main/tabular/tabularError';
import { type ClientOptions, TabularClient } from '../../../main/tabular/workerClient';
import { writeDeclaration } from '../../bench/files';
import { bundle } from '../../support/bundle';

const folder = mkdtempSync(path.join(os.tmpdir(), 'worker-'));
const large = path.join(folder, 'large.csv');
let file: string;
let clients: TabularClient[] = [];

beforeAll(async () => {
  file = await bundle('main/tabular/worker.ts');
  writeDeclaration(large, 60_000);
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
});
afterAll(() => rmSync(folder, { recursive: true }));

function start(options: Partial<ClientOptions> = {}): TabularClient {
  const client = new TabularClient({ file, ...options });
  clients.push(client);
  return client;
}

const failure = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => 'answered',
    (error: unknown) => (error instanceof TabularError ? error.problem.code : error),
  );

const open = (client: TabularClient, place = large) =>
  client.ask('open', { path: place, name: path.basename(place), template: 'declaration' });

describe('a conversion worker', () => {
  test('processes a file in all steps, and reports its progress', async () => {
    const seen: TabularProgress[] = [];
    const client = start({ onProgress: (progress) => seen.push(progress) });
    expect(await open(client)).toMatchObject({
      type: 'csv',
      encoding: 'utf-8',
      parts: [{ rowCount: 60_001 }],
    });
    expect((await client.ask('map', {})).counts).toMatchObject({ rows: 60_000, errors: 0 });
    const { total, rows } = await client.ask('rows', { view: 'all', offset: 59_990, limit: 100 });
    expect([total, rows.length, rows.at(-1)?.number]).toEqual([60_000, 10, 60_001]);
    expect(await client.ask('edit', { row: 2, column: 9, text: '0' })).toMatchObject({
      changed: 1,
      counts: { errors: 1 },
    });
    const sent = path.join(folder, 'sent.csv');
    expect((await client.ask('writeCsv', { path: sent })).rows).toBe(60_000);
    expect(
      (
        await client.ask('writeErrors', {
          path: path.join(folder, 'e.xlsx'),
          format: 'xlsx',
          rows: 'errors',
          language: 'cn',
        })
      ).rows,
    ).toBe(1);
    expect(new Set(seen.map(({ phase }) => phase)).has('check')).toBe(true);
    for (const { rows: done, bytes, total: all } of seen)
      expect([done >= 0, bytes >= 0, bytes <= all || all === 0]).toEqual([true, true, true]);
  });

  test('returns a failure as a contract problem, and continues', async () => {
    const client = start();
    expect(await failure(open(client, path.join(folder, 'none.csv')))).toBe('FILE_GONE');
    expect(await failure(client.ask('map', {}))).toBe('FILE_TOKEN');
    expect((await open(client)).parts[0]?.rowCount).toBe(60_001);
  });

  test('is cancelled during its work, and can be used again', async () => {
    const client = start();
    await open(client);
    const [first, second] = [
      failure(client.ask('map', {})),
      failure(client.ask('rows', { view: 'all', offset: 0, limit: 1 })),
    ];
    setTimeout(() => client.cancel(), 20);
    expect([await first, await second]).toEqual(['CANCELLED', 'CANCELLED']);
    expect((await client.ask('map', {})).counts.rows).toBe(60_000);
  });

  test('fails pending and later requests when it is closed', async () => {
    const client = start();
    const pending = failure(open(client));
    await client.close();
    expect([await pending, await failure(open(client))]).toEqual(['CANCELLED', 'CANCELLED']);
  });

  test('is the only one to die when it runs out of memory', async () => {
    const client = start({ limits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 } });
    const other = start();
    expect(await failure(open(client))).toBe('FILE_MEMORY');
    expect(await failure(client.ask('map', {}))).toBe('FILE_MEMORY');
    expect((await open(other)).parts[0]?.rowCount).toBe(60_001);
  });

  test('fails pending requests when it crashes, ends or stops responding', async () => {
    const fake = (name: string, body: string) => {
      const place = path.join(folder, `${name}.cjs`);
      writeFileSync(place, `require('node:worker_threads').parentPort.on('message', () => { ${body} })`);
      return start({ file: place, stall: 300 });
    };
    expect(await failure(open(fake('crash', 'throw new Error("broken")')))).toBe('FILE_READER');
    expect(await failure(open(fake('exit', 'process.exit(0)')))).toBe('FILE_READER');
    expect(await failure(open(fake('loop', 'for (;;);')))).toBe('FILE_READER');
    expect(await failure(open(start({ file: path.join(folder, 'missing.cjs') })))).toBe('FILE_READER');
  });

  test('loads the reader of old spreadsheets on demand', async () => {
    const book = SheetJS.utils.book_new();
    SheetJS.utils.book_append_sheet(
      book,
      SheetJS.utils.aoa_to_sheet([
        ['MAWB', 'Batch'],
        ['112-90424456', '007'],
      ]),
      'S',
    );
    const place = path.join(folder, 'old.xls');
    writeFileSync(place, new Uint8Array(SheetJS.write(book, { type: 'array', bookType: 'biff8' })));
    const opened = await start().ask('open', { path: place, name: 'old.xls', template: 'bill' });
    expect(opened).toMatchObject({
      type: 'xls',
      parts: [{ head: [{ number: 1 }, { number: 2, cells: ['112-90424456', '007'] }] }],
    });
  });
});
