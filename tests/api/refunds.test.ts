import { sumOf } from '@contract/rules/money';
import { describe, expect, test } from 'vitest';
import { billFor, dayFrom, receive, revenueIn } from '../support/apiFinance';
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
