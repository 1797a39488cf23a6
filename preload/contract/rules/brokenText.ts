import { type Problem, problem } from '../errors';

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

/** TEXT_LOST for a text with letters that a program could not keep, TEXT_TWICE for one that was encoded twice. */
export function brokenTextProblem(text: string): Problem | undefined {
  if (!MAY_BE_BROKEN.test(text)) return undefined;
  if (LOST.test(text) || (text.includes('?') && QUESTIONED.test(text) && !ADDRESS.test(text)))
    return problem('TEXT_LOST', { value: text.slice(0, SHOWN) });
  const expected = TWICE.test(text) ? encodedOnce(text) : undefined;
  return expected === undefined
    ? undefined
    : problem('TEXT_TWICE', { value: text.slice(0, SHOWN), expected });
}
const SHOWN = 60;
/** One character of each that is looked for: most texts have none of them. */
const MAY_BE_BROKEN = /[\u00c2-\u00f4\ufffd锟?]/;
