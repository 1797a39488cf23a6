import { sumOf } from '@contract/rules/money';
import { describe, expect, test } from 'vitest';
import { billFor, dayFrom, makeCost, receive, revenueIn, supplier } from '../support/apiFinance';
import { testApi } from '../support/server';

const api = testApi();
const payment = (id: number) => api.call.billPayment.get({ params: { id } });

/** A payment of a new customer that was too much by an amount. */
async function overpaid(by: string) {
  const billId = await billFor(api, 'NL', 'NL004495445B01');
  const line = await revenueIn(api, 'invoiced', { basis: 'fixed', quantity: 1, unitPrice: '50.00' }, billId);
  const { id } = await receive(api, line, line.grossAmount, sumOf([line.grossAmount, by], 'EUR'));
  return { id, customerId: line.customerId };
}
const refundOf = (of: { id: number; customerId: number }, amount: string, changes: object = {}) => ({
  body: {
    ...{ direction: 'out' as const, customerId: of.customerId, paymentDate: dayFrom(0), currency: 'EUR' },
    ...{ amount, method: 'bank' as const },
    lines: [{ type: 'payment' as const, id: of.id, amount: `-${amount}` }],
    ...changes,
  },
});
const owed = async (customerId: number) => {
  const { list } = await api.call.openItem.list({
    query: { side: 'receivable', by: 'party', pageSize: 200 },
  });
  return list.find((one) => one.customerId === customerId)?.balance ?? '0.00';
};

describe('a refund to a customer', () => {
  test('gives back what was paid too much, and the account of the customer is even', async () => {
    const of = await overpaid('40.00');
    expect(await owed(of.customerId)).toBe('-40.00');
    const made = await api.call.billPayment.create(refundOf(of, '40.00'));
    expect(made).toMatchObject({ direction: 'out', customerId: of.customerId, unallocated: '0.00' });
    expect(await payment(of.id)).toMatchObject({ unallocated: '0.00' });
    expect(await owed(of.customerId)).toBe('0.00');
    await api.call.billPayment.reverse({
      params: { id: made.id },
      body: { version: made.version, reason: 'Wrong account' },
    });
    expect((await payment(of.id)).unallocated).toBe('40.00');
    expect(await owed(of.customerId)).toBe('-40.00');
  });

  test('is never more than is open, also by two people at once, and never without what it gives back', async () => {
    const of = await overpaid('40.00');
    expect(await api.refused('billPayment.create', refundOf(of, '40.01'))).toMatchObject({
      code: 'PAYMENT_LINE',
    });
    expect(await api.refused('billPayment.create', refundOf(of, '40.00', { lines: [] }))).toMatchObject({
      code: 'PAYMENT_REFUND',
    });
    const both = await Promise.allSettled([
      api.call.billPayment.create(refundOf(of, '30.00')),
      api.call.billPayment.create(refundOf(of, '30.00')),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await payment(of.id)).unallocated).toBe('10.00');
  });

  test('waits for approval above the limit, reserving what it gives back', async () => {
    const of = await overpaid('9000.00');
    const pending = await api.call.billPayment.create(refundOf(of, '9000.00'));
    expect(pending.state).toBe('pending');
    expect((await payment(of.id)).unallocated).toBe('9000.00');
    expect(await owed(of.customerId)).toBe('-9000.00');
    expect((await api.refused('billPayment.create', refundOf(of, '1.00'))).code).toBe('PAYMENT_PENDING');
    await api.call.billPayment.withdraw({ params: { id: pending.id }, body: { version: pending.version } });
    expect((await api.call.billPayment.create(refundOf(of, '1.00'))).state).toBe('booked');
  });
});

const offered = (direction: 'in' | 'out', partyId: number, refund: boolean) =>
  api.call.billPayment.open({ query: { direction, refund, partyId, currency: 'EUR' } });

describe('what a refund can be applied to', () => {
  test('is a credit note after payment and an overpayment of the customer, and nothing that is owed', async () => {
    const of = await overpaid('40.00');
    const billId = api.count(
      `select billId from paymentLine where paymentId = ${of.id} order by id desc limit 1`,
    );
    const line = await revenueIn(
      api,
      'invoiced',
      { basis: 'fixed', quantity: 1, unitPrice: '20.00' },
      billId,
    );
    await receive(api, line, null);
    const invoice = await api.call.customerInvoice.get({ params: { id: line.customerInvoiceId ?? 0 } });
    const { id: noteId } = await api.call.customerInvoice.credit({
      params: { id: invoice.id },
      body: { version: invoice.version, reason: 'Agreed', lines: [] },
    });
    const credit = api.row('select id from billRevenue where customerInvoiceId = ?', noteId);
    await revenueIn(api, 'invoiced', { basis: 'fixed', quantity: 1, unitPrice: '70.00' }, billId);
    const found = await offered('out', of.customerId, true);
    expect(found.map(({ type, id, open }) => [type, id, open])).toEqual([
      ['revenue', credit.id, `-${line.grossAmount}`],
      ['payment', of.id, '-40.00'],
    ]);
    const amount = sumOf(['40.00', line.grossAmount], 'EUR');
    const lines = found.map(({ type, id, open }) => ({ type, id, amount: open }));
    const made = await api.call.billPayment.create(refundOf(of, amount, { lines }));
    expect(made).toMatchObject({ state: 'booked', unallocated: '0.00' });
    expect(await offered('out', of.customerId, true)).toEqual([]);
    expect(await owed(of.customerId)).toBe('70.00');
  });

  test('is a credit of a supplier who pays it back', async () => {
    const companyId = supplier(api, 1);
    const before = await offered('in', companyId, true);
    const cost = await makeCost(api, {
      ...{ supplierId: companyId, invoiceNo: 'RF-1', invoiceDate: dayFrom(0), basis: 'fixed', taxRate: 0 },
      ...{ quantity: 1, unitPrice: '-25.00' },
    });
    const found = await offered('in', companyId, true);
    expect(found.filter(({ id }) => before.every((one) => one.id !== id))).toMatchObject([
      { type: 'cost', id: cost.id, open: '-25.00' },
    ]);
    const made = await api.call.billPayment.create({
      body: {
        ...{ direction: 'in', companyId, paymentDate: dayFrom(0), currency: 'EUR', amount: '25.00' },
        ...{ method: 'bank', lines: [{ type: 'cost', id: cost.id, amount: '-25.00' }] },
      },
    });
    expect(made).toMatchObject({ direction: 'in', companyId, customerId: null, unallocated: '0.00' });
    expect((await api.call.billCost.get({ params: { id: cost.id } })).state).toBe('paid');
  });
});
