import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Consignment, h7Problem, h7Text } from '../../../main/server/areas/customsOffice/h7';

const folder = mkdtempSync(path.join(os.tmpdir(), 'fc-h7-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const SCHEMA = path.join(import.meta.dirname, 'h7.xsd');

/** Numbers from 0 to 1 that are the same at each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const TEXTS = [
  'Cotton T-shirt, knitted',
  'Phone case <clear> & "soft"',
  '棉制针织T恤',
  'Écharpe à l’été',
  `Long ${'x'.repeat(600)}`,
  'Tab\tand line\nbreak',
  '𝔘nicode beyond the plane 👕',
  'Control \u0001 sign \ufffe',
];
const CURRENCIES: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['EUR', '12.50'],
  ['JPY', '1980'],
  ['KWD', '3.125'],
  ['USD', '0.01'],
];

/** Makes a consignment from generated numbers: every choice of the writer occurs. */
function consignmentOf(next: () => number, at: number, items?: number): Consignment {
  const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(next() * list.length)] ?? list[0];
  const maybe = <T>(value: T): T | null => (next() < 0.5 ? value : null);
  const text = () => TEXTS[Math.floor(next() * TEXTS.length)] ?? 'Goods';
  const [currency, lineValue] = pick(CURRENCIES);
  return {
    lrn: `NG-2026-${String(at).padStart(6, '0')}`,
    account: {
      officeCode: 'NL000432',
      filerName: text(),
      filerEori: 'NL123456782',
      representation: pick(['self', 'direct', 'indirect']),
      consumerNo: 'NLPR',
      goodsLocation: maybe('NLSPL'),
    },
    bill: { billNo: '160-12345675', mode: pick(['air', 'sea']), ata: maybe('2026-11-03T08:00:00Z') },
    parcel: {
      trackingNo: `NLPOST${at}`,
      consigneeName: text(),
      address: text(),
      city: text(),
      postcode: pick(['3511 AA', '10', 'D-12345']),
      country: pick(['NL', 'DK', 'DE']),
      grossWeight: pick([0.001, 0.4, 12.345]),
      currency,
      freight: maybe(lineValue),
      iossNo: maybe('IM5280001234'),
    },
    procedures: pick([['F48'], ['C07', 'F48'], ['F53'], ['F49']]),
    lines: Array.from({ length: items ?? 1 + Math.floor(next() * 4) }, () => ({
      nameEn: text(),
      hsCode: pick(['610910', '61091000', '6109100010']),
      lineValue,
      merchantProductId: maybe('GP-TS-001-W'),
      manufacturerProductId: maybe('TS001W'),
      standardProductId: pick([null, 'Y081', '4006381333931']),
    })),
  };
}

/** Validates files in one process; returns what it says of those that are not valid. */
function validated(files: readonly string[]): string {
  const { stderr, error } = spawnSync('xmllint', ['--noout', '--schema', SCHEMA, ...files], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  return stderr
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith(' validates'))
    .join('\n');
}

const written = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

test('writes 1,000 generated declarations, each valid by the schema', () => {
  const next = numbers(7);
  const files = Array.from({ length: 1000 }, (_, at) => {
    const consignment = consignmentOf(next, at);
    expect(h7Problem(consignment)).toBeUndefined();
    return written(`${at}.xml`, h7Text(consignment));
  });
  expect(validated(files)).toBe('');
}, 60_000);

test('writes a declaration of the most items', () => {
  expect(validated([written('most.xml', h7Text(consignmentOf(numbers(3), 1, 999)))])).toBe('');
  expect(validated([written('more.xml', h7Text(consignmentOf(numbers(3), 1, 1000)))])).toContain(
    'GovernmentAgencyGoodsItem',
  );
});

test('the schema refuses what is not in order', () => {
  const text = h7Text(consignmentOf(numbers(5), 1));
  const swapped = text.replace(/( *<FunctionCode>.*\n)( *<ProcedureCategory>.*\n)/, '$2$1');
  expect(validated([written('swapped.xml', swapped)])).toContain('FunctionCode');
});

describe('a declaration cannot be made', () => {
  const whole = consignmentOf(numbers(11), 1);
  const { parcel, lines, procedures } = whole;
  const [line] = lines;
  test.each([
    ['without an address', { parcel: { ...parcel, address: null }, lines, procedures }, 'address'],
    ['without a postcode', { parcel: { ...parcel, postcode: ' 1 ' }, lines, procedures }, 'postcode'],
    ['of a country without code', { parcel: { ...parcel, country: 'N1' }, lines, procedures }, 'country'],
    ['without items', { parcel, lines: [], procedures }, 'lines'],
    ['without a procedure', { parcel, lines, procedures: [] }, 'procedures'],
    [
      'with a code of four digits',
      { parcel, lines: line ? [{ ...line, hsCode: '6109' }] : [], procedures },
      'hsCode',
    ],
  ])('%s', (_, given, field) => {
    expect(h7Problem(given)).toEqual({
      code: 'H7_INCOMPLETE',
      params: { no: parcel.trackingNo, field: { field } },
    });
  });
});
