import { type Problem, problem } from '../errors';
import { clean, patternRule } from './codes';
import { hsCode } from './customs';
import { fromMinor, lineAmount, percentOf, toMinor } from './money';
import type { CodeRule } from './rule';

/** Consignments up to this value, in the tariff's currency, pay duty per item if there is one (reference 4.16). */
export const LOW_VALUE = '150';

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
  readonly itemDuty: string | null;
  readonly additional: readonly string[];
  readonly vatRate: number;
}

/** The imported goods; values are in the currency of the tariff. */
export interface TaxedGoods {
  /** CIF value. */
  readonly customsValue: string;
  /** Quantity for a specific duty, in kilograms or pieces. */
  readonly quantity: number;
  /** Number of distinct commodity codes, whatever their quantity. */
  readonly items: number;
  /** Transport from the border to the consignee, which is also subject to VAT. */
  readonly inlandTransport: string;
  /** True if the seller pays VAT through IOSS. */
  readonly ioss: boolean;
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
  readonly customsValue: string;
  readonly duty: string;
  readonly itemDuty: string;
  readonly additional: string;
  readonly vatBase: string;
  readonly vat: string;
  readonly total: string;
  readonly lines: readonly TaxLine[];
}

/**
 * Calculates duty and VAT of goods under a tariff line, explained line by line (reference 4.16, 5.8). Low-value
 * consignments pay duty per item instead of the rate, if the line has one.
 */
export function taxOf(rates: TaxRates, goods: TaxedGoods): TaxResult {
  const { currency } = rates;
  const money = (minor: number) => fromMinor(minor, currency);
  const value = toMinor(goods.customsValue, currency);
  const transport = toMinor(goods.inlandTransport, currency);
  const share = (of: number, percent: number) => toMinor(percentOf(money(of), percent, currency), currency);
  const lines: TaxLine[] = [];
  const add = (
    name: TaxLine['name'],
    minor: number,
    code: Problem['code'],
    params: Problem['params'] = {},
  ) => {
    lines.push({ name, says: problem(code, { ...params, currency }), amount: money(minor) });
    return minor;
  };
  add('customsValue', value, 'TAX_VALUE');
  const byItem = rates.itemDuty !== null && value <= toMinor(LOW_VALUE, currency);
  let duty = 0;
  let itemDuty = 0;
  if (byItem && rates.itemDuty !== null) {
    const each = toMinor(rates.itemDuty, currency);
    itemDuty = add('itemDuty', each * goods.items, 'TAX_ITEM_DUTY', {
      items: goods.items,
      each: money(each),
      limit: LOW_VALUE,
    });
  } else {
    duty = add('duty', share(value, rates.dutyRate), 'TAX_DUTY', {
      rate: String(rates.dutyRate),
      value: money(value),
    });
    if (rates.specificDuty !== null && goods.quantity > 0)
      duty += add(
        'duty',
        toMinor(lineAmount(goods.quantity, rates.specificDuty, currency), currency),
        'TAX_SPECIFIC',
        {
          each: rates.specificDuty,
          quantity: String(goods.quantity),
        },
      );
  }
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
  const vat = goods.ioss
    ? add('vat', 0, 'TAX_IOSS')
    : add('vat', share(vatBase, rates.vatRate), 'TAX_VAT', {
        rate: String(rates.vatRate),
        base: money(vatBase),
      });
  const total = add('total', duties + vat, 'TAX_TOTAL', { duties: money(duties), vat: money(vat) });
  return {
    currency,
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
