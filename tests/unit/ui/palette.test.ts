import { words } from '@contract/words';
import { describe, expect, test } from 'vitest';
import { aliasesOf } from '../../../renderer/app/palette/aliases';
import { matchingEntries, matchOf } from '../../../renderer/app/palette/finding';
import { screens } from '../../../renderer/screens';

/** Returns the screens of the menu as the palette offers them in a language. */
const entriesIn = (language: 'en' | 'cn') =>
  screens
    .filter(({ inMenu, title }) => inMenu && !title)
    .map(({ path, menu }) => ({
      ...{ id: path, group: 'screens' as const, text: words[language].menu[menu], words: [path] },
      ...{ icon: null as never, run: () => undefined },
    }));

describe.each(['en', 'cn'] as const)('the palette in %s', (language) => {
  const first = (query: string) => matchingEntries(entriesIn(language), query, aliasesOf)[0]?.id;

  test.each(['Bill list', 'bill list', '提单列表', 'tidanliebiao', 'tdlb', '/bill/bill_manage', 'Bil list'])(
    'finds the bill list by %s',
    (query) => expect(first(query)).toBe('/bill/bill_manage'),
  );

  test.each(['shui lü', 'shuilü', 'shui lu\u0308', 'shuilv', 'slgl', '税率', 'tax'])(
    'finds the tax rates by %s',
    (query) => expect(first(query)).toBe('/business/taxation'),
  );

  test('finds every screen by all its names', () => {
    for (const { id, text } of entriesIn(language)) {
      const names = [text, ...aliasesOf(text)];
      expect(names.length, text).toBeGreaterThan(2);
      for (const name of names)
        expect(
          matchingEntries(entriesIn(language), name, aliasesOf).map((one) => one.id),
          name,
        ).toContain(id);
    }
  });

  test('finds nothing by another text', () => expect(first('zzqqxx')).toBeUndefined());
});

test.each([
  ['112-61200016', '6120', { from: 4, to: 8 }],
  ['112-61200016', '1126', { from: 0, to: 5 }],
  ['112-61200016', '112 6120', { from: 0, to: 8 }],
  ['提单列表', '列表', { from: 2, to: 4 }],
  ['Bill list', 'LIST', { from: 5, to: 9 }],
  ['Bill list', '-', undefined],
  ['Bill list', 'tdlb', undefined],
])('highlights in %s the part %s', (text, typed, range) => expect(matchOf(text, typed)).toEqual(range));
