import { fill } from '@contract/words';
import { expect, test } from 'vitest';

test('a placeholder without a value stays visible', () => {
  expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
});
