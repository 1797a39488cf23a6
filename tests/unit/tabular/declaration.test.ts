import { declarationTemplate } from '@contract/bill/declarationTemplate';
import { explain } from '@contract/errors';
import { rowReader } from '@contract/importing/readRow';
import { matchHeaders } from '@contract/importing/template';
import { MAX_DECLARATION } from '@contract/limits';
import { describe, expect, test } from 'vitest';
import { CheckedTable } from '../../../main/tabular/check';
import { readCsv } from '../../../main/tabular/csv';

const { columns } = declarationTemplate;
const line = (more: Record<string, string> = {}) =>
  Object.fromEntries(columns.map(({ key, examples }) => [key, more[key] ?? examples[0]]));

/** Returns the issues of the lines: row, column, level and code of each. */
function issues(lines: Record<string, string>[]): string[] {
  const quoted = (cell = '') => `"${cell.replaceAll('"', '""')}"`;
  const text = [
    columns.map(({ en }) => en),
    ...lines.map((cells) => columns.map(({ key }) => cells[key] ?? '')),
  ]
    .map((row) => row.map(quoted).join(','))
    .join('\n');
  const { table } = readCsv(Buffer.from(text), 'd.csv', { maxRows: 1000 });
  const mapping = matchHeaders(
    declarationTemplate,
    columns.map(({ en }) => en),
  );
  const checked = new CheckedTable(table, { template: declarationTemplate, mapping });
  return [...checked.rows('all')].flatMap((row) =>
    checked.issues(row).map(({ column, level, code, problem }) => {
      if (problem) expect(explain('cn', problem, column)).not.toMatch(/[{}]/);
      return `${table.number(row)} ${column} ${level} ${code}`;
    }),
  );
}

test('accepts a csv of 20 MB and 200,000 rows, and no other', () => {
  expect(declarationTemplate).toMatchObject({ types: ['csv'], maxSize: MAX_DECLARATION, maxRows: 200_000 });
});

test.each(['en', 'cn'] as const)('reads its own examples (%s)', (language) => {
  const mapping = matchHeaders(
    declarationTemplate,
    columns.map((column) => column[language]),
  );
  expect(mapping).toEqual(columns.map(({ key }) => key));
  const read = rowReader(declarationTemplate, mapping);
  for (const at of [0, 1, 2] as const)
    expect(read(columns.map(({ examples }) => examples[at])).issues).toEqual([]);
});

describe('a declaration line', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['as it should be', {}, []],
    ['with a postcode of another country', { postcode: '1000' }, ['2 postcode error POSTCODE_FORMAT']],
    ['called gift', { productName: 'Gift' }, ['2 productName error PRODUCT_NAME_VAGUE']],
    ['called by digits', { productName: '12345-67' }, ['2 productName error PRODUCT_NAME_VAGUE']],
    [
      'called several empty words',
      { productName: 'gift / sample, 2 goods' },
      ['2 productName error PRODUCT_NAME_VAGUE'],
    ],
    ['called a gift box', { productName: 'gift box' }, []],
    ['called samplers', { productName: 'samplers' }, []],
    ['without a price', { unitPrice: '0.00', lineValue: '' }, ['2 unitPrice error NUMBER_MIN']],
    ['with a price of a cent', { unitPrice: '0.01', lineValue: '0.02' }, []],
    ['a cent off', { lineValue: '24.01' }, []],
    ['two cents off', { lineValue: '24.02' }, ['2 lineValue error LINE_VALUE']],
    ['with four decimals', { quantity: '3', unitPrice: '0.3333', lineValue: '1.00' }, []],
    ['without weight', { grossWeight: '0', netWeight: '' }, ['2 grossWeight error NUMBER_MIN']],
    ['heavier net than gross', { netWeight: '1.051' }, ['2 netWeight error NET_OVER_GROSS']],
    ['of IOSS without number', { iossNo: '' }, ['2 iossNo error REQUIRED']],
    ['of another scheme without number', { iossNo: '', vatScheme: 'STANDARD' }, []],
    ['with an intermediary', { iossNo: 'IN5280001234' }, ['2 iossNo error IOSS_INTERMEDIARY']],
    ['with too many pieces', { quantity: '10000', lineValue: '' }, ['2 quantity error NUMBER_RANGE']],
  ])('is checked: %s', (_, more, expected) => expect(issues([line(more)])).toEqual(expected));
});

describe('a declared parcel of several lines', () => {
  test('must be described the same on all of them', () => {
    expect(issues([line(), line({ boxNo: 'PLD26110300009', city: 'Rotterdam' })])).toEqual([
      '3 boxNo error SAME_IN_PARCEL',
      '3 city error SAME_IN_PARCEL',
    ]);
  });
  test('may have optional values on one line', () => {
    expect(issues([line({ phone: '' }), line(), line({ phone: '' })])).toEqual([]);
    expect(issues([line({ phone: '' }), line({ phone: '111111' }), line({ phone: '222222' })])).toEqual([
      '4 phone error SAME_IN_PARCEL',
    ]);
  });
  test('is recognised when its lines are apart', () => {
    const other = line({ trackingNo: 'TUL8800012349NL' });
    expect(issues([line(), other, line({ city: 'Breda' })])).toEqual(['4 city error SAME_IN_PARCEL']);
  });
  test('weighs net no more than gross', () => {
    expect(issues([line({ netWeight: '0.6' }), line({ netWeight: '0.6' })])).toEqual([
      '3 netWeight error NET_OVER_GROSS',
    ]);
    expect(issues([line({ netWeight: '0.5' }), line({ netWeight: '0.55' })])).toEqual([]);
  });
});

describe('a declaration file', () => {
  test('has one currency: lines that differ from most are wrong', () => {
    const parcel = (at: number, currency: string) =>
      line({ trackingNo: `TUL880001234${at}NL`, currency, consigneeName: `P${at}` });
    expect(issues([parcel(1, 'USD'), parcel(2, 'EUR'), parcel(3, 'EUR')])).toEqual([
      '2 currency error SAME_IN_FILE',
    ]);
  });
});

test('leaves the limits in EUR to the server, with a notice', () => {
  expect(declarationTemplate.later?.(() => [])).toEqual([{ code: 'LIMIT_LATER' }]);
});
