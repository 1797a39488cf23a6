import fc from 'fast-check';
import { expect, test } from 'vitest';
import { middleOf, moved, sized, sizesOf } from '../../../renderer/ui/cutSquare';

const frames = fc.record({
  width: fc.integer({ min: 1, max: 12_000 }),
  height: fc.integer({ min: 1, max: 12_000 }),
});
const steps = fc.array(
  fc.oneof(
    fc.record({
      right: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
      down: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
    }),
    fc.record({ size: fc.double({ min: 0, max: 1e5, noNaN: true }) }),
  ),
  { maxLength: 20 },
);

test('keeps the square in whole pixels inside its picture, however it is moved and sized', () => {
  fc.assert(
    fc.property(frames, steps, (frame, taken) => {
      let square = middleOf(frame);
      for (const step of taken) {
        square =
          'size' in step ? sized(frame, square, step.size) : moved(frame, square, step.right, step.down);
        const { x, y, size } = square;
        const { least, most } = sizesOf(frame);
        expect([x, y, size].every(Number.isInteger)).toBe(true);
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(x + size).toBeLessThanOrEqual(frame.width);
        expect(y + size).toBeLessThanOrEqual(frame.height);
        expect(size).toBeGreaterThanOrEqual(least);
        expect(size).toBeLessThanOrEqual(most);
      }
    }),
  );
});

test('starts with the largest square in the middle, and grows about its middle', () => {
  const frame = { width: 800, height: 600 };
  expect(middleOf(frame)).toEqual({ x: 100, y: 0, size: 600 });
  expect(sized(frame, middleOf(frame), 200)).toEqual({ x: 300, y: 200, size: 200 });
  expect(sized(frame, { x: 0, y: 0, size: 100 }, 300)).toEqual({ x: 0, y: 0, size: 300 });
  expect(moved(frame, { x: 300, y: 200, size: 200 }, 20, -900)).toEqual({ x: 320, y: 0, size: 200 });
});
