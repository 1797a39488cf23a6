import { expect, test } from 'vitest';
import { drafts } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();
const make = async () => (await api.call.channelCode.create({ body: drafts.channelCode() })).id;
const routeOf = (id: number) =>
  api.row('select destinationCode, countryCode, version from channelCode where id = ?', id);

test('assigns several channels to one destination at once, with a log line each, and leaves others', async () => {
  const [one, other, unknown] = [await make(), await make(), 999_999];
  const { code } = api.row("select code from destination where code != 'NL-HUB-01' and active = 1 limit 1");
  const route = { destinationCode: String(code), countryCode: 'BE' };
  await api.call.channelCode.route({ body: { ids: [one], ...route } });
  const answer = await api.call.channelCode.route({ body: { ids: [one, other, unknown], ...route } });
  expect(answer).toMatchObject({ ok: 2, failed: [{ key: unknown, code: 'NOT_FOUND' }] });
  expect([one, other].map(routeOf)).toEqual([
    { ...route, version: 2 },
    { ...route, version: 2 },
  ]);
  for (const id of [one, other]) {
    const lines = api.rows(
      "select before, after from operateLog where objectType = 'channelCode' and action = 'update' and objectId = ?",
      String(id),
    );
    expect(lines).toEqual([
      {
        before: JSON.stringify({ destinationCode: 'NL-HUB-01', countryCode: 'NL' }),
        after: JSON.stringify(route),
      },
    ]);
  }
});

test('refuses an unknown destination for each channel, with its name', async () => {
  const id = await make();
  const body = { ids: [id], destinationCode: 'NOWHERE', countryCode: 'NL' };
  const { ok, failed } = await api.call.channelCode.route({ body });
  expect([ok, failed[0]?.code]).toEqual([0, 'REFERENCE_UNKNOWN']);
  expect(failed[0]?.msg).toContain('NOWHERE');
  expect(routeOf(id)).toMatchObject({ destinationCode: 'NL-HUB-01', version: 1 });
});

test('a hub has the clock of its country unless another one is given, or the country has several', async () => {
  const country = (code: string) => api.count(`select id from country where code = '${code}'`);
  const made = (given: object) =>
    api.call.destination.create({ body: { ...drafts.destination(), ...given } as never });
  const zones = [
    await made({ countryId: country('PL') }),
    await made({ countryId: country('ES'), timeZone: 'Atlantic/Canary' }),
    await made({ countryId: country('US') }),
  ].map(({ timeZone }) => timeZone);
  expect(zones).toEqual(['Europe/Warsaw', 'Atlantic/Canary', null]);
});
