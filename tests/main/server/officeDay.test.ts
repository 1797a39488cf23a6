import { dayBounds } from '@contract/rules/zonedTime';
import { afterAll, describe, expect, test } from 'vitest';
import { officeDay, officeZone } from '../../../main/server/core/officeClock';
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

describe('a period of the books', () => {
  /** Sets a bill with one line on each side of the instant at which the office's March begins. */
  async function aroundMarch(column: 'ata' | 'createdAt') {
    const [begins] = dayBounds('2030-03-01', officeZone());
    const before = new Date(Date.parse(begins) - 1000).toISOString().replace('.000', '');
    expect(begins).not.toBe('2030-03-01T00:00:00Z');
    const lines = [];
    for (const at of [before, begins]) {
      const billId = billToCharge(api, column === 'ata' ? { ata: at } : {});
      const { id } = await makeRevenue(api, {}, billId);
      if (column === 'createdAt') api.db.exec(`update billRevenue set createdAt = '${at}' where id = ${id}`);
      lines.push({ id, billId });
    }
    return lines;
  }

  test('cuts the profit at midnight of the office', async () => {
    const billId = (await aroundMarch('ata')).map((line) => line.billId);
    const found = async (from: string, to: string) =>
      (await api.call.billRevenue.profit({ query: { by: 'bill', billId, from, to } })).list.map(
        (row) => row.billId,
      );
    expect(await found('2030-02-01', '2030-02-28')).toEqual([billId[0]]);
    expect(await found('2030-03-01', '2030-03-31')).toEqual([billId[1]]);
  });

  test('cuts the revenue of an account at midnight of the office', async () => {
    const revenue = async (period: string) => {
      const { list } = await api.call.billCustomer.list({ query: { period, pageSize: 500 } });
      return list.reduce((sum, row) => sum + Math.round(Number(row.revenueTotal) * 100), 0);
    };
    const before = [await revenue('2030-02'), await revenue('2030-03')];
    const lines = await aroundMarch('createdAt');
    const amounts = lines.map(({ id }) => api.count('select grossAmount from billRevenue where id = ?', id));
    api.db.exec(`update billRevenue set state = 'confirmed' where id in (${lines.map(({ id }) => id)})`);
    expect([await revenue('2030-02'), await revenue('2030-03')]).toEqual(
      before.map((sum, index) => sum + (amounts[index] ?? 0)),
    );
  });
});
