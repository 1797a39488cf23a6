import { resources } from '@contract/index';
import { LANGUAGES } from '@contract/limits';
import { fill, words } from '@contract/words';
import { describe, expect, test } from 'vitest';

test('a placeholder without a value stays visible', () => {
  expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
});

describe.each(LANGUAGES)('in %s', (language) => {
  const labels: Readonly<Record<string, string>> = words[language].fields;

  test.each(Object.values(resources).map(({ name, row }) => ({ name: name as string, row })))(
    'every field of $name has a name',
    ({ name, row }) => {
      const unnamed = Object.keys(row.shape).filter(
        (field) => !(`${name}_${field}` in labels || field in labels),
      );
      expect(unnamed).toEqual([]);
    },
  );
});
