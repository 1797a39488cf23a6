import { describe, expect, test } from 'vitest';
import { chargedFreight, chargeOf, portDay } from '../support/apiContainers';
import { testApi } from '../support/server';

const api = testApi();
const chargesOf = (id: number) => api.call.containerCharge.list({ params: { id } });
const linesOf = (billId: number) =>
  api.rows(
    'select quantity / 1000 as days, unitPrice, amount, currency, basis, priceSource, remark, chargeKey from billRevenue where billId = ? order by id',
    billId,
  );

describe('the charges on a container', () => {
  test('follow the steps of the tariff from the last free day until today', async () => {
    const { id, tariff } = await chargedFreight(api);
    // Days 1 to 5 at 75 and days 6 to 8 at 150: 375 + 450.
    expect(await chargesOf(id)).toEqual([
      {
        ...{ id: 'PLDU1002013/demurrage/', containerNo: 'PLDU1002013', containerType: '40HQ' },
        ...{ kind: 'demurrage', freeUntil: portDay(-8), until: portDay(0), running: true, days: 8 },
        steps: [
          { fromDay: 1, toDay: 5, days: 5, dayPrice: '75.0000', amount: '375.00' },
          { fromDay: 6, toDay: 8, days: 3, dayPrice: '150.0000', amount: '450.00' },
        ],
        ...{ amount: '825.00', currency: 'USD', tariffCode: tariff.code, daysCharged: 0 },
      },
    ]);
  });

  test('stop at the gate-out, where detention starts after its free days', async () => {
    const { id } = await chargedFreight(api, {
      days: 12,
      container: { gateOut: portDay(-10), emptyReturned: portDay(-3) },
    });
    const carrierScac = (await api.call.seaBill.get({ params: { id } })).carrierScac;
    const [demurrage, detention] = await chargesOf(id);
    expect(demurrage).toMatchObject({ days: 2, amount: '150.00', until: portDay(-10), running: false });
    // No tariff tells the free days of the detention.
    expect(detention).toMatchObject({ kind: 'detention', days: null, freeUntil: null, amount: null });
    await api.call.containerTariff.create({
      body: {
        ...{
          code: `DET-${id}`,
          kind: 'detention',
          carrierScac,
          containerTypes: [],
          freeDays: 5,
          currency: 'USD',
        },
        ...{
          steps: [{ fromDay: 1, dayPrice: '110' }],
          chargeItemId: 1,
          validFrom: '2020-01-01',
          source: 'Tariff',
        },
      },
    });
    expect((await chargesOf(id))[1]).toMatchObject({
      ...{ freeUntil: portDay(-5), until: portDay(-3), running: false, days: 2, amount: '220.00' },
    });
  });

  test('are those of the container itself before those of the bill, and none for loose cargo', async () => {
    const { id } = await chargedFreight(api, { container: { lastFreeDay: portDay(-1) } });
    expect(await chargesOf(id)).toMatchObject([{ freeUntil: portDay(-1), days: 1, amount: '75.00' }]);
    const { version } = await api.call.seaBill.get({ params: { id } });
    await api.call.seaBill.update({ params: { id }, body: { version, loadType: 'LCL' } });
    expect(await chargesOf(id)).toEqual([]);
  });

  test('are counted without an amount where no tariff is of the type or the day', async () => {
    for (const tariff of [{ containerTypes: ['20GP'] }, { validTo: '2020-12-31' }] as const) {
      const { id } = await chargedFreight(api, { tariff });
      expect(await chargesOf(id)).toMatchObject([
        { days: 8, amount: null, currency: null, tariffCode: null },
      ]);
    }
  });

  test('become lines of the bill, each day once', async () => {
    const { id, billId } = await chargedFreight(api);
    expect(await api.call.containerCharge.charge(chargeOf(id))).toEqual({ lines: 2 });
    const span = (from: number, to: number) =>
      `PLDU1002013 · ${[from, to].map((day) => portDay(day).split('-').reverse().join('/')).join(' – ')}`;
    expect(linesOf(billId)).toEqual([
      {
        ...{ days: 5, unitPrice: 750_000, amount: 37_500, currency: 'USD', basis: 'per_day' },
        ...{ priceSource: 'container_tariff', remark: span(-7, -3), chargeKey: 'PLDU1002013/demurrage/1' },
      },
      {
        ...{ days: 3, unitPrice: 1_500_000, amount: 45_000, currency: 'USD', basis: 'per_day' },
        ...{ priceSource: 'container_tariff', remark: span(-2, 0), chargeKey: 'PLDU1002013/demurrage/6' },
      },
    ]);
    expect(await chargesOf(id)).toMatchObject([{ days: 8, amount: '825.00', daysCharged: 8 }]);
    expect(await api.refused('containerCharge.charge', chargeOf(id))).toMatchObject({
      code: 'CONTAINER_NOTHING_DUE',
    });
    // Two days later only these two are open.
    const { version } = await api.call.seaBill.get({ params: { id } });
    await api.call.seaBill.update({ params: { id }, body: { version, lastFreeDay: portDay(-10) } });
    expect(await api.call.containerCharge.charge(chargeOf(id))).toEqual({ lines: 1 });
    expect(linesOf(billId).at(-1)).toMatchObject({
      ...{ days: 2, amount: 30_000, chargeKey: 'PLDU1002013/demurrage/9' },
    });
  });
});

test('refuses an empty return before the gate-out', async () => {
  await expect(
    chargedFreight(api, { container: { gateOut: portDay(-1), emptyReturned: portDay(-2) } }),
  ).rejects.toThrow('DAYS_ORDER');
});
