import { type Problem, problem } from '../errors';
import type { CodeRule } from './rule';

const PRINTABLE = /^[\x21-\x7e]*$/;
const BARE = /^[A-Z0-9]*$/;
const BARE_OR_JOINED = /^[A-Z0-9_-]*$/;
/** Soft hyphens, zero-width characters and direction marks, often pasted from phones and chats. */
export const INVISIBLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+/g;

/** Cleans typed text: full-width characters become ASCII, one kind of space and hyphen, nothing invisible, trimmed. */
export function clean(raw: string): string {
  if (PRINTABLE.test(raw)) return raw;
  return raw
    .replace(INVISIBLE, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[^\S ]/g, ' ')
    .trim();
}

/** Cleans and upper-cases the letters a-z; others stay, so that `ß` does not become a valid `SS`. */
export function upperCased(raw: string): string {
  return BARE_OR_JOINED.test(raw) ? raw : clean(raw).replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** Cleans, upper-cases and removes spaces, hyphens and dots: the stored form of most codes. */
export function compact(raw: string): string {
  return BARE.test(raw) ? raw : upperCased(raw).replace(/[ .-]+/g, '');
}

/** Cleans and collapses runs of spaces. */
export const singleBlanks = (raw: string): string => clean(raw).replace(/ {2,}/g, ' ');

/** Builds a rule that is only a pattern. */
export function patternRule(
  max: number,
  pattern: RegExp,
  wrong: Problem,
  normalise: CodeRule['normalise'] = compact,
): CodeRule {
  return { max, normalise, check: (value) => (pattern.test(value) ? undefined : wrong) };
}

/** The name an account signs in with. */
export const accountName = patternRule(40, /^[A-Za-z0-9_.@-]{3,40}$/, problem('ACCOUNT_NAME_FORMAT'), clean);

/** Value of the digit at a position of a text. */
export const digitAt = (value: string, at: number): number => value.charCodeAt(at) - 48;

/** Sum of the digits from a position on, each times its weight; the weights are given as a string of digits. */
export function weightedSum(value: string, from: number, weights: string): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += digitAt(value, from + i) * digitAt(weights, i);
  return sum;
}

/** Remainder of the number in `value[from, to)`, with letters as 10 to 35 (ISO 7064). */
export function remainder(value: string, from: number, to: number, divisor: number): number {
  let rest = 0;
  for (let i = from; i < to; i++) {
    const digit = digitAt(value, i);
    rest = (digit < 10 ? rest * 10 + digit : rest * 100 + digit - 7) % divisor;
  }
  return rest;
}

/** Returns CHECK_DIGIT if the digit at a position is not the expected one. */
export function digitProblem(value: string, at: number, expected: number): Problem | undefined {
  return digitAt(value, at) === expected ? undefined : problem('CHECK_DIGIT', { expected });
}

// Bill numbers

const MAWB = /^\d{3}-\d{8}$/;
const MAWB_DIGITS = /^\d{11}$/;
/** Matches the label of an air waybill before its digits. */
const NAMED_MAWB = /^M?AWB(?:NO)?[#:]?(?=\d{11}$)/;
const MBL = /^[A-Z]{4}[A-Z0-9]{4,12}$/;
const wrongMawbForm = problem('BILL_NO_AIR');
const wrongMawbDigit = problem('BILL_NO_INVALID');

/**
 * True for the stored form of a master air waybill, `PPP-SSSSSSSC`, which no sea bill has; its check digit may be
 * wrong.
 */
export const isMawb = (value: string): boolean => MAWB.test(value);

/** The airline's accounting code in a master air waybill: its first three digits. */
export const mawbPrefix = (value: string): string => value.slice(0, 3);

/**
 * Returns the next number of an airline's block: serial plus one with its own check digit; undefined after the last, or
 * for no MAWB.
 */
export function nextMawb(value: string): string | undefined {
  const serial = Number(value.slice(4, 11)) + 1;
  if (!isMawb(value) || serial > 9_999_999) return undefined;
  return `${value.slice(0, 4)}${String(serial).padStart(7, '0')}${serial % 7}`;
}

/**
 * Number of a bill: a master air waybill if it begins with a digit (IATA Resolution 600a: the check digit is the serial
 * modulo 7), else the line's master bill of lading.
 */
export const billNo: CodeRule = {
  max: 16,
  normalise(raw) {
    if (MAWB.test(raw)) return raw;
    const value = compact(raw).replace(NAMED_MAWB, '');
    return MAWB_DIGITS.test(value) ? `${value.slice(0, 3)}-${value.slice(3)}` : value;
  },
  check(value) {
    const first = digitAt(value, 0);
    if (!(first >= 0 && first <= 9)) return mbl.check(value);
    if (!MAWB.test(value)) return wrongMawbForm;
    return remainder(value, 4, 11, 7) === digitAt(value, 11) ? undefined : wrongMawbDigit;
  },
};

/** True for the digits of a master air waybill, with any grouping and any check digit. */
export const hasMawbForm = (number: string): boolean => MAWB.test(billNo.normalise(number));

/** Master bill of lading: the line's SCAC and 4 to 12 letters and digits, the format of US manifests. */
export const mbl = patternRule(16, MBL, problem('BILL_NO_SEA'));

/** House bill of lading of an NVOCC, in the length of US manifests. */
export const hbl = patternRule(20, /^[A-Z0-9]{4,20}$/, problem('HBL_FORMAT'));

/** House air waybill: the forwarder's own number; hyphens are significant. */
export const houseNo = patternRule(20, /^[A-Z0-9-]{3,20}$/, problem('HOUSE_NO_FORMAT'), upperCased);

/** Number that splits a master bill into batches; hyphens are significant. */
export const batchNo = patternRule(30, /^[A-Z0-9-]{1,30}$/, problem('BATCH_NO_FORMAT'), upperCased);

// Flights, voyages and what they carry

/** Flight: IATA airline designator, 1 to 4 digits and an operational suffix (IATA SSIM). */
export const flightNo = patternRule(7, /^(?!\d\d)[A-Z0-9]{2}\d{1,4}[A-Z]?$/, problem('FLIGHT_FORMAT'));

/** Voyage of a ship as the line names it. */
export const voyage = patternRule(10, /^[A-Z0-9]{2,10}$/, problem('VOYAGE_FORMAT'));

/** Flight or voyage, for a field that holds either; the mode of transport decides which. */
export const flightOrVoyage = patternRule(10, /^[A-Z0-9]{2,10}$/, problem('FLIGHT_OR_VOYAGE_FORMAT'));

/** Aircraft pallet or container: type, serial and owner (IATA ULD Regulations). */
export const uldNo = patternRule(11, /^[A-Z][A-Z0-9]{2}\d{4,5}[A-Z0-9]{2,3}$/, problem('ULD_FORMAT'));

const IMO = /^\d{7}$/;
const wrongImo = problem('IMO_FORMAT');

/** Ship by its IMO number (IMO Resolution A.1117): weights 7 to 2, the last digit of the sum is the check digit. */
export const imo: CodeRule = {
  max: 7,
  normalise: (raw) => compact(raw).replace(/^IMO(?=\d{7}$)/, ''),
  check: (value) =>
    IMO.test(value) ? digitProblem(value, 6, weightedSum(value, 0, '765432') % 10) : wrongImo,
};

/** Standard Carrier Alpha Code (NMFTA). */
export const scac = patternRule(4, /^[A-Z]{2,4}$/, problem('SCAC_FORMAT'));

/**
 * Check digit of the first characters of a container number (ISO 6346): letters count 10 to 38 without the multiples of
 * 11, each place weighs twice the one before, modulo 11 and then 10.
 */
export function iso6346Digit(value: string, length: number): number {
  let sum = 0;
  for (let i = 0; i < length; i++) {
    const digit = digitAt(value, i);
    const letter = digit - 7;
    sum += (digit < 10 ? digit : letter + Math.floor((letter - 1) / 10)) * 2 ** i;
  }
  return (sum % 11) % 10;
}

const CONTAINER = /^[A-Z]{3}[UJZ]\d{7}$/;
const wrongContainer = problem('CONTAINER_FORMAT');

/** Freight container, detachable equipment or chassis (ISO 6346). */
export const containerNo: CodeRule = {
  max: 11,
  normalise: compact,
  check(value) {
    if (CONTAINER.test(value)) return digitProblem(value, 10, iso6346Digit(value, 10));
    if (!/^[A-Z]{4}\d{7}$/.test(value)) return wrongContainer;
    return problem('CONTAINER_CATEGORY', { letter: value.charAt(3) });
  },
};

// Boxes, parcels and pallets

/** Label of a box; hyphens are significant. */
export const boxNo = patternRule(40, /^[A-Z0-9-]{3,40}$/, problem('BOX_NO_FORMAT'), upperCased);

const S10 = /^[A-Z]{2}\d{9}[A-Z]{2}$/;
const wrongS10 = problem('S10_FORMAT');

/** Checks the number of a postal item (UPU S10), for carriers that use this numbering. */
export function s10Problem(value: string): Problem | undefined {
  if (!S10.test(value)) return wrongS10;
  const digit = 11 - (weightedSum(value, 2, '86423597') % 11);
  return digitProblem(value, 10, digit === 10 ? 0 : digit === 11 ? 5 : digit);
}

const wrongTrackingNo = problem('TRACKING_NO_FORMAT');
const TRACKING = /^[A-Z0-9]{8,35}$/;

/** Tracking number of any carrier; one that looks like a postal item and fails UPU S10 is odd, not wrong. */
export const trackingNo: CodeRule = {
  max: 35,
  normalise: compact,
  check: (value) => (TRACKING.test(value) ? undefined : wrongTrackingNo),
  warn: (value) => (S10.test(value) ? s10Problem(value) : undefined),
};

/** Leading letters of tracking numbers that route parcels to a carrier. */
export const trackingPrefix = patternRule(6, /^[A-Z]{1,6}$/, problem('TRACKING_PREFIX_FORMAT'));

const SSCC = /^\d{18}$/;
const wrongSscc = problem('SSCC_FORMAT');

const ssccDigit = (digits: string) => (10 - (weightedSum(digits, 0, '31313131313131313') % 10)) % 10;

/**
 * True for a GS1 key of up to 18 digits that ends in its check digit: weights 3 and 1 from the right, modulo 10 (GS1 General
 * Specifications 7.9.1).
 */
export const hasGs1Digit = (key: string): boolean => {
  const digits = key.padStart(18, '0');
  return SSCC.test(digits) && Number(digits.at(-1)) === ssccDigit(digits);
};

/** Returns CHECK_DIGIT for a GS1 key of up to 18 digits that does not end in its check digit. */
export function gs1Problem(key: string): Problem | undefined {
  const digits = key.padStart(18, '0');
  return digitProblem(digits, 17, ssccDigit(digits));
}

/** Label of a pallet (GS1 SSCC-18), with or without the application identifier 00: weights 3 and 1, modulo 10. */
export const palletSscc: CodeRule = {
  max: 18,
  normalise: (raw) => compact(raw).replace(/^(?:\(00\)|00)(?=\d{18}$)/, ''),
  check: (value) => (SSCC.test(value) ? digitProblem(value, 17, ssccDigit(value)) : wrongSscc),
};

/**
 * Returns the SSCC-18 of a logistic unit: `head` (extension digit and GS1 company prefix), a serial number in the
 * remaining digits, a check digit. Null if the serial number does not fit.
 */
export function ssccOf(head: string, serial: number): string | null {
  const digits = `${head}${String(serial).padStart(17 - head.length, '0')}`;
  return digits.length > 17 ? null : `${digits}${ssccDigit(digits)}`;
}

/** Company prefix assigned by GS1. */
export const gs1Prefix = patternRule(12, /^\d{4,12}$/, problem('GS1_PREFIX_FORMAT'), compact);

/** Plate of a truck or trailer as painted, spaces and hyphens included. */
export const plateNo = patternRule(14, /^[A-Z0-9][A-Z0-9 -]{1,13}$/, problem('PLATE_FORMAT'), (raw) =>
  singleBlanks(upperCased(raw)),
);

const CMR_OWN = /^CMR(\d{4})(\d{2})(\d{2})-\d{4}$/;

/** Number of a CMR, the carrier's or ours: `CMR`, the day and a running number, for example CMR20261103-0007. */
export const cmrNumber: CodeRule = {
  max: 20,
  normalise: (raw) => upperCased(raw).replaceAll(' ', ''),
  check: (value) => {
    if (!/^(?=.*\d)[A-Z0-9][A-Z0-9/-]{2,19}$/.test(value)) return problem('CMR_FORMAT');
    if (!/^CMR\d{8}/.test(value)) return undefined;
    const [, year, month, day] = CMR_OWN.exec(value) ?? [];
    return year && month && day && isDay(Number(year), Number(month), Number(day))
      ? undefined
      : problem('CMR_OWN_FORMAT');
  },
};

/** True if the calendar has this day. */
function isDay(year: number, month: number, day: number): boolean {
  const found = new Date(Date.UTC(year, month - 1, day));
  return found.getUTCMonth() === month - 1 && found.getUTCDate() === day;
}

// Codes of the product's own records

const ownCode = (max: number) =>
  patternRule(max, new RegExp(`^[A-Z0-9_-]{1,${max}}$`), problem('CODE_FORMAT', { max }), upperCased);

/** Code of a customer's product or line. */
export const channelCodeRule = ownCode(30);

/** Code of a record of reference data. */
export const referenceCode = ownCode(20);

/** Codes of the origin, destination and zone of a lane in a rate card. */
export const laneCodes = { originCode: ownCode(5), destinationCode: ownCode(20), zone: ownCode(10) } as const;

/** Number of a document, ours (for example AT20261103-0001) or from someone else. */
export const documentNo = patternRule(20, /^[A-Z0-9-]{3,20}$/, problem('DOCUMENT_NO_FORMAT'), upperCased);

/** Rule for a count and a kind, stored as `3xPMC`, typed in either order with an x between them. */
function manyOf(kind: RegExp, wrong: Problem): CodeRule {
  const stored = new RegExp(`^([1-9]\\d?)x(${kind.source})$`);
  const first = new RegExp(`^0*([1-9]\\d?)[X×*](${kind.source})$`);
  const last = new RegExp(`^(${kind.source})[X×*]0*([1-9]\\d?)$`);
  return {
    max: 10,
    normalise(raw) {
      if (stored.test(raw)) return raw;
      const value = compact(raw);
      const [, count, of] = first.exec(value) ?? [];
      if (count) return `${count}x${of}`;
      const [, type, many] = last.exec(value) ?? [];
      return many ? `${many}x${type}` : value;
    },
    check: (value) => (stored.test(value) ? undefined : wrong),
  };
}

/** Positions on a flight by type of ULD, for example `3xPMC`. */
export const uldCount = manyOf(/[A-Z][A-Z0-9]{2}/, problem('ULD_COUNT_FORMAT'));

/** Types of sea containers in trade notation: length in feet and build. */
export const containerTypes = [
  ...(['20GP', '40GP', '40HQ', '45HQ', '20RF', '40RF'] as const),
  ...(['20OT', '40OT', '20FR', '40FR'] as const),
] as const;

/** Type of a container, for fields that hold several of them. */
export const containerTypeCode: CodeRule = {
  max: 4,
  normalise: compact,
  check: (value) => (containerTypes.some((type) => type === value) ? undefined : problem('FORMAT')),
  values: () => containerTypes,
};

/** Containers booked on a voyage by their type, for example `2x40HQ`. */
export const containerCount = manyOf(new RegExp(containerTypes.join('|')), problem('CONTAINER_COUNT_FORMAT'));

/** Returns the total of a list of such counts. */
export const manyIn = (counts: readonly string[]): number =>
  counts.reduce((sum, one) => sum + Number.parseInt(one, 10), 0);

const DAYS = '1234567';
const PATTERN = /^(?=.*\d)[1.][2.][3.][4.][5.][6.][7.]$/;

/** Weekdays of a flight, Monday first, in timetable notation (IATA SSIM): `1.3.5..`, or typed as 135. */
export const weekdayPattern: CodeRule = {
  max: 7,
  normalise(raw) {
    if (PATTERN.test(raw)) return raw;
    const value = clean(raw)
      .toUpperCase()
      .replace(/^D(?=[1-7.])/, '');
    if (!/^[1-7., -]+$/.test(value) || !/\d/.test(value)) return value;
    return [...DAYS].map((day) => (value.includes(day) ? day : '.')).join('');
  },
  check: (value) => (PATTERN.test(value) ? undefined : problem('WEEKDAYS_FORMAT')),
};

/** One of a few lower-case words, for fields that hold several of them. */
export const oneOf = (words: readonly string[], labels: NonNullable<CodeRule['labels']>): CodeRule => ({
  max: 20,
  normalise: (raw) => clean(raw).toLowerCase(),
  check: (value) => (words.includes(value) ? undefined : problem('FORMAT')),
  values: () => words,
  labels,
});

/** Code of a fee category: lower case, like all words of the books. */
export const feeCode = patternRule(20, /^[a-z][a-z0-9_]{1,19}$/, problem('FEE_CODE_FORMAT'), (raw) =>
  clean(raw).toLowerCase(),
);

/** Short code of a customer. */
export const customerCode = patternRule(20, /^[A-Z0-9-]{2,20}$/, problem('CUSTOMER_CODE_FORMAT'), upperCased);

// People

/** Name to sign in with; case is preserved. */
export const userName = patternRule(40, /^[A-Za-z0-9_.@-]{3,40}$/, problem('USER_NAME_FORMAT'), clean);

/** Name to sign in to the portal with, in lower case: names must not differ by case alone. */
export const portalName = patternRule(40, /^[a-z0-9_.@-]{3,40}$/, problem('USER_NAME_FORMAT'), (raw) =>
  clean(raw).toLowerCase(),
);

/** A time of the day, `HH:mm`. */
export const timeOfDay = patternRule(5, /^([01]\d|2[0-3]):[0-5]\d$/, problem('TIME_OF_DAY_FORMAT'), (raw) =>
  clean(raw).replace(/^(\d):/, '0$1:'),
);
