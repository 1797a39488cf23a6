import { type Problem, problem } from '../errors';
import { usEntryTypes, usModes } from '../vocabulary';
import {
  clean,
  compact,
  digitAt,
  digitProblem,
  iso6346Digit,
  oneOf,
  patternRule,
  remainder,
  upperCased,
} from './codes';
import { countryProblem, schK, unLocode } from './places';
import type { CodeRule } from './rule';

const MRN = /^\d{2}[A-Z]{2}[A-Z0-9]{13}\d$/;
const wrongMrn = problem('MRN_FORMAT');

/**
 * Movement reference number of the EU (Implementing Regulation 2015/2447, annex B); its check digit is that of ISO
 * 6346.
 */
export const mrn: CodeRule = {
  max: 18,
  normalise: compact,
  check: (value) => (MRN.test(value) ? digitProblem(value, 17, iso6346Digit(value, 17)) : wrongMrn),
};

/** Procedure of an MRN. */
export type MrnKind = 'transit' | 'export' | 'import' | 'entrySummary' | 'temporaryStorage';

const MRN_KINDS: ReadonlyMap<string, MrnKind> = new Map([
  ['A', 'export'],
  ['B', 'export'],
  ['J', 'transit'],
  ['K', 'transit'],
  ['L', 'transit'],
  ['M', 'transit'],
  ['R', 'import'],
  ['S', 'import'],
  ['T', 'entrySummary'],
  ['U', 'temporaryStorage'],
]);

/**
 * Returns the procedure by the letter in an MRN; undefined for older and national numbers, which have another
 * character.
 */
export const mrnKind = (value: string): MrnKind | undefined => MRN_KINDS.get(value.charAt(16));

const wrongT1 = problem('T1_MRN');

/** MRN of a transit declaration; a procedure letter of another kind is odd, not wrong. */
export const t1Mrn: CodeRule = {
  ...mrn,
  check: (value) => (mrn.check(value) ? wrongT1 : undefined),
  warn(value) {
    const kind = mrnKind(value);
    return kind && kind !== 'transit' ? problem('MRN_KIND', { letter: value.charAt(16) }) : undefined;
  },
};

const OFFICE = /^[A-Z]{2}[A-Z0-9]{6}$/;
const wrongOffice = problem('CUSTOMS_OFFICE_FORMAT');

/** Countries in the EU customs office list: parties to the common transit convention, and AD and SM. */
const OFFICE_COUNTRIES: ReadonlySet<string> = new Set(
  (
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK ' +
    'AD CH GB GE IS LI MD ME MK NO RS SM TR UA XI'
  ).split(' '),
);
const A_DIGIT = /\d/;
const oddOffice = problem('CUSTOMS_OFFICE_NAME');

/**
 * Customs office by its reference number (EU customs office list; a2 an6, Delegated Regulation 2015/2446, annex B):
 * Northern Ireland is XI. Letters alone are a place name: SCHIPHOL would be an office of the Seychelles.
 */
export const customsOffice: CodeRule = {
  max: 8,
  normalise: compact,
  check: (value) => (OFFICE.test(value) ? countryOf(value) : wrongOffice),
  warn: (value) => (A_DIGIT.test(value) && OFFICE_COUNTRIES.has(value.slice(0, 2)) ? undefined : oddOffice),
};

/** Checks the country at the beginning of a number; customs and VAT also use XI. */
export function countryOf(value: string): Problem | undefined {
  const country = value.slice(0, 2);
  return country === 'XI' ? undefined : countryProblem(country);
}

const ENTRY = /^[A-Z0-9]{3}\d{8}$/;
const wrongEntry = problem('ENTRY_NO_FORMAT');

/** Number of a US entry (CBP, 19 CFR 142.3a): filer, seven digits, check digit; shown `ABC-1234567-6`. */
export const entryNo: CodeRule = {
  max: 11,
  normalise: compact,
  check: (value) => (ENTRY.test(value) ? digitProblem(value, 10, entryDigit(value)) : wrongEntry),
  format: (value) =>
    ENTRY.test(value) ? `${value.slice(0, 3)}-${value.slice(3, 10)}-${value.slice(10)}` : value,
};

/** Letters count A-I and J-R 1 to 9, S-Z 2 to 9; every second of the ten is doubled, digits of a product are added. */
function entryDigit(value: string): number {
  let sum = 0;
  for (let i = 0; i < 10; i++) {
    const digit = digitAt(value, i);
    const letter = digit - 17;
    const worth = digit < 10 ? digit : letter < 18 ? (letter % 9) + 1 : letter - 16;
    const weighed = i % 2 === 1 ? worth * 2 : worth;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return (10 - (sum % 10)) % 10;
}

/**
 * Returns a filer's entry number for a serial number of up to seven digits, with its check digit; null beyond these.
 * Throws RangeError for an invalid filer code.
 */
export function entryNoOf(filer: string, serial: number): string | null {
  if (!/^[A-Z0-9]{3}$/.test(filer)) throw new RangeError(`not a filer code: ${filer}`);
  if (serial > 9_999_999) return null;
  const head = filer + String(serial).padStart(7, '0');
  return head + String(entryDigit(head));
}

/** Code of a customs broker that files with CBP (19 CFR 142.3a): the first three characters of its entries. */
export const filerCode = patternRule(3, /^[A-Z0-9]{3}$/, problem('FILER_CODE_FORMAT'));

/** Port of the United States (Schedule D): district and port, two digits each. */
export const usPort = patternRule(4, /^\d{4}$/, problem('US_PORT_FORMAT'));

/** Surety company code assigned by CBP. */
export const suretyCode = patternRule(3, /^\d{3}$/, problem('SURETY_FORMAT'));

/** Number of a US importer (CBP form 5106): of its employer, assigned by CBP, or a social security number. */
export const importerId = patternRule(
  12,
  /^(\d{2}-\d{7}([A-Z0-9]{2})?|\d{6}-\d{5}|\d{3}-\d{2}-\d{4})$/,
  problem('IMPORTER_ID_FORMAT'),
  upperCased,
);

/**
 * Manufacturer or shipper code of CBP (19 CFR 102 appendix), for example `CNSHEEVO123SHE`: country or Canadian
 * province, letters of the name, digits of the address, letters of the city.
 */
export const midCode = patternRule(15, /^[A-Z]{2}[A-Z0-9]{1,6}\d{0,4}[A-Z]{1,3}$/, problem('MID_FORMAT'));

/** Carrier code for goods into the United States: a SCAC, or an airline's two characters. */
export const usCarrier = patternRule(4, /^([A-Z]{2,4}|(?!\d\d)[A-Z0-9]{2})$/, problem('US_CARRIER_FORMAT'));

/** Programme for a reduced duty (HTSUS general note 3), for example `S` or `A+`. */
export const spiCode = patternRule(2, /^[A-Z][A-Z+*#]?$/, problem('SPI_FORMAT'), upperCased);

/** CBP unit of quantity, or kind of package: for example `NO`, `DOZ` and `CTN`. */
export const usUnit = patternRule(3, /^[A-Z][A-Z0-9]{0,2}$/, problem('US_UNIT_FORMAT'));

/** Chapter 99 heading of an additional duty, for example `9903.88.03`. */
export const chapter99: CodeRule = {
  ...patternRule(10, /^99\d{6}(\d{2})?$/, problem('CHAPTER_99_FORMAT')),
  format: (value) => value.replace(/^(\d{4})(\d{2})(\d{2})/, '$1.$2.$3'),
};

/** Number of an antidumping (A) or countervailing (C) duty case, for example `A-570-967-000`. */
const orderCase = (letter: 'A' | 'C'): CodeRule => ({
  ...patternRule(10, new RegExp(`^${letter}\\d{9}$`), problem('ORDER_CASE_FORMAT', { letter }), (raw) =>
    upperCased(raw).replace(/[^A-Z0-9]/g, ''),
  ),
  format: (value) => value.replace(/^(.)(\d{3})(\d{3})(\d{3})$/, '$1-$2-$3-$4'),
});
export const adCaseNo = orderCase('A');
export const cvdCaseNo = orderCase('C');

/** Key of a US rate: entry type (two digits), fee class (three), or the first digits of a commodity code. */
export const usRateCode = patternRule(10, /^(\d{2,3}|\d{4}(\d{2}){0,3})$/, problem('US_RATE_CODE_FORMAT'));

/** Type of a US entry (CBP form 7501, block 2). */
export const usEntryType = oneOf(usEntryTypes, 'usEntryType');

/** Mode of transport to the United States (CBP form 7501, block 9). */
export const usMode = oneOf(usModes, 'usMode');

/** Formats of party numbers at US customs, by the kind of number (reference 4.15). */
const PARTY_FORMS: Readonly<Record<string, RegExp>> = {
  EI: /^\d{2}-\d{7}[A-Z0-9]{2}$/,
  ANI: /^\d{6}-\d{5}$/,
  '34': /^\d{3}-\d{2}-\d{4}$/,
  AEF: /^[A-Z0-9]{5,15}$/,
  '2': /^[A-Z]{2,4}$/,
};

/** Number of a party of any kind; its format depends on the kind: see {@link partyNumberProblem}. */
export const partyNumber = patternRule(15, /^[A-Z0-9-]{2,15}$/, problem('PARTY_NUMBER_FORMAT'), upperCased);

/** Checks a party's number for its kind. */
export const partyNumberProblem = (kind: string, value: string): Problem | undefined =>
  PARTY_FORMS[kind]?.test(value) === false
    ? problem('PARTY_NUMBER_KIND', { kind: { choice: ['usIdType', kind] } })
    : undefined;

/** A foreign port: UN/LOCODE, or five digits of Schedule K. */
export const portAbroad: CodeRule = {
  max: 5,
  normalise: compact,
  check: (value) => (/^\d/.test(value) ? schK : unLocode).check(value),
};

const IN_BOND = /^\d{9}$/;
const wrongInBond = problem('IN_BOND_FORMAT');

/** Number of a US in-bond movement (CBP form 7512): eight digits and their remainder by 7. */
export const inBondNo: CodeRule = {
  max: 9,
  normalise: compact,
  check: (value) => (IN_BOND.test(value) ? digitProblem(value, 8, remainder(value, 0, 8, 7)) : wrongInBond),
};

/** Declarant's own number of a declaration: LRN of the EU's systems, or the entry number of a US entry. */
export const declarationRef: CodeRule = patternRule(
  22,
  /^[A-Z0-9][A-Z0-9-]{0,21}$/,
  problem('LRN_FORMAT'),
  (raw) => upperCased(raw).replace(/\s+/g, ''),
);

/** Name of a folder for messages to customs, without a path. */
export const customsFolder = patternRule(
  40,
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/,
  problem('CUSTOMS_FOLDER_FORMAT'),
  clean,
);

/** Number on a customs seal. */
export const sealNo: CodeRule = patternRule(20, /^[A-Z0-9][A-Z0-9-]{1,19}$/, problem('SEAL_FORMAT'), (raw) =>
  upperCased(raw).replace(/\s+/g, ''),
);

// Goods

const HS = /^\d{6}(?:\d{2}){0,2}$/;
const wrongHs = problem('HS_FORMAT');

/**
 * Commodity code: HS of the WCO in 6 digits, the EU's Combined Nomenclature in 8, TARIC, HTSUS or China's
 * tariff in 10. Chapters 00 and 77 do not exist; 98 and 99 are national to the United States.
 */
export const hsCode: CodeRule = {
  max: 10,
  normalise: compact,
  check(value) {
    if (!HS.test(value)) {
      return /^[1-9](?:\d\d){2,4}$/.test(value) && isHeading(`0${value.slice(0, 3)}`)
        ? problem('HS_ZERO_LOST', { digits: value.length, expected: `0${value}` })
        : wrongHs;
    }
    return value.startsWith('00') || value.startsWith('77')
      ? problem('HS_INVALID', { code: value })
      : undefined;
  },
  warn: usOnly,
};

/** The last heading of each chapter from 01 to 09 (HS 2022). */
const LAST_HEADING = [106, 210, 309, 410, 511, 604, 714, 814, 910];

/** True for an existing heading of chapters 01 to 09: restoring a lost leading zero must not invent a code. */
function isHeading(heading: string): boolean {
  const number = Number(heading);
  return number % 100 > 0 && number <= (LAST_HEADING[Math.floor(number / 100) - 1] ?? 0);
}

function usOnly(value: string): Problem | undefined {
  const national = value.startsWith('98') || value.startsWith('99');
  return national ? problem('HS_US_ONLY', { chapter: value.slice(0, 2) }) : undefined;
}

/** The first digits of commodity codes: a chapter in 2, a heading in 4, up to a whole code. */
export const hsPrefix = patternRule(10, /^\d{2,10}$/, problem('HS_PREFIX'));

/** Returns the level of a commodity code, its digits: 6, 8 or 10; undefined for no such code. */
export const hsLevel = (value: string): number | undefined => (HS.test(value) ? value.length : undefined);

/** Uses of a commodity code. */
export type HsUse = 'deco' | 'ags' | 'isf' | 'usEntry';

const HS_DIGITS = { deco: 6, ags: 10, isf: 6, usEntry: 10 } as const satisfies Record<HsUse, number>;

/** Returns why a valid commodity code does not fit a use: too few digits, or a United States chapter in the EU. */
export function hsUseProblem(value: string, use: HsUse): Problem | undefined {
  const expected = HS_DIGITS[use];
  if (value.length < expected) return problem('HS_LEVEL', { expected, digits: value.length });
  return use === 'deco' || use === 'ags' ? usOnly(value) : undefined;
}

const INCOTERMS: ReadonlySet<string> = new Set('EXW FCA CPT CIP DAP DPU DDP FAS FOB CFR CIF'.split(' '));
const SEA_INCOTERMS: ReadonlySet<string> = new Set(['FAS', 'FOB', 'CFR', 'CIF']);
const OLD_INCOTERMS: ReadonlyMap<string, string> = new Map([
  ['DAT', 'DPU'],
  ['DDU', 'DAP'],
]);

/** Term of delivery (ICC Incoterms 2020); a replaced term is refused with its successor. */
export const incoterm: CodeRule = {
  max: 3,
  normalise: compact,
  check(value) {
    if (INCOTERMS.has(value)) return undefined;
    const expected = OLD_INCOTERMS.get(value);
    return expected
      ? problem('INCOTERM_OLD', { value, expected })
      : problem('INCOTERM_UNKNOWN', { value, choices: { list: [...INCOTERMS] } });
  },
};

/** True for a term meant only for carriage by sea or inland water (ICC Incoterms 2020). */
export const isSeaIncoterm = (value: string): boolean => SEA_INCOTERMS.has(value);

// Numbers of the EU's import one-stop shop

/** Member states by ISO 3166-1 numeric code; 900 is Northern Ireland. */
const IOSS_STATES: ReadonlyMap<string, string> = new Map(
  (
    '040 AT,056 BE,100 BG,191 HR,196 CY,203 CZ,208 DK,233 EE,246 FI,250 FR,276 DE,300 GR,348 HU,372 IE,380 IT,' +
    '428 LV,440 LT,442 LU,470 MT,528 NL,616 PL,620 PT,642 RO,703 SK,705 SI,724 ES,752 SE,900 XI'
  )
    .split(',')
    .map((state) => [state.slice(0, 3), state.slice(4)] as const),
);
const members: ReadonlySet<string> = new Set(IOSS_STATES.values());

/** True for a member state of the EU (ISO 3166-1 alpha-2), and for Northern Ireland as far as goods are concerned. */
export const isUnionMember = (country: string): boolean => members.has(country);

const IOSS = /^IM\d{10}$/;
const wrongIoss = problem('IOSS_INVALID');
const intermediary = problem('IOSS_INTERMEDIARY');
const nonUnion = problem('IOSS_NON_UNION');

/** IOSS number of a seller (Implementing Regulation 2020/194); the algorithm of its check digit is not public. */
export const iossNo: CodeRule = {
  max: 12,
  normalise: compact,
  check(value) {
    if (!IOSS.test(value)) {
      return /^IN\d/.test(value) ? intermediary : /^EU\d/.test(value) ? nonUnion : wrongIoss;
    }
    return iossState(value) ? undefined : problem('IOSS_STATE', { state: value.slice(2, 5) });
  },
};

/** Number of an intermediary, by which it requests IOSS numbers for its sellers. */
export const intermediaryNo: CodeRule = {
  max: 12,
  normalise: compact,
  check: (value) => (/^IN\d{10}$/.test(value) ? undefined : problem('INTERMEDIARY_FORMAT')),
};

/** Returns the country (ISO 3166-1 alpha-2, or XI) that issued an IOSS number; undefined if none did. */
export const iossState = (value: string): string | undefined => IOSS_STATES.get(value.slice(2, 5));

/** Masks an IOSS number for people without access: shows state and last three digits. */
export const maskIoss = (value: string): string =>
  value.length < 12 ? '*'.repeat(value.length) : `${value.slice(0, 5)}****${value.slice(-3)}`;

// Taxpayers: EORI and VAT
