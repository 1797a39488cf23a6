import { type Problem, problem } from '../errors';
import { gbkBytesOf, gbkPairOf, hanHeadsInGbk, isDailyHan, latinPairsInGbk } from './gbk';

/** Characters of windows-1252 from 0x80 to 0x9F. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTES = new Map([...HIGH].map((char, at) => [char, 0x80 + at]));
const FOLLOWING = `[\\u0080-\\u00bf${HIGH}]`;
/** UTF-8 that was read as windows-1252: `Ã¼` for ü, `â€™` for ’, `å¼ ` for 张. */
const TWICE = new RegExp(`[\\u00c3-\\u00f4\\u00c2]${FOLLOWING}`);
const RUN = new RegExp(`[\\u0080-\\u00ff${HIGH}]+`, 'g');
/** Letters and signs of the languages of the trade; pairs such as `É»` stand for others, and are what they are. */
const EXPECTED =
  /^[\u00a0-\u017f\u0218-\u021b\u0391-\u03ce\u0401\u0404-\u0407\u0410-\u0457\u0490\u0491\u1e00-\u1eff\u2010-\u2044\u20ac\u2122\u3000-\u9fff\uff00-\uffef]+$/;
/** Characters that stand for letters which a program could not keep; `锟斤拷` is what GBK makes of two of them. */
const LOST = /\ufffd|锟斤拷/;
/** Letters that became question marks: `K?ln`, `????`. */
const QUESTIONED = /\p{L}\?\p{L}|\?{3}/u;
const ADDRESS = /[/=]/;
const MOST_TIMES = 3;

/** The text before it was encoded a second time; undefined for one that was not, or lost letters by it. */
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

/** Chinese in GBK that was read as windows-1252: `ÖÐ¹ú` for 中国. */
const HIGH_PAIRS = new RegExp(`[\\u00a1-\\u00ff${HIGH}]{4,}`, 'g');
const BEYOND_ASCII = /[\u0080-\uffff]+/g;
const CHINESE = /^[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]+$/;
/** Characters by which texts of other encodings are known that were read as GBK; made at the first use. */
let inGbk: { readonly heads: RegExp; readonly pairs: RegExp; readonly latin: RegExp } | undefined;

function signsOfGbk() {
  if (inGbk) return inGbk;
  const pairs = latinPairsInGbk();
  inGbk = {
    // A Chinese text in UTF-8 begins with one of these.
    heads: new RegExp(`[${hanHeadsInGbk()}]`),
    pairs: new RegExp(`[${pairs}]`),
    // Beside a letter from A to Z, as `J黵gen`: GBK took ü and the letter behind it for one.
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

/** Latin text as it was before GBK read it; the text itself where it was not. */
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
  // Two letters beside each other made one that may as well be Chinese: `öß` is 鲞.
  return split.replace(AMID_LETTERS, (char) => {
    const pair = gbkPairOf(char) ?? 0;
    const letters = String.fromCharCode(pair >> 8, pair & 0xff);
    return /^[À-ÖØ-Þ]{2}$|^[ß-öø-ÿ]{2}$/.test(letters) ? letters : char;
  });
}
/** A letter that GBK took and the one behind it, after the letter before them, as a word has capitals. */
const WORD_PART = /^(?:[A-Za-z]?[à-öø-ÿß][a-z]|[A-Z]?[À-ÖØ-Þ][A-Z]|[À-ÖØ-Þ][a-z])$/;
const AMID_LETTERS = /(?<=[A-Za-zÀ-ÿ])[\u4e00-\u9fa5](?=[A-Za-zÀ-ÿ]|$)/g;

/** Chinese text as it was before windows-1252 read its GBK; the text itself where it was not. */
function chineseOf(text: string): string {
  return text.replace(HIGH_PAIRS, (run) => {
    if (run.length % 2 === 1 || new Set(run).size < 3) return run;
    const bytes = Array.from(run, (char) => BYTES.get(char) ?? char.charCodeAt(0));
    const found = new TextDecoder('gbk').decode(new Uint8Array(bytes));
    return [...found].every((char) => isDailyHan(char)) && isChinese(found) ? found : run;
  });
}

/**
 * Chinese text as it was before GBK read its UTF-8: the text itself where it was not, undefined where a byte of it was lost
 * on the way (of an odd number the last found no partner).
 */
function utf8Of(text: string): string | undefined {
  let lost = false;
  const found = text.replace(BEYOND_ASCII, (run, at: number) => {
    if (!signsOfGbk().heads.test(run)) return run;
    // The last byte of an odd number went along with what stood behind it: with a sign of ASCII, or into a question mark.
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

/** The text before it was read in another encoding than its own; null where letters were lost by it. */
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
 * TEXT_LOST for a text with letters that a program could not keep, TEXT_GARBLED for one that was read in another encoding than
 * its own and saved so: `JÃ¼rgen`, `J黵gen`, `涓浗`, `ÖÐ¹ú`.
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
/** One character of each that is looked for: most texts have none of them. */
const MAY_BE_BROKEN = /[\u00a1-\u00ff\ufffd?\u3400-\uf8ff]/;

/**
 * True where places of a text look garbled, searched once for a whole file: each of its texts is looked at only then. A file
 * that was saved in a wrong encoding has all its letters so.
 */
export function looksGarbled(sample: string): boolean {
  return (signsOfGbk().heads.test(sample) && utf8Of(sample) !== sample) || latinOf(sample) !== sample;
}
