import { check, choice, note, text } from '@contract/fields';
import { expect, test } from 'vitest';
import * as z from 'zod';

test.each([
  ['a NUL', 'a\0b'],
  ['half of a pair', 'a\ud83d'],
  ['the other half', '\udea2b'],
])('a text with %s is refused, since no database keeps it', (_, value) => {
  for (const schema of [text(20), text(20, 'email'), note(20)]) {
    expect(check(schema, value)).toEqual({ ok: false, problems: { '': { code: 'FORMAT' } } });
  }
});

test.each(['易碎 "top"', '\u{1f6a2}', 'one\ntwo\tthree', '\u202eX', 'e\u0301'])(
  '%j is kept as it is',
  (value) => {
    expect(check(note(20), value)).toEqual({ ok: true, value });
  },
);

test.each([null, undefined])('a choice that was not made (%s) is missing, and not wrong', (nothing) => {
  const checked = check(z.strictObject({ mode: choice('mode', ['air', 'sea']) }), { mode: nothing });
  expect(checked).toEqual({ ok: false, problems: { mode: { code: 'REQUIRED' } } });
});
