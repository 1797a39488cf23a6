import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Noto Sans for alphabetic scripts, Noto Sans SC for Chinese (both OFL-1.1), as files of their packages. */
export const FONT_FILES = {
  letters: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  han: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
} as const;
export type Font = keyof typeof FONT_FILES;

/** Colour profile (sRGB) that archived documents embed: PDF/A requires one. */
const COLOURS = 'pdfkit/js/data/sRGB_IEC61966_2_1.icc';

/**
 * Fonts and colours of documents. The build compresses these files into a folder beside the program, since fonts would be
 * half of what the app takes on the disk.
 */
export const DRAWING_FILES: readonly string[] = [...Object.values(FONT_FILES), COLOURS];

/** Name of such a file beside the built program. */
export const compressedName = (file: string): string => `${path.basename(file)}.gz`;

const read = new Map<string, Buffer>();

/** Reads a file once. It is beside the built program, else in the packages; throws when it is at neither place. */
function bytesOf(file: string): Buffer {
  let bytes = read.get(file);
  if (!bytes) {
    const built = path.join(import.meta.dirname, 'fonts', compressedName(file));
    bytes = existsSync(built)
      ? gunzipSync(readFileSync(built))
      : readFileSync(path.resolve('node_modules', file));
    read.set(file, bytes);
  }
  return bytes;
}

export const fontBytes = (font: Font): Buffer => bytesOf(FONT_FILES[font]);
export const colourProfile = (): Buffer => bytesOf(COLOURS);

/** Scripts that Noto Sans SC has and Noto Sans lacks: ideographs, kana, their punctuation and full-width forms. */
const HAN =
  /[\u2e80-\u303f\u3040-\u30ff\u3100-\u312f\u31a0-\u31ff\u3200-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{2fa1f}]/u;

/**
 * Splits a text into runs of one font. Noto Sans SC has only 30 letters of Latin Extended-A, so "Łódź" must not use it.
 */
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
