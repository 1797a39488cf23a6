import { sumOf } from '@contract/rules/money';
import { describe, expect, test } from 'vitest';
import { dayFrom, makeCost, revenueIn } from '../support/apiFinance';
import { type CamtEntry, entryIn } from '../support/bankFiles';
import { testApi } from '../support/server';

const api = testApi();
const today = dayFrom(0);
const reread = (id: number) => api.call.bankEntry.get({ params: { id } });
let cents = 0;
/** Makes an invoiced line of an amount of its own. */
const invoiced = () => {
  cents += 1;
  return revenueIn(api, 'invoiced', {
    basis: 'fixed',
    quantity: 1,
    unitPrice: `${700 + cents}.${10 + cents}`,
  });
};
/** An entry of today. */
const moved = (amount: string, changes: Partial<CamtEntry> = {}) =>
  entryIn(api, { amount, day: today, ...changes });

describe('a bank charge', () => {
  test('within money received is offered, and booked only on request', async () => {
    const line = await invoiced();
    const less = sumOf([line.grossAmount, '-10.00'], 'EUR');
    const entry = await moved(less, { text: `${line.invoiceNo}` });
    expect(entry.proposals).toMatchObject([
      { by: 'invoice', certain: false, bankCharge: '10.00', lines: [{ amount: less }] },
    ]);
    const { paymentId } = await api.call.bankEntry.book({
      params: { id: entry.id },
      body: {
        ...{ version: entry.version, customerId: line.customerId, bankCharge: '10.00' },
        lines: [{ type: 'revenue', id: line.id, amount: line.grossAmount }],
      },
    });
    expect(await api.call.billPayment.get({ params: { id: paymentId ?? 0 } })).toMatchObject({
      ...{ amount: line.grossAmount, bankCharge: '10.00', unallocated: '0.00' },
    });
    expect((await api.call.billRevenue.get({ params: { id: line.id } })).state).toBe('paid');
    // A half is rather a part payment.
    expect((await moved('400.00', { text: `${(await invoiced()).invoiceNo}` })).proposals).toMatchObject([
      { by: 'invoice', bankCharge: null },
    ]);
  });

  test('on top of money paid is offered, and a payment is found by what the bank moved', async () => {
    const cost = await makeCost(api, { unitPrice: '433.1900', invoiceNo: 'CHARGE-2026-77' });
    const more = sumOf([cost.grossAmount, '5.00'], 'EUR');
    const entry = await moved(more, { sign: 'DBIT', text: 'CHARGE-2026-77' });
    expect(entry.proposals).toMatchObject([{ by: 'invoice', certain: false, bankCharge: '5.00' }]);
    const payment = await api.call.billPayment.create({
      body: {
        ...{ direction: 'out', companyId: cost.supplierId, paymentDate: today, currency: 'EUR' },
        ...{ amount: cost.grossAmount, bankCharge: '5.00', method: 'bank', bankReference: 'B-55512' },
        lines: [{ type: 'cost', id: cost.id, amount: cost.grossAmount }],
      },
    });
    expect((await reread(entry.id)).proposals).toMatchObject([{ by: 'payment', paymentId: payment.id }]);
    const without = await moved(cost.grossAmount, { sign: 'DBIT' });
    expect(without.proposals.filter(({ by }) => by === 'payment')).toEqual([]);
    const linkTo = ({ id, version }: typeof entry) => ({
      params: { id },
      body: { version, paymentId: payment.id },
    });
    expect((await api.refused('bankEntry.link', linkTo(without))).code).toBe('BANK_PAYMENT_OTHER');
    expect((await api.call.bankEntry.link(linkTo(entry))).state).toBe('booked');
  });
});
