import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { MapRequest } from '../../../main/tabular/protocol';
import { ImportSession } from '../../../main/tabular/session';
import { long } from '../../support/long';

const folder = mkdtempSync(path.join(os.tmpdir(), 'judged-'));
afterAll(() => rmSync(folder, { recursive: true }));
const quiet = () => undefined;

/** Writers of files: the way each writes dates and numbers, and separates cells. */
const WRITERS = [
  {
    name: 'de',
    order: 'DMY',
    date: ['.'],
    decimal: 'comma',
    thousands: ['.', ''],
    separator: ';',
    remark: 'Bemerkung',
  },
  {
    name: 'nl',
    order: 'DMY',
    date: ['-', '/'],
    decimal: 'comma',
    thousands: ['.', ''],
    separator: ';',
    remark: 'Opmerking',
  },
  {
    name: 'fr',
    order: 'DMY',
    date: ['/'],
    decimal: 'comma',
    thousands: ['\u202f', ''],
    separator: ';',
    remark: 'Remarque',
  },
  {
    name: 'es, by commas',
    order: 'DMY',
    date: ['/'],
    decimal: 'comma',
    thousands: ['.'],
    separator: ',',
    remark: '',
  },
  {
    name: 'uk',
    order: 'DMY',
    date: ['/', '-'],
    decimal: 'point',
    thousands: [',', ''],
    separator: ',',
    remark: '',
  },
  {
    name: 'us',
    order: 'MDY',
    date: ['/', '-'],
    decimal: 'point',
    thousands: [',', ''],
    separator: ',',
    remark: '',
  },
  {
    name: 'us, by halves',
    order: 'MDY',
    date: ['/'],
    decimal: 'point',
    thousands: [','],
    separator: ',',
    remark: '',
  },
  {
    name: 'cn',
    order: 'YMD',
    date: ['-', '/'],
    decimal: 'point',
    thousands: [',', ''],
    separator: ',',
    remark: '备注',
  },
  {
    name: 'ch',
    order: 'DMY',
    date: ['.'],
    decimal: 'point',
    thousands: ["'", '’'],
    separator: ';',
    remark: 'Bemerkung',
  },
] as const;

const row = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  month: fc.integer({ min: 1, max: 12 }),
  hour: fc.integer({ min: 0, max: 23 }),
  cents: fc.integer({ min: 1, max: 99_999_999 }),
  decimals: fc.constantFrom(0, 2),
});
const generated = fc.record({
  writer: fc.constantFrom(...WRITERS),
  rows: fc.array(row, { minLength: 1, maxLength: 6 }),
  pads: fc.boolean(),
  pick: fc.nat(1),
});

type Generated = typeof generated extends fc.Arbitrary<infer T> ? T : never;
const two = (number: number) => String(number).padStart(2, '0');

/** Returns a file of costs by one writer, and the date and price of each row. */
function written({ writer, rows, pads, pick }: Generated) {
  const sign = writer.date[pick % writer.date.length] as string;
  const thousands = writer.thousands[pick % writer.thousands.length] as string;
  const point = writer.decimal === 'comma' ? ',' : '.';
  const headers = [
    'Bill number',
    'Supplier code',
    'Fee category',
    'Basis',
    'Quantity',
    'Unit price',
    'Currency',
  ];
  const lines = rows.map(({ day, month, hour, cents, decimals }) => {
    const [d, m] = pads ? [two(day), two(month)] : [String(day), String(month)];
    const parts = { DMY: [d, m, '2026'], MDY: [m, d, '2026'], YMD: ['2026', m, d] }[writer.order];
    const half = ` ${hour % 12 || 12}:05 ${hour < 12 ? 'AM' : 'PM'}`;
    const date = parts.join(sign) + (writer.name === 'us, by halves' ? half : '');
    const [whole = '', rest] = (cents / 100).toFixed(decimals).split('.');
    const price = whole.replace(/\B(?=(\d{3})+$)/g, thousands) + (rest ? point + rest : '');
    return ['112-90424456', 'ARDENNES', 'linehaul', 'per_truck', '1', price, 'EUR', date, 'x'];
  });
  const text = [[...headers, 'Invoice date', writer.remark], ...lines]
    .map((cells) => cells.map((cell) => `"${cell}"`).join(writer.separator))
    .join('\r\n');
  const values = rows.map(({ day, month, cents, decimals }) => {
    return [(cents / 100).toFixed(decimals), `2026-${two(month)}-${two(day)}`];
  });
  return { text, values };
}

test('reads dates and prices of 500 files by nine writers correctly, asks or refuses, never errs silently', async () => {
  const files = fc.sample(generated, { numRuns: long ? 5_000 : 500, seed: 38 });
  const count = { right: 0, asked: 0, refused: 0, wrong: 0 };
  const place = path.join(folder, 'costs.csv');
  const out = path.join(folder, 'out.csv');
  for (const file of files) {
    const { text, values } = written(file);
    writeFileSync(place, text);
    const session = new ImportSession();
    const { judged } = await session.open({ path: place, name: 'costs.csv', template: 'bill_cost' }, quiet);
    const { order, decimal } = file.writer;
    const hasQuestion = judged.dates?.order === 'open' || judged.decimals?.sign === 'open';
    const request: MapRequest = {
      ...(judged.dates?.order === 'open' ? { order: order === 'MDY' ? 'MDY' : 'DMY' } : {}),
      ...(judged.decimals?.sign === 'open' ? { decimal } : {}),
    };
    session.map(request, quiet);
    const { rows } = session.rows({ view: 'all', offset: 0, limit: 100 });
    await session.writeCsv({ path: out }, quiet);
    const [header = '', ...lines] = readFileSync(out, 'utf8').trimEnd().split('\r\n');
    const at = ['unitPrice', 'invoiceDate'].map((key) => header.split(',').indexOf(key));
    const read = lines.map((line) => at.map((column) => line.split(',')[column]));
    const isDoubted = (index: number) => (rows[index]?.issues.length ?? 0) > 0;
    const isRight = values.every(
      (row, index) => isDoubted(index) || JSON.stringify(read[index]) === JSON.stringify(row),
    );
    if (!isRight) count.wrong += 1;
    else if (rows.some(({ issues }) => issues.length > 0)) count.refused += 1;
    else count[hasQuestion ? 'asked' : 'right'] += 1;
    expect(isRight, `${file.writer.name}\n${text}\n${JSON.stringify(read)}`).toBe(true);
  }
  process.stdout.write(`judged files: ${JSON.stringify(count)}\n`);
  expect(count.right).toBeGreaterThan(files.length / 2);
  expect(count.asked).toBeGreaterThan(0);
});

test('reads our exports with the day first, in both languages, unless their dates say otherwise', async () => {
  const orderOf = async (header: string, date: string, last = 'HKG: ETD') => {
    const place = path.join(folder, 'export.csv');
    writeFileSync(place, `${header}\r\nIM5280001234,Green Panda,${date},${last}\r\n`);
    const { judged } = await new ImportSession().open(
      { path: place, name: 'ioss.csv', template: 'ioss' },
      quiet,
    );
    return judged.dates?.order;
  };
  expect(await orderOf('IOSS number,Seller,Valid from,Time zones', '03/11/2026')).toBe('DMY');
  expect(await orderOf('IOSS号,卖家,有效期自,时区说明', '03/11/2026')).toBe('DMY');
  expect(await orderOf('IOSS number,Seller,Valid from,Time zones', '11/23/2026')).toBe('MDY');
  expect(await orderOf('IOSS number,Seller,Valid from,Note', '03/11/2026')).toBe('open');
  expect(await orderOf('IOSS number,Seller,Valid from,Date format', '03/11/2026', 'DD/MM/YYYY')).toBe('DMY');
  expect(await orderOf('IOSS号,卖家,有效期自,日期格式', '03/11/2026', 'DD/MM/YYYY')).toBe('DMY');
  // Another program's column of that name has another meaning.
  expect(await orderOf('IOSS number,Seller,Valid from,Date format', '03/11/2026', 'MM/DD/YYYY')).toBe('open');
});
