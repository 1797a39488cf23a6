import { problem } from '../errors';
import { clean, gs1Problem, patternRule } from './codes';
import type { CodeRule } from './rule';

/*
 * Identifiers of the product of each item in a low-value declaration (Delegated Regulation (EU) 2026/1022): of the
 * merchant (C127) and of the manufacturer, not standardised (C128), always; a standardised one (C129) if there is one.
 */

/** Longest reference of a document in a declaration (data element 12 03 001). */
const LONGEST = 70;
const GTIN = /^(?:\d{8}|\d{12,14})$/;

/** Identifier that a merchant or a manufacturer has given to a product. */
export const productId: CodeRule = { max: LONGEST, normalise: clean, check: () => undefined };

/**
 * Standardised identifier of a product; one of 8, 12, 13 or 14 digits is a GTIN and ends in its check digit. `Y081`
 * declares that the product has none.
 */
export const standardProductId: CodeRule = {
  max: LONGEST,
  normalise: (raw) => {
    const value = clean(raw);
    const digits = value.replace(/[\s-]/g, '');
    return /^y081$/i.test(value) ? 'Y081' : GTIN.test(digits) ? digits : value;
  },
  check: (value) => (GTIN.test(value) ? gs1Problem(value) : undefined),
};

/** Product identifiers of an item line. */
export interface ProductIds {
  readonly merchantProductId: string | null;
  readonly manufacturerProductId: string | null;
}

/** True if an item has the identifiers that customs demands of every item. */
export const isIdentified = ({ merchantProductId, manufacturerProductId }: ProductIds): boolean =>
  merchantProductId !== null && manufacturerProductId !== null;

/** Preference code (data element 14 11): the kind of treatment, then its condition. */
export const preferenceCode: CodeRule = patternRule(3, /^[1-5]\d{2}$/, problem('PREFERENCE_FORMAT'));

/** Code of data element 14 11: preferential treatment begins with 2, 3 or 4. */
export const isPreferential = (preference: string | null): boolean => /^[234]/.test(preference ?? '');
