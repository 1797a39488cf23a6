import { constants, inflateSync } from 'node:zlib';

/*
 * Pictures that documents can show. The library that draws them fails late for a broken one, when nobody is there to be
 * told; so a picture is looked at as a whole when it is received.
 */

/** Pixels of a side at most. */
export const MAX_SIDE = 2000;

const isSide = (pixels: number): boolean => pixels > 0 && pixels <= MAX_SIDE;

/** Samples of a pixel by the colour type of a PNG (PNG specification, 11.2.1). */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** True for a PNG that is whole, without interlacing, of eight bits or fewer for a sample. */
function isWholePng(bytes: Buffer): boolean {
  const data: Buffer[] = [];
  let head: Buffer | undefined;
  let hasPalette = false;
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (content.length < length) return false;
    if (type === 'IHDR') head = content;
    if (type === 'PLTE') hasPalette = length > 0 && length <= 768 && length % 3 === 0;
    if (type === 'IDAT') data.push(content);
    if (type === 'IEND') break;
    at += 12 + length;
  }
  if (head?.length !== 13) return false;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [bits = 0, colours = 0, compression, filter, interlace] = head.subarray(8);
  const samples = SAMPLES[colours];
  if (!isSide(width) || !isSide(height) || !samples || bits > 8) return false;
  if (compression !== 0 || filter !== 0 || interlace !== 0 || (colours === 3 && !hasPalette)) return false;
  const row = 1 + Math.ceil((width * samples * bits) / 8);
  try {
    const pixels = inflateSync(Buffer.concat(data), {
      maxOutputLength: row * height + 1,
      finishFlush: constants.Z_FINISH,
    });
    if (pixels.length !== row * height) return false;
    // Each row begins with its filter, one of five.
    for (let at = 0; at < pixels.length; at += row) if ((pixels[at] ?? 5) > 4) return false;
    return true;
  } catch {
    return false;
  }
}

/** Markers of a JPEG that begin its frame (ITU-T T.81, table B.1): baseline, extended, progressive. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);

/** True for a JPEG that is grey or of three colours: four inks have no place in an archived document. */
function isJpeg(bytes: Buffer): boolean {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return false;
    const marker = bytes[at + 1] ?? 0;
    if (FRAMES.has(marker)) {
      const [height, width, samples] = [
        bytes.readUInt16BE(at + 5),
        bytes.readUInt16BE(at + 7),
        bytes[at + 9],
      ];
      const isClosed = bytes.lastIndexOf(Buffer.from('ffd9', 'hex')) > at;
      return (
        bytes[at + 4] === 8 && isSide(width) && isSide(height) && (samples === 1 || samples === 3) && isClosed
      );
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** True if documents can show a picture: a PNG or a JPEG, whole, and of at most {@link MAX_SIDE} pixels a side. */
export function isDrawable(bytes: Buffer): boolean {
  if (bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return isWholePng(bytes);
  return bytes.length > 2 && bytes.readUInt16BE(0) === 0xffd8 && isJpeg(bytes);
}
