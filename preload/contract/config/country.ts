import { problem } from '../errors';
import { choice, code, decimal, flag, ref, text } from '../fields';
import { permit } from '../permissions';
import { recordFields, referenceFields, resource } from '../resource';
import { clean, compact, patternRule } from '../rules/codes';
import { patternProblem } from '../rules/pattern';
import { countryCode, countryNamed, countryProblem, currencyCode } from '../rules/places';
import type { CodeRule } from '../rules/rule';
import { byNothing } from '../scope';
import { object } from '../shape';

const REGION = /^([A-Z]{2})-[A-Z0-9]{1,3}$/;

/** Code of a country (ISO 3166-1 alpha-2), or of a province or region in one (ISO 3166-2), for example `NL-NH`. */
export const areaCode: CodeRule = {
  max: 6,
  normalise(raw) {
    const value = clean(raw).toUpperCase().replace(/[ _]/g, '-');
    return REGION.test(value) ? value : (countryNamed(raw) ?? value);
  },
  check(value) {
    const [, country] = REGION.exec(value) ?? [];
    if (country !== undefined) return countryProblem(country);
    return value.includes('-') ? problem('AREA_CODE_FORMAT') : countryCode.check(value);
  },
};

const alpha3 = patternRule(3, /^[A-Z]{3}$/, problem('ALPHA3_FORMAT'));
const numeric3 = patternRule(3, /^\d{3}$/, problem('NUMERIC3_FORMAT'));
const phoneCode = patternRule(7, /^\+\d{1,6}$/, problem('PHONE_CODE_FORMAT'), compact);

/** A pattern for postcodes: short and supported. It is matched against the whole postcode. */
const postcodePattern: CodeRule = {
  max: 200,
  normalise: clean,
  check: (value) => patternProblem(value, (part) => problem('PATTERN_FORMAT', { part })),
  unused: (value) => patternProblem(value, (part) => problem('PATTERN_UNUSED', { part })),
};

/** A country or territory, or a region of one. */
export const country = resource({
  name: 'country',
  path: '/config/country',
  module: 'config',
  view: permit('config.area.view'),
  edit: permit('config.area.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    code: code(areaCode),
    level: choice('areaLevel', ['country', 'region']),
    /** The country of a region; null for a country. */
    parentId: ref('country').nullable(),
    nameEn: text(80),
    nameCn: text(80),
    code3: code(alpha3).nullable(),
    /** ISO 3166-1 numeric; the first digits of the IOSS numbers issued by the country. */
    numericCode: code(numeric3).nullable(),
    isEu: flag(),
    currency: code(currencyCode).nullable(),
    phoneCode: code(phoneCode).nullable(),
    postcodeRegex: code(postcodePattern).nullable(),
    /** Standard rate of value-added tax. */
    vatRate: decimal('%').nullable(),
    ...referenceFields,
  })),
  draft: [
    'code',
    'level',
    'parentId',
    'nameEn',
    'nameCn',
    'code3',
    'numericCode',
    'isEu',
    'currency',
    'phoneCode',
    'postcodeRegex',
    'vatRate',
    'remark',
  ],
  lookup: [
    'code',
    'level',
    'parentId',
    'nameEn',
    'nameCn',
    'currency',
    'isEu',
    'phoneCode',
    'postcodeRegex',
    'active',
  ],
  namesFor: 'everyone',
  filters: ['code', 'level', 'parentId', 'isEu', 'currency', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'vatRate', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn', 'code3'],
  unique: ['code'],
  finding: { numbers: ['code'], names: ['nameEn', 'nameCn'], path: '/config/area' },
  fresh: { level: 'country' },
  examples: {
    code: ['NL', 'DE', 'NL-NH'],
    nameEn: ['Netherlands', 'Germany', 'North Holland'],
    nameCn: ['荷兰', '德国', '北荷兰省'],
    isEu: ['Y', 'Y', 'Y'],
    currency: ['EUR', 'EUR', 'EUR'],
    vatRate: ['21', '19', '21'],
  },
});
