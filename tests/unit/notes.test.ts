import { placeholderNotes, notes as wordNotes } from '@contract/words/notes';
import { describe, expect, test } from 'vitest';
import { words } from '../../preload/contract/words';
import { catalogue } from '../../renderer/i18n/en';
import { notes as screenNotes } from '../../renderer/i18n/notes';

// Short texts and unclear placeholders are translated by their notes: the same word can be a verb or a noun.

type Tree = { readonly [key: string]: string | Tree };

const leaves = (tree: Tree, path = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([name, value]) => {
    const key = path ? `${path}.${name}` : name;
    return typeof value === 'string' ? [[key, value] as [string, string]] : leaves(value, key);
  });
const wordsOf = (text: string) =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
/** True for one or two words alone; beside a placeholder, its value and `placeholderNotes` explain them. */
const isShort = (text: string) =>
  !text.includes('{') && /[\p{L}]{2}/u.test(text) && wordsOf(text).length <= 2;

/** True for keys with a note, and for keys in a group with one. */
const isNoted = (notes: Readonly<Record<string, string | undefined>>, key: string) => {
  const parts = key.split('.');
  return parts.some((_, index) => notes[parts.slice(0, index + 1).join('.')] !== undefined);
};

/** Areas of the screens have no common meaning, so that a note on one of them would not explain its texts. */
const CATALOGUES = [
  { name: 'screens', tree: catalogue as Tree, notes: screenNotes as Record<string, string> },
  { name: 'contract', tree: words.en as Tree, notes: wordNotes as Record<string, string> },
];

describe.each(CATALOGUES)('the notes on the words of the $name', ({ name, tree, notes }) => {
  const texts = leaves(tree);

  test('cover every text of one or two words', () => {
    const unnoted = texts.filter(([key, text]) => isShort(text) && !isNoted(notes, key));
    expect(unnoted.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });

  test('cover every list of choices, states and actions with a note of its own', () => {
    const lists = Object.entries(tree).flatMap(([part, lists]) =>
      name === 'contract' && ['choices', 'states', 'actions'].includes(part)
        ? Object.entries(lists).flatMap(([list, texts]) =>
            Object.keys(texts).length > 0 ? [`${part}.${list}`] : [],
          )
        : [],
    );
    expect(lists.filter((list) => notes[list] === undefined)).toEqual([]);
  });

  test.each(Object.entries(notes))('say more than key and text in %s', (key, note) => {
    const known = new Set(
      [key, ...texts.filter(([one]) => one === key).map(([, text]) => text)].flatMap(wordsOf),
    );
    const added = wordsOf(note).filter((word) => word.length > 2 && !known.has(word));
    expect(new Set(added).size, note).toBeGreaterThanOrEqual(2);
  });

  test('cover no whole area, and no two are the same', () => {
    if (name === 'screens') expect(Object.keys(notes).filter((key) => !key.includes('.'))).toEqual([]);
    expect(new Set(Object.values(notes)).size).toBe(Object.keys(notes).length);
  });
});

/** Short names of placeholders that are self-explanatory, or words of the trade. */
const PLAIN =
  'bill cmr data date days done etd file free host isf key kind lane list lrn mrn name noa nos note page pod port rate rows rule size text time type unit used vat word year'.split(
    ' ',
  );

test('explains every placeholder of up to four letters, and no other', () => {
  const used = CATALOGUES.flatMap(({ tree }) => leaves(tree)).flatMap(([, text]) =>
    // Patterns shown as examples have a count in braces.
    [...text.matchAll(/\{([a-z]\w*)/gi)].map(([, name = '']) => name),
  );
  const known = new Set([...Object.keys(placeholderNotes), ...PLAIN]);
  expect([...new Set(used)].filter((name) => name.length <= 4 && !known.has(name))).toEqual([]);
  expect(Object.keys(placeholderNotes).filter((name) => !used.includes(name))).toEqual([]);
});
