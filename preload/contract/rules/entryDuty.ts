import type { SeaEntry } from '../sea/seaEntry';
import type { UsRate } from '../sea/usRate';
import { fromMinor, lineAmount, shareOf, toMinor } from './money';
import { isOn, knownTo } from './periods';

/** Currency of the values and payments of entries. */
export const ENTRY_CURRENCY = 'USD';

/** Inputs of the duty on a line. */
export interface DutiableLine {
  readonly hts: string | null;
  readonly additionalHts: readonly string[];
  readonly originCountry: string | null;
  /** Programme under which a reduced duty is claimed. */
  readonly spi: string | null;
  /** Cases of antidumping and countervailing duty orders, and the rates of their deposits in percent. */
  readonly adCaseNo: string | null;
  readonly adRate: string | null;
  readonly cvdCaseNo: string | null;
  readonly cvdRate: string | null;
  readonly quantity1: number | null;
  readonly value: string | null;
}

/** Inputs of the duty and fees of an entry. */
export interface DutiableEntry {
  readonly entryType: string;
  readonly mode: string;
  /** The day whose rates apply; null if it is not known yet. */
  readonly entryDate: string | null;
  readonly lines: readonly DutiableLine[];
}

/** A rate that is charged, as opposed to the limit of a type of entry. */
type ChargedRate = UsRate & { readonly kind: Exclude<UsRate['kind'], 'type'> };
const isCharged = (rate: UsRate): rate is ChargedRate => rate.kind !== 'type';

/** One duty on one line, or one fee on the entry (line 0). */
export interface DutyPart {
  readonly line: number;
  readonly kind: SeaEntry['duties'][number]['kind'];
  readonly code: string;
  readonly name: string;
  /** Percent, four decimals; null if the charge has another basis. */
  readonly rate: string | null;
  /** The dutiable value, in whole dollars. */
  readonly value: string;
  readonly amount: string;
}

/** A fee whose rates are known only up to a day. */
export interface OutdatedFee {
  readonly code: string;
  readonly name: string;
  /** The last day with a known rate. */
  readonly until: string;
}

/** Duty and fees in USD. */
export interface EntryDuty {
  readonly parts: readonly DutyPart[];
  /** Numbers (from 1) of lines whose commodity code has no rate on the day. */
  readonly unknown: readonly number[];
  /** Fees whose last known period ended before the day: they are missing in the sums. */
  readonly outdated: readonly OutdatedFee[];
  readonly totalValue: string;
  readonly dutyTotal: string;
  readonly mpf: string;
  readonly hmf: string;
  readonly otherFees: string;
  readonly grandTotal: string;
}

/** Entry types for consumption: duty and fees are due. The others are in bond, or have none. */
const CONSUMPTION: ReadonlySet<string> = new Set(['01', '02', '03', '06', '11', '12', '31']);
/** Fee classes (CBP form 7501, block 39): merchandise processing (formal, informal), harbour maintenance. */
const MPF: ReadonlySet<string> = new Set(['499', '311']);
const HMF = '501';
/** Names of duties by orders on a case, as on CBP form 7501. */
const ORDER_NAMES = { antidumping: 'Antidumping duty', countervailing: 'Countervailing duty' } as const;

const USD = (minor: number) => fromMinor(minor, ENTRY_CURRENCY);
const cents = (amount: string) => toMinor(amount, ENTRY_CURRENCY);
const takes = (list: readonly string[], one: string | null) =>
  list.length === 0 || (one !== null && list.includes(one));

/** Returns the rates valid on a day. */
export const ratesOn = (rates: readonly UsRate[], day: string): UsRate[] =>
  rates.filter((rate) => rate.active && isOn(rate, day));

/** Returns the duty rate of a commodity code: the one with the longest matching prefix. */
export const dutyRateOf = <R extends UsRate>(rates: readonly R[], hts: string): R | undefined =>
  rates
    .filter(({ kind, code }) => kind === 'duty' && hts.startsWith(code))
    .reduce<R | undefined>(
      (best, rate) => (best && best.code.length >= rate.code.length ? best : rate),
      undefined,
    );

/** Fields of a line that decide which chapter 99 headings are due. */
type ClaimingLine = Pick<DutiableLine, 'hts' | 'additionalHts' | 'originCountry' | 'spi'>;

/** True if a rate is meant for goods of a commodity code and origin. */
const fitsLine = (rate: UsRate, { hts, originCountry, spi }: ClaimingLine): boolean =>
  hts !== null &&
  takes(rate.countries, originCountry) &&
  (rate.hts.length === 0 || rate.hts.some((prefix) => hts.startsWith(prefix))) &&
  !(spi !== null && rate.programs.includes(spi));

/** Returns the exclusions that a line claims, which may be meant for other goods. */
const exclusionsOf = (rates: readonly UsRate[], { additionalHts }: ClaimingLine): UsRate[] =>
  rates.filter(({ kind, code }) => kind === 'exclusion' && additionalHts.includes(code));

/**
 * Returns the headings that a line must not have, because it claims an exclusion from them: an exclusion is filed under
 * its own heading alone (CSMS 19-000052).
 */
export const excludedOf = (rates: readonly UsRate[], line: ClaimingLine): Set<string> =>
  new Set(exclusionsOf(rates, line).flatMap(({ replaces }) => replaces));

/** Returns the exclusions that a line claims although they are not meant for its goods or their origin. */
export const wrongExclusions = (rates: readonly UsRate[], line: ClaimingLine): string[] =>
  exclusionsOf(rates, line)
    .filter((rate) => !fitsLine(rate, line))
    .map(({ code }) => code);

/** Returns the chapter 99 headings of a line by the rates of its day, without those an exclusion replaces. */
export function additionalOf(rates: readonly UsRate[], line: ClaimingLine): string[] {
  const excluded = excludedOf(rates, line);
  const due = rates.filter(
    (rate) => rate.kind === 'additional' && !excluded.has(rate.code) && fitsLine(rate, line),
  );
  return [...new Set(due.map(({ code }) => code))];
}

/** Rounds a value to whole dollars, half up, as filed. */
const wholeDollars = (value: string | null): string => {
  const minor = cents(value ?? '0');
  return USD(Math.floor((minor + 50) / 100) * 100);
};

/** Charge of a rate on a value, and on a quantity in its unit. */
function chargeOf(rate: UsRate, value: string, quantity: number | null): number {
  const byValue = rate.rate === null ? 0 : cents(shareOf(value, rate.rate, ENTRY_CURRENCY));
  const byUnit =
    rate.perUnit === null || quantity === null
      ? 0
      : cents(lineAmount(quantity, rate.perUnit, ENTRY_CURRENCY));
  return byValue + byUnit;
}

/** Chapter 98, and its headings whose goods pay the merchandise processing fee nevertheless. */
const CHAPTER_98 = /^98/;
const PROCESSED_ABROAD = /^9802(0060|0080)/;

/**
 * True if goods are exempt from a fee: by the programme claimed, by their origin alone, or from the merchandise
 * processing fee by a heading of chapter 98 (19 CFR 24.23(c)(1)(i)). Goods processed abroad pay it (24.23(c)(2)).
 */
function isExempt(fee: UsRate, { spi, hts, additionalHts, originCountry }: DutiableLine): boolean {
  if (spi !== null && fee.programs.includes(spi)) return true;
  if (originCountry !== null && fee.exemptCountries.includes(originCountry)) return true;
  const headings = hts === null ? additionalHts : [hts, ...additionalHts];
  return (
    MPF.has(fee.code) &&
    headings.some((code) => CHAPTER_98.test(code)) &&
    !headings.some((code) => PROCESSED_ABROAD.test(code))
  );
}

/** Returns the fees of an entry whose rates were known until a day before its own, and not for its own. */
function outdatedFees(
  rates: readonly UsRate[],
  { entryType, mode, entryDate }: DutiableEntry,
): OutdatedFee[] {
  const day = entryDate ?? '';
  const fees = rates.filter(
    ({ kind, active, validFrom, entryTypes, modes }) =>
      kind === 'fee' && active && validFrom <= day && takes(entryTypes, entryType) && takes(modes, mode),
  );
  return [...new Set(fees.map(({ code }) => code))].flatMap((code) => {
    const rows = fees.filter((fee) => fee.code === code);
    const until = knownTo(rows);
    const last = rows.find(({ validTo }) => validTo === until);
    return until && until < day && last ? [{ code, name: last.name, until }] : [];
  });
}

/** A fee of an entry: fixed, or by the value of the lines that are not exempt, within its bounds. */
function feeOf(fee: UsRate, lines: readonly DutiableLine[]): { value: string; amount: number } {
  const charged = lines.filter((line) => !isExempt(fee, line));
  const value = USD(charged.reduce((sum, line) => sum + cents(wholeDollars(line.value)), 0));
  if (charged.length === 0) return { value, amount: 0 };
  const fixed = fee.perEntry === null ? 0 : cents(fee.perEntry);
  const exact = fixed + chargeOf(fee, value, null);
  const least = fee.minimum === null ? exact : Math.max(exact, cents(fee.minimum));
  return { value, amount: fee.maximum === null ? least : Math.min(least, cents(fee.maximum)) };
}

/**
 * Returns duty and fees of an entry at the rates of its day (CBP form 7501): for each line its own duty and those of
 * its chapter 99 headings, and the deposits on its antidumping and countervailing cases, each rounded separately, half
 * away from zero; for the entry the fees of its type and mode. Empty without a day.
 */
export function entryDuty(entry: DutiableEntry, rates: readonly UsRate[]): EntryDuty {
  const { entryType, mode, entryDate, lines } = entry;
  const valid =
    entryDate === null || !CONSUMPTION.has(entryType) ? null : ratesOn(rates, entryDate).filter(isCharged);
  const parts: DutyPart[] = [];
  const unknown: number[] = [];
  for (const [index, line] of valid ? lines.entries() : []) {
    const value = wholeDollars(line.value);
    const excluded = excludedOf(valid ?? [], line);
    const add = (rate: ChargedRate, free: boolean) =>
      parts.push({
        line: index + 1,
        kind: rate.kind,
        code: rate.code,
        name: rate.name,
        rate: free ? '0.0000' : rate.rate,
        value,
        amount: USD(free ? 0 : chargeOf(rate, value, line.quantity1)),
      });
    const dutyRate = line.hts === null ? undefined : dutyRateOf(valid ?? [], line.hts);
    if (dutyRate) add(dutyRate, line.spi !== null && dutyRate.programs.includes(line.spi));
    else if (line.hts !== null) unknown.push(index + 1);
    for (const code of line.additionalHts) {
      const found = (valid ?? []).find(
        (rate) => (rate.kind === 'additional' || rate.kind === 'exclusion') && rate.code === code,
      );
      // A heading that an exclusion replaces is not charged; it must be removed before the entry is submitted.
      if (!found) unknown.push(index + 1);
      else if (!excluded.has(code)) add(found, false);
    }
    for (const [kind, code, rate] of [
      ['antidumping', line.adCaseNo, line.adRate],
      ['countervailing', line.cvdCaseNo, line.cvdRate],
    ] as const)
      if (code && rate)
        parts.push({
          ...{ line: index + 1, kind, code, name: ORDER_NAMES[kind], rate, value },
          amount: USD(cents(shareOf(value, rate, ENTRY_CURRENCY))),
        });
  }
  for (const fee of valid ?? []) {
    if (fee.kind !== 'fee' || !takes(fee.entryTypes, entryType) || !takes(fee.modes, mode)) continue;
    const { value, amount } = feeOf(fee, lines);
    const { kind, code, name, rate } = fee;
    parts.push({ line: 0, kind, code, name, rate, value, amount: USD(amount) });
  }
  const sum = (which: (part: DutyPart) => boolean) =>
    parts.filter(which).reduce((all, { amount }) => all + cents(amount), 0);
  const duty = sum(({ line }) => line > 0);
  const mpf = sum(({ line, code }) => line === 0 && MPF.has(code));
  const hmf = sum(({ line, code }) => line === 0 && code === HMF);
  const other = sum(({ line }) => line === 0) - mpf - hmf;
  return {
    parts,
    unknown: [...new Set(unknown)],
    outdated: valid ? outdatedFees(rates, entry) : [],
    totalValue: USD(lines.reduce((all, line) => all + cents(line.value ?? '0'), 0)),
    dutyTotal: USD(duty),
    mpf: USD(mpf),
    hmf: USD(hmf),
    otherFees: USD(other),
    grandTotal: USD(duty + mpf + hmf + other),
  };
}

/** Value limit of an entry type on a day: null if it is not accepted, the highest value if there is one. */
export function typeLimit(
  rates: readonly UsRate[],
  entryType: string,
  day: string,
): { readonly maximum: string | null } | null {
  const typeRates = rates.filter(({ kind, code, active }) => kind === 'type' && code === entryType && active);
  if (typeRates.length === 0) return { maximum: null };
  const [valid] = ratesOn(typeRates, day);
  return valid ? { maximum: valid.maximum } : null;
}
