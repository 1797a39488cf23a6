import { explain } from '@contract/errors';
import { LANGUAGES } from '@contract/limits';
import { entryNo, entryNoOf, midCode } from '@contract/rules/customs';
import { additionalOf, type DutiableLine, entryDuty, typeLimit } from '@contract/rules/entryDuty';
import { type EntryDraft, entryMissing } from '@contract/rules/entryMissing';
import {
  federalHolidays,
  isWorkingDay,
  summaryDue,
  workingDaysAfter,
  workingDaysBetween,
} from '@contract/rules/usDays';
import { midOf } from '@contract/rules/usManufacturer';
import type { SeaEntry } from '@contract/sea/seaEntry';
import type { UsRate } from '@contract/sea/usRate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('manufacturer codes', () => {
  const of = (name: string, address = '', city = 'Kobe', country = 'JP', province: string | null = null) =>
    midOf({ name, address, city, country, province });

  test('match the example of the reference', () => {
    expect(of('Shenzhen Evolution Toys', '123 Hua Rd', 'Shenzhen', 'CN')).toBe('CNSHEEVO123SHE');
  });

  test.each([
    // Names from 19 CFR 102 (appendix).
    ['Amalgamated Plastics Corp.', 'AMAPLA'],
    ['Bergstrom', 'BER'],
    ['A.B.C. Company', 'ABCCOM'],
    ['A B C Company', 'ABCCOM'],
    ['O.A.S.I.S. Corp.', 'OASCOR'],
    ['Dr. S.A. Smith', 'DRSA'],
    ['Shavings B L Inc.', 'SHABL'],
    ['The Embassy of Spain', 'EMBSPA'],
    ['20th Century Technologies', '20TCEN'],
    ['Rawles-Aden Corp.', 'RAWADE'],
    ["O'Brien & Sons", 'OBRSON'],
  ])('are for %s: %s', (name, letters) => {
    expect(of(name)).toBe(`JP${letters}KOB`);
  });

  test.each([
    ['11455 Main Street, Suite 9999', '1145'],
    ['Suite 1234, 345 Third Street', '1234'],
    ['Post Office Box 232, 34 Main Street', '232'],
    ['67-69 Main Street', '6769'],
    ['12,34,56 Alaska Road', '1234'],
    ['12 34 56 Alaska Road', '56'],
    ['One Hundred Century Plaza', ''],
  ])('have for %s the number %s', (address, digits) => {
    expect(of('Bergstrom', address)).toBe(`JPBER${digits}KOB`);
  });

  test('ignore articles, dots and numbers of cities, and reduce accents to letters', () => {
    expect(of('Bergstrom', '', 'The Hague', 'NL')).toBe('NLBERHAG');
    expect(of('Bergstrom', '', 'St. Michel', 'FR')).toBe('FRBERSTM');
    expect(of('Bergstrom', '', '18-Mile High', 'IT')).toBe('ITBERMIL');
    expect(of('Łódź Órbita', '5 Rynek', 'Århus', 'DK')).toBe('DKODZORB5ARH');
  });

  test('use the province for Canada', () => {
    expect(of('Bergstrom', '7 King St', 'Toronto', 'CA', 'ON')).toBe('XOBER7TOR');
    expect(of('Bergstrom', '7 King St', 'Toronto', 'CA')).toBeNull();
  });

  test('are missing without data, or with Chinese alone', () => {
    expect(of('深圳玩具厂', '123', 'Shenzhen', 'CN')).toBeNull();
    expect(of('Bergstrom', '', '')).toBeNull();
  });

  test('are valid whenever they are made', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (name, address, city) => {
        const made = midOf({ name, address, city, country: 'CN' });
        if (made !== null) expect(midCode.check(made)).toBeUndefined();
      }),
    );
  });
});

describe('US entry numbers', () => {
  test.each([
    ['ABC', 1_234_567, 'ABC-1234567-6'],
    ['K7D', 1234, 'K7D-0001234-3'],
    ['9XZ', 2_026_001, '9XZ-2026001-1'],
    ['SVR', 4_400_321, 'SVR-4400321-6'],
    ['999', 9_999_999, '999-9999999-0'],
  ])('are for filer %s and %i: %s', (filer, serial, shown) => {
    const made = entryNoOf(filer, serial);
    expect(made && entryNo.format?.(made)).toBe(shown);
  });

  test('are each valid, and end after the last', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z0-9]{3}$/),
        fc.integer({ min: 0, max: 9_999_999 }),
        (filer, serial) => {
          expect(entryNo.check(entryNoOf(filer, serial) ?? '')).toBeUndefined();
        },
      ),
    );
    expect(entryNoOf('ABC', 10_000_000)).toBeNull();
  });
});

describe('working days of US customs', () => {
  // Dates published by the US Office of Personnel Management.
  test('exclude the holidays of 2026 and 2021, on a weekend the nearest working day', () => {
    expect(federalHolidays(2026)).toEqual(
      ['01-01', '01-19', '02-16', '05-25', '06-19', '07-03', '09-07', '10-12', '11-11', '11-26', '12-25'].map(
        (day) => `2026-${day}`,
      ),
    );
    expect(federalHolidays(2021).slice(4, 6)).toEqual(['2021-06-18', '2021-07-05']);
    expect(federalHolidays(2019)).not.toContain('2019-06-19');
  });

  test('exclude New Year on a Saturday as the last day of the year before', () => {
    expect(isWorkingDay('2021-12-31')).toBe(false);
    expect(isWorkingDay('2022-01-03')).toBe(true);
  });

  test('are ten after a release before Thanksgiving', () => {
    // 26 November is a holiday: nine working days without it.
    expect(summaryDue('2026-11-20')).toBe('2026-12-07');
    expect(workingDaysAfter('2026-07-02', 1)).toBe('2026-07-06');
    expect(workingDaysAfter('2026-11-22', 0)).toBe('2026-11-22');
  });

  test('are the same counted forward and back', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 40 }),
        (date, count) => {
          const day = date.toISOString().slice(0, 10);
          const later = workingDaysAfter(day, count);
          expect(workingDaysBetween(day, later)).toBe(count);
          expect(workingDaysBetween(later, day)).toBe(count === 0 ? 0 : -count);
        },
      ),
      { numRuns: 100 },
    );
  });
});

const rate = (changes: Partial<UsRate>): UsRate => ({
  ...{ id: 1, version: 1, createdAt: '', createdBy: null, updatedAt: '', updatedBy: null },
  ...{ kind: 'duty', code: '9503000073', name: 'Toys', rate: '0.0000', perUnit: null, perEntry: null },
  ...{ minimum: null, maximum: null, countries: [], hts: [], entryTypes: [], modes: [], programs: [] },
  ...{ exemptCountries: [], replaces: [] },
  ...{ validFrom: '2020-01-01', validTo: null, source: null, active: true, sort: null, remark: null },
  ...changes,
});
const MPF = {
  kind: 'fee',
  code: '499',
  name: 'MPF',
  rate: '0.3464',
  entryTypes: ['01', '03'],
  programs: ['S', 'S+', 'KR'],
  exemptCountries: ['IL'],
} as const;
const rates: UsRate[] = [
  rate({ code: '6109', name: 'T-shirts', rate: '16.5000' }),
  rate({ code: '6109100012', name: 'T-shirts of cotton, men', rate: '16.5000', programs: ['S'] }),
  rate({}),
  rate({ code: '7013', name: 'Glassware', rate: '5.0000', perUnit: '0.0500' }),
  rate({
    kind: 'additional',
    code: '99038803',
    name: 'Section 301, list 3',
    rate: '25.0000',
    countries: ['CN'],
    hts: ['7013', '6109'],
  }),
  rate({
    kind: 'exclusion',
    code: '99038869',
    name: 'Section 301, exclusions',
    rate: null,
    countries: ['CN'],
    hts: ['7013'],
    replaces: ['99038803'],
    validTo: '2026-11-09',
  }),
  rate({
    ...MPF,
    minimum: '32.71',
    maximum: '634.62',
    validTo: '2025-09-30',
    validFrom: '2024-10-01',
  } as never),
  rate({
    ...MPF,
    minimum: '33.58',
    maximum: '651.50',
    validFrom: '2025-10-01',
    validTo: '2026-09-30',
  } as never),
  rate({
    ...MPF,
    minimum: '34.00',
    maximum: '660.00',
    validFrom: '2026-10-01',
    validTo: '2027-09-30',
  } as never),
  rate({ kind: 'fee', code: '311', name: 'MPF', rate: null, perEntry: '2.69', entryTypes: ['11'] }),
  rate({ kind: 'fee', code: '501', name: 'HMF', rate: '0.1250', modes: ['10', '11'] }),
  rate({ kind: 'type', code: '11', name: 'Informal', rate: null, maximum: '2500.00' }),
  rate({
    kind: 'type',
    code: '86',
    name: 'De minimis',
    rate: null,
    maximum: '800.00',
    validTo: '2025-08-28',
  }),
];
const line = (changes: Partial<DutiableLine> = {}): DutiableLine => ({
  hts: '6109100012',
  additionalHts: [],
  originCountry: 'VN',
  spi: null,
  ...{ adCaseNo: null, adRate: null, cvdCaseNo: null, cvdRate: null },
  quantity1: 100,
  value: '10000.00',
  ...changes,
});
const entry = (lines: DutiableLine[], changes: object = {}) => ({
  entryType: '01',
  mode: '11',
  entryDate: '2026-11-12',
  lines,
  ...changes,
});

describe('duty and fees', () => {
  test('are duty by the longest code, MPF and HMF for a formal entry by sea', () => {
    expect(entryDuty(entry([line()]), rates)).toMatchObject({
      totalValue: '10000.00',
      dutyTotal: '1650.00',
      mpf: '34.64',
      hmf: '12.50',
      otherFees: '0.00',
      grandTotal: '1697.14',
      unknown: [],
    });
  });

  test('are within minimum and maximum, by the fiscal year of the entry', () => {
    const mpf = (value: string, entryDate: string) =>
      entryDuty(entry([line({ value })], { entryDate }), rates).mpf;
    expect(mpf('1000.00', '2025-09-30')).toBe('32.71');
    expect(mpf('1000.00', '2025-10-01')).toBe('33.58');
    expect(mpf('999999.00', '2025-09-30')).toBe('634.62');
    expect(mpf('999999.00', '2025-10-01')).toBe('651.50');
  });

  test('have no merchandise processing fee for exempt goods, whichever way they are exempt', () => {
    const mpf = (changes: Partial<DutiableLine>) =>
      entryDuty(entry([line(changes)], { entryDate: '2026-08-03' }), rates).mpf;
    expect(mpf({})).toBe('34.64');
    // Programmes: 19 CFR 24.23(c)(3) and following.
    for (const spi of ['S', 'S+', 'KR']) expect(mpf({ spi }), spi).toBe('0.00');
    expect(mpf({ spi: 'A' })).toBe('34.64');
    // Products of Israel, also without a claim: 24.23(c)(5).
    expect(mpf({ originCountry: 'IL' })).toBe('0.00');
    // Chapter 98: 24.23(c)(1)(i), but goods processed abroad pay it: 24.23(c)(2).
    expect(mpf({ hts: '9801001012' })).toBe('0.00');
    expect(mpf({ hts: '9802008068' })).toBe('34.64');
    // Only the other goods count.
    const mixed = entry([line({ spi: 'KR', value: '90000.00' }), line({ value: '20000.00' })], {
      entryDate: '2026-08-03',
    });
    expect(entryDuty(mixed, rates).mpf).toBe('69.28');
  });

  test('name the fees whose rates are not known on the day, instead of charging the last ones', () => {
    const known = rates.filter(({ validFrom }) => validFrom !== '2026-10-01');
    expect(entryDuty(entry([line()]), known)).toMatchObject({
      mpf: '0.00',
      outdated: [{ code: '499', name: 'MPF', until: '2026-09-30' }],
    });
    expect(entryDuty(entry([line()]), rates).outdated).toEqual([]);
    // A fee that never applied to the type of entry is not missing.
    expect(entryDuty(entry([line()], { entryType: '11' }), known).outdated).toEqual([]);
  });

  test('replace the additional duty by a claimed exclusion, within its goods and days', () => {
    const glass = line({ hts: '7013379000', originCountry: 'CN', quantity1: 0, value: '1000.00' });
    const on = (entryDate: string, additionalHts: string[]) =>
      entryDuty(entry([{ ...glass, additionalHts }], { entryDate }), rates).dutyTotal;
    expect(on('2026-11-09', ['99038803'])).toBe('300.00');
    expect(on('2026-11-09', ['99038869'])).toBe('50.00');
    // Both headings: the exclusion is not charged beside the duty it replaces.
    expect(on('2026-11-09', ['99038803', '99038869'])).toBe('50.00');
    expect(entryDuty(entry([{ ...glass, additionalHts: ['99038869'] }]), rates).unknown).toEqual([1]);
    expect(additionalOf(rates, { ...glass, additionalHts: ['99038869'] })).toEqual([]);
  });

  test('include the deposits on antidumping and countervailing cases', () => {
    const found = entryDuty(
      entry([line({ adCaseNo: 'A570967000', adRate: '86.0100', cvdCaseNo: 'C570968000', cvdRate: '10.5' })], {
        entryType: '03',
      }),
      rates,
    );
    expect(found.parts.filter((part) => part.line === 1)).toMatchObject([
      { code: '6109100012', amount: '1650.00' },
      { kind: 'antidumping', code: 'A570967000', amount: '8601.00' },
      { kind: 'countervailing', code: 'C570968000', amount: '1050.00' },
    ]);
    expect(found.dutyTotal).toBe('11301.00');
  });

  test('include no harbour maintenance by air, and an own fee for an informal entry', () => {
    const air = entryDuty(entry([line({ value: '500.00' })], { mode: '40', entryType: '11' }), rates);
    expect(air).toMatchObject({ mpf: '2.69', hmf: '0.00', dutyTotal: '82.50' });
  });

  test('include further duties of chapter 99 on the same value, each on its own', () => {
    const found = entryDuty(
      entry([line({ hts: '7013379000', originCountry: 'CN', additionalHts: ['99038803'], quantity1: 40 })]),
      rates,
    );
    expect(found.parts.filter((part) => part.line === 1)).toMatchObject([
      { code: '7013', amount: '502.00' },
      { code: '99038803', amount: '2500.00' },
    ]);
    expect(found.dutyTotal).toBe('3002.00');
  });

  test('include further duties by code, origin and day', () => {
    const glass = line({ hts: '7013379000', originCountry: 'CN' });
    expect(additionalOf(rates, glass)).toEqual(['99038803']);
    expect(additionalOf(rates, { ...glass, originCountry: 'VN' })).toEqual([]);
    expect(additionalOf(rates, { ...glass, hts: '9503000073' })).toEqual([]);
  });

  test('include no duty and no MPF under a programme', () => {
    expect(entryDuty(entry([line({ spi: 'S' })]), rates)).toMatchObject({ dutyTotal: '0.00', mpf: '0.00' });
  });

  test('are charged on whole dollars, rounded half up', () => {
    const duty = (value: string) => entryDuty(entry([line({ value })]), rates).parts[0];
    expect(duty('100.49')).toMatchObject({ value: '100.00', amount: '16.50' });
    expect(duty('100.50')).toMatchObject({ value: '101.00', amount: '16.67' });
  });

  test('are zero in bond and without a day; a code without a rate is named', () => {
    expect(entryDuty(entry([line()], { entryType: '61' }), rates).grandTotal).toBe('0.00');
    expect(entryDuty(entry([line()], { entryDate: null }), rates).grandTotal).toBe('0.00');
    expect(entryDuty(entry([line(), line({ hts: '8517130000' })]), rates).unknown).toEqual([2]);
  });

  test('add up to the total', () => {
    const amount = fc.integer({ min: 0, max: 100_000_000 }).map((minor) => (minor / 100).toFixed(2));
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 20 }), (values) => {
        const found = entryDuty(entry(values.map((value) => line({ value }))), rates);
        const cents = (text: string) => Math.round(Number(text) * 100);
        const sum = found.parts.reduce((all, part) => all + cents(part.amount), 0);
        expect(cents(found.grandTotal)).toBe(sum);
      }),
    );
  });

  test('allow type 86 until 28 August 2025, type 11 up to 2,500, others any value', () => {
    expect(typeLimit(rates, '86', '2025-08-28')).toEqual({ maximum: '800.00' });
    expect(typeLimit(rates, '86', '2025-08-29')).toBeNull();
    expect(typeLimit(rates, '11', '2026-11-12')).toEqual({ maximum: '2500.00' });
    expect(typeLimit(rates, '01', '2026-11-12')).toEqual({ maximum: null });
  });
});

const party = {
  ...{ name: 'Northgate Clearance Inc.', address1: '12 Harbor Way', address2: null, city: 'Los Angeles' },
  ...{ state: 'CA', postcode: '90731', country: 'US' },
};
const wholeLine = {
  ...{ invoiceNo: 'INV-1', hts: '9503000073', additionalHts: [], originCountry: 'CN' },
  ...{ manufacturerId: 'CNSHEEVO123SHE', manufacturerName: null, manufacturerAddress: null },
  ...{ manufacturerCity: null, description: 'TOYS', quantity1: 100, unit1: 'NO', quantity2: null },
  ...{ unit2: null, value: '1000.00', charges: null, grossWeight: null, relatedParties: false, spi: null },
  ...{ adCaseNo: null, adRate: null, cvdCaseNo: null, cvdRate: null },
  ...{ pgaAgency: null, pgaProgram: null, pgaDisclaim: null, pgaData: null, consignmentNo: null },
  ...{ consigneeName: null, consigneeAddress: null, consigneeCity: null, consigneeState: null },
  consigneePostcode: null,
} satisfies SeaEntry['lines'][number];
const whole: EntryDraft = {
  ...{ entryType: '01', mode: '11', netchbAccountId: 1, importerTaxId: '98-7654321', importer: party },
  ...{ consigneeTaxId: '98-7654321', consignee: party, processingPort: '2704', entryPort: '2704' },
  ...{ unladingPort: '2704', entryDate: '2026-11-12', importDate: '2026-11-14', exportDate: '2026-10-28' },
  ...{ carrierCode: 'COSU', vesselName: 'POLARIS STAR', voyageNo: '041E', exportCountry: 'CN' },
  ...{ foreignPort: '57035', containerNos: ['CSQU3054383'], bondType: '8', suretyCode: '036' },
  ...{ bondAmount: null, description: 'TOYS', grossWeight: 1400, lines: [wholeLine] },
  bills: [
    {
      ...{ masterNo: 'COSU6345678901', houseNo: null, subHouseNo: null, inBondNo: null },
      ...{ quantity: 120, unit: 'CTN' },
    },
  ],
};
const missing = (changes: Partial<EntryDraft>) =>
  entryMissing({ ...whole, ...changes }, rates).map(({ path, problem }) => `${path} ${problem.code}`);
const withLine = (changes: Partial<SeaEntry['lines'][number]>, more: Partial<EntryDraft> = {}) =>
  missing({ ...more, lines: [{ ...wholeLine, ...changes }] });

describe('the missing parts of an entry', () => {
  test('are none when it is complete', () => {
    expect(missing({})).toEqual([]);
  });

  test('are named in their place in the form', () => {
    expect(missing({ importerTaxId: null })).toEqual(['importerTaxId REQUIRED']);
    expect(missing({ importer: { ...party, city: null } })).toEqual(['importer.city REQUIRED']);
    expect(missing({ consignee: null })).toHaveLength(4);
    expect(missing({ bills: [], lines: [] })).toEqual(['bills REQUIRED', 'lines REQUIRED']);
    expect(withLine({ manufacturerId: null })).toEqual(['lines.0.manufacturerId REQUIRED']);
  });

  test('include vessel and port by sea, containers if in containers, none of these by air', () => {
    expect(missing({ vesselName: null, foreignPort: null, containerNos: [] })).toEqual([
      'vesselName REQUIRED',
      'foreignPort REQUIRED',
      'containerNos REQUIRED',
    ]);
    expect(missing({ mode: '40', vesselName: null, foreignPort: null, containerNos: [] })).toEqual([]);
  });

  test('include an export before the import, and a permitted type for the value', () => {
    expect(missing({ exportDate: '2026-11-15' })).toEqual(['importDate DAYS_ORDER']);
    expect(missing({ entryType: '86' })).toEqual(['entryType ENTRY_TYPE_CLOSED']);
    expect(missing({ entryType: '86', entryDate: '2025-08-28' })).toEqual(['entryType ENTRY_TYPE_VALUE']);
    expect(withLine({ value: '2500.01' }, { entryType: '11', bondType: '0', suretyCode: null })).toEqual([
      'entryType ENTRY_TYPE_VALUE',
    ]);
    expect(withLine({ value: '2500.00' }, { entryType: '11', bondType: '0', suretyCode: null })).toEqual([]);
  });

  test('include a bond that covers value, duty and fees', () => {
    expect(missing({ bondType: '0' })).toEqual(['bondType BOND_REQUIRED']);
    expect(missing({ suretyCode: null })).toEqual(['suretyCode REQUIRED']);
    // 1,000 of value, 34.00 MPF, 1.25 HMF.
    expect(missing({ bondType: '9', bondAmount: '1035.24' })).toEqual(['bondAmount BOND_TOO_SMALL']);
    expect(missing({ bondType: '9', bondAmount: '1035.25' })).toEqual([]);
    expect(missing({ bondType: '9' })).toEqual(['bondAmount REQUIRED']);
  });

  test('include commodity codes of ten digits with a rate, and their further duties', () => {
    expect(withLine({ hts: '950300' })).toEqual(['lines.0.hts HS_LEVEL']);
    expect(withLine({ hts: '8517130000' })).toEqual(['lines.0.hts US_RATE_NONE']);
    expect(withLine({ hts: '7013379000' })).toEqual(['lines.0.additionalHts ENTRY_ADDITIONAL']);
    expect(withLine({ hts: '7013379000', additionalHts: ['99038803'] })).toEqual([]);
  });

  test('include an exclusion for other goods, and the heading that an exclusion replaces', () => {
    const on = (changes: Partial<SeaEntry['lines'][number]>, entryDate = '2026-11-09') =>
      withLine(changes, { entryDate });
    expect(on({ hts: '7013379000', additionalHts: ['99038869'] })).toEqual([]);
    expect(on({ hts: '7013379000', additionalHts: ['99038803', '99038869'] })).toEqual([
      'lines.0.additionalHts ENTRY_EXCLUDED',
    ]);
    expect(on({ hts: '6109100012', additionalHts: ['99038869'] })).toEqual([
      'lines.0.additionalHts ENTRY_EXCLUSION_WRONG',
    ]);
    // The exclusion has ended.
    expect(on({ hts: '7013379000', additionalHts: ['99038869'] }, '2026-11-10')).toEqual([
      'lines.0.additionalHts ENTRY_ADDITIONAL',
    ]);
  });

  test('include the case of goods under an antidumping order, with its rate and the right type', () => {
    expect(missing({ entryType: '03' })).toEqual(['lines.0.adCaseNo ORDER_CASE_NONE']);
    const order = { adCaseNo: 'A570967000', adRate: '86.0100' };
    expect(withLine(order, { entryType: '03' })).toEqual([]);
    expect(withLine({ ...order, adRate: null }, { entryType: '03' })).toEqual(['lines.0.adRate REQUIRED']);
    expect(withLine({ cvdCaseNo: 'C570968000', cvdRate: '0.0000' }, { entryType: '03' })).toEqual([]);
    expect(withLine(order)).toEqual(['entryType ORDER_CASE_TYPE']);
  });

  test('include fees that are not known on the day', () => {
    const known = rates.filter(({ validFrom }) => validFrom !== '2026-10-01');
    expect(entryMissing(whole, known).map(({ path, problem }) => `${path} ${problem.code}`)).toEqual([
      'entryDate US_FEE_OUTDATED',
    ]);
  });

  test('include a value, a second unit with its quantity, and agency data', () => {
    expect(withLine({ value: '0.00' })).toEqual(['lines.0.value NUMBER_MIN']);
    expect(withLine({ quantity2: 5 })).toEqual(['lines.0.unit2 REQUIRED']);
    expect(withLine({ pgaAgency: 'CPSC' })).toEqual(['lines.0.pgaProgram REQUIRED']);
    expect(withLine({ pgaAgency: 'CPSC', pgaDisclaim: 'A' })).toEqual([]);
  });

  test('are described in every language, without open placeholders', () => {
    const nothing = Object.fromEntries(Object.keys(whole).map((name) => [name, null]));
    const empty = { ...nothing, entryType: '86', mode: '11', entryDate: '2026-11-12' };
    const found = [
      ...entryMissing({ ...empty, bills: [], lines: [], containerNos: [] } as never, rates),
      ...entryMissing(
        { ...whole, bondType: '9', bondAmount: '1.00', lines: [{ ...wholeLine, hts: '7013379000' }] },
        rates,
      ),
    ];
    expect(found.length).toBeGreaterThan(15);
    for (const language of LANGUAGES)
      for (const { path, problem } of found)
        expect(explain(language, problem, { field: path.split('.').at(-1) ?? '' })).not.toMatch(
          /[{}]|undefined/,
        );
  });
});
