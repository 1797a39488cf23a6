import { sumOf } from '@contract/rules/money';
import { describe, expect, test } from 'vitest';
import { billFor, dayFrom, receive, revenueIn } from '../support/apiFinance';
import { type CamtEntry, entryIn } from '../support/bankFiles';
import { testApi } from '../support/server';

const api = testApi();
const today = dayFrom(0);
const moved = (amount: string, changes: Partial<CamtEntry> = {}) =>
  entryIn(api, { amount, day: today, ...changes });
const lineNow = (id: number) => api.call.billRevenue.get({ params: { id } });
const paymentNow = (id: number | null) => api.call.billPayment.get({ params: { id: id ?? 0 } });

let made = 0;
/** A new customer's bill, an open invoice of it of about 119, and amounts that no other test has. */
async function invoiced() {
  made += 1;
  const billId = await billFor(api, 'NL', 'NL004495445B01');
  const of = (unitPrice: string) =>
    revenueIn(api, 'invoiced', { basis: 'fixed', quantity: 1, unitPrice }, billId);
  const line = await of(`${1119 + made}.0${made}`);
  return { of, line, customerId: line.customerId, billId };
}

/** A credit note over an invoice that was paid. */
async function creditNote(of: Awaited<ReturnType<typeof invoiced>>['of'], unitPrice: string) {
  const line = await of(unitPrice);
  await receive(api, line, null);
  const invoice = await api.call.customerInvoice.get({ params: { id: line.customerInvoiceId ?? 0 } });
  const { id } = await api.call.customerInvoice.credit({
    params: { id: invoice.id },
    body: { version: invoice.version, reason: 'Agreed', lines: [] },
  });
  const credit = api.row('select id, invoiceNo from billRevenue where customerInvoiceId = ?', id);
  return { id: Number(credit.id), number: String(credit.invoiceNo) };
}

/** A payment of the customer that was too much by an amount. */
async function overpaid(of: Awaited<ReturnType<typeof invoiced>>['of'], by: string) {
  const line = await of('50.00');
  const { id } = await receive(api, line, line.grossAmount, sumOf([line.grossAmount, by], 'EUR'));
  return paymentNow(id);
}

describe('money received less a credit', () => {
  test('is proposed with the credit note where the sum is exact, surely where the text names both', async () => {
    const { of, line, customerId } = await invoiced();
    const credit = await creditNote(of, '19.00');
    const amount = sumOf([line.grossAmount, '-19.00'], 'EUR');
    const parts = [
      { type: 'revenue', id: line.id, amount: line.grossAmount },
      { type: 'revenue', id: credit.id, amount: '-19.00' },
    ];
    const half = await moved(amount, { text: `Invoice ${line.invoiceNo}` });
    expect(half.proposals).toMatchObject([{ by: 'invoice', certain: false, customerId, lines: parts }]);
    const whole = await moved(amount, { text: `${line.invoiceNo} less ${credit.number}` });
    expect(whole.proposals).toMatchObject([{ by: 'invoice', certain: true, customerId }]);
    expect((await api.call.bankEntry.confirm({ body: { ids: [whole.id] } })).ok).toBe(1);
    expect([(await lineNow(line.id)).state, (await lineNow(credit.id)).state]).toEqual(['paid', 'paid']);
    const { paymentId } = await api.call.bankEntry.get({ params: { id: whole.id } });
    expect(await paymentNow(paymentId)).toMatchObject({ amount, unallocated: '0.00' });
  });

  test('is proposed with an overpayment, which then settles its part of the invoice', async () => {
    const { of, line, customerId } = await invoiced();
    const before = await overpaid(of, '40.00');
    const amount = sumOf([line.grossAmount, '-40.00'], 'EUR');
    const entry = await moved(amount, { text: `Invoice ${line.invoiceNo}` });
    const [proposal] = entry.proposals;
    expect(proposal).toMatchObject({
      ...{ by: 'invoice', certain: false, customerId },
      lines: [
        { type: 'revenue', id: line.id, amount: line.grossAmount },
        { type: 'payment', id: before.id, number: before.paymentNo, amount: '-40.00' },
      ],
    });
    const booked = await api.call.bankEntry.book({
      params: { id: entry.id },
      body: {
        ...{ version: entry.version, customerId },
        lines: (proposal?.lines ?? []).map(({ type, id, amount: part }) => ({
          type,
          id,
          amount: part ?? '0',
        })),
      },
    });
    expect((await lineNow(line.id)).state).toBe('paid');
    expect(await paymentNow(before.id)).toMatchObject({ unallocated: '0.00', state: 'booked' });
    const payment = await paymentNow(booked.paymentId);
    expect(payment).toMatchObject({ amount, unallocated: '0.00' });
    expect(payment.lines.map(({ id, amount: part }) => [id, part])).toEqual([[line.id, amount]]);
  });

  test('is not proposed with a credit where two choices come to the sum, and with the invoice alone where none does', async () => {
    const { of, line } = await invoiced();
    await creditNote(of, '19.00');
    await creditNote(of, '19.00');
    for (const less of ['-19.00', '-18.00']) {
      const entry = await moved(sumOf([line.grossAmount, less], 'EUR'), { text: `${line.invoiceNo}` });
      expect(entry.proposals[0]?.lines.map(({ id }) => id)).toEqual([line.id]);
    }
  });

  test('is found by the name of the payer, without the number of an invoice', async () => {
    const iban = 'BE68539007547034';
    const billId = await billFor(api, 'NL', 'NL004495445B01', {
      nameEn: 'Deductors Ltd',
      shortName: null,
      iban,
    });
    const of = (unitPrice: string) =>
      revenueIn(api, 'invoiced', { basis: 'fixed', quantity: 1, unitPrice }, billId);
    const line = await of('733.41');
    await of('99.00');
    const before = await overpaid(of, '33.00');
    const entry = await moved('700.41', { iban });
    expect(entry.proposals).toMatchObject([{ by: 'iban', certain: false }]);
    expect(entry.proposals[0]?.lines.map(({ id, amount }) => [id, amount])).toEqual([
      [line.id, '733.41'],
      [before.id, '-33.00'],
    ]);
  });

  test('leaves nothing half written: more than the overpayment, of another customer, more than the lines', async () => {
    const { of, line, customerId } = await invoiced();
    const before = await overpaid(of, '40.00');
    const other = await invoiced();
    const theirs = await overpaid(other.of, '40.00');
    const entry = await moved('100.00');
    const payments = () => api.count('select count(*) from billPayment');
    const count = payments();
    const book = (amount: string, of: number, rest: string) =>
      api.refused('bankEntry.book', {
        params: { id: entry.id },
        body: {
          ...{ version: entry.version, customerId },
          lines: [
            { type: 'revenue', id: line.id, amount },
            { type: 'payment', id: of, amount: rest },
          ],
        },
      });
    expect((await book('140.01', before.id, '-40.01')).code).toBe('PAYMENT_TOO_MUCH');
    expect((await book('140.00', theirs.id, '-40.00')).code).toBe('PAYMENT_LINE');
    expect((await book('30.00', before.id, '-40.00')).code).toBe('PAYMENT_LINE');
    expect((await book('30.00', before.id, '10.00')).code).toBe('PAYMENT_LINE');
    expect(payments()).toBe(count);
    expect(await paymentNow(before.id)).toMatchObject({ unallocated: '40.00' });
    expect((await lineNow(line.id)).paidAmount).toBe('0.00');
  });
});
