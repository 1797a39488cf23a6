import { existsSync } from 'node:fs';
import path from 'node:path';

/** Noto Sans for what is written in letters, Noto Sans SC for Chinese (both OFL-1.1). */
const FILES = {
  letters: ['noto-sans', '400Regular', 'NotoSans_400Regular.ttf'],
  bold: ['noto-sans', '700Bold', 'NotoSans_700Bold.ttf'],
  han: ['noto-sans-sc', '400Regular', 'NotoSansSC_400Regular.ttf'],
} as const;
export type Font = keyof typeof FILES;

/** Where a font lies: beside the built program, else with the packages. Throws when it is at neither place. */
export function fontFile(font: Font): string {
  const [folder, weight, file] = FILES[font];
  const built = path.join(import.meta.dirname, 'fonts', file);
  if (existsSync(built)) return built;
  const installed = path.resolve('node_modules/@expo-google-fonts', folder, weight, file);
  if (existsSync(installed)) return installed;
  throw new Error(`the font ${file} is missing`);
}

/** Scripts that Noto Sans SC has and Noto Sans has not: ideographs, kana, their punctuation and full-width forms. */
const HAN =
  /[\u2e80-\u303f\u3040-\u30ff\u3100-\u312f\u31a0-\u31ff\u3200-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{2fa1f}]/u;

/** A text in pieces that one font has. Noto Sans SC has but 30 letters of Latin Extended-A, so "Łódź" is not for it. */
export function runsOf(
  text: string,
  letters: Font = 'letters',
): { readonly font: Font; readonly text: string }[] {
  const runs: { font: Font; text: string }[] = [];
  for (const character of text) {
    const font = HAN.test(character) ? 'han' : letters;
    const last = runs.at(-1);
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}
