import { type Problem, problem } from '../errors';
import { BASE_RATE, exchanged, fromMinor, toMinor } from './money';
import { knownTo, type Period, rowOn } from './periods';
import { formatDay } from './zonedTime';

/** Rates and limits of EU customs that change by law; each is a dated row with its source. */
export const euRateKinds = ['relief', 'low_value', 'ioss_limit', 'item_duty', 'product_ids'] as const;
export type EuRateKind = (typeof euRateKinds)[number];
/** Kinds whose row is a date alone. */
export const WITHOUT_AMOUNT: ReadonlySet<EuRateKind> = new Set(['product_ids']);

/** A row of EU rates; the amount is in EUR. */
export interface EuRateRow extends Period {
  readonly kind: EuRateKind;
  readonly amount: string | null;
}

/** A customs exchange rate: units of a currency per euro. */
export interface CustomsRate {
  readonly rate: string;
  /** The day on which it was published. */
  readonly day: string;
}

const DAY = 86_400_000;
const WEDNESDAY = 3;
/** Days before the second-last Wednesday from which a rate is used if none was published on it. */
const RATE_GAP = 7;
const LIMIT_CURRENCY = 'EUR';

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const monthOf = (day: string): readonly [year: number, month: number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)) - 1,
];

/** Returns the second-last Wednesday of the month that is `ahead` months after that of a day. */
function secondLastWednesday(day: string, ahead: number): string {
  const [year, month] = monthOf(day);
  const last = Date.UTC(year, month + ahead + 1, 0);
  const back = (new Date(last).getUTCDay() - WEDNESDAY + 7) % 7;
  return dayOf(last - (back + 7) * DAY);
}

/** Returns the day whose published rates customs uses on a day (Implementing Regulation (EU) 2015/2447, art. 146). */
export const ratePublishedOn = (day: string): string => secondLastWednesday(day, -1);

/** Returns the last day for which customs rates are known once those of a day are. */
export function ratesKnownTo(published: string): string {
  const [year, month] = monthOf(published);
  const ahead = published >= secondLastWednesday(published, 0) ? 2 : 1;
  return dayOf(Date.UTC(year, month + ahead, 0));
}

/**
 * Returns the days on which the rates of a day may have been published: the second-last Wednesday, else the most recent
 * day before it. `later` is set if that Wednesday is still to come: the rates of the present month are used till then.
 */
export function rateDays(day: string, today: string) {
  const due = ratePublishedOn(day);
  const later = due > today ? due : null;
  const published = later === null ? due : ratePublishedOn(today);
  const first = dayOf(Date.parse(`${published}T00:00:00Z`) - RATE_GAP * DAY);
  return { first, published, later };
}

/** EU rates and limits on a day; amounts are in EUR, null if there is none. */
export interface EuRules {
  readonly day: string;
  /** Value up to which no duty is due. */
  readonly relief: string | null;
  /** Value up to which goods may be declared as low value. */
  readonly lowValue: string | null;
  readonly iossLimit: string | null;
  readonly itemDuty: string | null;
  /** The day from which each item needs its product identifiers; null before it. */
  readonly productIdsFrom: string | null;
  /** Customs rates, by currency. */
  readonly rates: ReadonlyMap<string, CustomsRate>;
  /** The Wednesday on which the rates of the day are published, if that is still to come. */
  readonly ratesLater: string | null;
  /** The last day on which customs rates are known, by currency. */
  readonly ratesKnownTo: ReadonlyMap<string, string>;
  /** Limits that the rows do not reach, or an empty list. */
  readonly notes: readonly Problem[];
}

/** Customs rates as stored, and the day of the question. */
export interface StoredRates {
  readonly today: string;
  readonly rates: ReadonlyMap<string, CustomsRate>;
  /** The last day with a rate, by currency. */
  readonly last: ReadonlyMap<string, string>;
}

/** Returns the EU rates and limits of a day from the dated rows and the stored exchange rates. */
export function euRulesOn(rows: readonly EuRateRow[], day: string, stored: StoredRates): EuRules {
  const of = (kind: EuRateKind) => rows.filter((row) => row.kind === kind);
  const amount = (kind: EuRateKind) => rowOn(of(kind), day)?.amount ?? null;
  return {
    day,
    relief: amount('relief'),
    lowValue: amount('low_value'),
    iossLimit: amount('ioss_limit'),
    itemDuty: amount('item_duty'),
    productIdsFrom: rowOn(of('product_ids'), day)?.validFrom ?? null,
    rates: stored.rates,
    ratesLater: rateDays(day, stored.today).later,
    ratesKnownTo: new Map([...stored.last].map(([currency, last]) => [currency, ratesKnownTo(last)])),
    // The relief ended by law: nothing is unknown after it.
    notes: euRateKinds.flatMap((kind) => (kind === 'relief' ? [] : (beyondNote(kind, of(kind), day) ?? []))),
  };
}

/** Returns the note that a day is after the last row of a kind; undefined if it is not. */
function beyondNote(kind: EuRateKind, rows: readonly Period[], day: string): Problem | undefined {
  const last = knownTo(rows);
  if (last === null || (last !== undefined && last >= day)) return undefined;
  const named = { kind: { choice: ['euRateKind', kind] as const }, day: formatDay(day) };
  return last === undefined
    ? problem('EU_RATE_NONE', named)
    : problem('EU_RATE_ENDED', { ...named, known: formatDay(last) });
}

/** Returns the problem of a currency without a customs rate on the day: names the rate to enter. */
export const missingRate = (currency: string, { day }: EuRules): Problem =>
  problem('EU_CURRENCY_NONE', { currency, day: formatDay(day), published: formatDay(ratePublishedOn(day)) });

/** Returns the note on the customs rate of a currency: missing, or not published yet; undefined if it is known. */
export function rateNote(currency: string, rules: EuRules): Problem | undefined {
  if (currency === LIMIT_CURRENCY) return undefined;
  const { day, ratesLater } = rules;
  const known = rules.ratesKnownTo.get(currency);
  const found = rules.rates.get(currency);
  if (!found) {
    const missing = missingRate(currency, rules);
    return known === undefined || known >= day
      ? missing
      : problem('EU_CURRENCY_ENDED', { ...missing.params, known: formatDay(known) });
  }
  if (ratesLater === null) return undefined;
  return problem('EU_CURRENCY_LATER', {
    ...{ currency, day: formatDay(day), published: formatDay(ratesLater) },
    known: formatDay(ratesKnownTo(found.day)),
  });
}

/** Returns the customs rate of a currency on the day; undefined if it is not known. */
export const customsRateOf = (currency: string, { rates }: EuRules): string | undefined =>
  currency === LIMIT_CURRENCY ? BASE_RATE : rates.get(currency)?.rate;

/** Converts an amount to EUR for rough checks, unrounded; null in a currency without a customs rate. */
export function roughEuros(amount: number, currency: string, rules: EuRules): number | null {
  const rate = customsRateOf(currency, rules);
  return rate === undefined ? null : amount / Number(rate);
}

/** Converts an amount at the customs rates of the day; undefined if one of them is not known. */
export function atCustomsRate(amount: string, from: string, to: string, rules: EuRules): string | undefined {
  if (from === to) return fromMinor(toMinor(amount, from), from);
  const [own, other] = [customsRateOf(from, rules), customsRateOf(to, rules)];
  if (own === undefined || other === undefined) return undefined;
  return exchanged(amount, { currency: from, rate: own }, { currency: to, rate: other });
}

/** Returns an amount in EUR at the customs rate of the day; undefined if that is not known. */
export const inEuros = (amount: string, currency: string, rules: EuRules): string | undefined =>
  atCustomsRate(amount, currency, LIMIT_CURRENCY, rules);

const cents = (euros: string): number => toMinor(euros, LIMIT_CURRENCY);
/** True if a value in EUR is within a limit; nothing is within a limit that does not exist. */
const within = (euros: string, limit: string | null): boolean =>
  limit !== null && cents(euros) <= cents(limit);

export type VatScheme = 'ioss' | 'special' | 'standard';

/** A consignment as its declaration sees it. */
export interface Consignment {
  /**
   * Intrinsic value in EUR: the price of the goods alone, without transport and insurance that are shown apart and
   * without taxes (Delegated Regulation (EU) 2015/2446, art. 1 (48)).
   */
  readonly euros: string;
  readonly vatScheme: VatScheme;
  /** False for goods sold to a business, which are no distance sales. */
  readonly toConsumer: boolean;
  /** True if a preferential rate is claimed. */
  readonly preferential: boolean;
  /** True for goods under prohibitions or restrictions, which need a full declaration. */
  readonly restricted: boolean;
}

/** How a consignment is declared, and how duty and VAT are charged. */
export interface DeclarationTerms {
  readonly type: 'H7' | 'H1';
  /** True if the seller pays the VAT: the scheme covers the consignment. */
  readonly ioss: boolean;
  /** True if no duty is due. */
  readonly relief: boolean;
  /** True if duty is due by the item, whatever the rate. */
  readonly flatDuty: boolean;
  /** True if each item needs its product identifiers. */
  readonly productIds: boolean;
  /** Additional procedure codes; none for goods above the limit. */
  readonly procedures: readonly string[];
}

/** Codes of the VAT schemes (Implementing Regulation (EU) 2015/2447, annex B); F53 exists since the relief ended. */
const PROCEDURES: Readonly<Record<VatScheme, string>> = { ioss: 'F48', special: 'F49', standard: 'F53' };
const RELIEF_PROCEDURE = 'C07';

/**
 * Returns how a consignment is declared: the one test of the limits for low-value goods. IOSS and special arrangements
 * end at their limit (Directive 2006/112/EC, art. 369l and 369y); the duty by the item is for sales to consumers, and
 * leaves preferential goods outside IOSS to their own rate in H1 (Regulation (EU) 2026/382).
 */
export function declaredAs(goods: Consignment, rules: EuRules): DeclarationTerms {
  const { euros, vatScheme, toConsumer, preferential, restricted } = goods;
  const low = within(euros, rules.lowValue);
  const ioss = vatScheme === 'ioss' && toConsumer && within(euros, rules.iossLimit);
  const relief = within(euros, rules.relief);
  const own = !toConsumer || (preferential && !ioss);
  const flatDuty = low && !relief && !own && rules.itemDuty !== null;
  const sold = low && toConsumer;
  return {
    type: low && !restricted && (relief || !own) ? 'H7' : 'H1',
    ...{ ioss, relief, flatDuty },
    productIds: rules.productIdsFrom !== null && sold && !relief,
    procedures: proceduresOf(vatScheme, { relief, flatDuty, sold }),
  };
}

function proceduresOf(
  vatScheme: VatScheme,
  { relief, flatDuty, sold }: { relief: boolean; flatDuty: boolean; sold: boolean },
): string[] {
  const own = PROCEDURES[vatScheme];
  if (relief) return vatScheme === 'standard' || !sold ? [RELIEF_PROCEDURE] : [RELIEF_PROCEDURE, own];
  if (vatScheme === 'standard') return flatDuty ? [own] : [];
  return sold ? [own] : [];
}

/** True if a VAT scheme does not cover a consignment because of its value. */
export const overScheme = (goods: Consignment, rules: EuRules): boolean =>
  goods.vatScheme !== 'standard' && !within(goods.euros, rules.iossLimit);

/** Number of items that are charged: distinct codes, of six digits in H7 and whole in H1, whatever the quantity. */
export const itemsOf = (codes: Iterable<string>, type: DeclarationTerms['type']): number =>
  new Set([...codes].map((code) => (type === 'H7' ? code.slice(0, 6) : code))).size;
