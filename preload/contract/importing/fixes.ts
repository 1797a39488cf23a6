/** Corrections that can be applied to all rows of a file at once. */
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
 * The correction for each problem that has one: its parameter `expected` is the corrected text. A bill that already
 * exists under that text (`known`), or in an earlier row (`alike`), is left out instead: it would be refused.
 */
const FIXES: Readonly<Record<string, FixKind>> = {
  POSTCODE_ZERO_LOST: 'zeros',
  HS_ZERO_LOST: 'zeros',
  DATE_ORDER: 'dates',
  DATE_SERIAL: 'dates',
  SIDE_UNIT: 'sides',
  FILE_BATCH_UNKNOWN: 'batches',
  BATCH_KNOWN: 'known',
  BATCH_ALIKE: 'alike',
  PRICE_HUNDREDFOLD: 'prices',
  TEXT_GARBLED: 'letters',
  RATE_SHARE: 'rates',
  CODE_MEANT: 'codes',
};

/** True for a correction that leaves rows out, with their cells unchanged. */
export const leavesOut = (kind: FixKind): boolean => kind === 'known' || kind === 'alike';

/** Returns the correction of a problem; undefined if it must be corrected by hand. */
export const fixOf = (code: string): FixKind | undefined => FIXES[code];
