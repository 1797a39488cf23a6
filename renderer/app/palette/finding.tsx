import uFuzzy from '@leeoniya/ufuzzy';
import type { Entry } from './entries';

/** One typing error is forgiven; Chinese words are words. */
const fuzzy = new uFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  intraMode: 1,
});

/** Letters as they are compared: an ü of pinyin is typed as it is written, or as v for want of a key. */
const plain = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('ü', 'v');

/** The entries that a text asks for, by any of their names: those that are called so first, then those that begin so. */
export function found(
  entries: readonly Entry[],
  query: string,
  aliasesOf: (text: string) => readonly string[],
): readonly Entry[] {
  const typed = plain(query.trim());
  const names = entries.map(({ text, words = [] }) => [text, ...aliasesOf(text), ...words].map(plain));
  const holding = names.flatMap((all, index) => (all.some((name) => name.includes(typed)) ? index : []));
  // An error of typing is looked for where nothing is called so: it takes a hundred times as long, and finds what nobody means.
  const order =
    holding.length > 0
      ? holding
      : (fuzzy.search(
          names.map((all) => all.join(' · ')),
          typed,
          1,
        )[0] ?? []);
  const rank = (index: number) => {
    const all = names[index] ?? [];
    if (all[0] === typed) return 0;
    if (all.includes(typed)) return 1;
    if (all.some((name) => name.startsWith(typed))) return 2;
    return all.some((name) => name.includes(` ${typed}`)) ? 3 : 4;
  };
  const ranked = [...order].map((index, place) => ({ index, place, rank: rank(index) }));
  ranked.sort((a, b) => a.rank - b.rank || a.place - b.place);
  const inOrder = ranked.flatMap(({ index }) => entries[index] ?? []);
  // Skip recent screens: the list of screens has them.
  const fresh = inOrder.filter((one) => one.group !== 'recent' || one.record);
  const groups = [...new Set(fresh.map(({ group }) => group))];
  return groups.flatMap((group) => fresh.filter((one) => one.group === group));
}

/** A text with the part that was typed made to stand out; of a number also when it was typed without its hyphens. */
export function Emphasised({ text, query }: { text: string; query: string }) {
  const range = matchOf(text, query.trim());
  if (!range) return <>{text}</>;
  return (
    <>
      {text.slice(0, range.from)}
      <mark className="fc-match">{text.slice(range.from, range.to)}</mark>
      {text.slice(range.to)}
    </>
  );
}

/** Where in a text the typed part stands. */
export function matchOf(text: string, typed: string): { from: number; to: number } | undefined {
  if (!typed) return undefined;
  const from = text.toLowerCase().indexOf(typed.toLowerCase());
  if (from >= 0) return { from, to: from + typed.length };
  const places = [...text].flatMap((letter, index) => (/[\p{L}\p{N}]/u.test(letter) ? index : []));
  const bare = places.map((index) => text[index]).join('');
  const asked = typed.replace(/[^\p{L}\p{N}]/gu, '');
  const start = asked ? bare.toLowerCase().indexOf(asked.toLowerCase()) : -1;
  const [first, last] = [places[start], places[start + asked.length - 1]];
  return start < 0 || first === undefined || last === undefined ? undefined : { from: first, to: last + 1 };
}
