import { isId } from '@contract/lenient';

/** Returns the value if it is a record id; null for anything else. */
export const idOf = (value: unknown): number | null => (isId(value) ? value : null);

/** Returns the texts of a filter, which may be one or a list. */
export const textsIn = (value: unknown): string[] => [value].flat().filter((one) => typeof one === 'string');

/** Returns the record ids of a filter, which may be one or a list. */
export const idsIn = (value: unknown): number[] => [value].flat().filter(isId);

/** Parses a record id from a path or a query; null if there is none. */
export const idIn = (text: string | null | undefined): number | null =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : idOf(text);
