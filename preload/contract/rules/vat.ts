import { type Problem, problem } from '../errors';
import { fromMinor, percentOf, sumOf, toMinor } from './money';

/**
 * Categories of value-added tax (UNCL5305, as EN 16931 permits them): standard rate, zero rate, exempt, reverse charge,
 * outside the scope, intra-community supply and export.
 */
export const vatCategories = ['S', 'Z', 'E', 'AE', 'O', 'K', 'G'] as const;
export type VatCategory = (typeof vatCategories)[number];

/** A rate from a day on, until that of the next day. */
export interface VatRate {
  readonly validFrom: string;
  readonly rate: number;
}

/** The facts of a code that decide the tax of a line. */
export interface VatRule {
  readonly category: VatCategory;
  readonly rates: readonly VatRate[];
}

/** Categories whose tax is zero for a reason that the invoice must state (EN 16931, BR-E-10 and its like). */
export const needsReason = (category: VatCategory): boolean => category !== 'S' && category !== 'Z';

/** Returns the rate of a code on a day, zero for all but the standard rate; undefined if none is valid yet. */
export function vatRateOn({ category, rates }: VatRule, day: string): number | undefined {
  if (category !== 'S') return 0;
  const valid = rates.filter(({ validFrom }) => validFrom <= day);
  return valid.sort((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0]?.rate;
}

/** Checks the fields of a code against its category. */
export function vatCodeProblem(
  code: VatRule & { readonly reasonEn: string | null },
): { readonly field: 'rates' | 'reasonEn'; readonly problem: Problem } | undefined {
  const { category, rates, reasonEn } = code;
  const isDated = new Set(rates.map(({ validFrom }) => validFrom)).size === rates.length;
  const ratesFit =
    category === 'S' ? rates.length > 0 && rates.every(({ rate }) => rate > 0) : rates.length === 0;
  if (!ratesFit || !isDated) return { field: 'rates', problem: problem('VAT_RATES') };
  if (needsReason(category) !== (reasonEn !== null))
    return { field: 'reasonEn', problem: problem('VAT_REASON') };
  return undefined;
}

/** A place of business: its country, whether that is in the EU, and its VAT number. */
export interface VatParty {
  readonly country: string;
  readonly isEu: boolean;
  readonly vatNo: string | null;
}

/** Countries whose VAT numbers begin with other letters (Directive 2006/112/EC, art. 215). */
const VAT_PREFIX: Readonly<Record<string, string>> = { GR: 'EL' };

/** True if a party has a VAT number of its own country. */
const hasOwnNumber = ({ country, vatNo }: VatParty): boolean =>
  vatNo?.startsWith(VAT_PREFIX[country] ?? country) ?? false;

/**
 * Where a service to a customer is taxed. Services to a business are taxed where the customer is established (Directive
 * 2006/112/EC, art. 44): in another member state the customer owes the tax (art. 196), outside the EU none is due.
 * Without a VAT number the customer is taken for no business (art. 45): in the EU it is taxed like a domestic one.
 */
export function vatPlace(seller: VatParty, buyer: VatParty): 'domestic' | 'reverse_charge' | 'outside' {
  if (seller.country === buyer.country) return 'domestic';
  if (!seller.isEu || !buyer.isEu) return 'outside';
  return hasOwnNumber(buyer) ? 'reverse_charge' : 'domestic';
}

/** A line as it is taxed: its net amount, and the category and rate of its code. */
export interface TaxedLine {
  readonly netAmount: string;
  readonly vatCategory: VatCategory;
  readonly vatRate: number;
}

/** All lines of a category and rate, and their tax. */
export interface VatGroup {
  readonly vatCategory: VatCategory;
  readonly vatRate: number;
  readonly taxable: string;
  readonly taxAmount: string;
}

const groupKey = ({ vatCategory, vatRate }: Pick<TaxedLine, 'vatCategory' | 'vatRate'>) =>
  `${vatCategory} ${vatRate}`;

/** Groups lines by category and rate, in the order of the lines. */
function grouped<L extends TaxedLine>(lines: readonly L[]): L[][] {
  const groups = new Map<string, L[]>();
  for (const line of lines) groups.set(groupKey(line), [...(groups.get(groupKey(line)) ?? []), line]);
  return [...groups.values()];
}

/**
 * Returns the tax of each line of a new invoice. The tax of a category and rate is that of the sum of its lines, rounded
 * once (EN 16931, BR-CO-17); it is distributed over the lines so that their taxes add up to it: the cents that rounding
 * each line would add or lose go to the largest amounts. A received invoice has the tax that it states for a category.
 */
export function lineTaxes(
  lines: readonly TaxedLine[],
  currency: string,
  stated: (group: Pick<TaxedLine, 'vatCategory' | 'vatRate'>) => string | undefined = () => undefined,
): string[] {
  const taxes = lines.map(({ netAmount, vatRate }) =>
    toMinor(percentOf(netAmount, vatRate, currency), currency),
  );
  const numbered = lines.map((line, at) => ({ ...line, at }));
  for (const group of grouped(numbered)) {
    const [first] = group;
    if (!first) continue;
    const taxable = sumOf(
      group.map(({ netAmount }) => netAmount),
      currency,
    );
    const whole = toMinor(stated(first) ?? percentOf(taxable, first.vatRate, currency), currency);
    let left = whole - group.reduce((sum, { at }) => sum + (taxes[at] ?? 0), 0);
    const largest = [...group].sort(
      (a, b) =>
        Math.abs(toMinor(b.netAmount, currency)) - Math.abs(toMinor(a.netAmount, currency)) || a.at - b.at,
    );
    while (left !== 0)
      for (const { at } of largest) {
        if (left === 0) break;
        const step = Math.sign(left);
        taxes[at] = (taxes[at] ?? 0) + step;
        left -= step;
      }
  }
  return taxes.map((minor) => fromMinor(minor, currency));
}

/** Returns the breakdown by category and rate, from the taxes of the lines. */
export function vatGroups(
  lines: readonly (TaxedLine & { readonly taxAmount: string })[],
  currency: string,
): VatGroup[] {
  return grouped(lines).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const sum = (amounts: readonly string[]) => sumOf(amounts, currency);
    return [
      {
        vatCategory: first.vatCategory,
        vatRate: first.vatRate,
        taxable: sum(group.map(({ netAmount }) => netAmount)),
        taxAmount: sum(group.map(({ taxAmount }) => taxAmount)),
      },
    ];
  });
}

/**
 * Returns the net amount and the tax of a credit. The last credit of a line takes back what is left of its tax, so that
 * line and credits add up to zero; an earlier one takes the tax of its part.
 */
export function creditOf(
  left: { readonly netAmount: string; readonly taxAmount: string },
  netAmount: string,
  vatRate: number,
  currency: string,
): { readonly netAmount: string; readonly taxAmount: string } {
  if (toMinor(netAmount, currency) === toMinor(left.netAmount, currency)) return left;
  const tax = toMinor(percentOf(netAmount, vatRate, currency), currency);
  const most = toMinor(left.taxAmount, currency);
  const within = most < 0 ? Math.max(tax, most) : Math.min(tax, most);
  return { netAmount, taxAmount: fromMinor(within, currency) };
}
