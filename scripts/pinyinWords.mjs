// Pinyin of the screens' Chinese words, for the palette: created by the build, so that the library is not part of the
// product.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pinyin } from 'pinyin-pro';

const root = path.dirname(import.meta.dirname);
const NAME = 'virtual:pinyin';
/** Maximum characters; longer texts are sentences, which nobody searches for. */
const LONGEST = 16;

/** Files with the palette's words. */
function sources() {
  const screens = path.join(root, 'renderer/i18n/cn');
  const words = path.join(root, 'preload/contract/words/cn');
  return [
    ...readdirSync(screens).map((name) => path.join(screens, name)),
    ...['menu.ts', 'records.ts', 'choices.ts'].map((name) => path.join(words, name)),
  ];
}

/** Every short Chinese text with its full pinyin and its initials, separated by a blank. */
function pinyinWords() {
  const texts = sources().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'([^'\n]*\p{Script=Han}[^'\n]*)'/gu)].map(([, text]) => text),
  );
  const options = { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true };
  const letters = (text, more) =>
    pinyin(text, { ...options, ...more })
      .join('')
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
  return Object.fromEntries(
    [...new Set(texts)]
      .filter((text) => text.length <= LONGEST)
      .map((text) => [text, `${letters(text)} ${letters(text, { pattern: 'first' })}`]),
  );
}

/** Vite plugin: `import words from 'virtual:pinyin'`. */
export const pinyinPlugin = {
  name: 'pinyin',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(pinyinWords())}` : undefined),
};
