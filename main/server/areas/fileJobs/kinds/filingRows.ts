import type { FileRow } from '../rows';

/** What a row says of these fields; what it leaves empty is not among it. */
export const said = ({ values }: FileRow, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name];
      return value === null || value === undefined || value === '' ? [] : [[name, value]];
    }),
  );

/** Characters of a line of an address at US customs. */
const LINE = 35;

/** A text in the two lines that customs takes, divided between words where it fits so. */
export function addressLines(text: string | null): { address1: string | null; address2: string | null } {
  if (text === null || text.length <= LINE) return { address1: text, address2: null };
  const blank = text.lastIndexOf(' ', LINE);
  const at = blank > 0 && blank >= text.length - LINE - 1 ? blank : LINE;
  return { address1: text.slice(0, at).trim(), address2: text.slice(at).trim() };
}
