import { inflateSync } from 'node:zlib';
import { ALPHABET, plainPicture, SHADES, SIZE } from '../../main/server/areas/access/captchaPicture';

const LETTERS = 4;
/** Every second pixel is read, each way. */
const STEP = 2;
const CELL = { width: SIZE.width / LETTERS / STEP, height: SIZE.height / STEP };

type Cell = readonly boolean[][];

/** Returns the ink of a picture in the format of the captchas' own encoder. */
function inkOf(bytes: Buffer): Cell {
  const parts: Buffer[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const pixels = inflateSync(Buffer.concat(parts));
  const row = SIZE.width / 2 + 1;
  const shade = (x: number, y: number) =>
    ((pixels[y * row + 1 + (x >> 1)] ?? 0) >> (x % 2 === 0 ? 4 : 0)) & 15;
  return Array.from({ length: CELL.height }, (_, y) =>
    Array.from({ length: SIZE.width / STEP }, (_, x) => shade(x * STEP, y * STEP) > SHADES / 2),
  );
}

const cellAt = (ink: Cell, letter: number): Cell =>
  ink.map((row) => row.slice(letter * CELL.width, (letter + 1) * CELL.width));

let shapes: ReadonlyMap<string, Cell> | undefined;
/** Returns the shape of each character in a plain picture. */
const shapesOf = () => {
  shapes ??= new Map(
    ALPHABET.map((letter) => [letter, cellAt(inkOf(plainPicture(letter.repeat(LETTERS))), 0)]),
  );
  return shapes;
};

/** Returns how well a cell covers a shifted shape: the share of their ink that both have. */
function likeness(cell: Cell, shape: Cell, right: number, down: number): number {
  let [both, either] = [0, 0];
  for (let y = 0; y < CELL.height; y += 1)
    for (let x = 0; x < CELL.width; x += 1) {
      const [here, there] = [cell[y]?.[x] === true, shape[y - down]?.[x - right] === true];
      if (here && there) both += 1;
      if (here || there) either += 1;
    }
  return both / either;
}

/**
 * Reads a captcha by the shapes of its characters: those of the app's own API on this machine, which are drawn evenly,
 * are found at their places; `slack` is the number of pixels each way in which a program would search for others.
 */
export function readCaptcha(image: string, slack = 0): string {
  const ink = inkOf(Buffer.from(image.replace(/^data:[^,]*,/, ''), 'base64'));
  const moves = Array.from({ length: slack + 1 }, (_, at) => at - slack / 2);
  return Array.from({ length: LETTERS }, (_, letter) => {
    const cell = cellAt(ink, letter);
    const best = (shape: Cell) =>
      Math.max(...moves.flatMap((right) => moves.map((down) => likeness(cell, shape, right, down))));
    const found = [...shapesOf()].map(([name, shape]) => ({ name, like: best(shape) }));
    return found.reduce((most, one) => (one.like > most.like ? one : most)).name;
  }).join('');
}
