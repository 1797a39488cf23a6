import { type Problem, problem } from '../errors';
import { clean, patternRule } from './codes';
import { hsCode } from './customs';
import {
  atCustomsRate,
  type DeclarationTerms,
  declaredAs,
  type EuRules,
  inEuros,
  type VatScheme,
} from './lowValue';
import { fromMinor, lineAmount, percentOf, toMinor } from './money';
import type { CodeRule } from './rule';
import { formatDay } from './zonedTime';

/** The commodity code of a tariff line, or `*` for codes without a line. */
export const tariffCode: CodeRule = {
  ...hsCode,
  normalise: (raw) => (clean(raw) === '*' ? '*' : hsCode.normalise(raw)),
  check: (value) => (value === '*' ? undefined : hsCode.check(value)),
};

const NAMED_RATE = /^([^:;]{1,40}): (\d{1,3}(?:\.\d{1,3})?)$/;
/** An additional duty with its rate in percent, for example `Anti-dumping: 28.5`. */
export const namedRate: CodeRule = patternRule(60, NAMED_RATE, problem('NAMED_RATE_FORMAT'), (raw) =>
  clean(raw)
    .replace(/\s*[:：]\s*/, ': ')
    .replace(/\s*%$/, ''),
);

/** Returns the tariff line of one country for a commodity code: the one with the longest matching prefix. */
export function lineFor<L extends { readonly hsCode: string }>(
  lines: readonly L[],
  code: string,
): L | undefined {
  const fits = lines.filter((line) => line.hsCode === '*' || code.startsWith(line.hsCode));
  const length = ({ hsCode: own }: L) => (own === '*' ? 0 : own.length);
  return fits.reduce<L | undefined>(
    (best, line) => (best && length(best) >= length(line) ? best : line),
    undefined,
  );
}

/** The rates of a tariff line; percentages have three decimals, amounts are in its currency. */
export interface TaxRates {
  readonly currency: string;
  readonly dutyRate: number;
  readonly specificDuty: string | null;
  readonly additional: readonly string[];
  readonly vatRate: number;
}

/** The imported goods; values are in their own currency. */
export interface TaxedGoods {
  readonly currency: string;
  /** Price of the goods alone: the intrinsic value. */
  readonly goodsValue: string;
  /** Transport and insurance to the border: the rest of the customs value. */
  readonly freight: string;
  /** Quantity for a specific duty, in kilograms or pieces. */
  readonly quantity: number;
  /** Number of distinct commodity codes, whatever their quantity. */
  readonly items: number;
  /** Transport from the border to the consignee, which is also subject to VAT. */
  readonly inlandTransport: string;
  readonly vatScheme: VatScheme;
  readonly toBusiness: boolean;
  /** Percentage of a preferential rate that is claimed. */
  readonly preferentialRate: number | null;
}

/** One line of the result: its name, explanation and amount. */
export interface TaxLine {
  readonly name: 'customsValue' | 'duty' | 'itemDuty' | 'additional' | 'vatBase' | 'vat' | 'total';
  readonly says: Problem;
  readonly amount: string;
}

/** Amounts due: decimal strings in the tariff's currency, each rounded separately, half away from zero. */
export interface TaxResult {
  readonly currency: string;
  /** Intrinsic value in EUR; null outside of the EU. */
  readonly euros: string | null;
  readonly declarationType: DeclarationTerms['type'] | null;
  readonly procedures: string[];
  readonly customsValue: string;
  readonly duty: string;
  readonly itemDuty: string;
  readonly additional: string;
  readonly vatBase: string;
  readonly vat: string;
  readonly total: string;
  readonly lines: readonly TaxLine[];
}

/** Amounts of the goods in the currency of the tariff. */
interface Converted {
  readonly goods: string;
  readonly freight: string;
  readonly transport: string;
  /** Null outside of the EU. */
  readonly euros: string | null;
  /** The duty by the item that is in force, in the currency of the tariff. */
  readonly itemDuty: string | undefined;
}

function converted(goods: TaxedGoods, to: string, rules: EuRules, inUnion: boolean): Converted | undefined {
  const at = (amount: string, from = goods.currency) => atCustomsRate(amount, from, to, rules);
  const [own, freight, transport] = [at(goods.goodsValue), at(goods.freight), at(goods.inlandTransport)];
  const euros = inUnion ? inEuros(goods.goodsValue, goods.currency, rules) : null;
  if (own === undefined || freight === undefined || transport === undefined || euros === undefined)
    return undefined;
  const itemDuty = rules.itemDuty === null ? undefined : at(rules.itemDuty, 'EUR');
  return { goods: own, freight, transport, euros, itemDuty };
}

/**
 * Calculates duty and VAT of goods under a tariff line, explained line by line (reference 4.16, 5.8). `inUnion` is false
 * for imports outside of the EU, which know no low-value goods. Undefined if the customs rate of a currency is unknown.
 */
export function taxOf(
  rates: TaxRates,
  goods: TaxedGoods,
  rules: EuRules,
  inUnion: boolean,
): TaxResult | undefined {
  const { currency } = rates;
  const amounts = converted(goods, currency, rules, inUnion);
  if (!amounts) return undefined;
  const declared =
    amounts.euros === null
      ? undefined
      : declaredAs(
          {
            euros: amounts.euros,
            vatScheme: goods.vatScheme,
            toConsumer: !goods.toBusiness,
            preferential: goods.preferentialRate !== null,
            restricted: false,
          },
          rules,
        );
  const money = (minor: number) => fromMinor(minor, currency);
  const share = (of: number, percent: number) => toMinor(percentOf(money(of), percent, currency), currency);
  const lines: TaxLine[] = [];
  const add: AddLine = (name, minor, code, params = {}) => {
    lines.push({ name, says: problem(code, { ...params, currency }), amount: money(minor) });
    return minor;
  };
  const value = add(
    'customsValue',
    toMinor(amounts.goods, currency) + toMinor(amounts.freight, currency),
    ...valueText(goods, amounts, rules),
  );
  const transport = toMinor(amounts.transport, currency);
  const { duty, itemDuty } = addDuty(add, rates, goods, { value, declared, rules, each: amounts.itemDuty });
  let additional = 0;
  for (const one of rates.additional) {
    const [, name = '', rate = '0'] = NAMED_RATE.exec(one) ?? [];
    additional += add('additional', share(value, Number(rate)), 'TAX_ADDITIONAL', {
      name,
      rate,
      value: money(value),
    });
  }
  const duties = duty + itemDuty + additional;
  const vatBase = add('vatBase', value + duties + transport, 'TAX_VAT_BASE', {
    value: money(value),
    duties: money(duties),
    transport: money(transport),
  });
  const vat = declared?.ioss
    ? add('vat', 0, 'TAX_IOSS')
    : add('vat', share(vatBase, rates.vatRate), vatText(goods, inUnion), {
        rate: String(rates.vatRate),
        base: money(vatBase),
        limit: rules.iossLimit ?? '',
      });
  const total = add('total', duties + vat, 'TAX_TOTAL', { duties: money(duties), vat: money(vat) });
  return {
    currency,
    euros: amounts.euros,
    declarationType: declared?.type ?? null,
    procedures: [...(declared?.procedures ?? [])],
    customsValue: money(value),
    duty: money(duty),
    itemDuty: money(itemDuty),
    additional: money(additional),
    vatBase: money(vatBase),
    vat: money(vat),
    total: money(total),
    lines,
  };
}

/** Adds a line to the result, and returns its amount in minor units. */
type AddLine = (
  name: TaxLine['name'],
  minor: number,
  code: Problem['code'],
  params?: NonNullable<Problem['params']>,
) => number;

/** Adds the lines of the duty: none, by the item, preferential, or by the tariff with its specific duty. */
function addDuty(
  add: AddLine,
  { currency, dutyRate, specificDuty }: TaxRates,
  { items, quantity, preferentialRate }: TaxedGoods,
  of: {
    readonly value: number;
    readonly declared: DeclarationTerms | undefined;
    readonly rules: EuRules;
    readonly each: string | undefined;
  },
): { duty: number; itemDuty: number } {
  const { declared, rules, each } = of;
  const value = fromMinor(of.value, currency);
  const share = (percent: number) => toMinor(percentOf(value, percent, currency), currency);
  if (declared?.relief) {
    add('duty', 0, 'TAX_RELIEF', { limit: rules.relief ?? '' });
    return { duty: 0, itemDuty: 0 };
  }
  if (declared?.flatDuty && each !== undefined) {
    const params = { items, each, limit: rules.lowValue ?? '' };
    return { duty: 0, itemDuty: add('itemDuty', toMinor(each, currency) * items, 'TAX_ITEM_DUTY', params) };
  }
  if (preferentialRate !== null) {
    const params = { rate: String(preferentialRate), value };
    return { duty: add('duty', share(preferentialRate), 'TAX_PREFERENCE', params), itemDuty: 0 };
  }
  let duty = add('duty', share(dutyRate), 'TAX_DUTY', { rate: String(dutyRate), value });
  if (specificDuty !== null && quantity > 0) {
    const amount = toMinor(lineAmount(quantity, specificDuty, currency), currency);
    duty += add('duty', amount, 'TAX_SPECIFIC', { each: specificDuty, quantity: String(quantity) });
  }
  return { duty, itemDuty: 0 };
}

/** Explains the customs value: its parts, and the rate at which they were converted. */
function valueText(
  goods: TaxedGoods,
  amounts: Converted,
  rules: EuRules,
): [Problem['code'], NonNullable<Problem['params']>] {
  const parts = { goods: amounts.goods, freight: amounts.freight };
  const rate = rules.rates.get(goods.currency);
  if (!rate || amounts.goods === fromMinor(toMinor(goods.goodsValue, goods.currency), goods.currency))
    return ['TAX_VALUE', parts];
  return [
    'TAX_VALUE_AT',
    { ...parts, from: goods.currency, rate: rate.rate, published: formatDay(rate.day) },
  ];
}

/** Explains why VAT is due although the seller may have an IOSS number. */
function vatText({ vatScheme, toBusiness }: TaxedGoods, inUnion: boolean): Problem['code'] {
  if (vatScheme !== 'ioss' || !inUnion) return 'TAX_VAT';
  return toBusiness ? 'TAX_VAT_BUSINESS' : 'TAX_VAT_OVER';
}
