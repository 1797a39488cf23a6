import { sumOf } from '@contract/rules/money';
import { describe, expect, test } from 'vitest';
import { billFor, dayFrom, makeCost, receive, revenueIn } from '../support/apiFinance';
import { entryIn } from '../support/bankFiles';
import { testApi } from '../support/server';

const api = testApi();
const today = dayFrom(0);
const writeOff = (type: 'cost' | 'revenue' | 'payment', ids: readonly number[], paymentDate = today) =>
  api.call.billPayment.writeOff({ body: { type, ids: [...ids], paymentDate, reason: 'Small difference' } });
const refused = (type: string, ids: readonly number[], changes: object = {}) =>
  api.refused('billPayment.writeOff', {
    body: { type, ids, paymentDate: today, reason: 'Small difference', ...changes },
  });
const revenue = (id: number) => api.call.billRevenue.get({ params: { id } });
const byNo = (no = '') =>
  api.call.billPayment.get({
    params: { id: api.count('select id from billPayment where paymentNo = ?', no) },
  });

/** A customer's invoiced line of 100.00, of which all but an amount is paid. */
async function shortBy(open: string, billId?: number) {
  const line = await revenueIn(
    api,
    'invoiced',
    { basis: 'fixed', quantity: 1, unitPrice: '100.00', taxRate: null },
    billId,
  );
  const paid = sumOf([line.grossAmount, `-${open}`], 'EUR');
  await receive(api, line, paid, paid);
  return line;
}
const owed = async (customerId: number) => {
  const { list } = await api.call.openItem.list({
    query: { side: 'receivable', by: 'party', pageSize: 200 },
  });
  return list.find((one) => one.customerId === customerId && one.currency === 'EUR')?.balance ?? '0.00';
};

describe('a write-off', () => {
  test('closes what a customer left open, moves no money, and is undone with a reason', async () => {
    const billId = await billFor(api, 'NL', 'NL004495445B01');
    const line = await shortBy('0.02', billId);
    expect(await owed(line.customerId)).toBe('0.02');
    const query = { direction: ['in' as const] };
    const totals = await api.call.billPayment.totals({ query });
    const { paymentNos } = await writeOff('revenue', [line.id]);
    expect(paymentNos).toEqual([expect.stringMatching(/^WO/)]);
    const made = await byNo(paymentNos[0]);
    expect(made).toMatchObject({
      ...{ method: 'writeOff', direction: 'in', amount: '0.02', state: 'booked', remark: 'Small difference' },
      ...{ createdBy: api.admin.staffId, paymentDate: today, unallocated: '0.00' },
    });
    expect(await revenue(line.id)).toMatchObject({ state: 'paid', paidAmount: line.grossAmount });
    expect(await owed(line.customerId)).toBe('0.00');
    expect(await api.call.billPayment.totals({ query })).toEqual(totals);
    await api.call.billPayment.reverse({
      params: { id: made.id },
      body: { version: made.version, reason: 'The customer paid after all' },
    });
    expect((await revenue(line.id)).state).toBe('part_paid');
    expect(await owed(line.customerId)).toBe('0.02');
  });

  test('is refused above the limit of an invoice, which the ledger accounts name', async () => {
    const line = await shortBy('5.01');
    const { code, msg } = await refused('revenue', [line.id]);
    expect(code).toBe('WRITE_OFF_LIMIT');
    expect(msg).toBe(`${line.invoiceNo}: 5.01 EUR exceeds the write-off limit of 5.00 EUR per invoice`);
    api.db.exec('update ledgerSetup set writeOffLimit = 501');
    await writeOff('revenue', [line.id]);
    expect((await revenue(line.id)).state).toBe('paid');
    api.db.exec('update ledgerSetup set writeOffLimit = 500');
  });

  test('counts earlier write-offs of the same invoice', async () => {
    const cost = (unitPrice: string) =>
      makeCost(api, {
        ...{ basis: 'fixed', quantity: 1, taxRate: null, vatCodeId: null, unitPrice },
        ...{ invoiceNo: 'WO-TWICE', invoiceDate: today },
      });
    const [first, second] = [await cost('3.00'), await cost('2.01')];
    await writeOff('cost', [first.id]);
    expect(await api.call.billCost.get({ params: { id: first.id } })).toMatchObject({ state: 'paid' });
    expect((await refused('cost', [second.id])).msg).toContain('5.01 EUR');
  });

  test('closes what a customer paid too much', async () => {
    const line = await revenueIn(api, 'invoiced', { basis: 'fixed', quantity: 1, unitPrice: '50.00' });
    const { id } = await receive(api, line, line.grossAmount, sumOf([line.grossAmount, '0.03'], 'EUR'));
    const payment = () => api.call.billPayment.get({ params: { id } });
    expect((await payment()).unallocated).toBe('0.03');
    const { paymentNos } = await writeOff('payment', [id]);
    expect((await payment()).unallocated).toBe('0.00');
    const made = await byNo(paymentNos[0]);
    expect(made).toMatchObject({
      ...{ direction: 'out', customerId: line.customerId, amount: '0.03' },
      lines: [{ type: 'payment', id, amount: '-0.03' }],
    });
    const { version } = await payment();
    const body = { version, reason: 'x' };
    expect(await api.refused('billPayment.reverse', { params: { id }, body })).toMatchObject({
      code: 'PAYMENT_USED',
    });
    await api.call.billPayment.reverse({
      params: { id: made.id },
      body: { version: made.version, reason: 'Not ours' },
    });
    expect((await payment()).unallocated).toBe('0.03');
  });

  test('needs a reason, an invoice and an open month, and is no payment of a bank entry', async () => {
    const line = await shortBy('1.17');
    expect((await refused('revenue', [line.id], { reason: '' })).code).toBe('REASON_REQUIRED');
    expect((await refused('revenue', [999_999])).code).toBe('PAYMENT_LINE');
    const expected = await makeCost(api, { unitPrice: '1.00' });
    expect((await refused('cost', [expected.id])).code).toBe('PAYMENT_LINE');
    api.db.exec("insert into bookMonth (id, period, state, version) values (199605, '1996-05', 'closed', 1)");
    expect((await refused('revenue', [line.id], { paymentDate: '1996-05-07' })).code).toBe('MONTH_CLOSED');
    await writeOff('revenue', [line.id]);
    expect((await refused('revenue', [line.id])).code).toBe('PAYMENT_LINE');
    const entry = await entryIn(api, { amount: '1.17', day: today });
    expect(entry.proposals).toEqual([]);
  });
});
