/** The two bytes, as one number, of each double-byte character in GBK (WHATWG's index, to restore text read by it). */
let pairs: ReadonlyMap<string, number> | undefined;

/** Decodes pairs of bytes, each given as one number; undefined for a pair without a character. */
function charsOf(numbers: readonly number[]): (string | undefined)[] {
  // A line break after each pair, so that an invalid pair affects only itself.
  const bytes = new Uint8Array(numbers.length * 3);
  for (const [at, pair] of numbers.entries()) bytes.set([pair >> 8, pair & 0xff, 0x0a], at * 3);
  const chars = new TextDecoder('gbk').decode(bytes).split('\n');
  return numbers.map((_, at) => (chars[at]?.length === 1 && chars[at] !== '\ufffd' ? chars[at] : undefined));
}

function numbersOf(leads: readonly [number, number], trails: readonly number[]): number[] {
  const found: number[] = [];
  for (let lead = leads[0]; lead <= leads[1]; lead++)
    for (const trail of trails) found.push(lead * 0x100 + trail);
  return found;
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

function pairsOfGbk(): ReadonlyMap<string, number> {
  if (pairs) return pairs;
  const numbers = numbersOf([0x81, 0xfe], [...range(0x40, 0x7e), ...range(0x80, 0xfe)]);
  const chars = charsOf(numbers);
  pairs = new Map(
    numbers.flatMap((pair, at) => {
      const char = chars[at];
      return char === undefined ? [] : [[char, pair] as const];
    }),
  );
  return pairs;
}

/** Returns the two bytes of a character in GBK, as one number; undefined if it has none. */
export const gbkPairOf = (char: string): number | undefined => pairsOfGbk().get(char);

/** Encodes a text in GBK; undefined if GBK lacks one of its characters. */
export function gbkBytesOf(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.charCodeAt(0);
    const pair = pairsOfGbk().get(char);
    if (code < 0x80) bytes.push(code);
    else if (char === '€') bytes.push(0x80);
    else if (pair !== undefined) bytes.push(pair >> 8, pair & 0xff);
    else return undefined;
  }
  return new Uint8Array(bytes);
}

/** True for a common Chinese character (GB 2312); `level` 1: only the 3,755 most frequent. */
export function isDailyHan(char: string, level: 1 | 2 = 2): boolean {
  const pair = pairsOfGbk().get(char);
  if (pair === undefined) return false;
  const [lead, trail] = [pair >> 8, pair & 0xff];
  return lead >= 0xb0 && lead <= (level === 1 ? 0xd7 : 0xf7) && trail >= 0xa1;
}

/** Returns the characters GBK reads from the first two bytes of Chinese in UTF-8: lead E4 to E9, then 80 to BF. */
export const hanHeadsInGbk = (): string => charsOf(numbersOf([0xe4, 0xe9], range(0x80, 0xbf))).join('');

/** Returns the characters GBK reads from a windows-1252 letter from À to ÿ followed by A to Z. */
export const latinPairsInGbk = (): string =>
  charsOf(numbersOf([0xc0, 0xfe], [...range(0x41, 0x5a), ...range(0x61, 0x7a)])).join('');
