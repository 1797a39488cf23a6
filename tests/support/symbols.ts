import type { Rect } from './pdfPages';

/** Code 128 (ISO/IEC 15417): widths of bars and spaces of the values 0 to 105, and the stop. */
const PATTERNS =
  `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323
131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113
213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214
112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112
421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214
211232`.split(/\s+/);
const STOP = '2331112';
const FNC1 = 102;

/**
 * Returns widths in units of the narrowest, and the narrowest in points. Throws if a width is not a whole multiple of
 * it.
 */
export function modulesIn(bars: readonly Rect[]): { readonly widths: number[]; readonly module: number } {
  const sorted = [...bars].sort((a, b) => a.x - b.x);
  const raw = sorted.flatMap(({ x, width }, index) => {
    const next = sorted[index + 1];
    return next ? [width, next.x - x - width] : [width];
  });
  const module = Math.min(...raw);
  const widths = raw.map((width) => {
    const count = Math.round(width / module);
    if (Math.abs(width - count * module) > 1e-3) throw new Error(`a width of ${width / module} modules`);
    return count;
  });
  return { widths, module };
}

/**
 * Decodes a Code 128 symbol, by the tables of the standard: the text, with `{FNC1}` for that character. Throws for an
 * unknown pattern, a wrong check character and a wrong stop.
 */
export function readCode128(widths: readonly number[]): string {
  const text = widths.join('');
  if (text.slice(-7) !== STOP) throw new Error('no stop');
  const values = (text.slice(0, -7).match(/.{6}/g) ?? []).map((pattern) => {
    const value = PATTERNS.indexOf(pattern);
    if (value < 0) throw new Error(`no pattern ${pattern}`);
    return value;
  });
  const check = values.pop();
  const [start = 0, ...data] = values;
  const sum = data.reduce((total, value, index) => total + value * (index + 1), start);
  if (sum % 103 !== check) throw new Error(`check character ${check}, not ${sum % 103}`);
  let set = 'ABC'[start - 103];
  let out = '';
  for (const value of data) {
    if (value === FNC1) out += '{FNC1}';
    else if (set === 'C' && value < 100) out += String(value).padStart(2, '0');
    else if (value === 99) set = 'C';
    else if (value === 100) set = 'B';
    else if (value === 101) set = 'A';
    else if (set === 'B' || value < 64) out += String.fromCharCode(value + 32);
    else throw new Error(`value ${value} in set ${set}`);
  }
  return out;
}

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];
const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** Data codewords by modules along a side, at the levels M, L, H and Q, as the format numbers them. */
const QR_DATA: Readonly<Record<number, readonly number[]>> = { 21: [16, 19, 9, 13], 25: [28, 34, 16, 22] };

/** Decodes a QR code of version 1 or 2 (ISO/IEC 18004), whose data are in one block; its module in points. */
export function readQr(dark: readonly Rect[]): { readonly text: string; readonly module: number } {
  const left = Math.min(...dark.map(({ x }) => x));
  const top = Math.min(...dark.map(({ y }) => y));
  const across = Math.max(...dark.map(({ x, width }) => x + width)) - left;
  const module = dark[0]?.height ?? 0;
  const size = Math.round(across / module);
  if (Math.abs(across - size * module) > 1e-3 || !(size in QR_DATA)) throw new Error(`${size} modules`);
  const grid = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (const { x, y, width } of dark)
    for (let column = 0; column < Math.round(width / module); column += 1)
      (grid[Math.round((y - top) / module)] ?? [])[Math.round((x - left) / module) + column] = 1;
  const at = (row: number, column: number) => grid[row]?.[column] ?? 0;
  // The format beside the upper left finder: the error correction level, then the mask, themselves masked.
  const format = [0, 1, 2, 3, 4].reduce((bits, column) => bits * 2 + at(8, column), 0) ^ 0b10101;
  const mask = MASKS[format & 7] as (typeof MASKS)[number];
  const taken = (row: number, column: number) =>
    (row < 9 && (column < 9 || column >= size - 8)) ||
    (row >= size - 8 && column < 9) ||
    row === 6 ||
    column === 6 ||
    (size > 21 && Math.abs(row - (size - 7)) <= 2 && Math.abs(column - (size - 7)) <= 2);
  const bits: number[] = [];
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1])
        if (!taken(row, column)) bits.push(at(row, column) ^ Number(mask(row, column)));
    }
    upwards = !upwards;
  }
  let read = 0;
  const take = (count: number) => {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1) value = value * 2 + (bits[read++] ?? 0);
    return value;
  };
  // Less than a terminator may be left of the data, before the error correction.
  const end = (QR_DATA[size]?.[format >> 3] ?? 0) * 8;
  const nextMode = () => (end - read < 4 ? 0 : take(4));
  let text = '';
  for (let mode = nextMode(); mode !== 0; mode = nextMode()) {
    if (mode === 2) {
      let count = take(9);
      for (; count > 1; count -= 2) {
        const pair = take(11);
        text += `${ALPHANUMERIC[Math.floor(pair / 45)]}${ALPHANUMERIC[pair % 45]}`;
      }
      if (count === 1) text += ALPHANUMERIC[take(6)];
    } else if (mode === 1) {
      let count = take(10);
      for (; count > 0; count -= 3) {
        const digits = Math.min(3, count);
        text += String(take([0, 4, 7, 10][digits] ?? 0)).padStart(digits, '0');
      }
    } else if (mode === 4) {
      for (let count = take(8); count > 0; count -= 1) text += String.fromCharCode(take(8));
    } else throw new Error(`mode ${mode}`);
  }
  return { text, module };
}
