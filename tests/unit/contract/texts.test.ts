import { check } from '@contract/checked';
import { choice, note, text } from '@contract/fields';
import { expect, test } from 'vitest';
import * as z from 'zod';

test.each([
  ['a NUL', 'a\0b'],
  ['half of a pair', 'a\ud83d'],
  ['the other half', '\udea2b'],
])('refuses a text with %s, which no database stores', (_, value) => {
  for (const schema of [text(20), text(20, 'email'), note(20)]) {
    expect(check(schema, value)).toEqual({ ok: false, problems: { '': { code: 'FORMAT' } } });
  }
});

test.each(['易碎 "top"', '\u{1f6a2}', 'one\ntwo\tthree', '\u202eX', 'e\u0301'])(
  'keeps %j unchanged',
  (value) => {
    expect(check(note(20), value)).toEqual({ ok: true, value });
  },
);

test.each([null, undefined])('treats a choice that was not made (%s) as missing, not as wrong', (nothing) => {
  const checked = check(z.strictObject({ mode: choice('mode', ['air', 'sea']) }), { mode: nothing });
  expect(checked).toEqual({ ok: false, problems: { mode: { code: 'REQUIRED' } } });
});
