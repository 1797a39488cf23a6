import { describe, expect, test } from 'vitest';
import { dayFrom, makeCost, paid, paymentApprover, pendingPayment, supplier } from '../support/apiFinance';
import { newCode } from '../support/apiRecords';
import { type TestApi, testApi } from '../support/server';

const api = testApi();
const payment = (id: number) => api.call.billPayment.get({ params: { id } });
const cost = (id: number) => api.call.billCost.get({ params: { id } });
type Person = ReturnType<TestApi['actor']>;

const step = (name: string, people: readonly Person[]) => ({
  ...{ name, mode: 'any' as const, approverGroupIds: [], dueHours: null },
  approverStaffIds: people.map(({ staffId }) => staffId),
});

/** Replaces the settings of payments by one from an amount in euros, with an approver for each of two steps. */
async function twoSteps(minAmount: string) {
  api.db.exec("update approvalConfig set active = 0 where docType = 'payment'");
  const [first, second] = [paymentApprover(api), paymentApprover(api)];
  await api.call.approvalConfig.create({
    body: {
      ...{
        docType: 'payment',
        nameEn: newCode('Pay'),
        nameCn: '付款',
        currency: 'EUR',
        minAmount,
        maxAmount: null,
      },
      steps: [step('Finance', [first]), step('Management', [second])],
    },
  });
  return { first, second };
}

const decide = async (id: number, as: Person) =>
  api.call.billPayment.approve({ params: { id }, body: { version: (await payment(id)).version } }, { as });

const refusal = async (id: number, as: Person) => {
  const body = { version: (await payment(id)).version };
  return (await api.refused('billPayment.approve', { params: { id }, body }, { as })).code;
};

describe('a payment above the amount of an approval setting', () => {
  test('is judged by what leaves the account, with its bank charge', async () => {
    await twoSteps('5000.00');
    const of = async (bankCharge: string) =>
      (await pendingPayment(api, { amount: '4996.00', bankCharge })).state;
    expect([await of('4.01'), await of('3.99')]).toEqual(['pending', 'booked']);
  });

  test('settles nothing until the last step is approved, each by a person of its own', async () => {
    const { first, second } = await twoSteps('5000.00');
    // A cost of 8,000 with 21 % VAT: 9,680.
    const line = await makeCost(api, { quantity: 1, unitPrice: '8000' });
    const made = await api.call.billCost.paid({ body: paid([line.id]) });
    expect(made).toMatchObject({ ok: 1, changed: 0, pendingNos: made.paymentNos });
    const id = api.count('select id from billPayment where paymentNo = ?', made.paymentNos[0] ?? '');
    expect(await payment(id)).toMatchObject({
      state: 'pending',
      amount: '9680.00',
      deciders: [first.staffId],
    });
    expect(await cost(line.id)).toMatchObject({ state: 'unpaid', paidAmount: '0.00', paymentNo: null });

    const listed = async (as: Person) =>
      (await api.call.homeReport.approvals({}, { as })).first.some(
        ({ docType, docId }) => docType === 'payment' && docId === id,
      );
    expect([await listed(first), await listed(second)]).toEqual([true, false]);
    const message = api.row(
      'select link, textEn from message where receiverId = ? order by id desc limit 1',
      first.staffId,
    );
    expect(message).toEqual({
      link: `/bil-fee/payment?id=${id}`,
      textEn: `Payment ${made.paymentNos[0]} waits for your approval: Finance`,
    });

    expect(await refusal(id, second)).toBe('APPROVAL_NOT_YOURS');
    expect(await refusal(id, api.admin)).toBe('APPROVAL_SELF');
    expect((await decide(id, first)).state).toBe('pending');
    expect([await listed(first), await listed(second)]).toEqual([false, true]);
    expect(await cost(line.id)).toMatchObject({ state: 'unpaid' });
    expect(await decide(id, second)).toMatchObject({ state: 'booked', approvedBy: second.staffId });
    expect(await cost(line.id)).toMatchObject({ state: 'paid', paidAmount: '9680.00' });
    const log = await api.call.approvalLog.list({
      query: { docType: ['payment'], docNo: made.paymentNos[0] },
    });
    expect(log.list.map(({ action, stepName }) => [action, stepName]).reverse()).toEqual([
      ['submit', null],
      ['approve', 'Finance'],
      ['approve', 'Management'],
    ]);
  });

  test('is booked at once below the amount, and judged by its value in euros in another currency', async () => {
    await twoSteps('5000.00');
    const enter = (amount: string, currency: string) => pendingPayment(api, { amount, currency });
    expect((await enter('4999.99', 'EUR')).state).toBe('booked');
    expect((await enter('5000.00', 'EUR')).state).toBe('pending');
    const dollars = await enter('60000.00', 'USD');
    expect(dollars.state).toBe('pending');
    expect(Number(dollars.baseAmount)).toBeGreaterThan(5000);
    expect((await enter('100.00', 'USD')).state).toBe('booked');
  });

  test('is the only payment of its lines while it is pending, and frees them when it is rejected', async () => {
    const { first } = await twoSteps('5000.00');
    const line = await makeCost(api, { quantity: 1, unitPrice: '8000' });
    const made = await api.call.billCost.paid({ body: paid([line.id]) });
    const again = await api.call.billCost.paid({ body: paid([line.id]) });
    expect(again).toMatchObject({ ok: 0, changed: 0, paymentNos: [], failed: [{ code: 'PAYMENT_PENDING' }] });
    const query = { direction: 'out' as const, partyId: line.supplierId, currency: 'EUR' };
    const open = async () => (await api.call.billPayment.open({ query })).some(({ id }) => id === line.id);
    expect(await open()).toBe(false);
    const id = api.count('select id from billPayment where paymentNo = ?', made.paymentNos[0] ?? '');
    const { version } = await payment(id);
    const rejected = await api.call.billPayment.reject(
      { params: { id }, body: { version, reason: 'Wrong supplier' } },
      { as: first },
    );
    expect(rejected).toMatchObject({ state: 'rejected', reason: 'Wrong supplier', unallocated: '9680.00' });
    expect(await open()).toBe(true);
    expect((await api.call.billCost.paid({ body: paid([line.id]) })).pendingNos).toHaveLength(1);
  });

  test('counts in no account and no total before it is booked', async () => {
    await twoSteps('5000.00');
    const totals = async () =>
      (await api.call.billPayment.totals({ query: { companyId: [supplier(api)] } })).currencies;
    const before = await totals();
    const { id, version } = await pendingPayment(api);
    expect(await totals()).toEqual(before);
    await api.call.billPayment.withdraw({ params: { id }, body: { version } });
    expect((await payment(id)).state).toBe('withdrawn');
    expect(await totals()).toEqual(before);
  });

  test('from a customer needs no approval', async () => {
    await twoSteps('5000.00');
    const customerId = api.count('select id from customer order by id limit 1');
    const made = await api.call.billPayment.create({
      body: {
        ...{ direction: 'in', customerId, currency: 'EUR', paymentDate: dayFrom(0) },
        ...{ amount: '9680.00', method: 'bank' },
      },
    });
    expect(made.state).toBe('booked');
  });
});

test('a line that a reversed payment had settled cannot be deleted, and says which payment', async () => {
  const line = await makeCost(api);
  const { paymentNos } = await api.call.billCost.paid({ body: paid([line.id]) });
  const id = api.count('select id from billPayment where paymentNo = ?', paymentNos[0] ?? '');
  const { version } = await payment(id);
  await api.call.billPayment.reverse({ params: { id }, body: { version, reason: 'Returned' } });
  const refused = await api.refused('billCost.remove', { params: { id: line.id } });
  expect(refused).toMatchObject({
    code: 'COST_IN_PAYMENT',
    msg: expect.stringContaining(paymentNos[0] ?? ''),
  });
});
