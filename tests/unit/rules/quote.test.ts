import { check } from '@contract/checked';
import { readClipboard } from '@contract/importing/clipboard';
import { quoteLines } from '@contract/lineFields';
import { currencyNamed } from '@contract/rules/currencies';
import { changedLines, type QuoteLine, quoteLineText, sharedLane } from '@contract/rules/quote';
import { weightBreakOf } from '@contract/rules/quoteHeads';
import { isLines, type PasteWords, putCells, readQuoteLines } from '@contract/rules/quotePaste';
import { describe, expect, test } from 'vitest';

const line = (changes: Partial<QuoteLine> = {}): QuoteLine => ({
  ...{ originCode: 'PVG', destinationCode: 'DE', zone: null, chargeItemId: 1, basis: 'per_kg' },
  ...{ minCharge: null, breaks: [{ fromKg: 0, price: '1.20' }], flatPrice: null },
  ...{ transitHours: null, currency: null, ...changes },
});
const words: PasteWords = {
  item: (text) =>
    ({ handling: { id: 1, basis: 'per_kg' }, 提货费: { id: 2, basis: 'per_truck' } })[text.toLowerCase()],
  basis: (text) => ({ 'per kg': 'per_kg' as const, 按车: 'per_truck' as const })[text.toLowerCase()],
  currency: currencyNamed,
};
const blockOf = (text: string) => readClipboard({ text, html: '' });
const read = (...rows: string[][]) =>
  readQuoteLines(blockOf(rows.map((row) => row.join('\t')).join('\r\n')), words);

test.each([
  ['usd', 'USD'],
  ['US$', 'USD'],
  ['美元', 'USD'],
  ['Euro', 'EUR'],
  ['€', 'EUR'],
  ['人民币', 'CNY'],
  // The dollar of which country is not known, the lev is no longer money, and a cent is not a currency.
  ['$', undefined],
  ['BGN', undefined],
  ['ct', undefined],
])('accepts for a rate card the currency %s as %s', (typed, code) => {
  const head = ['Origin', 'Destination', 'Charge item', 'Basis', '0', 'Currency'];
  const { lines, wrong } = read(head, ['PVG', 'DE', 'handling', 'per kg', '3.50', typed]);
  expect(lines.map((line) => line.currency)).toEqual(code === undefined ? [] : [code]);
  expect(wrong.map(({ column }) => column)).toEqual(code === undefined ? ['currency'] : []);
});

describe('the lines of a quote', () => {
  test.each([
    ['neither a price nor breaks', [line({ breaks: [] })], 'QUOTE_LINE_PRICE'],
    ['both', [line({ flatPrice: '1' })], 'QUOTE_LINE_PRICE'],
    ['breaks of what is not weighed', [line({ basis: 'per_box' })], 'QUOTE_LINE_BASIS'],
    ['breaks that begin late', [line({ breaks: [{ fromKg: 5, price: '1' }] })], 'QUOTE_LINE_BREAKS'],
    ['breaks that do not rise', [0, 9, 9].map((fromKg) => ({ fromKg, price: '1' })), 'QUOTE_LINE_BREAKS'],
    ['the same twice', [line(), line({ minCharge: '9' })], 'QUOTE_LINE_TWICE'],
  ] as const)('are refused with %s', (_, given, code) => {
    const lines = given.map((one) => ('fromKg' in one ? undefined : one)).filter((one) => one !== undefined);
    const all = lines.length > 0 ? lines : [line({ breaks: given as never })];
    const checked = check(quoteLines(), all);
    expect(checked.ok ? '' : Object.values(checked.problems)[0]?.code).toBe(code);
  });

  test('stay separate for another zone or item, with codes stored in the usual form', () => {
    const all = [line({ originCode: ' pvg ' }), line({ zone: 'Z2' }), line({ chargeItemId: 2 })];
    const checked = check(quoteLines(), all);
    expect(checked.ok && checked.value[0]?.originCode).toBe('PVG');
  });

  test('overlap between quotes only with the same codes', () => {
    expect(sharedLane([line()], [line({ destinationCode: 'FR' }), line({ chargeItemId: 9 })])).toMatchObject({
      destinationCode: 'DE',
    });
    expect(sharedLane([line()], [line({ originCode: 'ANY' }), line({ zone: 'Z1' })])).toBeUndefined();
  });

  test('differ between versions when prices do, however these are written', () => {
    const before = { currency: 'EUR', lines: [line(), line({ zone: 'Z1' }), line({ zone: 'Z2' })] };
    const after = {
      currency: 'EUR',
      lines: [
        line({ breaks: [{ fromKg: 0, price: '1.2000' }], currency: 'EUR' }),
        line({ zone: 'Z2', transitHours: 24 }),
        line({ zone: 'Z3' }),
      ],
    };
    const changes = changedLines(before, after);
    expect(changes.map(({ before: was, after: is }) => [was?.zone, is?.zone])).toEqual([
      ['Z2', 'Z2'],
      [undefined, 'Z3'],
      ['Z1', undefined],
    ]);
    expect(changedLines(before, { ...before, currency: 'USD' })).toHaveLength(3);
  });
});

describe('spreadsheet rows of a quote', () => {
  const first = ['PVG', 'DE', 'Handling', 'Per kg', '85,00', '1.2', '0.95', '', '0.8', '', 'EUR'];

  test('are read by the columns of the template without a header', () => {
    const { lines, wrong, left } = read(first, ['any', 'nl', '提货费', '按车', '', '240']);
    expect(wrong).toEqual([]);
    expect(left).toBe('');
    expect(lines.map((one) => quoteLineText(one, 'X', 'EUR'))).toEqual([
      'PVG → DE X 0: 1.20, 100: 0.95, 500: 0.80 EUR (≥ 85.00)',
      'ANY → NL X 240.00 EUR',
    ]);
    const checked = check(quoteLines(), lines);
    expect(checked.ok).toBe(true);
  });

  test('are read by their header, in either language and any order', () => {
    const { lines, wrong } = read(
      ['目的地', '起运地', '收费项目', '50 kg', '0', '时效', '分区'],
      ['fr', 'hkg', 'HANDLING', '2', '3', '48', 'z1'],
    );
    expect(wrong).toEqual([]);
    expect(lines).toEqual([
      line({
        ...{ originCode: 'HKG', destinationCode: 'FR', zone: 'Z1', transitHours: 48 },
        breaks: [
          { fromKg: 0, price: '3' },
          { fromKg: 50, price: '2' },
        ],
      }),
    ]);
  });

  test('are left out and named when they are totals at the end, and refused elsewhere', () => {
    const head = ['Origin', 'Destination', 'Charge item', '0'];
    const lane = ['PVG', 'DE', 'Handling', '1.20'];
    const { lines, wrong, left, notes } = read(head, lane, ['合计', '', '', '1.20'], ['Total:', '', '', '']);
    expect([lines.length, wrong, left]).toEqual([1, [], '']);
    expect(notes.map(({ problem }) => problem)).toEqual([
      { code: 'PASTE_TOTALS', params: { rows: { list: ['3', '4'] } } },
    ]);
    const early = read(head, ['Total', '', '', '1.20'], ...Array.from({ length: 12 }, () => lane));
    expect(early.wrong.length).toBeGreaterThan(0);
  });

  test('are read without a column that has no place, and the column is named', () => {
    const { lines, notes } = read(
      ['Origin', 'Destination', 'Charge item', '0', 'Fuel', '0'],
      ['PVG', 'DE', 'Handling', '1.20', '0.3', '9'],
    );
    expect(lines).toEqual([line()]);
    expect(notes.map(({ problem }) => problem)).toEqual([
      { code: 'PASTE_COLUMN', params: { value: '0.3', n: 1, column: 'Fuel' } },
      { code: 'PASTE_COLUMN', params: { value: '9', n: 1, column: '0' } },
    ]);
  });

  test('take their decimal sign from all of their prices', () => {
    const prices = (...rows: string[][]) => {
      const { lines, wrong } = read(...rows.map((row) => ['PVG', 'DE', 'Handling', '', '', ...row]));
      return [lines.map(({ breaks }) => breaks.map(({ price }) => price)), wrong.map(({ row }) => row)];
    };
    expect(prices(['1.250,50', '1.100'], ['3,5', '2'])).toEqual([
      [
        ['1250.50', '1100'],
        ['3.5', '2'],
      ],
      [],
    ]);
    expect(prices(['1,250', ''], ['2', ''])).toEqual([[['2']], [1]]);
  });

  test('ask for the decimal sign when prices do not show it, and apply the reply', () => {
    const block = blockOf('PVG\tDE\tHandling\t\t\t1,250\r\n');
    expect(isLines(block, words)).toBe(true);
    expect(readQuoteLines(block, words).open).toBe('1,250');
    const answered = (['comma', 'point'] as const).map((sign) => {
      const { open, lines, wrong, notes } = readQuoteLines(block, words, sign);
      expect([open, wrong, notes]).toEqual([undefined, [], []]);
      return lines.flatMap(({ breaks }) => breaks.map(({ price }) => Number(price)));
    });
    expect(answered).toEqual([[1.25], [1250]]);
    expect(readQuoteLines(blockOf('PVG\tDE\tHandling\t\t\t1,25\r\n'), words).open).toBeUndefined();
  });

  test('are returned unchanged when wrong, with row and column of each wrong cell', () => {
    const head = ['Origin', 'Destination', 'Charge item', 'Basis', 'Min', '0', '100', 'Currency'];
    const bad = [
      ['', 'D E', 'Nothing', 'Per kg', 'x', '1', '', 'XXX'],
      ['PVG', 'DE', '提货费', '按车', '', '1', '2', ''],
      ['PVG', 'DE', 'Handling', '', '', '', '2', ''],
    ];
    const good = ['PVG', 'NL', 'Handling', '', '', '1', '', 'USD'];
    const { lines, wrong, left } = read(head, bad[0] ?? [], good, ...bad.slice(1));
    expect(lines).toHaveLength(1);
    expect(wrong.map(({ row, column, problem }) => `${row} ${column} ${problem.code}`)).toEqual([
      '2 originCode REQUIRED',
      '2 destinationCode CODE_FORMAT',
      '2 chargeItemId REFERENCE_UNKNOWN',
      '2 currency REFERENCE_UNKNOWN',
      '2 minCharge NUMBER_INVALID',
      '3 basis QUOTE_CELL_BASIS',
      '4 0 REQUIRED',
    ]);
    expect(left.split('\n').map((row) => row.split('\t'))).toEqual([head, ...bad]);
  });
});

describe('a block pasted into a quote', () => {
  const columns = ['originCode', 'destinationCode', 'zone', 'chargeItemId', 'basis', 'minCharge'] as const;
  const grid = [...columns, 'flatPrice' as const, 0, 100, 'currency' as const, 'transitHours' as const];
  const put = (row: number, column: (typeof grid)[number], block: string[][], lines = [line(), line()]) =>
    putCells(
      lines,
      grid,
      { row, column: grid.indexOf(column) },
      blockOf(`${block.map((cells) => cells.join('\t')).join('\r\n')}\r\n`),
      words,
    );

  test('asks for its decimal sign when its prices do not show it', () => {
    const at = { row: 0, column: grid.indexOf(0) };
    const block = blockOf('1,250\t2,100\r\n');
    expect(isLines(block, words)).toBe(false);
    expect(putCells([line()], grid, at, block, words).open).toBe('1,250');
    const { open, wrong, lines } = putCells([line()], grid, at, block, words, 'comma');
    expect([open, wrong]).toEqual([undefined, []]);
    expect(lines[0]?.breaks.map(({ price }) => Number(price))).toEqual([1.25, 2.1]);
  });

  test('fills to the right and down from one cell, and adds lines beyond the last', () => {
    const {
      lines,
      wrong,
      put: count,
    } = put(1, 0, [
      ['1,10', '0.90'],
      ['', '0.80'],
    ]);
    expect([wrong, count]).toEqual([[], 4]);
    expect(lines.map(({ breaks }) => breaks.map(({ fromKg, price }) => `${fromKg}: ${price}`))).toEqual([
      ['0: 1.20'],
      ['0: 1.10', '100: 0.90'],
      ['100: 0.80'],
    ]);
    expect(lines[2]).toMatchObject({ originCode: 'PVG', chargeItemId: 1 });
  });

  test('sets any column; a price for all replaces those by weight, and the reverse', () => {
    const cells = ['z9', '提货费', '按车', '80', '240', '', '', 'usd', '12', 'beyond'];
    const { lines, notes } = put(0, 'zone', [cells]);
    expect(notes).toEqual([
      { problem: { code: 'PASTE_BEYOND', params: { value: 'beyond', n: 1, column: 10 } } },
    ]);
    expect(lines[0]).toEqual(
      line({
        ...{ zone: 'Z9', chargeItemId: 2, basis: 'per_truck', minCharge: '80', breaks: [] },
        ...{ flatPrice: '240', currency: 'USD', transitHours: 12 },
      }),
    );
    const back = put(0, 'basis', [['per kg', '', '', '3']], [...lines]);
    expect(back.lines[0]).toMatchObject({ flatPrice: null, breaks: [{ fromKg: 0, price: '3' }] });
  });

  test('skips its wrong cells, and names them', () => {
    const {
      lines,
      wrong,
      put: count,
    } = put(0, 'originCode', [
      ['', 'FR', '', 'nothing'],
      ['SZX', '', '', '', ''],
    ]);
    expect(wrong.map(({ row, column, problem }) => `${row} ${column} ${problem.code}`)).toEqual([
      '1 originCode REQUIRED',
      '1 chargeItemId REFERENCE_UNKNOWN',
      '2 destinationCode REQUIRED',
      '2 chargeItemId REQUIRED',
    ]);
    expect(count).toBe(5);
    expect(lines).toEqual([line({ destinationCode: 'FR' }), line({ originCode: 'SZX' })]);
  });

  test('has no prices by weight for items charged otherwise', () => {
    const boxes = line({ basis: 'per_box', breaks: [], flatPrice: '2' });
    const { lines, wrong } = put(0, 0, [['3', '']], [boxes]);
    expect(lines).toEqual([boxes]);
    expect(wrong).toMatchObject([{ row: 1, column: 0, problem: { code: 'QUOTE_CELL_BASIS' } }]);
  });

  test('is distinguished from whole lines', () => {
    expect(isLines(blockOf('1.2\t0.9\r\n1.1\t0.8'), words)).toBe(false);
    expect(isLines(blockOf('Origin\tDestination\r\nPVG\t'), words)).toBe(true);
    expect(isLines(blockOf('PVG\tDE\tHandling\tPer kg\t\t1.2'), words)).toBe(true);
  });
});

test.each([
  ['0', 0],
  ['100', 100],
  ['1,000', 1000],
  ['1.000', 1000],
  ['1 000 kg', 1000],
  ['0.5', 0.5],
  ['+45', 45],
  ['+100 KGS', 100],
  ['45+', 45],
  ['300kg+', 300],
  ['≥ 100 kg', 100],
  ['>=500', 500],
  ['＋３００', 300],
  ['45-99', 45],
  ['100–300kg', 100],
  ['0-45', 0],
  ['100公斤以上', 100],
  ['Q', 45],
  ['Q45', 45],
  ['Q 100', 100],
  ['N', 0],
  ['Normal', 0],
  ['-45', 0],
  ['−45kg', 0],
  ['<45', 0],
  ['M', undefined],
  ['Fuel', undefined],
  ['1,00', undefined],
  ['10/20', undefined],
  ['', undefined],
])('reads the header %j as a price from %s kg', (header, kg) => expect(weightBreakOf(header)).toBe(kg));
