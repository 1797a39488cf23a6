/** A colour in JPEG's form: brightness from 0 to 255, and two colour differences around 128. */
type Colour = readonly [y: number, cb: number, cr: number];

/** Lengths and values of the standard Huffman table for differences of brightness (ITU-T T.81, annex K). */
const DC_COUNTS = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
const DC_VALUES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
/** The only other symbol written is "end of block", as the single code 0. */
const AC_COUNTS = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const AC_VALUES = [0];
/** With every step of quantisation 8, the mean of a block is stored as it is. */
const STEP = 8;

const codes = codesOf(DC_COUNTS);

function codesOf(counts: readonly number[]): readonly { code: number; length: number }[] {
  const made: { code: number; length: number }[] = [];
  let code = 0;
  counts.forEach((count, index) => {
    for (let n = 0; n < count; n++) {
      made.push({ code, length: index + 1 });
      code += 1;
    }
    code *= 2;
  });
  return made;
}

const segment = (marker: number, bytes: readonly number[]): number[] => [
  0xff,
  marker,
  (bytes.length + 2) >> 8,
  (bytes.length + 2) & 0xff,
  ...bytes,
];

/** Encodes plain squares of 8 by 8 pixels as a baseline JPEG. `colourAt` returns the colour of each. */
function mosaicJpeg(
  columns: number,
  rows: number,
  colourAt: (column: number, row: number) => Colour,
): Uint8Array {
  const [width, height] = [columns * 8, rows * 8];
  const header = [
    0xff,
    0xd8,
    ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...new Array<number>(64).fill(STEP)]),
    ...segment(0xc0, [
      8,
      height >> 8,
      height & 0xff,
      width >> 8,
      width & 0xff,
      3,
      1,
      0x11,
      0,
      2,
      0x11,
      0,
      3,
      0x11,
      0,
    ]),
    ...segment(0xc4, [0x00, ...DC_COUNTS, ...DC_VALUES]),
    ...segment(0xc4, [0x10, ...AC_COUNTS, ...AC_VALUES]),
    ...segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
  ];
  return Uint8Array.from([...header, ...scan(columns, rows, colourAt), 0xff, 0xd9]);
}

function scan(columns: number, rows: number, colourAt: (column: number, row: number) => Colour): number[] {
  const bytes: number[] = [];
  let buffer = 0;
  let filled = 0;
  const write = (code: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) {
      buffer = buffer * 2 + ((code >> bit) & 1);
      filled += 1;
      if (filled < 8) continue;
      bytes.push(buffer);
      // In the data FF is followed by 00, or it would be a marker.
      if (buffer === 0xff) bytes.push(0);
      buffer = 0;
      filled = 0;
    }
  };
  const before = [0, 0, 0];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      colourAt(column, row).forEach((value, component) => {
        const mean = Math.round(value) - 128;
        const difference = mean - (before[component] ?? 0);
        before[component] = mean;
        const size = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1;
        const { code, length } = codes[size] ?? { code: 0, length: 0 };
        write(code, length);
        if (size > 0) write(difference > 0 ? difference : difference + 2 ** size - 1, size);
        write(0, 1);
      });
    }
  }
  write(0x7f, 7);
  return bytes;
}

const WALL: Colour = [168, 128, 128];
const FLOOR: Colour = [96, 128, 128];
const CARTON: Colour = [142, 104, 148];
const EDGE: Colour = [104, 108, 146];
const TAPE: Colour = [206, 120, 132];
const LABEL: Colour = [236, 128, 128];

/** Draws a simple portrait; `kind` selects the colours of hair and pullover. */
export function portrait(kind: number): Uint8Array {
  const skin: Colour = [[196, 112, 146] as const, [168, 110, 148] as const][kind % 2] ?? LABEL;
  const hair: Colour =
    [[40, 128, 128] as const, [96, 108, 146] as const, [150, 100, 140] as const][kind % 3] ?? EDGE;
  const pullover: Colour =
    [[90, 160, 110] as const, [110, 108, 160] as const, [120, 110, 110] as const][kind % 3] ?? EDGE;
  return mosaicJpeg(24, 24, (column, row) => {
    const [x, y] = [column - 11.5, row - 10];
    if (x * x + y * y * 0.8 < 26) return y < -2.5 ? hair : skin;
    if (x * x + (y + 1) * (y + 1) < 40 && y < 3) return hair;
    if (row > 15 && Math.abs(x) < 3 + (row - 14)) return row < 17 && Math.abs(x) < 2 ? skin : pullover;
    return [214, 132, 124];
  });
}

/** Draws a simple photo of so many cartons on a pallet. */
export function cartonPhoto(cartons: number): Uint8Array {
  const across = Math.min(4, Math.max(2, cartons));
  return mosaicJpeg(40, 30, (column, row) => {
    if (row >= 25) return row === 25 ? EDGE : FLOOR;
    const left = 20 - across * 4;
    const inStack = column >= left && column < left + across * 8 && row >= 7;
    if (!inStack) return WALL;
    const [x, y] = [(column - left) % 8, (row - 7) % 6];
    if (x === 0 || y === 0) return EDGE;
    if (x === 4) return TAPE;
    if (x >= 5 && x <= 6 && y >= 2 && y <= 3) return LABEL;
    return CARTON;
  });
}
