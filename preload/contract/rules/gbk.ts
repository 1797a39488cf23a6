/** Two bytes, as one number, of each character that GBK holds in two; WHATWG's index, so that a text which was read by it comes back. */
let pairs: ReadonlyMap<string, number> | undefined;

function pairsOfGbk(): ReadonlyMap<string, number> {
  if (pairs) return pairs;
  const numbers: number[] = [];
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) if (trail !== 0x7f) numbers.push(lead * 0x100 + trail);
  // A line break after each: a pair that stands for nothing spoils only itself.
  const bytes = new Uint8Array(numbers.flatMap((pair) => [pair >> 8, pair & 0xff, 0x0a]));
  const chars = new TextDecoder('gbk').decode(bytes).split('\n');
  pairs = new Map(
    numbers.flatMap((pair, at) => {
      const char = chars[at] ?? '';
      return char.length === 1 && char !== '\ufffd' ? [[char, pair] as const] : [];
    }),
  );
  return pairs;
}

/** The two bytes that GBK has for a character, as one number; undefined where it has none. */
export const gbkPairOf = (char: string): number | undefined => pairsOfGbk().get(char);

/** The bytes of a text in GBK; undefined where it has a character that GBK does not know. */
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

/** True for a Chinese character of GB 2312, the characters of daily life; `level` 1 asks for the 3,755 most frequent of them. */
export function isDailyHan(char: string, level: 1 | 2 = 2): boolean {
  const pair = pairsOfGbk().get(char);
  if (pair === undefined) return false;
  const [lead, trail] = [pair >> 8, pair & 0xff];
  return lead >= 0xb0 && lead <= (level === 1 ? 0xd7 : 0xf7) && trail >= 0xa1;
}

function charsWhere(holds: (lead: number, trail: number) => boolean): string {
  const found: string[] = [];
  for (const [char, pair] of pairsOfGbk()) if (holds(pair >> 8, pair & 0xff)) found.push(char);
  return found.join('');
}

/** Characters that GBK makes of the first two bytes of a Chinese character in UTF-8: lead E4 to E9, then 80 to BF. */
export const hanHeadsInGbk = (): string =>
  charsWhere((lead, trail) => lead >= 0xe4 && lead <= 0xe9 && trail >= 0x80 && trail <= 0xbf);

/** Characters that GBK makes of a letter of windows-1252 from À to ÿ and a letter from A to Z behind it. */
export const latinPairsInGbk = (): string =>
  charsWhere((lead, trail) => lead >= 0xc0 && /[A-Za-z]/.test(String.fromCharCode(trail)));
