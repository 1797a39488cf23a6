import { check } from '@contract/checked';
import { desktop } from '@contract/desktop';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { CallError } from '../../../main/transport/callError';
import { checkInput } from '../../../main/transport/checkCall';

const schema = z.strictObject({ id: z.string().optional() });
const refusal = (input: unknown): CallError => {
  try {
    checkInput(schema, input, 'en');
  } catch (error) {
    if (error instanceof CallError) return error;
  }
  throw new Error('not refused');
};

test.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', 'more'])(
  'names an unknown field called %s in the refusal',
  (name) => {
    const input: unknown = JSON.parse(`{"${name}":1}`);
    const checked = check(schema, input);
    expect(checked.ok ? [] : Object.keys(checked.problems)).toEqual([name]);
    const { error } = refusal(input);
    expect(error.message).toContain(name);
    expect(Object.keys(error.fields ?? {})).toEqual([name]);
    expect(({} as Record<string, unknown>).isSuper).toBeUndefined();
  },
);

test('keeps a message short for thousands of unknown fields, or a very long one', () => {
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`field${at}`, 1]));
  expect(refusal(many).error.message.length).toBeLessThan(200);
  const { error } = refusal({ ['x'.repeat(100_000)]: 1 });
  expect(JSON.stringify(error).length).toBeLessThan(400);
});

test('refuses to store a draft that nests without end', () => {
  const nested = (depth: number) => {
    let value: unknown = 'x';
    for (let n = 0; n < depth; n += 1) value = n % 2 ? [value] : { a: value };
    return value;
  };
  const ring: Record<string, unknown> = {};
  ring.self = ring;
  const takes = (value: unknown) => check(desktop.drafts.save.input, { key: 'form:bill', value }).ok;
  expect([undefined, { lines: [{ name: 'x' }] }, nested(100)].map(takes)).toEqual([true, true, true]);
  expect([nested(102), nested(900), nested(100_000), ring].map(takes)).toEqual([false, false, false, false]);
});
