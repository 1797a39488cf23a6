import { readFileSync } from 'node:fs';
import { asError, caughtFacts } from '@contract/failure';
import { isOneOf } from '@contract/names';
import { describe, expect, test } from 'vitest';

describe('the facts of a caught value', () => {
  test('are those of a system error', () => {
    try {
      readFileSync('/no/such/place');
      expect.unreachable();
    } catch (error) {
      expect(caughtFacts(error)).toMatchObject({ name: 'Error', code: 'ENOENT', syscall: 'open' });
      expect(caughtFacts(error).message).toMatch(/^ENOENT: /);
    }
  });

  test('are read from an object that is no error', () => {
    expect(caughtFacts({ code: '23503', errcode: 787, response: '550 no' })).toEqual({
      ...{ name: undefined, message: '', syscall: undefined },
      ...{ code: '23503', errcode: 787, response: '550 no' },
    });
  });

  test('leave out values of another type', () => {
    // The code of a DOMException is a number.
    const aborted = new DOMException('stopped', 'AbortError');
    expect(caughtFacts(aborted)).toMatchObject({ name: 'AbortError', code: undefined });
    expect(caughtFacts({ errcode: '787', message: 7, name: null, syscall: {}, response: [] })).toEqual({
      ...{ name: undefined, message: '', code: undefined },
      ...{ errcode: undefined, syscall: undefined, response: undefined },
    });
  });

  test.each([undefined, null, 'text', 7])('are none where %s was thrown', (thrown) =>
    expect(caughtFacts(thrown)).toMatchObject({ message: '', code: undefined, errcode: undefined }),
  );
});

describe('a caught value as an error', () => {
  test('is the same error', () => {
    const error = new RangeError('too long');
    expect(asError(error)).toBe(error);
  });

  test.each([
    ['text', 'text'],
    [undefined, 'undefined'],
    [7, '7'],
  ])('has %s as its message', (thrown, message) => {
    expect(asError(thrown)).toBeInstanceOf(Error);
    expect(asError(thrown).message).toBe(message);
  });
});

test('a value is one of a list only if the list has it', () => {
  const modes = ['air', 'sea'] as const;
  expect(isOneOf(modes, 'sea')).toBe(true);
  for (const other of ['Sea', '', 'toString', 0, undefined, null]) expect(isOneOf(modes, other)).toBe(false);
});
