import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named) >>> 0);
  return Buffer.concat([size, named, sum]);
}

/** A PNG of one colour; four samples of a pixel give it transparency. */
export function pngOf(
  width: number,
  height: number,
  colour: readonly number[] = [20, 90, 200],
  { interlace = 0, rows = height }: { readonly interlace?: number; readonly rows?: number } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, colour.length === 4 ? 6 : 2, 0, 0, interlace], 8);
  const row = Buffer.concat([Buffer.of(0), ...Array(width).fill(Buffer.from(colour))]);
  const data = deflateSync(Buffer.concat(Array(rows).fill(row)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))],
  ]);
}
