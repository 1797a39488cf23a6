import { LANGUAGES } from '../limits';
import { labelOf } from '../words';

/** Columns of pasted rate card rows, besides those of weight breaks. */
export type PasteColumn =
  | 'originCode'
  | 'destinationCode'
  | 'zone'
  | 'chargeItemId'
  | 'basis'
  | 'minCharge'
  | 'flatPrice'
  | 'transitHours'
  | 'currency';

/** The labels of fields in each language, in lower case, as headers of their own table. */
export const labelsOf = <Column extends string>(resource: string, fields: readonly Column[]) =>
  Object.fromEntries(
    fields.flatMap((field) =>
      LANGUAGES.map((language) => [labelOf(language, field, resource).toLowerCase(), field] as const),
    ),
  );

/** Column headers in lower case (reference 6.12). */
const HEADS: Readonly<Record<string, PasteColumn>> = {
  ...labelsOf('standardQuote', [
    ...(['originCode', 'destinationCode', 'zone', 'chargeItemId', 'basis', 'minCharge'] as const),
    ...(['flatPrice', 'transitHours', 'currency'] as const),
  ]),
  ...{ from: 'originCode', 始发地: 'originCode', to: 'destinationCode', basis: 'basis' },
  ...{ m: 'minCharge', min: 'minCharge', minimum: 'minCharge', 'min charge': 'minCharge' },
  ...{ 'transit hours': 'transitHours', 时效: 'transitHours' },
};
/** Column order of the template, for rows pasted without a header. */
export const TEMPLATE_ORDER: readonly (PasteColumn | number)[] = [
  ...(['originCode', 'destinationCode', 'chargeItemId', 'basis', 'minCharge'] as const),
  ...[0, 100, 300, 500, 1000],
  'currency',
];

/** Matches the digits of a break, with or without a thousands separator. */
const WHOLE = /^(?:\d{1,6}|\d{1,3}(?:[.,'’]\d{3})+)$/;
const DECIMAL = /^\d{1,6}\.\d{1,2}$/;

/**
 * Returns the minimum weight in kg of a price column by its header: `100`, `1,000`, `+45`, `≥ 100 kg`, `300kg+`,
 * `45-99`, and the rate classes of air waybills (IATA Resolution 600k): N (below 45 kg) from 0, and Q from 45 kg on, or
 * from its break in `Q100`. Undefined for all else.
 */
export function weightBreakOf(header: string): number | undefined {
  const text = header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\/?(?:kgs?|公斤|千克)/g, '');
  if (text === 'q') return 45;
  if (/^(?:n|normal)(?:<?-?45)?$|^(?:[-<≤]|<=|under|below)\d{1,3}$/.test(text)) return 0;
  const [, from = '', to] =
    /^(?:q\+?|\+|≥|>=?|from)?([\d.,'’]+?)(?:(?:-|to|至|~)([\d.,'’]+)|\+|以上|起)?$/.exec(text) ?? [];
  if (to !== undefined && !WHOLE.test(to)) return undefined;
  if (WHOLE.test(from)) return Number(from.replace(/\D/g, ''));
  return DECIMAL.test(from) ? Number(from) : undefined;
}

/** Returns the columns of a header row of a rate card; undefined if it is none. */
export function quoteHead(cells: readonly string[]): (PasteColumn | number | undefined)[] | undefined {
  const found = cells.map((cell) => {
    const text = cell.trim().toLowerCase();
    return Object.hasOwn(HEADS, text) ? HEADS[text] : weightBreakOf(cell);
  });
  return found.includes('originCode') && found.includes('destinationCode') ? found : undefined;
}
