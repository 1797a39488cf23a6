import {
  customsOffice,
  entryNo,
  hsCode,
  hsLevel,
  hsUseProblem,
  inBondNo,
  incoterm,
  iossNo,
  iossState,
  isSeaIncoterm,
  maskIoss,
  mrn,
  mrnKind,
  t1Mrn,
} from '@contract/rules/customs';
import type { CodeRule } from '@contract/rules/rule';
import { eori, vatNo } from '@contract/rules/taxNumbers';
import { describe, expect, test } from 'vitest';

const refusal = (rule: CodeRule, typed: string) => rule.check(rule.normalise(typed))?.code;

const accepted: [name: string, rule: CodeRule, typed: string[]][] = [
  [
    'mrn',
    mrn,
    [
      '99IT9876AB88901209',
      '10NL5663962BE1E825',
      '06DE586600006143E1',
      '26NL00043200A7K2R4',
      '26NL0004327TRAJ3J9',
      '26BE000100000AB1R6',
      '26NL000432460203R0',
      '26NL000432162907J8',
      '26BE000410244195R9',
      '26BE000410827536J9',
      '26 nl 000432 00a7k2 r4',
    ],
  ],
  ['customsOffice', customsOffice, ['NL000432', 'NL000396', 'XI000014', 'GB00000A', 'nl 000432']],
  [
    'entryNo',
    entryNo,
    [
      'ABC-1234567-6',
      'K7D-0001234-3',
      '9XZ-2026001-1',
      'SVR-4400321-6',
      '999-9999999-0',
      'QZX-1000001-2',
      'QZX-1000002-0',
      'QZX-1000003-8',
      'abc12345676',
    ],
  ],
  ['inBondNo', inBondNo, ['257700030', '257700052']],
  [
    'hsCode',
    hsCode,
    ['610910', '8517.13.00', '6109100012', '6109 1000 10', '950300', '030749', '970600', '9802000000'],
  ],
  ['iossNo', iossNo, ['IM5280001234', 'IM3720045678', 'IM2760000019', 'IM 528 000 1234', 'im9000000001']],
  [
    'eori',
    eori,
    [
      'NL123456782',
      'NL004495445',
      'NL111222333',
      'NL999000111',
      'BE0428759497',
      'BE0403019261',
      'BE0417497106',
      'DE1234567',
      'DE123456789',
      'DE123456789012345',
      'FR73282932000074',
      'FR40483304800022',
      'FR55200844300020',
      'GB980780684000',
      'GB123456789000',
      'GB123456789012345',
      'XI980780684000',
      'PL1',
      'IT12345678901',
      'GR123456789012345',
    ],
  ],
  [
    'vatNo',
    vatNo,
    [
      'NL004495445B01',
      'NL002455799B11',
      'NL111222333B01',
      'NL999000111B01',
      'NL888000224B01',
      'BE0428759497',
      'BE0403019261',
      'BE0417497106',
      'BE0777000187',
      'BE0888000356',
      'BE 428.759.497',
      'DE136695976',
      'DE811907980',
      'DE123456788',
      'DE999000113',
      'FR40303265045',
      'FR23334175221',
      'FRK7399859412',
      'FR72999000110',
      'GB980780684',
      'GB980780684001',
      'GB999000103',
      'GBGD123',
      'GBHA500',
      'XI980780684',
      'EL123456789',
      'PL1234567890',
    ],
  ],
  ['incoterm', incoterm, 'EXW FCA CPT CIP DAP DPU DDP FAS FOB CFR CIF ddp'.split(' ')],
];

describe('an accepted customs code', () => {
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
  ['mrn', mrn, 'CHECK_DIGIT', ['26NL00043200A7K2R5', '99IT9876AB88901200']],
  ['mrn', mrn, 'MRN_FORMAT', ['26NL00043200A7K2R', '2626NL0004320A7K24', '26NL00043200A7K2RR', '']],
  ['t1Mrn', t1Mrn, 'T1_MRN', ['26NL0004327TRAJ3J8', '26NL0004327TRAJ3J', 'T1']],
  ['customsOffice', customsOffice, 'CUSTOMS_OFFICE_FORMAT', ['NL00432', 'NL0004321', '12000432']],
  ['customsOffice', customsOffice, 'COUNTRY_UNKNOWN', ['QQ000432']],
  ['customsOffice', customsOffice, 'CODE_INSTEAD', ['UK000432', 'EL000432']],
  ['entryNo', entryNo, 'CHECK_DIGIT', ['ABC-1234567-0']],
  ['entryNo', entryNo, 'ENTRY_NO_FORMAT', ['AB-1234567-6', 'ABC-123456-7', 'ABC-1234567']],
  ['inBondNo', inBondNo, 'CHECK_DIGIT', ['257700051']],
  ['inBondNo', inBondNo, 'IN_BOND_FORMAT', ['25770003', 'V2577000300']],
  ['hsCode', hsCode, 'HS_INVALID', ['77010000', '770100', '000000', '0012345678']],
  ['hsCode', hsCode, 'HS_ZERO_LOST', ['30749', '3074900', '307490010', '90111']],
  // A leading zero would give goods of a chapter that does not exist.
  ['hsCode', hsCode, 'HS_FORMAT', ['61091', '6109100', '99111']],
  ['hsCode', hsCode, 'HS_FORMAT', ['6109A0', '6109', '61', '', '61091000123', '01234']],
  ['iossNo', iossNo, 'IOSS_STATE', ['IM8260001234', 'IM9990001234']],
  ['iossNo', iossNo, 'IOSS_INVALID', ['IM528000123', 'IM52800012345', '5280001234', 'IM528000123A']],
  ['iossNo', iossNo, 'IOSS_INTERMEDIARY', ['IN5280001234']],
  ['iossNo', iossNo, 'IOSS_NON_UNION', ['EU528000123']],
  [
    'eori',
    eori,
    'EORI_FORMAT',
    [
      'NL12345678',
      'NL123456782B01',
      'nl-12345678X',
      'BE428759497',
      'BE04287594970',
      'BE9428759497',
      'DE123456',
      'DE1234567890123456',
      'DEA234567',
      'FR7328293200007',
      'FR732829320000745',
      'FR7328293200007A',
      'GB980780684',
      'GB98078068400',
      'XI98078068400',
      'PL',
      'PL1234567890123456',
    ],
  ],
  ['eori', eori, 'CODE_INSTEAD', ['UK980780684000', 'EL123456789']],
  ['eori', eori, 'COUNTRY_UNKNOWN', ['123456789', 'QQ123', '']],
  [
    'vatNo',
    vatNo,
    'VAT_CHECK',
    ['NL123456789B90', 'BE0431150351', 'DE136695978', 'FR84323140391', 'FR41303265045', 'GB802311781'],
  ],
  [
    'vatNo',
    vatNo,
    'VAT_FORMAT',
    [
      'NL004495445B00',
      'BE2428759497',
      'BE04287594',
      'DE036695976',
      'DE13669597',
      'FRIO334175221',
      'FR4030326504',
      'GBHA123',
      'GBGD500',
      'GB98078068',
      'PL1',
      'EL1',
    ],
  ],
  ['vatNo', vatNo, 'VAT_ZEROS_LOST', ['NL4495445B01']],
  ['vatNo', vatNo, 'CODE_INSTEAD', ['GR123456789', 'UK980780684']],
  ['vatNo', vatNo, 'COUNTRY_UNKNOWN', ['136695976', 'QQ123456789', '']],
  ['incoterm', incoterm, 'INCOTERM_OLD', ['DAT', 'DDU', 'ddu']],
  ['incoterm', incoterm, 'INCOTERM_UNKNOWN', ['ABC', 'DD', '']],
];

describe('a refused customs code', () => {
  test.each(
    refused.flatMap(([name, rule, code, typed]) => typed.map((value) => [name, value, code, rule] as const)),
  )('is the %s %s: %s', (_name, value, code, rule) => {
    expect(refusal(rule, value)).toBe(code);
  });

  test('is named with the correct one', () => {
    expect(mrn.check('26NL00043200A7K2R5')?.params).toEqual({ expected: 4 });
    expect(entryNo.check('ABC12345670')?.params).toEqual({ expected: 6 });
    expect(inBondNo.check('257700051')?.params).toEqual({ expected: 2 });
    expect(hsCode.check('30749')?.params).toEqual({ digits: 5, expected: '030749' });
    expect(hsCode.check('77010000')?.params).toEqual({ code: '77010000' });
    expect(iossNo.check('IM8260001234')?.params).toEqual({ state: '826' });
    expect(vatNo.check('NL4495445B01')?.params).toEqual({ expected: 'NL004495445B01' });
    expect(vatNo.check('GR123456789')?.params).toEqual({ value: 'GR', expected: 'EL' });
    expect(eori.check('EL123456789')?.params).toEqual({ value: 'EL', expected: 'GR' });
    expect(incoterm.check('DAT')?.params).toEqual({ value: 'DAT', expected: 'DPU' });
    expect(incoterm.check('DDU')?.params).toEqual({ value: 'DDU', expected: 'DAP' });
  });
});

describe('an accepted code with a warning', () => {
  test.each(['NL123456789', 'BE0428759498', 'FR73282932000075', 'GB123456789000', 'XI123456789000'])(
    'is EORI %s with wrong check digits',
    (value) => {
      expect(eori.check(value)).toBeUndefined();
      expect(eori.warn?.(value)?.code).toBe('EORI_CHECK');
    },
  );

  test.each([
    'NL123456782',
    'BE0428759497',
    'FR73282932000074',
    'GB980780684000',
    'XI980780684000',
    'DE123456',
    'PL1',
  ])('is not EORI %s', (value) => {
    expect(eori.warn?.(value)).toBeUndefined();
  });

  test('is a code of chapters 98 and 99 outside the United States', () => {
    expect(hsCode.warn?.('9802000000')).toEqual({ code: 'HS_US_ONLY', params: { chapter: '98' } });
    expect(hsCode.warn?.('990385')?.code).toBe('HS_US_ONLY');
    expect(hsCode.warn?.('970600')).toBeUndefined();
  });

  test('is a T1 with the procedure letter of an import', () => {
    expect(t1Mrn.warn?.('26NL00043200A7K2R4')).toEqual({ code: 'MRN_KIND', params: { letter: 'R' } });
    expect(t1Mrn.warn?.('26NL0004327TRAJ3J9')).toBeUndefined();
    expect(t1Mrn.warn?.('10NL5663962BE1E825')).toBeUndefined();
  });
});

test('reads the procedure of an MRN from its letter', () => {
  const kinds = [...'JKLMABRSTUX5'].map((letter) => mrnKind(`26NL00043200A7K2${letter}4`));
  expect(kinds).toEqual([
    ...Array(4).fill('transit'),
    'export',
    'export',
    'import',
    'import',
    'entrySummary',
    'temporaryStorage',
    undefined,
    undefined,
  ]);
});

test('stores an entry number bare and shows it with hyphens', () => {
  expect(entryNo.normalise('abc-1234567-6')).toBe('ABC12345676');
  expect(entryNo.format?.('ABC12345676')).toBe('ABC-1234567-6');
  expect(entryNo.format?.('ABC')).toBe('ABC');
});

test('adds the zero to a Belgian VAT number of nine digits, but not to an EORI number', () => {
  expect(vatNo.normalise('be 428.759.497')).toBe('BE0428759497');
  expect(eori.normalise('BE428759497')).toBe('BE428759497');
});

describe('commodity codes', () => {
  test('have a level', () => {
    expect(['610910', '61091000', '6109100010', '61091', '6109A0'].map(hsLevel)).toEqual([
      6,
      8,
      10,
      undefined,
      undefined,
    ]);
  });

  test('must have the level of their use', () => {
    expect(hsUseProblem('610910', 'deco')).toBeUndefined();
    expect(hsUseProblem('610910', 'isf')).toBeUndefined();
    expect(hsUseProblem('61091000', 'ags')).toEqual({
      code: 'HS_LEVEL',
      params: { expected: 10, digits: 8 },
    });
    expect(hsUseProblem('610910', 'usEntry')?.params).toEqual({ expected: 10, digits: 6 });
    expect(hsUseProblem('6109100010', 'ags')).toBeUndefined();
  });

  test('are for the United States alone in chapters 98 and 99', () => {
    expect(hsUseProblem('9903010000', 'ags')?.code).toBe('HS_US_ONLY');
    expect(hsUseProblem('980200', 'deco')?.code).toBe('HS_US_ONLY');
    expect(hsUseProblem('9903010000', 'usEntry')).toBeUndefined();
    expect(hsUseProblem('980200', 'isf')).toBeUndefined();
  });
});

describe('IOSS numbers', () => {
  test('name the state that issued them', () => {
    expect(
      ['IM5280001234', 'IM3720045678', 'IM0400000001', 'IM9000000001', 'IM8260001234'].map(iossState),
    ).toEqual(['NL', 'IE', 'AT', 'XI', undefined]);
  });

  test('come from the 27 member states or Northern Ireland', () => {
    const states = Array.from({ length: 1000 }, (_, code) => `IM${String(code).padStart(3, '0')}0000000`);
    expect(states.filter((value) => iossNo.check(value) === undefined)).toHaveLength(28);
  });

  test('are masked so that they cannot be used', () => {
    expect(maskIoss('IM5280001234')).toBe('IM528****234');
    expect(maskIoss('IM528123')).toBe('********');
    expect(maskIoss('')).toBe('');
  });
});

test('allows four Incoterms for ships alone', () => {
  const sea = 'EXW FCA CPT CIP DAP DPU DDP FAS FOB CFR CIF'.split(' ').filter(isSeaIncoterm);
  expect(sea).toEqual(['FAS', 'FOB', 'CFR', 'CIF']);
});
