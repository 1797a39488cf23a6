import { extended, object, strictObject } from '@contract/shape';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

describe('the schema of an object', () => {
  test('makes its fields when it is first used, and once', () => {
    let made = 0;
    const row = object(() => {
      made += 1;
      return { id: z.int(), name: z.string().nullable() };
    });
    const more = extended(row, () => ({ name: z.string(), at: z.string() }));
    expect(made).toBe(0);
    expect(more.parse({ id: 1, name: 'a', at: 'b' })).toEqual({ id: 1, name: 'a', at: 'b' });
    expect(row.parse({ id: 1, name: null })).toEqual({ id: 1, name: null });
    expect(Object.keys(row.shape)).toEqual(['id', 'name']);
    expect(row.shape.id).toBe(row.shape.id);
    expect(made).toBe(1);
    // An added field replaces the existing one.
    expect(more.safeParse({ id: 1, name: null, at: 'b' }).success).toBe(false);
  });

  test('ignores unknown fields, or refuses them', () => {
    const loose = object(() => ({ id: z.int() }));
    const strict = strictObject(() => ({ id: z.int() }));
    expect(loose.parse({ id: 1, other: 2 })).toEqual({ id: 1 });
    expect(strict.safeParse({ id: 1, other: 2 }).error?.issues[0]?.code).toBe('unrecognized_keys');
    expect(extended(strict, () => ({ at: z.string() })).safeParse({ id: 1, at: '', other: 2 }).success).toBe(
      false,
    );
    expect(extended(loose, () => ({ at: z.string() })).parse({ id: 1, at: '', other: 2 })).toEqual({
      id: 1,
      at: '',
    });
  });

  test('can be picked from, made optional and described as JSON schema', () => {
    const row = strictObject(() => ({ id: z.int(), name: z.string() }));
    expect(row.pick({ id: true }).parse({ id: 1 })).toEqual({ id: 1 });
    expect(row.partial().parse({})).toEqual({});
    expect(z.toJSONSchema(row)).toMatchObject({ required: ['id', 'name'], additionalProperties: false });
  });
});
