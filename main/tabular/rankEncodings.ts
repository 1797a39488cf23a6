import type { Encoding } from '@contract/importing/encodings';

/**
 * Candidates of one or two bytes per character, the more frequent ones first: of two that fit a text equally well, the
 * first counts.
 */
const CANDIDATES = [
  'gb18030',
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'windows-1251',
  'big5',
  'shift_jis',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
] as const satisfies readonly Encoding[];

/** Maximum bytes examined, taken from lines that are not plain ASCII. */
const LOOKED_AT = 32 * 1024;

/** Non-ASCII letters of the languages written in an encoding: common ones and rare ones. */
interface Letters {
  readonly common: string;
  readonly rare: string;
  /** The letters form whole words, whereas non-ASCII Latin letters occur between ASCII letters. */
  readonly alone?: true;
}

const WESTERN: Letters = { common: 'éèêëàâäáöüßçñóíúôîïåøæœùû', rare: 'ãõìòýðþÿšž' };
const CENTRAL: Letters = { common: 'ąćęłńóśźżáčďéěíňřšťúůýžäöüőű', rare: 'âîăşţđľĺŕôëçß' };
const LETTERS: Readonly<Record<string, Letters>> = {
  'windows-1252': WESTERN,
  'iso-8859-15': WESTERN,
  macintosh: WESTERN,
  'windows-1250': CENTRAL,
  'iso-8859-2': CENTRAL,
  'windows-1254': { common: 'çğıöşü', rare: 'âîûéèäßñáàêôë' },
  'windows-1251': { common: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїє', rare: 'ґўў', alone: true },
};

/**
 * Ranks the possible encodings of bytes, the likeliest first. Letters must belong to the languages of an encoding and
 * occur where letters do; two-byte characters must be common ones. Control characters rule an encoding out.
 */
export function rankEncodings(bytes: Buffer): Encoding[] {
  const sample = highLines(bytes);
  const scored = CANDIDATES.flatMap((encoding) => {
    const text = decoded(sample, encoding);
    if (text === undefined) return [];
    const letters = LETTERS[encoding];
    const score = letters === undefined ? wideScore(sample, encoding, text) : narrowScore(text, letters);
    return [{ encoding, score }];
  });
  // A stable sort: equals keep their order.
  return scored.toSorted((a, b) => b.score - a.score).map(({ encoding }) => encoding);
}

/** Collects lines with non-ASCII bytes, up to the examined size. */
export function highLines(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  let size = 0;
  for (let at = 0; at < bytes.length && size < LOOKED_AT; ) {
    while (at < bytes.length && (bytes[at] ?? 0) < 0x80) at++;
    if (at === bytes.length) break;
    const from = Math.max(bytes.lastIndexOf(0x0a, at), bytes.lastIndexOf(0x0d, at)) + 1;
    const ends = [bytes.indexOf(0x0a, at), bytes.indexOf(0x0d, at)].filter((end) => end >= 0);
    const end = ends.length > 0 ? Math.min(...ends) : bytes.length;
    lines.push(bytes.subarray(Math.max(from, end - LOOKED_AT), end), Buffer.from('\n'));
    size += end - from;
    at = end;
  }
  return Buffer.concat(lines);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched for
const IMPOSSIBLE = /[\x00-\x08\x0e-\x19\x1c-\x1f\x80-\x9f\ufffd\ue000-\uf8ff]/;

function decoded(sample: Buffer, encoding: Encoding): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(sample);
    return IMPOSSIBLE.test(text) ? undefined : text;
  } catch (cause) {
    if (cause instanceof TypeError) return undefined;
    throw cause;
  }
}

const IS_LETTER = /\p{L}/u;
const IS_UPPER = /\p{Lu}/u;
const IS_ASCII_LETTER = /[a-z]/i;
const IS_LOWER = /\p{Ll}/u;
/** Characters that occur between and beside words. */
const SIGNS = '€£°–—‘’“”„…·• ´«»®©™×';

/** Average score of the letters: how well they fit their language and position. */
function narrowScore(text: string, { common, rare, alone }: Letters): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char < '\x80') continue;
    count++;
    const before = text.charAt(at - 1);
    const after = text.charAt(at + 1);
    const within = IS_LETTER.test(before);
    if (!IS_LETTER.test(char)) {
      const apart = !within || !IS_LETTER.test(after);
      sum += SIGNS.includes(char) ? (apart ? 0.4 : 0.2) : apart ? -0.4 : -1.5;
      continue;
    }
    const lower = char.toLowerCase();
    sum += common.includes(lower) ? 0.9 : rare.includes(lower) ? 0.1 : -0.6;
    // Capitals begin words, or make up whole ones.
    const capital = IS_UPPER.test(char);
    if (capital && within && (!IS_UPPER.test(before) || IS_LOWER.test(after))) sum -= 1.6;
    if (!capital && within && IS_UPPER.test(before) && IS_UPPER.test(after)) sum -= 1.2;
    if (alone ? IS_ASCII_LETTER.test(before + after) : within && before > '\x7f') sum -= alone ? 2 : 0.7;
  }
  return count === 0 ? 0 : sum / count;
}

/** Average score of the two-byte characters; a single one within an ASCII word counts as none. */
function wideScore(sample: Buffer, encoding: Encoding, text: string): number {
  const weigh = encoding === 'gb18030' ? weighGb : encoding === 'big5' ? weighBig5 : weighShiftJis;
  let sum = 0;
  let count = 0;
  for (let at = 0; at < sample.length; ) {
    const lead = sample[at] ?? 0;
    if (lead < 0x80) {
      at++;
      continue;
    }
    const [weight, length] = weigh(lead, sample[at + 1] ?? 0);
    sum += weight;
    count++;
    at += length;
  }
  sum -= 1.5 * (text.match(/(?<=[A-Za-z])[\u0080-\uffff](?=[a-z])/g)?.length ?? 0);
  sum -= 0.8 * (text.match(/(?<![A-Za-z\u0080-\uffff])[\u0080-\uffff](?=[a-z])/g)?.length ?? 0);
  return count === 0 ? 0 : sum / count;
}

/** Weight of a character, and its number of bytes. */
type WeighedCharacter = readonly [weight: number, length: number];

/** GB 2312 puts the 3,755 most common characters in its rows B0 to D7 (level 1); GBK and GB 18030 add rare ones around. */
function weighGb(lead: number, trail: number): WeighedCharacter {
  if (trail >= 0x30 && trail <= 0x39) return [-0.2, 4];
  if (trail < 0xa1 || lead < 0xa1) return [-1, 2];
  if (lead >= 0xb0 && lead <= 0xd7) return [1, 2];
  if (lead >= 0xd8 && lead <= 0xf7) return [-0.4, 2];
  return [lead <= 0xa3 ? 0.5 : -0.5, 2];
}

/** Big5 puts the 5,401 most common characters in its rows A4 to C6. */
function weighBig5(lead: number): WeighedCharacter {
  if (lead >= 0xa4 && lead <= 0xc6) return [0.95, 2];
  return [lead >= 0xa1 && lead <= 0xa3 ? 0.4 : -0.7, 2];
}

/** Kana, and the 2,965 most common characters in the rows 88 to 97; half-width katakana are single bytes. */
function weighShiftJis(lead: number, trail: number): WeighedCharacter {
  if (lead >= 0xa1 && lead <= 0xdf) return [-0.5, 1];
  if ((lead === 0x82 && trail >= 0x9f) || lead === 0x83) return [1, 2];
  if (lead >= 0x88 && lead <= 0x97) return [0.8, 2];
  return [lead === 0x81 || lead === 0x82 ? 0.4 : -0.7, 2];
}
