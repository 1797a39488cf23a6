import { isId } from '@contract/lenient';

/** The identifier that a value is, as it came; null for anything else. */
export const idOf = (value: unknown): number | null => (isId(value) ? value : null);

/** The identifier in a path or a query; null where there is none. */
export const idIn = (text: string | null | undefined): number | null =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : idOf(text);
