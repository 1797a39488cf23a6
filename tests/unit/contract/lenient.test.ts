import { type FieldKind, type FieldMeta, findMeta, metaOf, unwrap } from '@contract/fields';
import { allEndpoints } from '@contract/index';
import { readLeniently, UNREAD, unreadOf } from '@contract/lenient';
import { pageOf } from '@contract/paging';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

type Values = Record<string, unknown>;

/** A value of the wrong type for each kind: text for numbers, numbers for text, an object where neither is wrong. */
const FOREIGN: Record<FieldKind, unknown> = {
  ...{ id: { of: 7 }, ref: { of: 7 }, refs: 'EU', text: 42, note: 42, code: 42, codes: 'A, B' },
  ...{ choice: 'unheard of', state: 'unheard of', flag: 'yes', count: '300', size: '1 MB' },
  ...{ weight: '12,5', volume: '12,5', decimal: '12,5', money: 12.5, fixed: 12.5 },
  ...{ date: '24.11.2026', dateTime: '24.11.2026 20:50', table: 'none', block: 'none' },
  ...{ approvalSteps: 'none', chargeSteps: 'none', lines: 'none', totals: 'none', json: undefined },
};
const NOTHING: readonly unknown[] = [null, '', [], {}];
const isNothing = (value: unknown, schema: z.ZodType) =>
  schema instanceof z.ZodObject || NOTHING.some((one) => JSON.stringify(one) === JSON.stringify(value));

/** Returns every record in a response, by its path. */
function records(): [string, z.ZodObject][] {
  const found = new Map<z.ZodObject, string>();
  const visit = (schema: z.ZodType, path: string) => {
    const { inner } = unwrap(schema);
    if (findMeta(inner)) return;
    if (inner instanceof z.ZodArray) return visit(inner.element as z.ZodType, `${path}[]`);
    if (!(inner instanceof z.ZodObject) || found.has(inner)) return;
    found.set(inner, path);
    for (const [name, field] of Object.entries(inner.shape)) visit(field as z.ZodType, `${path}.${name}`);
  };
  for (const { name, found: call } of allEndpoints()) if (call.kind !== 'blob') visit(call.answer, name);
  return [...found].map(([schema, path]) => [path, schema]);
}

const RECORDS = records();
const fieldsOf = (schema: z.ZodObject) =>
  Object.entries(schema.shape).filter(([, field]) => findMeta(field as z.ZodType)) as [string, z.ZodType][];

describe('a field with an unexpected value', () => {
  test('stays unchanged in every record of a response', () => {
    let tried = 0;
    for (const [path, schema] of RECORDS)
      for (const [name, field] of fieldsOf(schema)) {
        const came = FOREIGN[metaOf(field).kind];
        if (came === undefined) continue;
        const reports: string[] = [];
        const read = readLeniently(schema, { [name]: came }, (one) => reports.push(one)).data as Values;
        const { inner } = unwrap(field);
        expect([path, name, unreadOf(read)]).toEqual([path, name, { [name]: came }]);
        expect(isNothing(read[name], inner), `${path}.${name} is ${JSON.stringify(read[name])}`).toBe(true);
        expect(reports, `${path}.${name}`).toContain(name);
        tried += 1;
      }
    expect(tried).toBeGreaterThan(2000);
  });

  test('is neither zero nor false when it is missing', () => {
    for (const [path, schema] of RECORDS) {
      const read = readLeniently(schema, {}, () => undefined).data as Values;
      expect(UNREAD in read, path).toBe(false);
      for (const [name, field] of fieldsOf(schema))
        expect(isNothing(read[name], unwrap(field).inner), `${path}.${name}`).toBe(true);
    }
  });

  test('leaves other fields and records unchanged', () => {
    const schema = z.array(z.object({ id: z.int(), count: z.number(), text: z.string() }));
    const rows = [
      { id: 1, count: 'three', text: 'a' },
      { id: 2, count: 3, text: 'b' },
    ];
    expect(readLeniently(schema, rows, () => undefined).data).toEqual([
      { id: 1, count: null, text: 'a', [UNREAD]: { count: 'three' } },
      { id: 2, count: 3, text: 'b' },
    ]);
  });
});

/** Values that a person could not type, but a server may send. */
const AS_THEY_CAME: Partial<Record<FieldKind, (meta: FieldMeta) => readonly unknown[]>> = {
  id: () => [104, '104', '0190f6a2-3b7c-7d4e-9a10-5c6f7e8d9b01'],
  ref: () => [104, '104', '0190f6a2-3b7c-7d4e-9a10-5c6f7e8d9b01'],
  refs: () => [['104', 7]],
  text: () => [' spaced ', 'x'.repeat(5000)],
  code: () => ['501-60063287', 'no check digit', 'lower'],
  codes: () => [['not a code']],
  count: () => [-4, 5_000_000_000],
  weight: () => [-12.5, 5e9],
  money: () => ['123456789012345.50'],
};

test('accepts a value of its kind, whatever its format', () => {
  let tried = 0;
  for (const [path, schema] of RECORDS)
    for (const [name, field] of fieldsOf(schema))
      for (const came of AS_THEY_CAME[metaOf(field).kind]?.(metaOf(field)) ?? []) {
        const read = readLeniently(schema, { [name]: came }, () => undefined).data as Values;
        expect([path, name, read[name], UNREAD in read]).toEqual([path, name, came, false]);
        tried += 1;
      }
  expect(tried).toBeGreaterThan(2000);
});

test('refuses a response of another shape, and a page without its rows or their number', () => {
  const page = z.object({ list: z.array(z.object({ id: z.int() })), total: z.int() });
  const isBroken = (schema: z.ZodType, value: unknown) =>
    readLeniently(schema, value, () => undefined).broken;
  expect(isBroken(page, { list: [{ id: 1 }], total: 1 })).toBe(false);
  for (const value of [
    null,
    [],
    'none',
    { total: 1 },
    { list: 'none', total: 1 },
    { list: [], total: 'many' },
  ])
    expect([value, isBroken(page, value)]).toEqual([value, true]);
  expect(isBroken(z.array(page), { list: [] })).toBe(true);
  expect(isBroken(z.null(), { done: true })).toBe(false);
});

test('counts all rows of a page that does not say if its total is capped', () => {
  const page = pageOf(z.object({ id: z.int() }));
  const { data, broken } = readLeniently(page, { list: [{ id: 1 }], total: 1 }, () => undefined);
  expect(broken).toBe(false);
  expect(data).toMatchObject({ total: 1, totalCapped: false, next: null });
});
