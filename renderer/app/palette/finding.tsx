import uFuzzy from '@leeoniya/ufuzzy';
import type { Entry } from './entries';

/** Fuzzy search that tolerates one typing error and supports Chinese. */
const fuzzy = new uFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  intraMode: 1,
});

/** Normalises a text for comparison: pinyin ü is typed as ü, or as v on keyboards without it. */
const plain = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('ü', 'v');

/** Returns the entries that match a text by any name: equal names first, then those that start with it. */
export function matchingEntries(
  entries: readonly Entry[],
  query: string,
  aliasesOf: (text: string) => readonly string[],
): readonly Entry[] {
  const typed = plain(query.trim());
  const names = entries.map(({ text, words = [] }) => [text, ...aliasesOf(text), ...words].map(plain));
  const holding = names.flatMap((all, index) => (all.some((name) => name.includes(typed)) ? index : []));
  // Typing errors are considered only without exact matches: it takes a hundred times as long, with irrelevant hits.
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

/** Text with the typed part emphasised; for numbers also if typed without hyphens. */
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

/** Returns the range of the typed part in a text; undefined if it is not there. */
export function matchOf(text: string, typed: string): { from: number; to: number } | undefined {
  if (!typed) return undefined;
  const from = text.toLowerCase().indexOf(typed.toLowerCase());
  if (from >= 0) return { from, to: from + typed.length };
  const places = [...text].flatMap((letter, index) => (/[\p{L}\p{N}]/u.test(letter) ? index : []));
  const bare = places.map((index) => text[index]).join('');
  const letters = typed.replace(/[^\p{L}\p{N}]/gu, '');
  const start = letters ? bare.toLowerCase().indexOf(letters.toLowerCase()) : -1;
  const [first, last] = [places[start], places[start + letters.length - 1]];
  return start < 0 || first === undefined || last === undefined ? undefined : { from: first, to: last + 1 };
}
