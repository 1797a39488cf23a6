import type * as z from 'zod';
import { also } from '../endpoint';
import { choice, code, codes, date, money, percentage, text, unitPrice } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { chapter99, hsPrefix, spiCode, usEntryType, usMode, usRateCode } from '../rules/customs';
import { countryCode } from '../rules/places';
import { byNothing } from '../scope';
import { object } from '../shape';

/**
 * Rates and limits of US customs for a period: the duty on commodities, additional duties of chapter 99 and the
 * exclusions from them, fees on entries, and types of entry with their highest value.
 */
export const usRate = resource({
  name: 'usRate',
  path: '/us-rate',
  module: 'sea',
  view: permit('sea.entry.view'),
  edit: permit('sea.entry.edit'),
  scope: byNothing('rates of the United States'),
  row: object(() => ({
    ...recordFields,
    kind: choice('usRateKind', ['duty', 'additional', 'exclusion', 'fee', 'type']),
    /** First digits of a commodity code, a heading of chapter 99, a class of fee, or a type of entry. */
    code: code(usRateCode),
    name: text(100),
    /** Percentage of the value. */
    rate: percentage().nullable(),
    /** USD for each unit of the first quantity. */
    perUnit: unitPrice().nullable(),
    /** USD for each entry. */
    perEntry: money('USD').nullable(),
    minimum: money('USD').nullable(),
    maximum: money('USD').nullable(),
    /** Countries of origin; empty: all. */
    countries: codes(countryCode, 250),
    /** Commodities with an additional duty, or an exclusion from one; empty: all. */
    hts: codes(hsPrefix, 500),
    /** Entry types with the fee; empty: all. */
    entryTypes: codes(usEntryType, 20),
    modes: codes(usMode, 20),
    /** Programmes exempt from it. */
    programs: codes(spiCode, 60),
    /** Countries whose products are exempt from a fee, whether or not a programme is claimed. */
    exemptCountries: codes(countryCode, 250),
    /** Headings of chapter 99 that are not due, nor filed, where this exclusion is claimed. */
    replaces: codes(chapter99, 60),
    validFrom: date(),
    /** The last day of validity. */
    validTo: date().nullable(),
    source: text(100).nullable(),
    ...referenceFields,
  })),
  draft: [
    'kind',
    'code',
    'name',
    'rate',
    'perUnit',
    'perEntry',
    'minimum',
    'maximum',
    'countries',
    'hts',
    'entryTypes',
    'modes',
    'programs',
    'exemptCountries',
    'replaces',
    'validFrom',
    'validTo',
    'source',
    'remark',
  ],
  lookup: ['code', 'name', 'kind', 'active'],
  namesFor: 'readers',
  filters: ['kind', 'code', 'validFrom', 'validTo', 'active'],
  sorts: ['kind', 'code', 'name', 'validFrom', 'validTo', 'createdAt'],
  order: 'kind,code,-validFrom',
  keyword: ['code', 'name', 'source'],
  unique: ['code', 'validFrom'],
  // A rate is identified by code and day, and looked up in its list.
  finding: null,
  fresh: {
    ...{ kind: 'duty', countries: [], hts: [], entryTypes: [], modes: [], programs: [] },
    ...{ exemptCountries: [], replaces: [] },
  },
  examples: {
    kind: ['duty', 'additional', 'fee'],
    code: ['61091000', '99038803', '499'],
    name: ['T-shirts, of cotton', 'Section 301, list 3', 'Merchandise processing fee'],
    rate: ['16.5', '25', '0.3464'],
    minimum: ['', '', '33.58'],
    maximum: ['', '', '651.50'],
    countries: ['', 'CN', ''],
    hts: ['', '6109', ''],
    entryTypes: ['', '', '01'],
    validFrom: ['01/01/2026', '01/01/2026', '01/10/2026'],
    validTo: ['', '', '30/09/2027'],
    source: ['HTSUS', 'HTSUS 9903.88.03', '19 CFR 24.23'],
  },
});
export type UsRate = z.output<typeof usRate.row>;

const { create, update, remove, ...usual } = crud(usRate);
const wrong = ['DAYS_ORDER', 'PERIOD_OVERLAP', 'RATE_KIND', 'US_RATE_CODE_FORMAT'] as const;
export const usRateApi = {
  ...usual,
  create: { ...create, errors: also(create, ...wrong) },
  update: { ...update, errors: also(update, ...wrong) },
  /** Entries keep the charged amounts. */
  remove: { ...remove, errors: [] },
};
