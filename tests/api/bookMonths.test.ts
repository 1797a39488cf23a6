import { expect, test } from 'vitest';
import { dayFrom, makeCost, paid, pendingPayment, revenueIn, supplier } from '../support/apiFinance';
import { testApi } from '../support/server';

const api = testApi();
const LAST = dayFrom(-35);
const period = LAST.slice(0, 7);
const id = Number(period.replace('-', ''));
const month = async (of = id) => {
  const { list } = await api.call.bookMonth.list({ query: { pageSize: 100 } });
  return list.find((one) => one.id === of);
};

/** Closes all months up to one. */
async function closeThrough(last: number) {
  const { list } = await api.call.bookMonth.list({ query: { sort: 'period', pageSize: 100 } });
  for (const { id: each, state, version } of list)
    if (each <= last && state === 'open')
      await api.call.bookMonth.close({ params: { id: each }, body: { version } });
}

test('adds up the documents dated in a month, and counts those without a rate', async () => {
  const before = await month();
  await makeCost(api, { invoiceNo: 'M-1', invoiceDate: LAST, quantity: 1, unitPrice: '100', taxRate: 21 });
  await api.call.billPayment.create({
    body: {
      ...{ direction: 'out', companyId: supplier(api), paymentDate: LAST, currency: 'EUR' },
      ...{ amount: '40.00', method: 'bank' },
    },
  });
  const after = await month();
  expect(Number(after?.cost) - Number(before?.cost)).toBeCloseTo(100, 2);
  expect(Number(after?.paid) - Number(before?.paid)).toBeCloseTo(40, 2);
});

test('an invoice paid at another rate realises a gain or a loss, by payment and by month', async () => {
  for (const [day, rate] of [
    ['2004-03-01', '1.092097'],
    ['2004-04-01', '1.098382'],
  ] as const)
    await api.call.dayRate.create({ body: { currency: 'USD', day, rate } });
  const line = await revenueIn(api, 'confirmed', {
    basis: 'fixed',
    quantity: 1,
    unitPrice: '1000',
    currency: 'USD',
  });
  await api.call.billRevenue.invoice({ body: { ids: [line.id], invoiceDate: '2004-03-01' } });
  expect((await api.call.billRevenue.get({ params: { id: line.id } })).baseAmount).toBe('915.67');
  const received = await api.call.billPayment.create({
    body: {
      ...{ direction: 'in', customerId: line.customerId, currency: 'USD', paymentDate: '2004-04-01' },
      ...{ amount: '1000.00', method: 'bank', lines: [{ type: 'revenue', id: line.id, amount: '1000.00' }] },
    },
  });
  expect(received.baseAmount).toBe('910.43');
  const realisedBy = async (id: number) => (await api.call.billPayment.get({ params: { id } })).realised;
  expect(await realisedBy(received.id)).toBe('-5.24');
  expect((await month(200_404))?.realised).toBe('-5.24');

  // What is paid for less than it was booked at is a gain.
  const cost = await makeCost(api, {
    ...{ quantity: 1, unitPrice: '1000', currency: 'USD', taxRate: null },
    ...{ invoiceNo: 'FX-1', invoiceDate: '2004-03-01' },
  });
  const { paymentNos } = await api.call.billCost.paid({
    body: { ...paid([cost.id]), paymentDate: '2004-04-01' },
  });
  const id = api.count('select id from billPayment where paymentNo = ?', paymentNos[0] ?? '');
  expect(await realisedBy(id)).toBe('5.24');
  expect((await month(200_404))?.realised).toBe('0.00');
});

test('a closed month takes no document, and none of its documents changes', async () => {
  const posted = await makeCost(api, { invoiceNo: 'M-2', invoiceDate: LAST });
  const accrued = await makeCost(api);
  const payment = await api.call.billPayment.create({
    body: {
      ...{ direction: 'out', companyId: supplier(api), paymentDate: LAST, currency: 'EUR' },
      ...{ amount: '10.00', method: 'bank' },
    },
  });
  await closeThrough(id);
  const closed = await month();
  expect(closed).toMatchObject({ state: 'closed', closedBy: api.admin.staffId });

  const message = expect.stringContaining(`The books of ${period} are closed`);
  const invoiceDate = { fields: { invoiceDate: message } };
  const paymentDate = { fields: { paymentDate: message } };
  const { billId, supplierId, feeCategoryId } = posted;
  expect(
    await api.refused('billCost.create', {
      body: {
        ...{
          billId,
          supplierId,
          feeCategoryId,
          basis: 'fixed',
          quantity: 1,
          unitPrice: '5',
          currency: 'EUR',
        },
        invoiceDate: LAST,
      },
    }),
  ).toMatchObject(invoiceDate);
  expect(
    await api.refused('billCost.update', {
      params: { id: posted.id },
      body: { version: posted.version, quantity: 3 },
    }),
  ).toMatchObject(invoiceDate);
  expect(await api.refused('billCost.remove', { params: { id: posted.id } })).toMatchObject(invoiceDate);
  expect(
    await api.refused('billCost.invoice', {
      params: { id: accrued.id },
      body: { version: accrued.version, invoiceNo: 'M-3', invoiceDate: LAST, amount: accrued.amount },
    }),
  ).toMatchObject(invoiceDate);
  expect(
    await api.refused('billCost.paid', { body: { ...paid([accrued.id]), paymentDate: LAST } }),
  ).toMatchObject(paymentDate);
  expect(
    await api.refused('billPayment.reverse', {
      params: { id: payment.id },
      body: { version: payment.version, reason: 'Returned' },
    }),
  ).toMatchObject(paymentDate);
  const { id: lineId } = await revenueIn(api, 'confirmed');
  expect(
    await api.refused('billRevenue.invoice', { body: { ids: [lineId], invoiceDate: LAST } }),
  ).toMatchObject(invoiceDate);
  expect(await month()).toEqual(closed);

  // A cost of a closed month is paid later, and reversed by a line of today.
  await api.call.billCost.paid({ body: paid([posted.id]) });
  const { version } = await api.call.billCost.get({ params: { id: posted.id } });
  const reversal = await api.call.billCost.reverse({
    params: { id: posted.id },
    body: { version, reason: 'Wrong invoice' },
  });
  expect(reversal.invoiceDate).toBe(dayFrom(0));
  expect(await month()).toEqual(closed);
});

test('months are reopened from the last with a reason, which stays with both people in the log', async () => {
  await closeThrough(id);
  const { version = 0 } = (await month()) ?? {};
  const params = { id };
  expect((await api.refused('bookMonth.reopen', { params, body: { version, reason: '' } })).code).toBe(
    'REASON_REQUIRED',
  );
  const open = await api.call.bookMonth.reopen({ params, body: { version, reason: 'A late invoice' } });
  expect(open).toMatchObject({ state: 'open', reason: 'A late invoice', reopenedBy: api.admin.staffId });
  const log = await api.call.operateLog.list({ query: { objectType: ['bookMonth'], pageSize: 2 } });
  expect(log.list.map(({ action, objectNo }) => [action, objectNo])).toEqual([
    ['reopen', period],
    ['close', period],
  ]);
});

test('a month with a pending payment cannot be closed', async () => {
  const { id: paymentId } = await pendingPayment(api, { paymentDate: LAST });
  const { version = 0 } = (await month()) ?? {};
  expect(await api.refused('bookMonth.close', { params: { id }, body: { version } })).toMatchObject({
    code: 'MONTH_PENDING',
  });
  const payment = await api.call.billPayment.get({ params: { id: paymentId } });
  await api.call.billPayment.withdraw({ params: { id: paymentId }, body: { version: payment.version } });
  expect((await api.call.bookMonth.close({ params: { id }, body: { version } })).state).toBe('closed');
});
