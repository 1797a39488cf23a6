import type { UseQueryResult } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { allOf, answerOf } from '../../../renderer/api/answers';
import { Failure } from '../../../renderer/api/bridge';

const no = new Failure({ code: 'REQUEST_ERROR', message: 'No' });
const result = (of: Partial<UseQueryResult<number, Failure>>) =>
  answerOf({ data: undefined, error: null, isPlaceholderData: false, ...of } as UseQueryResult<
    number,
    Failure
  >);
const pending = result({});
const former = result({ data: 1, isPlaceholderData: true });
const fresh = result({ data: 2 });
const failed = result({ error: no });
const old = result({ data: 2, error: no });

test('never returns the response to another query', () => {
  expect(pending).toMatchObject({ state: 'pending', data: undefined, former: undefined });
  expect(former).toMatchObject({ state: 'pending', data: undefined, former: 1 });
  expect(fresh).toMatchObject({ state: 'fresh', data: 2, former: undefined });
  expect(failed).toMatchObject({ state: 'failed', data: undefined, former: undefined, error: no });
  expect(old).toMatchObject({ state: 'notRefreshed', data: 2, error: no });
  const idle = answerOf(
    { data: 1, error: null, isPlaceholderData: true } as UseQueryResult<number, Failure>,
    false,
  );
  expect(idle).toMatchObject({ state: 'idle', data: undefined, former: undefined });
});

test('combines several responses once all are there, and fails as soon as one does', () => {
  expect(allOf([fresh, fresh])).toMatchObject({ state: 'fresh', data: [2, 2] });
  expect(allOf([fresh, pending])).toMatchObject({ state: 'pending', data: undefined });
  expect(allOf([fresh, former])).toMatchObject({ state: 'pending', data: undefined, former: [2, 1] });
  expect(allOf([pending, failed])).toMatchObject({ state: 'failed', data: undefined, error: no });
  expect(allOf([fresh, old])).toMatchObject({ state: 'notRefreshed', data: [2, 2], error: no });
});
