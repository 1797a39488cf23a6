import { isId } from '@contract/lenient';

/**
 * Whether a value is an identifier. Identifiers mean nothing to the client: other servers
 * have texts where the embedded API has numbers, and each is sent back as it came. Their type is that of the embedded API.
 */
export const isRecordId = (value: unknown): value is number => isId(value);

/** The identifier that a value is, as it came; null for anything else. */
export const idOf = (value: unknown): number | null => (isRecordId(value) ? value : null);

/** The identifier in a path or a query; null where there is none. */
export const idIn = (text: string | null | undefined): number | null =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : idOf(text);
