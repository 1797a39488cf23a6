import { country } from '@contract/config/country';
import {
  type AddressCountry,
  addressIssues,
  addressLine,
  chineseMobile,
  phoneIssue,
  postalLines,
  postcodeForm,
  postcodeOf,
  postcodeProblem,
} from '@contract/rules/addresses';
import { unusedValues } from '@contract/rules/oddValues';
import { describe, expect, test } from 'vitest';

const postcodes: [country: string, right: string[], wrong: string[]][] = [
  ['NL', ['1118 CP', '2611ET', '6199 AG', '2611 et'], ['0118 CP', '26112 ET', '2611', '2611 E']],
  ['BE', ['4460', '1000', '2030'], ['0460', '44600', 'B-4460']],
  ['DE', ['04435', '60549', '51147'], ['00123', '5114', 'D-51147']],
  ['FR', ['75001', '95700', '20090'], ['00100', '99123', '7500']],
  ['GB', ['SW1A 1AA', 'M1 1AE', 'CM24 1QW', 'sw1a1aa', 'GIR 0AA'], ['Q1 1AA', 'SW1A 1A', '12345']],
  ['US', ['60666', '11430-1234', '90045'], ['6066', '11430-12', 'ABCDE']],
  ['CN', ['518000', '200120', '100600'], ['51800', '5180000', '918000']],
];

describe.each(postcodes)('postcodes of %s', (country, right, wrong) => {
  test.each(right)('include %s', (value) => {
    expect(postcodeProblem(country, value)).toBeUndefined();
  });

  test.each(['', ...wrong])('do not include %s', (value) => {
    const found = postcodeProblem(country, value);
    const { example, expected = example } = found?.params ?? {};
    expect(found?.code).toBe(expected === example ? 'POSTCODE_FORMAT' : 'POSTCODE_ZERO_LOST');
    expect(found?.params?.country).toBe(country);
    expect(postcodeProblem(country, String(expected))).toBeUndefined();
  });
});

test('refuses three pairs of letters in Dutch postcodes', () => {
  expect(postcodeProblem('NL', '2611 SS')?.code).toBe('POSTCODE_NL_LETTERS');
  expect(postcodeProblem('NL', '2611SA')?.code).toBe('POSTCODE_NL_LETTERS');
  expect(postcodeProblem('NL', '2611 SE')).toBeUndefined();
});

test('accepts 2 to 12 characters for other countries', () => {
  expect(postcodeProblem('LV', 'LV-1010')).toBeUndefined();
  expect(postcodeProblem('IE', 'D02 AF30')).toBeUndefined();
  for (const wrong of ['', '1', '1234567890123', '邮编', '12/34']) {
    expect(postcodeProblem('LV', wrong)?.code).toBe('POSTCODE_LENGTH');
  }
});

describe('postcodes that lost their zeros in a spreadsheet', () => {
  test.each([
    ['ES', '8001', '08001'],
    ['IT', '118', '00118'],
    ['FI', '100', '00100'],
    ['PL', '950', '00-950'],
    ['PL', '1234', '01-234'],
    ['FR', '1000', '01000'],
    ['DE', '1067', '01067'],
    ['US', '7094', '07094'],
    ['US', '7094-1234', '07094-1234'],
    ['US', '501', '00501'],
    ['MX', '6000', '06000'],
    ['JP', '600001', '060-0001'],
    ['BR', '1310100', '01310-100'],
    ['NO', '150', '0150'],
    ['SK', '4001', '040 01'],
    ['RO', '10011', '010011'],
    ['PT', '1000-5', '1000-005'],
    ['PL', '0-950', '00-950'],
    ['JP', '60-1', '060-0001'],
    ['BR', '1310-1', '01310-001'],
    ['US', '2108-12', '02108-0012'],
    ['CZ', '110 0', '110 00'],
    ['VA', '120', '00120'],
    ['KZ', '10000', '010000'],
    ['VI', '802', '00802'],
    ['VI', '802-1222', '00802-1222'],
    ['PR', '907-12', '00907-0012'],
  ])('are restored in %s: %s was %s', (country, value, expected) => {
    expect(postcodeProblem(country, value)).toMatchObject({
      code: 'POSTCODE_ZERO_LOST',
      params: { country, expected },
    });
    expect(postcodeProblem(country, expected)).toBeUndefined();
  });

  test.each([
    ['PT', '100'],
    ['ES', '80'],
    ['DE', '106'],
    ['SE', '1122'],
    ['CZ', '1100'],
    ['US', '11'],
    ['VI', '860'],
  ])('are not restored in %s for %s', (country, value) =>
    expect(postcodeProblem(country, value)?.code).toBe('POSTCODE_FORMAT'),
  );

  test.each([
    ['PL', '00950'],
    ['PT', '1000205'],
    ['LT', 'LT-01100'],
    ['SE', '11122'],
    ['KZ', 'A05A1A0'],
    ['VI', '00850-9802'],
    ['PR', '00930-1234'],
    ['VA', '00120'],
    ['PA', '801'],
  ])('are not needed in %s for %s', (country, value) =>
    expect(postcodeProblem(country, value)).toBeUndefined(),
  );
});

test('stores single spaces and capitals by the rule of a country', () => {
  const rule = postcodeOf('NL');
  expect(rule.normalise(' 1118   cp ')).toBe('1118 CP');
  expect(rule.check('1118 CP')).toBeUndefined();
  expect(rule.check('11180')?.code).toBe('POSTCODE_FORMAT');
});

describe('Chinese mobile numbers', () => {
  test.each(['13800138000', '+86 19912345678', '86-15800001111', ' +86  13800138000 '])(
    'include %s',
    (value) => {
      expect(chineseMobile.check(chineseMobile.normalise(value))).toBeUndefined();
    },
  );

  test.each(['12800138000', '1380013800', '23800138000', '+8613800138000 1', '+85 13800138000', ''])(
    'do not include %s',
    (value) => {
      expect(chineseMobile.check(chineseMobile.normalise(value))?.code).toBe('MOBILE_CN_FORMAT');
    },
  );
});

const CHINA = { code: 'CN', phoneCode: '+86', postcodeRegex: null };
const DUTCH = { code: 'NL', phoneCode: '+31', postcodeRegex: null };

describe('telephone numbers', () => {
  test.each([
    ['a mobile', '13800138000', CHINA],
    ['a mobile with the dialling code', '+86 138 0013 8000', CHINA],
    ['a mobile with the dialling code and no plus', '86-15800001111', CHINA],
    ['a line of Beijing', '010 65123456', CHINA],
    ['a line of Beijing from abroad', '+86 10 6512 3456', CHINA],
    ['a line of Shenzhen', '+86 755 2345678', CHINA],
    ['a service number', '400 820 8820', CHINA],
    ['a Chinese line of a Dutch company', '0086 21 65123456', DUTCH],
    ['a Dutch line', '+31 20 1234567', DUTCH],
    ['a Dutch line without the dialling code', '020 1234567', DUTCH],
  ])('are checked: %s: %s', (_, phone, country) => {
    expect([undefined, 'warning']).toContain(phoneIssue(phone, country)?.level);
    if (country === CHINA) expect(phoneIssue(phone, country)).toBeUndefined();
  });

  test.each([
    ['12800138000', 'MOBILE_CN_FORMAT'],
    ['1380013800', 'MOBILE_CN_FORMAT'],
    ['+86 1380013800', 'MOBILE_CN_FORMAT'],
    ['23800138000', 'PHONE_CN_FORMAT'],
    ['65123456', 'PHONE_CN_FORMAT'],
  ])('do not include %s in China', (phone, code) => {
    expect(phoneIssue(phone, CHINA)).toMatchObject({ level: 'error', problem: { code } });
  });

  test('are checked as Chinese if they are, whatever country the owner is in', () => {
    expect(phoneIssue('+86 1380013800', DUTCH)).toMatchObject({ level: 'error' });
  });

  test('cause a warning, not an error, when they are of another country', () => {
    expect(phoneIssue('+44 20 7946 0300', DUTCH)).toEqual({
      level: 'warning',
      problem: { code: 'PHONE_ELSEWHERE', params: { country: 'NL', code: '+31' } },
    });
    expect(phoneIssue('+44 20 7946 0300', { ...DUTCH, phoneCode: null })).toBeUndefined();
  });
});

describe('the parts of an address', () => {
  const wrong = (values: object, country: AddressCountry = CHINA) =>
    addressIssues(values, country).map(({ column, problem }) => [column, problem.code]);

  test('fit together, or name the one that does not', () => {
    expect(wrong({ postcode: '518000', phone: '13800138000' })).toEqual([]);
    expect(wrong({ postcode: '951800', phone: '1380013800' })).toEqual([
      ['postcode', 'POSTCODE_FORMAT'],
      ['phone', 'MOBILE_CN_FORMAT'],
    ]);
  });

  test('may be missing', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ postcode: null, phone: null })).toEqual([]);
  });

  test('follow the country record before the built-in rule', () => {
    const own = { ...DUTCH, postcodeRegex: '\\d{4}' };
    expect(wrong({ postcode: '1118' }, own)).toEqual([]);
    const polish = { ...DUTCH, code: 'PL', postcodeRegex: '\\d\\d-\\d{3}' };
    expect(wrong({ postcode: '950' }, polish)).toEqual([['postcode', 'POSTCODE_ZERO_LOST']]);
    expect(wrong({ postcode: '1118 CP' }, own)).toEqual([['postcode', 'POSTCODE_FORMAT']]);
  });

  test('are checked in bounded time for every format and postcode', () => {
    const slow = { ...DUTCH, postcodeRegex: '(\\d+)+X' };
    expect(wrong({ postcode: '1'.repeat(40) }, slow)).toEqual([['postcode', 'POSTCODE_FORMAT']]);
  });

  test('name a format of an older version with look-ahead, replaced by the built-in rule', () => {
    const ahead = { ...DUTCH, postcodeRegex: '(?=1)\\d{4}' };
    expect(addressIssues({ postcode: '1118 CP' }, ahead)).toEqual([
      {
        column: 'postcode',
        level: 'warning',
        problem: {
          code: 'POSTCODE_PATTERN_UNUSED',
          params: { country: 'NL', pattern: ahead.postcodeRegex },
        },
      },
    ]);
    expect(wrong({ postcode: '1118' }, ahead)).toEqual([['postcode', 'POSTCODE_FORMAT']]);
    expect(wrong({ phone: '+31 20 1234567' }, ahead)).toEqual([]);
    expect(postcodeForm(ahead)).toBe(postcodeForm(DUTCH));
  });

  test('are marked in the country record when its format is not used, with the reason', () => {
    const unused = (postcodeRegex: string) =>
      unusedValues(country.row.shape, { postcodeRegex }).map(({ column, problem }) => [column, problem]);
    expect(unused('(?=1)\\d{4}')).toEqual([
      ['postcodeRegex', { code: 'PATTERN_UNUSED', params: { part: '(?=' } }],
    ]);
    expect(unused('(\\d)\\1')).toEqual([
      ['postcodeRegex', { code: 'PATTERN_UNUSED', params: { part: '\\1' } }],
    ]);
    expect(unused('\\d{4}')).toEqual([]);
  });
});

describe('an address in one line', () => {
  const hub = { street: 'Vrachtkade', houseNumber: '12', postcode: '1119 QX', city: 'Schiphol-Rijk' };

  test('consists of street and number, district, postcode and town, and province', () => {
    expect(addressLine({ ...hub, district: 'Zuid', province: 'Noord-Holland' })).toBe(
      'Vrachtkade 12, Zuid, 1119 QX Schiphol-Rijk, Noord-Holland',
    );
  });

  test('omits missing parts, and is null without any', () => {
    expect(addressLine({ ...hub, street: null, houseNumber: null, province: '' })).toBe(
      '1119 QX Schiphol-Rijk',
    );
    expect(addressLine({ street: null })).toBeNull();
  });

  test('ends with the country below the town on a letter', () => {
    expect(postalLines({ ...hub, country: 'Netherlands' })).toEqual([
      'Vrachtkade 12',
      '1119 QX Schiphol-Rijk',
      'Netherlands',
    ]);
  });
});
