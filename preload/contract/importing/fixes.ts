/** Corrections that a person may make in all rows of a file at once. */
export const fixKinds = [
  'zeros',
  'dates',
  'sides',
  'batches',
  'known',
  'alike',
  'prices',
  'letters',
  'rates',
  'codes',
] as const;
export type FixKind = (typeof fixKinds)[number];

/**
 * The correction of each problem that has one: its parameter `expected` is the text that corrects the cell. A bill that exists
 * already under that text (`known`), or that an earlier row has (`alike`), is left out instead: it would be refused.
 */
const FIXES: Readonly<Record<string, FixKind>> = {
  POSTCODE_ZERO_LOST: 'zeros',
  HS_ZERO_LOST: 'zeros',
  DATE_ORDER: 'dates',
  SIDE_UNIT: 'sides',
  FILE_BATCH_UNKNOWN: 'batches',
  BATCH_KNOWN: 'known',
  BATCH_ALIKE: 'alike',
  PRICE_HUNDREDFOLD: 'prices',
  TEXT_GARBLED: 'letters',
  RATE_SHARE: 'rates',
  CODE_MEANT: 'codes',
};

/** True for a correction that leaves rows out and keeps their cells. */
export const leavesOut = (kind: FixKind): boolean => kind === 'known' || kind === 'alike';

/** The correction of a problem; undefined for one that a person corrects by hand. */
export const fixOf = (code: string): FixKind | undefined => FIXES[code];
