import { isId } from '@contract/lenient';

/** Returns the value if it is a record id; null for anything else. */
export const idOf = (value: unknown): number | null => (isId(value) ? value : null);

/** Parses a record id from a path or a query; null if there is none. */
export const idIn = (text: string | null | undefined): number | null =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : idOf(text);
