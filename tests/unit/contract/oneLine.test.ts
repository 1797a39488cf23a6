import { check } from '@contract/checked';
import { note, placeName, text } from '@contract/fields';
import { mailRow } from '@contract/mail/mail';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';

const read = (schema: z.ZodType, value: string) => {
  const found = check(schema, value);
  return found.ok ? found.value : found.problems[''];
};

describe.each([
  ['a text', text(60)],
  ['a part of an address', placeName(60, 'city')],
  ['the subject of a mail', mailRow.shape.subject],
])('the one-line text %s', (_, field) => {
  test.each([
    ['Green Panda\r\nBcc: all@example.com', 'Green Panda Bcc: all@example.com'],
    ['Kade 1 \n\n  Schiphol', 'Kade 1 Schiphol'],
    ['one\ttwo\u2028three\u0085four', 'one two three four'],
    ['\n货运\n', '货运'],
    ['two  blanks', 'two  blanks'],
  ])('is stored from %j in one line', (typed, line) => {
    expect(read(field, typed)).toBe(line);
  });

  test.each(['\u001b[2J', 'a\bb', '\u0000', '\u009b31m'])('refuses %j', (typed) => {
    expect(read(field, `x${typed}x`)).toMatchObject({ code: 'FORMAT' });
  });

  test('is refused when it contains only line breaks', () => {
    expect(check(field, '\r\n\t').ok).toBe(false);
  });
});

test('keeps several lines as they are', () => {
  expect(read(note(60), 'one\r\n\ttwo')).toBe('one\r\n\ttwo');
});

test('takes time in proportion to the length of a text of spaces', () => {
  const startedAt = performance.now();
  check(text(60), `${' '.repeat(1_000_000)}\n${' '.repeat(1_000_000)}`);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
