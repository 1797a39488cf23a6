import { explain, problem } from '@contract/errors';
import { LANGUAGES } from '@contract/limits';
import i18next from 'i18next';
import { expect, test, vi } from 'vitest';
import { failureOf } from '../../../renderer/api/bridge';
import { client } from '../../../renderer/api/client';

test.each(LANGUAGES)('refuses a large response that is cut off, in %s', async (language) => {
  await i18next.init({ lng: language });
  const data = { list: [], total: 0, totalCapped: false, next: null };
  const whole = JSON.stringify({ ret: true, msg: '', data });
  const call = vi.fn().mockResolvedValue({ ok: true, data: whole });
  vi.stubGlobal('window', { bridge: { call, on: () => () => undefined } });
  expect(await client.airport.list({ query: {} })).toEqual(data);
  call.mockResolvedValue({ ok: true, data: whole.slice(0, -5) });
  const failed = await client.airport.list({ query: {} }).catch(failureOf);
  expect(failed).toMatchObject({
    error: { code: 'ANSWER_INVALID', message: explain(language, problem('ANSWER_INVALID')) },
  });
});
