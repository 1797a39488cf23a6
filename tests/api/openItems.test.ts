import type { OpenItemRow } from '@contract/finance/openItem';
import { sumOf } from '@contract/rules/money';
import { daysAfter } from '@contract/rules/usDays';
import { describe, expect, test } from 'vitest';
import {
  billToCharge,
  dayFrom,
  makeCost,
  makeRevenue,
  receive,
  revenueIn,
  supplier,
} from '../support/apiFinance';
import { copyRow } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();

/** Makes a customer of its own, with a bill. */
function newBill(): { billId: number; customerId: number } {
  const billId = billToCharge(api);
  const of = api.count('select customerId from bill where id = ?', billId);
  const customerId = copyRow(api, 'customer', of, { code: `OPEN${billId}` });
  api.db.exec(`update bill set customerId = ${customerId} where id = ${billId}`);
  return { billId, customerId };
}
const items = async (query: { side: 'receivable' | 'payable'; by: 'party' | 'invoice'; day?: string }) => {
  const found: OpenItemRow[] = [];
  for (let page = 1; ; page += 1) {
    const { list } = await api.call.openItem.list({ query: { ...query, page, pageSize: 200 } });
    found.push(...list);
    if (list.length < 200) return found;
  }
};
const ofCustomer = async (customerId: number, by: 'party' | 'invoice', day?: string) =>
  (await items({ side: 'receivable', by, ...(day ? { day } : {}) })).filter(
    (row) => row.customerId === customerId,
  );

/** Issues an invoice due some days from today. */
async function invoiced(billId: number, unitPrice: string, invoiceDate: string, dueDate: string) {
  const line = { basis: 'fixed', quantity: 1, taxRate: 0, unitPrice };
  const { id } = await revenueIn(api, 'confirmed', line, billId);
  await api.call.billRevenue.invoice({ body: { ids: [id], invoiceDate } });
  api.db.exec(`update billRevenue set dueDate = '${dueDate}' where id = ${id}`);
  return api.call.billRevenue.get({ params: { id } });
}

describe('open items', () => {
  test('stand in the column of their age on the day asked about', async () => {
    const { billId, customerId } = newBill();
    const issued = dayFrom(-120);
    for (const [late, price] of [
      [-1, '1'],
      [0, '2'],
      [1, '4'],
      [30, '8'],
      [31, '16'],
      [60, '32'],
      [61, '64'],
      [90, '128'],
      [91, '256'],
    ] as const)
      await invoiced(billId, price, issued, dayFrom(-late));
    const [row] = await ofCustomer(customerId, 'party', dayFrom(0));
    expect(row).toMatchObject({
      ...{ notDue: '3.00', due30: '12.00', due60: '48.00', due90: '192.00', dueLonger: '256.00' },
      ...{ balance: '511.00', baseBalance: '511.00', currency: 'EUR', invoiceNo: null },
    });
    const [earlier] = await ofCustomer(customerId, 'party', dayFrom(-91));
    expect(earlier).toMatchObject({ notDue: '511.00', dueLonger: '0.00' });
    expect(await ofCustomer(customerId, 'party', daysAfter(issued, -1))).toEqual([]);
  });

  test('count a payment from its day, a credit from its own, and show what was not applied', async () => {
    const { billId, customerId } = newBill();
    const line = await invoiced(billId, '100', dayFrom(-10), dayFrom(-3));
    await receive(api, line, '30.00', '45.00');
    expect(await ofCustomer(customerId, 'party')).toMatchObject([
      { due30: '70.00', unallocated: '15.00', balance: '55.00' },
    ]);
    expect(await ofCustomer(customerId, 'party', dayFrom(-1))).toMatchObject([
      { due30: '100.00', unallocated: '0.00', balance: '100.00' },
    ]);
    const byInvoice = await ofCustomer(customerId, 'invoice');
    expect(byInvoice.map(({ invoiceNo, balance }) => [invoiceNo, balance])).toEqual([
      [line.invoiceNo, '70.00'],
      [null, '-15.00'],
    ]);
  });

  test('show an invoice with its credit as one, and not once it is credited', async () => {
    const { billId, customerId } = newBill();
    const line = await invoiced(billId, '100', dayFrom(-10), dayFrom(-3));
    const { version } = await api.call.billRevenue.get({ params: { id: line.id } });
    await api.call.billRevenue.credit({ params: { id: line.id }, body: { version, reason: 'Agreed' } });
    expect(await ofCustomer(customerId, 'invoice')).toEqual([]);
    expect(await ofCustomer(customerId, 'invoice', dayFrom(-1))).toMatchObject([{ balance: '100.00' }]);
  });

  test('equal the accounts of customers at the end of each month', async () => {
    const months = [dayFrom(0), dayFrom(-31), dayFrom(-62)].map((day) => day.slice(0, 7));
    for (const period of new Set(months)) {
      const end = new Date(Date.UTC(Number(period.slice(0, 4)), Number(period.slice(5)), 0))
        .toISOString()
        .slice(0, 10);
      const { list } = await api.call.billCustomer.list({ query: { period, pageSize: 200 } });
      const open = await items({ side: 'receivable', by: 'party', day: end });
      const told = new Map(
        open.map(({ customerId, currency, balance }) => [`${customerId} ${currency}`, balance]),
      );
      for (const { customerId, currency, closingBalance } of list)
        expect(told.get(`${customerId} ${currency}`) ?? '0.00', `${period} ${customerId}`).toBe(
          closingBalance,
        );
    }
  });

  test('of suppliers are what was invoiced and not paid', async () => {
    const supplierId = copyRow(api, 'clientCompany', supplier(api), { code: 'OPENSUPPLIER' });
    const shared = { supplierId, basis: 'fixed', quantity: 1, taxRate: 0 };
    const dated = { invoiceDate: dayFrom(-40), dueDate: dayFrom(-35) };
    await makeCost(api, { ...shared, ...dated, invoiceNo: 'O-1', unitPrice: '80' });
    await makeCost(api, { ...shared, estimated: true, unitPrice: '900' });
    const cost = await makeCost(api, { ...shared, ...dated, invoiceNo: 'O-2', unitPrice: '20' });
    await api.call.billCost.paid({
      body: { ids: [cost.id], paymentDate: dayFrom(0), method: 'bank', bankReference: null },
    });
    const own = async (day: string) =>
      (await items({ side: 'payable', by: 'invoice', day })).filter((row) => row.supplierId === supplierId);
    expect((await own(dayFrom(0))).map(({ invoiceNo, due60 }) => [invoiceNo, due60])).toEqual([
      ['O-1', '80.00'],
    ]);
    expect((await own(dayFrom(-1))).map(({ invoiceNo }) => invoiceNo)).toEqual(['O-1', 'O-2']);
  });

  test('have totals by currency, which are those of their rows, and a file', async () => {
    const { list, totals } = await api.call.openItem.list({
      query: { side: 'receivable', by: 'party', pageSize: 200 },
    });
    for (const { currency, balance, lines } of totals.currencies) {
      const own = list.filter((row) => row.currency === currency);
      expect([
        own.length,
        sumOf(
          own.map((row) => row.balance),
          currency,
        ),
      ]).toEqual([lines, balance]);
    }
    const { bytes } = await api.call.openItem.export({
      query: { side: 'receivable', by: 'party', format: 'csv' },
    });
    expect(new TextDecoder().decode(bytes).trim().split('\r\n')).toHaveLength(list.length + 1);
  });
});

describe('accruals', () => {
  const accrued = async (of: 'cost' | 'revenue', day: string) => {
    const { list } = await api.call.accrual.list({ query: { of, day, pageSize: 200 } });
    return list;
  };
  const lines = async (of: 'cost' | 'revenue', day: string, billId: number) => {
    const found = [];
    for (let page = 1; ; page += 1) {
      const { list } = await api.call.accrual.list({ query: { of, day, page, pageSize: 200 } });
      found.push(...list.filter((line) => line.billId === billId));
      if (list.length < 200) return found;
    }
  };

  test('are the expected costs without an invoice up to the day, in the month of their entry', async () => {
    const billId = billToCharge(api);
    const cost = await makeCost(
      api,
      { estimated: true, basis: 'fixed', quantity: 1, unitPrice: '70' },
      billId,
    );
    api.db.exec(`update billCost set createdAt = '${dayFrom(-40)}T10:00:00.000Z' where id = ${cost.id}`);
    expect(await lines('cost', dayFrom(-41), billId)).toEqual([]);
    expect(await lines('cost', dayFrom(-40), billId)).toMatchObject([
      { number: cost.costNo, amount: '70.00', baseAmount: '70.00', account: '7100', enteredOn: dayFrom(-40) },
    ]);
    await api.call.billCost.invoice({
      params: { id: cost.id },
      body: { version: cost.version, invoiceNo: 'A-1', invoiceDate: dayFrom(-5), amount: '70.00' },
    });
    // On the earlier day it was still expected.
    expect(await lines('cost', dayFrom(-6), billId)).toMatchObject([{ amount: '70.00', invoiceNo: 'A-1' }]);
    expect(await lines('cost', dayFrom(-5), billId)).toEqual([]);
  });

  test('are revenue that is confirmed and not invoiced; drafts are none', async () => {
    const billId = billToCharge(api);
    await makeRevenue(api, {}, billId);
    expect(await lines('revenue', dayFrom(0), billId)).toEqual([]);
    const { id } = await revenueIn(api, 'confirmed', {}, billId);
    expect(await lines('revenue', dayFrom(0), billId)).toMatchObject([{ amount: '12.00', supplierId: null }]);
    await api.call.billRevenue.invoice({ body: { ids: [id], invoiceDate: dayFrom(0) } });
    expect(await lines('revenue', dayFrom(0), billId)).toEqual([]);
  });

  test('have a total in euros and a file', async () => {
    const day = dayFrom(0);
    const { totals } = await api.call.accrual.list({ query: { of: 'cost', day } });
    const { bytes } = await api.call.accrual.export({ query: { of: 'cost', day, format: 'csv' } });
    expect(new TextDecoder().decode(bytes).trim().split('\r\n')).toHaveLength(totals.lines + 1);
    if (totals.lines <= 200 && totals.withoutRate === 0)
      expect(
        sumOf(
          (await accrued('cost', day)).map(({ baseAmount }) => baseAmount ?? '0'),
          'EUR',
        ),
      ).toBe(totals.baseAmount);
  });
});
