import { expect, test } from 'vitest';
import { isDrawable, MAX_SIDE } from '../../../main/server/areas/documents/picture';
import { pngOf } from '../../support/pictures';

/** The beginning of a JPEG with a frame, and its end. */
const jpegOf = (samples: number, bits = 8, width = 10) =>
  Buffer.concat([
    Buffer.from('ffd8ffe000044a46', 'hex'),
    Buffer.from([0xff, 0xc0, 0, 8 + 3 * samples, bits, 0, 10, width >> 8, width & 0xff, samples]),
    Buffer.alloc(3 * samples),
    Buffer.from('ffd9', 'hex'),
  ]);

test('a whole PNG and a JPEG of one or three colours can be drawn', () => {
  expect([pngOf(3, 2), pngOf(3, 2, [1, 2, 3, 4]), jpegOf(1), jpegOf(3)].map(isDrawable)).toEqual(
    Array(4).fill(true),
  );
});

test.each([
  ['a PNG cut short', pngOf(30, 20).subarray(0, 40)],
  ['a PNG with fewer rows than it says', pngOf(4, 4, [1, 2, 3], { rows: 3 })],
  ['a PNG with more rows than it says', pngOf(4, 4, [1, 2, 3], { rows: 5 })],
  ['an interlaced PNG', pngOf(4, 4, [1, 2, 3], { interlace: 1 })],
  ['a PNG that is too wide', pngOf(MAX_SIDE + 1, 1)],
  ['a PNG that unpacks to far more than it says', pngOf(4, 4, [0, 0, 0], { rows: 2_000_000 })],
  ['a JPEG of four inks', jpegOf(4)],
  ['a JPEG of twelve bits', jpegOf(3, 12)],
  ['a JPEG that is too wide', jpegOf(3, 8, MAX_SIDE + 1)],
  ['a JPEG without an end', jpegOf(3).subarray(0, -2)],
  ['a JPEG without a frame', Buffer.from('ffd8ffd9', 'hex')],
  ['another file', Buffer.from('GIF89a')],
  ['an empty file', Buffer.alloc(0)],
])('%s cannot', (_, bytes) => {
  expect(isDrawable(bytes)).toBe(false);
});
