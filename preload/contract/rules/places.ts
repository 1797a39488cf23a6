import { type Problem, problem } from '../errors';
import { airlineByCode } from './airlines';
import { clean, compact, patternRule } from './codes';
import { COUNTRIES, COUNTRY_INSTEAD, COUNTRY_NAMES } from './countries';
import { CURRENCY_INSTEAD, CURRENCY_NAMES, CURRENCY_REPLACED, MINOR_DIGITS } from './currencies';
import type { CodeRule } from './rule';
import { isTimeZone } from './zonedTime';

/** ICAO location indicator of an airport (ICAO Doc 7910). */
export const icaoCode = patternRule(4, /^[A-Z]{4}$/, problem('ICAO_FORMAT'));

let countriesByName: ReadonlyMap<string, string> | undefined;

/** Languages in which partners write country names (CLDR); no name means different countries in two of them. */
const NAMED_IN = 'en zh-CN zh-TW de nl fr es it pl pt cs da sv hu ro'.split(' ');
/** Normalises a name for comparison: ignores case, accents, spaces and signs. */
const nameKey = (name: string) =>
  name
    .replace(/\s(?:and|und|en|et)\s/gi, ' ')
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase();

/** Returns the code of a country given by name or three-letter code. */
export function countryNamed(name: string): string | undefined {
  countriesByName ??= new Map([
    ...NAMED_IN.flatMap((language) => {
      const names = new Intl.DisplayNames([language], { type: 'region' });
      return [...COUNTRIES].map((country) => [nameKey(names.of(country) ?? country), country] as const);
    }),
    ...COUNTRY_NAMES,
  ]);
  return countriesByName.get(nameKey(name));
}

/** Returns the problem of the country code within a longer code. */
export function countryProblem(value: string): Problem | undefined {
  if (COUNTRIES.has(value)) return undefined;
  const expected = COUNTRY_INSTEAD.get(value);
  return expected ? problem('CODE_INSTEAD', { expected, value }) : problem('COUNTRY_UNKNOWN', { value });
}

/**
 * Country or territory (ISO 3166-1 alpha-2); UK, EL and XI are refused with their ISO code. XI, Northern Ireland, has
 * no bulk correction: to customs it is not GB.
 */
export const countryCode: CodeRule = {
  max: 2,
  normalise(raw) {
    if (COUNTRIES.has(raw)) return raw;
    const value = compact(raw);
    return /^[A-Z0-9]{0,2}$/.test(value) ? value : (countryNamed(value) ?? value);
  },
  check(value) {
    const found = countryProblem(value);
    return found?.code === 'CODE_INSTEAD' && value !== 'XI' ? { ...found, code: 'CODE_MEANT' } : found;
  },
};

const UN_LOCODE = /^[A-Z]{2}[A-Z2-9]{3}$/;
const wrongUnLocode = problem('UN_LOCODE_FORMAT');

/** Port or place of trade (UNECE Recommendation 16): country, then three letters or digits without 0 and 1. */
export const unLocode: CodeRule = {
  max: 5,
  normalise: compact,
  check: (value) => (UN_LOCODE.test(value) ? countryProblem(value.slice(0, 2)) : wrongUnLocode),
};

/** True if the code of a place is that of a port: the UN/LOCODE, where airports have their IATA code. */
export const isPort = (placeCode: string): boolean => placeCode.length === 5;

/** Airport by its IATA code, or port by its UN/LOCODE; the table of places decides which are known. */
export const airportCode: CodeRule = {
  max: 5,
  normalise: compact,
  check: (value) =>
    UN_LOCODE.test(value)
      ? unLocode.check(value)
      : /^[A-Z]{3}$/.test(value)
        ? undefined
        : problem('AIRPORT_FORMAT'),
};

let zoneSpellings: ReadonlyMap<string, string> | undefined;

function zoneSpelling(zone: string): string {
  zoneSpellings ??= new Map(
    [...Intl.supportedValuesOf('timeZone'), 'UTC'].map((name) => [name.toLowerCase(), name]),
  );
  return zoneSpellings.get(zone.toLowerCase()) ?? zone;
}

/**
 * Time zone by its name in the IANA database, `Area/Place`, or `UTC`. Offsets are refused: they ignore summer time, and
 * the sign of `Etc/GMT+1` means the opposite of what people expect.
 */
export const timeZone: CodeRule = {
  max: 40,
  values: () => Intl.supportedValuesOf('timeZone'),
  normalise: (raw) => zoneSpelling(clean(raw)),
  check: (value) =>
    value === 'UTC' || (/^(?!etc\/)[a-z]+\//i.test(value) && isTimeZone(value))
      ? undefined
      : problem('TIME_ZONE_UNKNOWN', { value }),
};

/** Currency of an amount (ISO 4217); RMB and the like are refused with the valid code. */
export const currencyCode: CodeRule = {
  max: 3,
  values: () => [...MINOR_DIGITS.keys()].sort(),
  names: 'currency',
  normalise(raw) {
    if (MINOR_DIGITS.has(raw)) return raw;
    const value = compact(raw);
    return CURRENCY_NAMES.get(value) ?? value;
  },
  check(value) {
    if (MINOR_DIGITS.has(value)) return undefined;
    const successor = CURRENCY_INSTEAD.get(value);
    if (successor) return problem('CODE_MEANT', { expected: successor, value });
    const expected = CURRENCY_REPLACED.get(value);
    return problem(
      expected ? 'CURRENCY_REPLACED' : 'CURRENCY_UNKNOWN',
      expected ? { expected, value } : { value },
    );
  },
};

/** Decimals of a currency's minor unit (ISO 4217): 0 for JPY, 2 for most and for an unknown one. */
export const currencyDigits = (code: string): number => MINOR_DIGITS.get(code) ?? 2;

const AIRLINE = /^(?!\d\d)[A-Z0-9]{2}$/;
const wrongAirline: Problem = problem('AIRLINE_CODE_FORMAT');

/** Airline by its IATA designator; one that is not in the airline table is odd, not wrong. */
export const airlineCode: CodeRule = {
  max: 2,
  normalise: compact,
  check: (value) => (AIRLINE.test(value) ? undefined : wrongAirline),
  warn: (value) => (airlineByCode(value) ? undefined : problem('AIRLINE_CODE_UNKNOWN', { value })),
};

/** Port in the United States (US Census Bureau, Schedule D). */
export const schD = patternRule(4, /^\d{4}$/, problem('SCH_D_FORMAT'));

/** Port outside the United States (US Army Corps of Engineers, Schedule K). */
export const schK = patternRule(5, /^\d{5}$/, problem('SCH_K_FORMAT'));

/** Bonded facility where US customs can examine goods (CBP FIRMS). */
export const firms = patternRule(4, /^[A-Z0-9]{4}$/, problem('FIRMS_FORMAT'));
