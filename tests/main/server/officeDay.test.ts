import { afterAll, expect, test } from 'vitest';
import { officeDay } from '../../../main/server/core/officeClock';
import { billToCharge, makeRevenue } from '../../support/apiFinance';
import { testApi } from '../../support/server';

// Kiritimati is 14 hours ahead of UTC, Pago Pago 11 behind: at any hour the day of one of them is not that of UTC.
const utc = new Date().toISOString().slice(0, 10);
process.env.TZ = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
afterAll(() => {
  process.env.TZ = 'UTC';
});

const api = testApi();

test('gives the office its own day here', () => {
  expect(officeDay(new Date().toISOString())).not.toBe(utc);
});

test('dates numbers by the day of the office', async () => {
  const { revenueNo } = await makeRevenue(api, {}, billToCharge(api));
  expect(revenueNo).toContain(officeDay(new Date().toISOString()).replaceAll('-', ''));
});

test('makes a cost due from the day of the office on', async () => {
  const day = officeDay(new Date().toISOString());
  const counted = async () => (await api.call.homeReport.counts({ query: {} })).counts.costsDue?.now ?? 0;
  const [cost] = api.rows(
    "select id from billCost where state = 'unpaid' and estimated = 0 order by id limit 1",
  );
  const later = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const dueOn = async (date: string) => {
    api.db.exec(`update billCost set dueDate = '${date}' where id = ${cost?.id}`);
    return counted();
  };
  expect((await dueOn(day)) - (await dueOn(later))).toBe(1);
});

test('refuses to unlock an IOSS number whose last day was yesterday in the office, and unlocks it today', async () => {
  const day = officeDay(new Date().toISOString());
  const [ioss] = api.rows('select id from ioss order by id limit 1');
  const unlock = async (validTo: string) => {
    api.db.exec(`update ioss set validTo = '${validTo}', locked = 1 where id = ${ioss?.id}`);
    return api.send('ioss.unlock', { params: { id: ioss?.id as number }, body: { reason: 'renewed' } });
  };
  const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  expect(await unlock(before)).toMatchObject({ refused: { code: 'IOSS_EXPIRED' } });
  expect(await unlock(day)).not.toHaveProperty('refused');
});
