/** Corrections that a person may make in all rows of a file at once. */
export const fixKinds = ['zeros', 'dates', 'sides', 'batches', 'known', 'prices'] as const;
export type FixKind = (typeof fixKinds)[number];

/**
 * The correction of each problem that has one: its parameter `expected` is the text that corrects the cell. Of `known`, a
 * bill that is there already under that text, the row is left out instead, since importing it again would be refused.
 */
const FIXES: Readonly<Record<string, FixKind>> = {
  POSTCODE_ZERO_LOST: 'zeros',
  HS_ZERO_LOST: 'zeros',
  DATE_ORDER: 'dates',
  SIDE_UNIT: 'sides',
  FILE_BATCH_UNKNOWN: 'batches',
  BATCH_KNOWN: 'known',
  PRICE_HUNDREDFOLD: 'prices',
};

/** The correction of a problem; undefined for one that a person corrects by hand. */
export const fixOf = (code: string): FixKind | undefined => FIXES[code];
