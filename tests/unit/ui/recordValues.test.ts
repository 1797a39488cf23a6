import { UNREAD } from '@contract/lenient';
import { describe, expect, test } from 'vitest';
import {
  conflictOf,
  parsedValues,
  readable,
  recordValues,
  toSend,
} from '../../../renderer/resource/recordValues';

const BILL = {
  ...{ id: 7, version: 3, remarks: 'old', packageCount: null, destinationId: null },
  [UNREAD]: { packageCount: '300', stage: 'unheard of' },
};
const FIELDS = ['remarks', 'packageCount', 'destinationId', 'markId'];
const base = recordValues(BILL, FIELDS);
const values = parsedValues(base);

describe('a form that changes a record', () => {
  test('starts with the values of the record', () => {
    expect(values).toEqual({
      ...{ remarks: 'old', packageCount: '300', destinationId: null, markId: null, version: 3 },
    });
    expect(readable(base, values).packageCount).toBeNull();
  });

  test('sends changed fields and the version, nothing else', () => {
    expect(toSend(base, { ...values, remarks: 'new' })).toEqual({ remarks: 'new', version: 3 });
    expect(toSend(base, { ...values, packageCount: 300 })).toEqual({ packageCount: 300, version: 3 });
    expect(toSend(base, values)).toEqual({ version: 3 });
  });

  test('sends no version when the server gave none, and an unusual one unchanged', () => {
    const without = recordValues({ remarks: 'old', version: null }, FIELDS);
    expect(toSend(without, { ...parsedValues(without), remarks: 'new' })).toEqual({ remarks: 'new' });
    const text = recordValues({ remarks: 'old', version: null, [UNREAD]: { version: 'W/"3"' } }, FIELDS);
    expect(toSend(text, { ...parsedValues(text), remarks: 'new' })).toEqual({
      remarks: 'new',
      version: 'W/"3"',
    });
  });

  test('sends all fields of a new record', () => {
    const fresh = { remarks: null, packageCount: 1 };
    expect(toSend(fresh, fresh)).toEqual(fresh);
  });
});

describe('a record that someone else changed', () => {
  test('is merged field by field, with unexpected values unchanged', () => {
    const mine = { ...values, remarks: 'mine' };
    const current = { version: 4, remarks: 'old', destinationId: 9, [UNREAD]: { packageCount: '301' } };
    const found = conflictOf(base, mine, current);
    expect(found.fields).toEqual([]);
    expect(found.taken).toEqual(['packageCount', 'destinationId']);
    expect(toSend(found.theirs, found.mine)).toEqual({ remarks: 'mine', version: 4 });
  });

  test('keeps fields missing from the response', () => {
    const found = conflictOf(
      { ...base, markId: 5 },
      { ...values, markId: 5, remarks: 'mine' },
      { version: 4 },
    );
    expect(found.taken).toEqual([]);
    expect(toSend(found.theirs, found.mine)).toEqual({ remarks: 'mine', version: 4 });
  });
});
