import { type Problem, problem } from '../errors';
import { gbkBytesOf, gbkPairOf, hanHeadsInGbk, isDailyHan, latinPairsInGbk } from './gbk';

/** Characters of windows-1252 from 0x80 to 0x9F. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTES = new Map([...HIGH].map((char, at) => [char, 0x80 + at]));
const FOLLOWING = `[\\u0080-\\u00bf${HIGH}]`;
/** Matches UTF-8 read as windows-1252: `Ã¼` for ü, `â€™` for ’, `å¼ ` for 张. */
const TWICE = new RegExp(`[\\u00c3-\\u00f4\\u00c2]${FOLLOWING}`);
const RUN = new RegExp(`[\\u0080-\\u00ff${HIGH}]+`, 'g');
/** Letters and signs of the languages of the trade; a pair such as `É»` that gives anything else is left as it is. */
const EXPECTED =
  /^[\u00a0-\u017f\u0218-\u021b\u0391-\u03ce\u0401\u0404-\u0407\u0410-\u0457\u0490\u0491\u1e00-\u1eff\u2010-\u2044\u20ac\u2122\u3000-\u9fff\uff00-\uffef]+$/;
/** Replacement characters for letters that a program could not store; `锟斤拷` is two of them in GBK. */
const LOST = /\ufffd|锟斤拷/;
/** Matches letters that became question marks: `K?ln`, `????`. */
const QUESTIONED = /\p{L}\?\p{L}|\?{3}/u;
const ADDRESS = /[/=]/;
const MOST_TIMES = 3;

/** Returns the text before its second encoding; undefined if it was not encoded twice, or lost letters. */
export function encodedOnce(text: string): string | undefined {
  let found = text;
  for (let times = 0; times < MOST_TIMES && TWICE.test(found); times++) {
    const once = found.replace(RUN, (run) => decoded(run) ?? run);
    if (once === found) break;
    found = once;
  }
  return found === text || TWICE.test(found) ? undefined : found;
}

function decoded(run: string): string | undefined {
  if (!TWICE.test(run)) return undefined;
  const bytes = Array.from(run, (char) => BYTES.get(char) ?? char.charCodeAt(0));
  try {
    const text = decodeURIComponent(bytes.map((byte) => `%${byte.toString(16)}`).join(''));
    return EXPECTED.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Matches Chinese in GBK read as windows-1252: `ÖÐ¹ú` for 中国. */
const HIGH_PAIRS = new RegExp(`[\\u00a1-\\u00ff${HIGH}]{4,}`, 'g');
const BEYOND_ASCII = /[\u0080-\uffff]+/g;
const CHINESE = /^[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]+$/;
/** Characters typical of texts in other encodings read as GBK; built on first use. */
let inGbk: { readonly heads: RegExp; readonly pairs: RegExp; readonly latin: RegExp } | undefined;

function signsOfGbk() {
  if (inGbk) return inGbk;
  const pairs = latinPairsInGbk();
  inGbk = {
    // First characters of a Chinese text in UTF-8 read as GBK.
    heads: new RegExp(`[${hanHeadsInGbk()}]`),
    pairs: new RegExp(`[${pairs}]`),
    // Beside a letter from A to Z, for example `J黵gen`: GBK combined ü with the letter after it.
    latin: new RegExp(
      `(?<=[A-Za-z])[${pairs}](?![\\u3400-\\u9fff])|(?<![\\u3400-\\u9fff])[${pairs}](?=[A-Za-z])`,
      'g',
    ),
  };
  return inGbk;
}

function isChinese(text: string): boolean {
  const own = text.replace(/[\0-\x7f]/g, '');
  return CHINESE.test(own) && 2 * [...own].filter((char) => isDailyHan(char, 1)).length >= own.length;
}

/** Restores Latin text that was read as GBK; returns other text unchanged. */
function latinOf(text: string): string {
  const { pairs, latin } = signsOfGbk();
  if (!pairs.test(text)) return text;
  const split = text.replace(latin, (char, at: number) => {
    const pair = gbkPairOf(char) ?? 0;
    const [letter, next] = [String.fromCharCode(pair >> 8), String.fromCharCode(pair & 0xff)];
    const besides = [text[at - 1] ?? '', text[at + 1] ?? ''];
    const before = /[A-Za-z]/.test(besides[0] ?? '') ? besides[0] : '';
    const sameCase = /[a-z]/.test(next) ? /[a-z]/ : /[A-Z]/;
    return WORD_PART.test(`${before}${letter}${next}`) &&
      besides.some((one) => sameCase.test(one)) &&
      !besides.some((one) => CHINESE.test(one))
      ? letter + next
      : char;
  });
  if (split === text) return text;
  // Two adjacent letters became one character, which may also be Chinese: `öß` is 鲞.
  return split.replace(AMID_LETTERS, (char) => {
    const pair = gbkPairOf(char) ?? 0;
    const letters = String.fromCharCode(pair >> 8, pair & 0xff);
    return /^[À-ÖØ-Þ]{2}$|^[ß-öø-ÿ]{2}$/.test(letters) ? letters : char;
  });
}
/** Letter combined by GBK and the one after it, with the letter before, in the capitals of a word. */
const WORD_PART = /^(?:[A-Za-z]?[à-öø-ÿß][a-z]|[A-Z]?[À-ÖØ-Þ][A-Z]|[À-ÖØ-Þ][a-z])$/;
const AMID_LETTERS = /(?<=[A-Za-zÀ-ÿ])[\u4e00-\u9fa5](?=[A-Za-zÀ-ÿ]|$)/g;

/** Restores Chinese text whose GBK was read as windows-1252; returns other text unchanged. */
function chineseOf(text: string): string {
  return text.replace(HIGH_PAIRS, (run) => {
    if (run.length % 2 === 1 || new Set(run).size < 3) return run;
    const bytes = Array.from(run, (char) => BYTES.get(char) ?? char.charCodeAt(0));
    const found = new TextDecoder('gbk').decode(new Uint8Array(bytes));
    return [...found].every((char) => isDailyHan(char)) && isChinese(found) ? found : run;
  });
}

/**
 * Restores Chinese text whose UTF-8 was read as GBK; returns other text unchanged, and undefined if a byte was lost on
 * the way (the last of an odd number has no partner).
 */
function utf8Of(text: string): string | undefined {
  let lost = false;
  const found = text.replace(BEYOND_ASCII, (run, at: number) => {
    if (!signsOfGbk().heads.test(run)) return run;
    // The last byte of an odd number was combined with the character after it: an ASCII sign, or a question mark.
    const lostEnd = text[at + run.length] === '?';
    const bytes = gbkBytesOf(run);
    if (!bytes) return run;
    const once = new TextDecoder('utf-8').decode(bytes);
    const whole = once.replace(/\ufffd{1,2}$/, '');
    if (whole.length < 2 || whole.includes('\ufffd') || !isChinese(whole)) return run;
    if (whole !== once || lostEnd) lost = true;
    return whole;
  });
  return lost ? undefined : found;
}

/** Returns the text before it was read in a wrong encoding; null if letters were lost by it. */
function ungarbled(text: string): string | null {
  if (TWICE.test(text)) {
    const once = encodedOnce(text);
    if (once !== undefined) return once;
  }
  if (signsOfGbk().heads.test(text)) {
    const found = utf8Of(text);
    if (found !== text) return found ?? null;
  }
  const latin = latinOf(text);
  if (latin !== text) return latin;
  return chineseOf(text);
}

/**
 * Returns TEXT_LOST for a text with letters that a program could not store, TEXT_GARBLED for one that was read in a
 * wrong encoding and saved so: `JÃ¼rgen`, `J黵gen`, `涓浗`, `ÖÐ¹ú`.
 */
export function brokenTextProblem(text: string): Problem | undefined {
  if (!MAY_BE_BROKEN.test(text)) return undefined;
  if (LOST.test(text) || (text.includes('?') && QUESTIONED.test(text) && !ADDRESS.test(text)))
    return problem('TEXT_LOST', { value: text.slice(0, SHOWN) });
  const expected = ungarbled(text);
  if (expected === text) return undefined;
  return expected === null
    ? problem('TEXT_LOST', { value: text.slice(0, SHOWN) })
    : problem('TEXT_GARBLED', { value: text.slice(0, SHOWN), expected });
}
const SHOWN = 60;
/** Quick test for characters of broken text: most texts have none. */
const MAY_BE_BROKEN = /[\u00a1-\u00ff\ufffd?\u3400-\uf8ff]/;

/**
 * True if a sample of a file's texts looks garbled; only then is each text checked. In a file saved in a wrong encoding
 * all letters are affected.
 */
export function looksGarbled(sample: string): boolean {
  return (signsOfGbk().heads.test(sample) && utf8Of(sample) !== sample) || latinOf(sample) !== sample;
}
