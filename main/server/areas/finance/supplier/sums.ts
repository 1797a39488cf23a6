import type { SumFinding } from '@contract/finance/supplierInvoice';
import { fromMinor, negated, percentOf, sumOf, toMinor } from '@contract/rules/money';
import type { DocumentTax, SupplierDocument } from './document';

/** A category and rate as text. */
export const taxKey = ({ vatCategory, vatRate }: DocumentTax): string => `${vatCategory} ${vatRate}`;

/**
 * Largest difference, in units of the currency, between the tax of a category and its rate of the taxable amount that
 * the standard tolerates (EN 16931, BR-CO-17, as its published validation rules compute it).
 */
const TOLERATED = 1;

/** True if the tax of a group differs from its rate by more than the standard tolerates. */
export const isTaxWrong = (stated: string, calculated: string): boolean =>
  Math.abs(Number(stated) - Number(calculated)) >= TOLERATED;

/**
 * Compares the sums of a document with their parts: BR-CO-10 to BR-CO-17 of EN 16931, and by category and rate BR-S-08
 * and its like. Returns every difference.
 */
export function checkSums(document: SupplierDocument): SumFinding[] {
  const { currency, lines, taxes } = document;
  const total = (amounts: readonly string[]) => sumOf(amounts, currency);
  const netOf = (kind: string) =>
    total(lines.filter((line) => line.kind === kind).map(({ netAmount }) => netAmount));
  const minus = (amount: string) => negated(amount, currency);
  const sums: (readonly [SumFinding['rule'], string, string])[] = [
    ['BR-CO-10', document.lineTotal, netOf('line')],
    ['BR-CO-11', document.allowances, minus(netOf('allowance'))],
    ['BR-CO-12', document.charges, netOf('charge')],
    [
      'BR-CO-13',
      document.netAmount,
      total([document.lineTotal, minus(document.allowances), document.charges]),
    ],
    ['BR-CO-14', document.taxAmount, total(taxes.map(({ taxAmount }) => taxAmount))],
    ['BR-CO-15', document.grossAmount, total([document.netAmount, document.taxAmount])],
    [
      'BR-CO-16',
      document.payableAmount,
      total([document.grossAmount, minus(document.prepaid), document.rounding]),
    ],
  ];
  const found = sums.map(([rule, stated, calculated]) => ({
    rule,
    about: '',
    stated,
    calculated,
    blocks: true,
  }));
  return [...found, ...groupSums(document)].filter(
    ({ stated, calculated }) => toMinor(stated, currency) !== toMinor(calculated, currency),
  );
}

/** The taxable amount of each category and rate by its lines, and its tax by its rate. */
function groupSums({ currency, lines, taxes }: SupplierDocument): SumFinding[] {
  const keys = new Set([...taxes, ...lines].map(taxKey));
  const zero = fromMinor(0, currency);
  return [...keys].flatMap((key): SumFinding[] => {
    const ofKey = (one: DocumentTax) => taxKey(one) === key;
    const group = taxes.filter(ofKey);
    const stated = sumOf(
      group.map(({ taxable }) => taxable),
      currency,
    );
    const tax = sumOf(
      group.map(({ taxAmount }) => taxAmount),
      currency,
    );
    const calculated = sumOf(
      lines.filter(ofKey).map(({ netAmount }) => netAmount),
      currency,
    );
    const byRate = group[0] ? percentOf(stated, group[0].vatRate, currency) : zero;
    return [
      { rule: 'BR-S-08', about: key, stated, calculated, blocks: true },
      { rule: 'BR-CO-17', about: key, stated: tax, calculated: byRate, blocks: isTaxWrong(tax, byRate) },
    ];
  });
}
