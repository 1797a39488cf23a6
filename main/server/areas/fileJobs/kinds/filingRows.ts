import type { FileRow } from '../rowKind';

/** Values of these fields that a row fills in; empty cells are left out. */
export const filledIn = ({ values }: FileRow, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name];
      return value === null || value === undefined || value === '' ? [] : [[name, value]];
    }),
  );

/** Maximum characters of an address line at US customs. */
const LINE = 35;

/** Splits a text into the two lines that customs accepts, between words where possible. */
export function addressLines(text: string | null): { address1: string | null; address2: string | null } {
  if (text === null || text.length <= LINE) return { address1: text, address2: null };
  const blank = text.lastIndexOf(' ', LINE);
  const at = blank > 0 && blank >= text.length - LINE - 1 ? blank : LINE;
  return { address1: text.slice(0, at).trim(), address2: text.slice(at).trim() };
}
