import { date } from '@contract/fields';
import type { Encoding } from '@contract/importing/encodings';
import { toMinor } from '@contract/rules/money';
import { currencyCode, currencyDigits } from '@contract/rules/places';
import { type Refusal, refuse } from '../../core/refusal';

/** A booked entry of a statement; the amount is in minor units, above zero for money received. */
export interface FileEntry {
  readonly bookedOn: string;
  readonly valueDate: string | null;
  readonly amount: number;
  readonly counterpartyName: string | null;
  readonly counterpartyIban: string | null;
  readonly remittance: string | null;
  readonly endToEndId: string | null;
  readonly bankReference: string | null;
  readonly reversal: boolean;
}

/** A statement as read from a file; balances are in minor units, null in a file that has none. */
export interface FileStatement {
  readonly account: string;
  readonly statementNo: string;
  readonly currency: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly opening: number | null;
  readonly closing: number | null;
  readonly entries: readonly FileEntry[];
  /** Number of entries that the bank has not booked, which are left out. */
  readonly pending: number;
}

/** A way to read the text of a file, with parts of it as they then read. */
export interface EncodingQuestion {
  readonly encoding: Encoding;
  readonly example: string;
}

/** Facts that a file lacks and a person must enter. */
export interface FileQuestions {
  readonly account: boolean;
  readonly currency: boolean;
  /** Ways to read its text, the likeliest first; empty if there is one only. */
  readonly encodings: readonly EncodingQuestion[];
}

/** A file of bank statements. With questions it holds none yet. */
export interface BankFile {
  readonly format: 'camt053' | 'mt940' | 'csv';
  readonly statements: readonly FileStatement[];
  readonly asks?: FileQuestions;
}

/** Refuses a file at a place, for example `Stmt 1/Ntry 3/Amt`, that is missing or not valid. */
export const brokenAt = (place: string, value: string | null = null): Refusal =>
  value
    ? refuse('BANK_FILE_PART', { place, value: value.slice(0, 60) })
    : refuse('BANK_FILE_LACKS', { place });

/** Text on one line without control characters, cut to a length; null for an empty one. */
export const lineOf = (text: string | null | undefined, max: number): string | null =>
  (text ?? '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim() || null;

/** The day of a date or time in ISO form, as written: the bank's own day. Throws BANK_FILE_PART or BANK_FILE_LACKS. */
export function dayIn(text: string | null, place: string): string {
  const day = (text ?? '').slice(0, 10);
  if (!date().safeParse(day).success) throw brokenAt(place, text);
  return day;
}

/** A currency of the file. Throws BANK_FILE_PART for an unknown one. */
export function currencyIn(text: string | null | undefined, place: string): string {
  if (!text || currencyCode.check(text)) throw brokenAt(place, text);
  return text;
}

/**
 * An amount without sign in minor units. Throws BANK_FILE_PART for anything else, and for digits that the currency does
 * not have: they are never rounded away.
 */
export function minorIn(text: string | null, currency: string, place: string): number {
  const [, whole = '', fraction = ''] = /^(\d{1,13})(?:\.(\d{0,5}))?$/.exec(text ?? '') ?? [];
  if (whole === '' || /[1-9]/.test(fraction.slice(currencyDigits(currency)))) throw brokenAt(place, text);
  return toMinor(fraction === '' ? whole : `${whole}.${fraction}`, currency);
}
