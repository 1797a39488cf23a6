import { valueIssues } from '@contract/bill/declarationChecks';
import { t1Draft } from '@contract/customs/t1';
import { fileTemplates } from '@contract/files/templates';
import { boxWeightTemplate } from '@contract/files/templates/cargo';
import { dateOddity } from '@contract/importing/oddities';
import { LANGUAGES } from '@contract/limits';
import { batchKey } from '@contract/rules/batches';
import { checkBillDraft } from '@contract/rules/billDraft';
import { sideIssues, sideUnit } from '@contract/rules/boxSides';
import { customsOffice } from '@contract/rules/customs';
import { farDateProblem } from '@contract/rules/farDates';
import { type KnownCode, unitValueProblem } from '@contract/rules/hsLine';
import { euRulesOn } from '@contract/rules/lowValue';
import { oddValues } from '@contract/rules/oddValues';
import { priceProblem, USUAL_FROM, usualPrice } from '@contract/rules/usualPrice';
import { boxWeightProblem, parcelWeightProblem } from '@contract/rules/weights';
import { say } from '@contract/words';
import { describe, expect, test } from 'vitest';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const DAY = 86_400_000;
const daysOn = (days: number) => new Date(NOW + days * DAY).toISOString();

describe('warnings of weights', () => {
  test.each([
    [0.004, true],
    [0.005, false],
    [31.5, false],
    [31.501, true],
    [350, true],
    [0, false],
    [null, false],
  ])('are given for a parcel of %s kg: %s', (kilograms, odd) => {
    expect(parcelWeightProblem(kilograms)?.code).toBe(odd ? 'PARCEL_WEIGHT_ODD' : undefined);
  });

  test.each([
    [0.499, true],
    [0.5, false],
    [60, false],
    [60.1, true],
  ])('are given for a box of %s kg: %s', (kilograms, odd) => {
    expect(boxWeightProblem(kilograms)?.code).toBe(odd ? 'BOX_WEIGHT_ODD' : undefined);
  });
});

test.each([
  [120_000, undefined],
  [120_000.5, 'BILL_WEIGHT_ODD'],
])('checks a bill of %s kg: %s', (weight, code) => {
  const odd = checkBillDraft({ boxCount: 8000, weight }).filter(({ column }) => column === 'weight');
  expect(odd.map(({ level, problem }) => [level, problem.code])).toEqual(code ? [['warning', code]] : []);
});

test.each([
  ['1000.00', []],
  ['1000.01', [['unitPrice', 'warning', 'PARCEL_VALUE_ODD', '1000.01']]],
])('checks a parcel worth %s EUR: %s', (euros, expected) => {
  const goods = {
    euros,
    vatScheme: 'standard',
    toConsumer: true,
    preferential: false,
    restricted: false,
  } as const;
  const rules = euRulesOn([], '2026-11-20', { today: '2026-11-20', rates: new Map(), last: new Map() });
  expect(
    valueIssues(goods, rules).map(({ column, level, problem }) => [
      ...[column, level, problem.code, problem.params?.value],
    ]),
  ).toEqual(expected);
});

describe('warnings of box sides', () => {
  test.each([
    ['cm', 60, 40, 42.5, 18.45],
    ['m', 0.6, 0.4, 0.425, 18.45],
    ['mm', 600, 400, 425, 18.45],
    // A pillow, at the light end in each unit, and a box of screws at the heavy one.
    ['cm', 80, 60, 50, 4],
    ['mm', 800, 600, 500, 4],
    ['m', 0.8, 0.6, 0.5, 4],
    ['cm', 20, 20, 15, 60],
    ['mm', 200, 200, 150, 60],
    ['m', 0.2, 0.2, 0.15, 60],
    // No unit fits goods of these sizes, or the weight is the wrong one.
    [undefined, 2, 2, 2, 18],
    [undefined, 60, 40, 40, 0.05],
    [undefined, 60, 40, null, 18],
    [undefined, 60, 40, 42, 0],
  ])('name the unit %s for sides %s × %s × %s and %s kg', (unit, length, width, height, weight) => {
    expect(sideUnit({ length, width, height, weight })).toBe(unit);
  });

  test.each([
    [0.6, 'warning', 'SIDE_UNIT', 60],
    [600, 'error', 'SIDE_UNIT', 60],
    [301, 'error', 'NUMBER_RANGE', undefined],
  ])('suggest for a length of %s: %s %s', (length, level, code, expected) => {
    const others = { 0.6: [0.4, 0.4], 600: [400, 400], 301: [40, 40] }[length] ?? [];
    const values = { boxNo: 'A', weight: 18, length, width: others[0] ?? null, height: others[1] ?? null };
    const [found] = boxWeightTemplate.row(values).filter(({ column }) => column === 'length');
    expect([found?.level, found?.problem.code, found?.problem.params?.expected]).toEqual([
      ...[level, code, expected],
    ]);
  });

  test('name the unit in the language of the reader', () => {
    const [found] = sideIssues({ weight: 18, length: 600, width: 400, height: 400 });
    const words = LANGUAGES.map((language) => say(language, 'SIDE_UNIT', found?.problem.params));
    expect(words[0]).toContain('600 seems to be in millimetres. Write 60 cm');
    expect(words[1]).toContain('600似乎以毫米为单位，请填写60厘米');
  });
});

describe('warnings of dates', () => {
  test.each([
    ['etd', -60, undefined],
    ['etd', -61, 'DATE_AGO'],
    ['etd', 120, undefined],
    ['eta', 121, 'DATE_AHEAD'],
    ['pickupAt', 30, undefined],
    ['pickupAt', 31, 'DATE_AHEAD'],
    ['ata', 2, undefined],
    ['ata', 3, 'DATE_AHEAD'],
    ['podAt', -60, undefined],
    ['podAt', -61, 'DATE_AGO'],
    ['timeLimit', 60, undefined],
    ['timeLimit', 61, 'DATE_AHEAD'],
    ['invoiceDate', -400, undefined],
    ['invoiceDate', -401, 'DATE_AGO'],
    ['invoiceDate', 31, undefined],
    ['invoiceDate', 32, 'DATE_AHEAD'],
    ['validTo', 900, undefined],
  ])('are given for %s %s days from today: %s', (name, days, code) => {
    expect(farDateProblem(name, daysOn(days), NOW)?.code).toBe(code);
  });

  const oddityOf = (text: string, value: string, zone?: string) =>
    dateOddity({ key: 'etd' }, { now: NOW, order: 'DMY' })?.(text, value, zone);

  test('suggest a near date with day and month swapped, on its own clock', () => {
    const found = oddityOf('12/5/2026 2:40 AM', '2026-05-11T18:40:00Z', 'Asia/Shanghai');
    expect(found).toEqual({ code: 'DATE_ORDER', params: { days: 199, expected: '2026-12-05 02:40' } });
  });

  test.each([
    ['12/5/2026', '2026-05-12', 'DATE_ORDER'],
    ['2026-05-12', '2026-05-12', 'DATE_AGO'],
    ['13/5/2026', '2026-05-13', 'DATE_AGO'],
    ['2026-05-12T02:40:00Z', '2026-05-12T02:40:00Z', 'DATE_AGO'],
    ['5/12/2026', '2026-12-05', undefined],
  ])('are given for %s: %s', (text, value, code) => expect(oddityOf(text, value)?.code).toBe(code));

  test('are not given when today is unknown, nor in fields for any date', () => {
    expect(dateOddity({ key: 'etd' }, {})).toBeUndefined();
    expect(dateOddity({ key: 'validTo' }, { now: NOW })).toBeUndefined();
  });
});

describe('warnings of customs offices', () => {
  test.each([
    ['NL000432', false],
    ['IEDUB100', false],
    ['EE1000EE', false],
    ['XI000142', false],
    ['GB000060', false],
    ['SCHIPHOL', true],
    ['BRUSSELS', true],
    ['US002704', true],
  ])('are given for %s: %s', (office, odd) => {
    expect(customsOffice.check(office)).toBeUndefined();
    expect(customsOffice.warn?.(office)?.code).toBe(odd ? 'CUSTOMS_OFFICE_NAME' : undefined);
  });

  test('are the same in forms and imports', () => {
    const values = { officeDeparture: 'SCHIPHOL', officeDestination: 'NL000396', timeLimit: daysOn(90) };
    const found = oddValues(t1Draft.shape, values, NOW);
    expect(found.map(({ column, level, problem }) => [column, level, problem.code])).toEqual([
      ['officeDeparture', 'warning', 'CUSTOMS_OFFICE_NAME'],
      ['timeLimit', 'warning', 'DATE_AHEAD'],
    ]);
  });
});

describe('warnings of batch numbers', () => {
  test.each([
    ['1', '01', true],
    ['001', '1', true],
    ['B-1', 'B01', true],
    ['B20261103-01', 'b20261103-1', true],
    ['01-A', '1A', true],
    ['1', '2', false],
    ['1', '10', false],
    ['1-1', '11', false],
    ['B1', 'C1', false],
    ['0', '00', true],
  ])('are given for %s and %s as one batch: %s', (one, other, same) =>
    expect(batchKey(one) === batchKey(other)).toBe(same),
  );

  test('name spellings that differ within a file', () => {
    const [group] = fileTemplates.bill.groups ?? [];
    const rows = ['01', '2', '1'].map((batchNo) => ({ billNo: '112-90424456', batchNo }));
    expect(group?.check(rows, (index) => index + 2)).toMatchObject([
      { index: 2, column: 'batchNo', level: 'warning', problem: { code: 'BATCH_ALIKE', params: { row: 2 } } },
    ]);
  });
});

describe('warnings of prices', () => {
  test('compare with the median of five or more', () => {
    expect(usualPrice([1, 2, 3, 4])).toBeUndefined();
    expect(USUAL_FROM).toBe(5);
    expect(usualPrice([980, 1000, 5000, 970, 990])).toBe(990);
    expect(usualPrice([1, 2, 3, 4, 5, 6])).toBe(3.5);
  });

  test.each([
    [98_000, 980, 'PRICE_HUNDREDFOLD', '980'],
    [6.5, 0.06, 'PRICE_HUNDREDFOLD', '0.065'],
    [49_000, 980, 'PRICE_HUNDREDFOLD', '490'],
    [48_999, 980, undefined, undefined],
    [300_000, 980, 'PRICE_UNUSUAL', undefined],
    [980, 980, undefined, undefined],
    [5, 0, undefined, undefined],
  ])('are given for %s where %s is usual: %s', (price, usual, code, expected) => {
    const found = priceProblem(price, usual);
    expect([found?.code, found?.params?.expected]).toEqual([code, expected]);
  });
});

describe('warnings of unit values', () => {
  const entry = (minUnitValue: number | null, maxUnitValue: number | null): KnownCode => ({
    ...{ restricted: 'none', restrictionNote: null, minUnitValue, maxUnitValue },
  });
  const known = new Map([
    ['610910', entry(0.5, 80)],
    ['6109100010', entry(null, 100)],
  ]);
  const codes = { find: (code: string) => known.get(code) };

  test.each([
    ['610910', 0.49, true],
    ['610910', 0.5, false],
    ['610910', 80, false],
    ['610910', 80.01, true],
    ['6109100010', 90, false],
    ['6109100010', 0.4, true],
    ['61091000', 90, true],
    ['640411', 9999, false],
    ['610910', null, false],
  ])('are given for %s at EUR %s: %s', (code, value, odd) => {
    expect(unitValueProblem(code, value, codes)?.code).toBe(odd ? 'HS_UNIT_VALUE' : undefined);
  });
});
