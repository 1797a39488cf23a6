import { randomBytes, randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/**
 * Characters that cannot be confused with one another, as strokes on a 4 × 6 grid: each string is one line through
 * points of two digits, x then y.
 */
const STROKES: Readonly<Record<string, readonly string[]>> = {
  '2': ['01103041420646'],
  '3': ['0040234445361605'],
  '4': ['36300444'],
  '5': ['400002324345361605'],
  '6': ['4010020516364433130204'],
  '7': ['004016'],
  '8': ['1333424130100112132304051636454433'],
  '9': ['4433130201103041453616'],
  A: ['062046', '1434'],
  C: ['4130100105163645'],
  E: ['40000646', '0333'],
  F: ['400006', '0333'],
  H: ['0006', '4046', '0343'],
  J: ['304045361605'],
  K: ['0006', '400346'],
  L: ['000646'],
  M: ['0600234046'],
  N: ['06004640'],
  P: ['060030414233033303'],
  R: ['060030414233032346'],
  T: ['0040', '2026'],
  U: ['00051636454540'],
  V: ['002640'],
  W: ['0016233640'],
  X: ['0046', '4006'],
  Y: ['002340', '2326'],
  Z: ['00400646'],
};
export const ALPHABET = Object.keys(STROKES);

/** Pixels: twice the size that the sign-in screen shows, for sharp screens. */
export const SIZE = { width: 240, height: 80 } as const;
/** Shades between paper (0) and full ink. */
export const SHADES = 16;
const PAPER = [0xe8, 0xed, 0xf3] as const;
const INK = [0x1f, 0x4b, 0x6e] as const;

type Point = readonly [x: number, y: number];
type Line = readonly Point[];

/** Ink on each pixel, from 0 to 1. */
type Sheet = Float32Array;
const newSheet = (): Sheet => new Float32Array(SIZE.width * SIZE.height);

/** Lines of a character, centred: 4 wide, 6 high. */
const linesOf = (letter: string): Line[] =>
  (STROKES[letter.toUpperCase()] ?? ['0046', '4006']).map((points) =>
    (points.match(/../g) ?? []).map((point): Point => [Number(point[0]) - 2, Number(point[1]) - 3]),
  );

const crossing = (share: number, [ax, ay]: Point, [bx, by]: Point): Point => [
  ax + (bx - ax) * share,
  ay + (by - ay) * share,
];

/** Splits a line into short pieces, so that it can be bent. */
function pieces(line: Line, each: number): Line {
  const [first] = line;
  if (!first) return [];
  const steps = Array.from({ length: each }, (_, step) => (step + 1) / each);
  return [
    first,
    ...line.slice(1).flatMap((end, at) => steps.map((step) => crossing(step, line[at] ?? end, end))),
  ];
}

/** Draws a line on a sheet with darkness `ink`; a negative `ink` erases. */
function stroke(sheet: Sheet, line: Line, width: number, ink: number): void {
  for (let at = 1; at < line.length; at += 1) {
    const [ax, ay] = line[at - 1] ?? [0, 0];
    const [bx, by] = line[at] ?? [0, 0];
    const [dx, dy] = [bx - ax, by - ay];
    const reach = width / 2 + 1;
    const clip = (value: number, most: number) => Math.min(most - 1, Math.max(0, Math.round(value)));
    const [left, right] = [
      clip(Math.min(ax, bx) - reach, SIZE.width),
      clip(Math.max(ax, bx) + reach, SIZE.width),
    ];
    const [top, bottom] = [
      clip(Math.min(ay, by) - reach, SIZE.height),
      clip(Math.max(ay, by) + reach, SIZE.height),
    ];
    for (let y = top; y <= bottom; y += 1)
      for (let x = left; x <= right; x += 1) {
        const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
        const share = Math.min(1, Math.max(0, along));
        const distance = Math.hypot(x - ax - dx * share, y - ay - dy * share);
        const cover = Math.min(1, Math.max(0, width / 2 + 0.5 - distance));
        if (cover === 0) continue;
        const place = y * SIZE.width + x;
        const there = sheet[place] ?? 0;
        sheet[place] = ink > 0 ? Math.max(there, cover * ink) : Math.min(there, 1 + cover * ink);
      }
  }
}

/** Draws the code in even strokes, for the person at the machine itself: nobody else can request it. */
export function plainPicture(code: string): Buffer {
  const sheet = newSheet();
  const each = SIZE.width / code.length;
  [...code].forEach((letter, index) => {
    for (const line of linesOf(letter)) {
      const placed = line.map(([x, y]): Point => [(index + 0.5) * each + x * 8, SIZE.height / 2 + y * 8]);
      stroke(sheet, placed, 5, 1);
    }
  });
  return png(sheet);
}

/** A random number between two. */
const between = (low: number, high: number) => low + ((high - low) * randomInt(1_000_001)) / 1_000_000;

/** Bends the sheet like cloth in the wind, by random waves. */
function bend(): (point: Point) => Point {
  const waves = Array.from({ length: 4 }, () => ({
    length: between(70, 150),
    phase: between(0, 2 * Math.PI),
    lift: between(1, 2.4),
  }));
  const sway = (at: number, from: number) =>
    waves
      .slice(from, from + 2)
      .reduce(
        (sum, { length, phase, lift }) => sum + lift * Math.sin((2 * Math.PI * at) / length + phase),
        0,
      );
  return ([x, y]) => [x + sway(y * 1.7, 0), y + sway(x, 2)];
}

/** A random curve from one side to the other. */
function curve(from: Point, to: Point): Line {
  const [first, second]: [Point, Point] = [
    crossing(between(0.2, 0.4), from, to),
    crossing(between(0.6, 0.8), from, to),
  ];
  const pulled = ([x, y]: Point): Point => [x + between(-20, 20), y + between(-26, 26)];
  const [a, b] = [pulled(first), pulled(second)];
  return Array.from({ length: 33 }, (_, step) => {
    const t = step / 32;
    const [p, q, r] = [crossing(t, from, a), crossing(t, a, b), crossing(t, b, to)];
    return crossing(t, crossing(t, p, q), crossing(t, q, r));
  });
}

/**
 * Draws the code so that people can read it and programs hardly: each character turned, leaning and of its own size,
 * touching its neighbours, all of it bent; curves of the same ink run through it and others cut it, so that no stroke
 * is whole, and the paper has random grey.
 */
export function crookedPicture(code: string): Buffer {
  const sheet = newSheet();
  const bent = bend();
  const each = (SIZE.width - 34) / code.length;
  [...code].forEach((letter, index) => {
    const angle = between(-0.26, 0.26);
    const [sine, cosine, lean] = [Math.sin(angle), Math.cos(angle), between(-0.25, 0.25)];
    const [wide, high] = [between(9.5, 12), between(8.4, 10)];
    const [left, top] = [17 + (index + 0.5) * each + between(-4, 4), SIZE.height / 2 + between(-6, 6)];
    const width = between(5, 6.4);
    for (const line of linesOf(letter)) {
      const placed = line.map(([x, y]): Point => {
        const [across, down] = [(x + lean * y) * wide + between(-1.3, 1.3), y * high + between(-1.3, 1.3)];
        return [left + across * cosine - down * sine, top + across * sine + down * cosine];
      });
      stroke(sheet, pieces(placed, 8).map(bent), width, 1);
    }
  });
  const side = (): [Point, Point] => [
    [-4, between(8, SIZE.height - 8)],
    [SIZE.width + 4, between(8, SIZE.height - 8)],
  ];
  for (let n = 0; n < 2; n += 1) stroke(sheet, curve(...side()), between(1.4, 2), -1);
  for (let n = 0; n < 2; n += 1) stroke(sheet, curve(...side()), between(2, 3), between(0.7, 1));
  for (let n = 0; n < 4; n += 1) {
    const from: Point = [between(0, SIZE.width), between(0, SIZE.height)];
    const to: Point = [from[0] + between(-24, 24), from[1] + between(-20, 20)];
    stroke(sheet, curve(from, to), between(2, 3.4), between(0.5, 0.9));
  }
  const [shade, slope] = [between(0, 0.08), between(-0.1, 0.1)];
  const [paper, pen] = [randomBytes(sheet.length), randomBytes(sheet.length)];
  return png(
    sheet.map((ink, at) => {
      const ground = shade + slope * ((at % SIZE.width) / SIZE.width) + ((paper[at] ?? 0) / 255) * 0.2;
      return Math.max(0, ground) * (1 - ink) + ink * (0.72 + ((pen[at] ?? 0) / 255) * 0.28);
    }),
  );
}

/** A sheet as a PNG of four bits a pixel, its shades in a palette. */
function png(sheet: Sheet): Buffer {
  const row = SIZE.width / 2;
  const pixels = Buffer.alloc((row + 1) * SIZE.height);
  sheet.forEach((ink, at) => {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
    const shade = Math.min(SHADES - 1, Math.max(0, Math.round(ink * (SHADES - 1))));
    const place = y * (row + 1) + 1 + (x >> 1);
    pixels[place] = (pixels[place] ?? 0) | (x % 2 === 0 ? shade << 4 : shade);
  });
  const palette = Array.from({ length: SHADES }, (_, shade) =>
    PAPER.map((paper, at) => Math.round(paper + (((INK[at] ?? 0) - paper) * shade) / (SHADES - 1))),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE.width, 0);
  header.writeUInt32BE(SIZE.height, 4);
  // Four bits a pixel, of a palette (3).
  header.set([4, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
