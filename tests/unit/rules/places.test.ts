import { airlineByCode, airlineByPrefix } from '@contract/rules/airlines';
import { COUNTRIES } from '@contract/rules/countries';
import {
  CURRENCY_INSTEAD,
  CURRENCY_NAMES,
  CURRENCY_REPLACED,
  currenciesOf,
  MINOR_DIGITS,
} from '@contract/rules/currencies';
import {
  airlineCode,
  airportCode,
  countryCode,
  currencyCode,
  currencyDigits,
  firms,
  icaoCode,
  schD,
  schK,
  timeZone,
  unLocode,
} from '@contract/rules/places';
import type { CodeRule } from '@contract/rules/rule';
import { describe, expect, test } from 'vitest';

const refusal = (rule: CodeRule, typed: string) => rule.check(rule.normalise(typed))?.code;

const seededPorts =
  'NLRTM NLAMS NLSPL NLMST BEANR BELGG BEZEE DEHAM DEBRV FRLEH GBFXT USLAX USLGB USNYC USEWR USSAV USHOU USOAK ' +
  'USSEA USTIW USCHI CNSHA CNNGB CNYTN CNSHK CNXMN CNQDG CNTXG CNNSA HKHKG';

const accepted: [name: string, rule: CodeRule, typed: string[]][] = [
  ['airportCode', airportCode, ['AMS', 'LGG', 'ORD', 'pvg', 'NLRTM', 'cn ytn']],
  ['icaoCode', icaoCode, ['EHAM', 'ZSPD']],
  ['unLocode', unLocode, [...seededPorts.split(' '), 'nl rtm', 'US2AB']],
  [
    'countryCode',
    countryCode,
    [
      'NL',
      'BE',
      'CN',
      'HK',
      'MO',
      'TW',
      'GB',
      'GR',
      'nl',
      'NLD',
      'Netherlands',
      '荷兰',
      '中国',
      'China',
      'USA',
    ],
  ],
  ['currencyCode', currencyCode, 'EUR USD CNY GBP HKD PLN CZK SEK DKK HUF RON CHF JPY eur'.split(' ')],
  ['schD', schD, ['2704', '2709', '4701', '3901', '2720', '0401']],
  ['schK', schK, ['57035', '57078', '57020']],
  ['firms', firms, ['Y258', 'WAC8', 'HBT1']],
  [
    'timeZone',
    timeZone,
    [
      'Europe/Amsterdam',
      'America/Chicago',
      'Asia/Shanghai',
      'Asia/Hong_Kong',
      'America/Argentina/Buenos_Aires',
      'UTC',
      ' europe/amsterdam ',
    ],
  ],
  ['airlineCode', airlineCode, ['CK', '5Y', 'Y8', 'XX', 'ck']],
];

describe('an accepted code of a place', () => {
  test.each(accepted.flatMap(([name, rule, typed]) => typed.map((value) => [name, value, rule] as const)))(
    'is the %s %s',
    (_name, value, rule) => {
      const stored = rule.normalise(value);
      expect(rule.check(stored)).toBeUndefined();
      expect(stored.length).toBeLessThanOrEqual(rule.max);
    },
  );
});

const refused: [name: string, rule: CodeRule, code: string, typed: string[]][] = [
  ['airportCode', airportCode, 'AIRPORT_FORMAT', ['AM', 'AMST', '123', 'NLR1M']],
  ['airportCode', airportCode, 'COUNTRY_UNKNOWN', ['XXRTM']],
  ['icaoCode', icaoCode, 'ICAO_FORMAT', ['EHA', 'EH1M', 'EHAMS']],
  ['unLocode', unLocode, 'UN_LOCODE_FORMAT', ['RTM', 'NL0TM', 'NLRT1']],
  ['unLocode', unLocode, 'COUNTRY_UNKNOWN', ['XXRTM']],
  ['unLocode', unLocode, 'CODE_INSTEAD', ['UKFXT', 'ELPIR']],
  ['countryCode', countryCode, 'CODE_MEANT', ['UK', 'EL']],
  ['countryCode', countryCode, 'CODE_INSTEAD', ['XI']],
  ['countryCode', countryCode, 'COUNTRY_UNKNOWN', ['NLX', 'EU', 'ZZ', '荷兰国', '']],
  ['currencyCode', currencyCode, 'CODE_MEANT', ['€', 'CNH', 'US$', '£']],
  ['currencyCode', currencyCode, 'CURRENCY_REPLACED', ['BGN', 'HRK', 'ANG']],
  ['currencyCode', currencyCode, 'CURRENCY_UNKNOWN', ['XXX', 'XAU', 'ABC', '$', '']],
  ['schD', schD, 'SCH_D_FORMAT', ['27', 'USLAX', '27O4']],
  ['schK', schK, 'SCH_K_FORMAT', ['5703', 'CNSHA']],
  ['firms', firms, 'FIRMS_FORMAT', ['Y25', 'Y2588', 'Y-25']],
  [
    'timeZone',
    timeZone,
    'TIME_ZONE_UNKNOWN',
    [
      'GMT+1',
      'CET+1',
      'Amsterdam',
      'CET',
      'Etc/GMT+1',
      'Etc/UTC',
      '+01:00',
      'Europe/Amsterdamm',
      'Europe/',
      '',
    ],
  ],
  ['airlineCode', airlineCode, 'AIRLINE_CODE_FORMAT', ['12', 'C', 'CKK', '中货', '']],
];

describe('a refused code of a place', () => {
  test.each(
    refused.flatMap(([name, rule, code, typed]) => typed.map((value) => [name, value, code, rule] as const)),
  )('is the %s %s: %s', (_name, value, code, rule) => {
    expect(refusal(rule, value)).toBe(code);
  });

  test('is named with the intended one', () => {
    const meant = (rule: CodeRule, typed: string) => rule.check(rule.normalise(typed))?.params?.expected;
    expect(['UK', 'EL', 'XI'].map((code) => meant(countryCode, code))).toEqual(['GB', 'GR', 'GB']);
    expect(['€', 'HRK', 'NTD'].map((code) => meant(currencyCode, code))).toEqual(['EUR', 'EUR', 'TWD']);
  });
});

test('spells a time zone as in the IANA database', () => {
  expect(timeZone.normalise('EUROPE/amsterdam')).toBe('Europe/Amsterdam');
  expect(timeZone.normalise('utc')).toBe('UTC');
  expect(timeZone.normalise('america/port_of_spain')).toBe('America/Port_of_Spain');
});

describe('countries', () => {
  test('are the 249 of ISO 3166, all known to the runtime', () => {
    expect(COUNTRIES.size).toBe(249);
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect([...COUNTRIES].filter((code) => !/^[A-Z]{2}$/.test(code) || !names.of(code))).toEqual([]);
  });
});

describe('currencies', () => {
  test('are the 165 that ISO 4217 gives a minor unit', () => {
    expect(MINOR_DIGITS.size).toBe(165);
    expect([...MINOR_DIGITS.keys()].filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
  });

  test('are never both a code and another name of one', () => {
    const others = [CURRENCY_NAMES, CURRENCY_INSTEAD, CURRENCY_REPLACED];
    expect(others.flatMap((map) => [...map.keys()]).filter((name) => MINOR_DIGITS.has(name))).toEqual([]);
    expect(others.flatMap((map) => [...map.values()]).filter((code) => !MINOR_DIGITS.has(code))).toEqual([]);
  });

  test.each([
    ['Euro', 'EUR'],
    ['EUROS', 'EUR'],
    ['US Dollar', 'USD'],
    ['rmb', 'CNY'],
    ['人民币', 'CNY'],
    ['歐元', 'EUR'],
  ])('are accepted by their names: %s', (name, code) => expect(currencyCode.normalise(name)).toBe(code));

  test('include no replaced ones for their successors', () => {
    expect([currenciesOf('BGN'), currenciesOf('Euro'), currenciesOf('€')]).toEqual([
      ['BGN'],
      ['EUR'],
      ['EUR'],
    ]);
  });

  test('have the decimals of ISO 4217', () => {
    expect(['EUR', 'CNY', 'JPY', 'KRW', 'KWD', 'CLF', 'HUF', 'ABC'].map(currencyDigits)).toEqual([
      2, 2, 0, 0, 3, 4, 2, 2,
    ]);
  });
});

describe('airlines', () => {
  test('are found by the prefix of an air waybill and by their designator', () => {
    expect(airlineByPrefix('112')).toEqual({
      code: 'CK',
      prefix: '112',
      nameEn: 'China Cargo Airlines',
      nameCn: '中货航',
    });
    expect(airlineByCode('7L')?.prefix).toBe('501');
    expect(airlineByPrefix('018')?.code).toBe('HO');
    expect(airlineByPrefix('000')).toBeUndefined();
    expect(airlineByCode('XX')).toBeUndefined();
  });

  test('each have a prefix and a designator of their own', () => {
    const found = Array.from({ length: 1000 }, (_, i) => airlineByPrefix(String(i).padStart(3, '0'))).filter(
      (airline) => airline !== undefined,
    );
    expect(found).toHaveLength(61);
    for (const airline of found) {
      expect(airlineByCode(airline.code)).toBe(airline);
      expect(airlineCode.check(airline.code)).toBeUndefined();
      expect(airlineCode.warn?.(airline.code)).toBeUndefined();
    }
  });

  test('cause a warning when they are not in the table', () => {
    expect(airlineCode.warn?.('XX')).toEqual({ code: 'AIRLINE_CODE_UNKNOWN', params: { value: 'XX' } });
  });
});
