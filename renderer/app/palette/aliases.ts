import pinyin from 'virtual:pinyin';
import type { Language } from '@contract/limits';
import { words } from '@contract/words';
import { catalogue as cn } from '../../i18n/cn';
import { catalogue as en } from '../../i18n/en';

type Tree = { readonly [key: string]: string | Tree };

/** Pairs of the same text in both languages, wherever their catalogues agree. */
function* pairs(one: Tree, other: Tree): Generator<readonly [en: string, cn: string]> {
  for (const [key, value] of Object.entries(one)) {
    const same = other[key];
    if (typeof value === 'string' && typeof same === 'string') yield [value, same];
    else if (typeof value === 'object' && typeof same === 'object') yield* pairs(value, same);
  }
}

function translations(): Record<Language, Map<string, Set<string>>> {
  const of = { en: new Map<string, Set<string>>(), cn: new Map<string, Set<string>>() };
  const keep = (language: Language, text: string, other: string) =>
    of[language].set(text, (of[language].get(text) ?? new Set()).add(other));
  const both = [
    [en, cn],
    [words.en.menu, words.cn.menu],
    [words.en.actions, words.cn.actions],
    [words.en.choices.logObject, words.cn.choices.logObject],
  ] as unknown as readonly (readonly [Tree, Tree])[];
  for (const [left, right] of both)
    for (const [inEnglish, inChinese] of pairs(left, right)) {
      keep('en', inEnglish, inChinese);
      keep('cn', inChinese, inEnglish);
    }
  return of;
}

const others = translations();

/**
 * Returns the alternative search terms of a text of the screens: its translation, and its Chinese in pinyin, in full
 * and by initials.
 */
export function aliasesOf(text: string): string[] {
  const inChinese = others.en.get(text) ?? (others.cn.has(text) ? new Set([text]) : new Set<string>());
  const inEnglish = others.cn.get(text) ?? new Set<string>();
  return [
    ...inChinese,
    ...inEnglish,
    ...[...inChinese].flatMap((chinese) => pinyin[chinese]?.split(' ') ?? []),
  ];
}
