import { kept } from '@contract/kept';
import { expect, test } from 'vitest';

const nested = (levels: number): unknown => {
  let value: unknown = 'typed';
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { value };
  return value;
};

test('accepts stored page state nested a hundred levels deep, and no deeper', () => {
  expect(kept.safeParse(nested(100)).success).toBe(true);
  expect(kept.safeParse(nested(101)).success).toBe(false);
  expect(kept.safeParse(nested(10_000)).success).toBe(false);
});

test('visits a shared value once a level, and refuses a cyclic one', () => {
  let shared: unknown = { value: 'typed' };
  // Walked path by path, there would be 2 to the power of 90 of them.
  for (let level = 0; level < 90; level += 1) shared = { left: shared, right: shared };
  expect(kept.safeParse(shared).success).toBe(true);

  const ring: Record<string, unknown> = { value: 1 };
  ring.self = ring;
  ring.list = [ring];
  expect(kept.safeParse(ring).success).toBe(false);
});
