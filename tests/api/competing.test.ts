import { describe, expect, test } from 'vitest';
import { actAs, type DocumentGroup, submitted } from '../support/apiDocuments';
import { acceptedDiff, dayFrom, makeDiff, paid, receive, revenueIn } from '../support/apiFinance';
import { testApi } from '../support/server';

const api = testApi();
const revenue = (id: number) => api.call.billRevenue.get({ params: { id } });
/** Number of answers that succeeded. */
const done = (answers: readonly object[]): number => answers.filter((answer) => 'got' in answer).length;

describe('two calls on a document at once', () => {
  const groups: DocumentGroup[] = ['contract', 'standardQuote', 'orderQuote', 'taxation'];
  /** Type of each group's documents in the log. */
  const types = {
    contract: 'contract',
    standardQuote: 'standard_quote',
    orderQuote: 'order_quote',
    taxation: 'taxation',
  };
  const approvals = (group: DocumentGroup, id: number) =>
    api.rows(
      'select action as result from approvalLog where docType = ? and docId = ? order by id',
      types[group],
      id,
    );

  test.each(groups)('count one of approving and rejecting: %s', async (group) => {
    const { id, state } = await submitted(api, group);
    if (state !== 'pending') return expect(state).toBe('approved');
    const { next } = await api.call[group].progress({ params: { id } });
    const before = approvals(group, id).length;
    const decide = (at: number, result: 'approve' | 'reject') =>
      api.send(`${group}.approval`, { params: { id }, body: { result, remark: result } } as never, {
        as: actAs(api, next[at % next.length] ?? 0),
      });
    const answers = await Promise.all([
      decide(0, 'reject'),
      decide(1, 'approve'),
      decide(0, 'approve'),
      decide(1, 'reject'),
    ]);
    // A chain with a second step may take an approval and then a rejection: never two decisions of one step.
    const made = approvals(group, id).slice(before);
    expect(made.length).toBe(done(answers));
    expect(made.filter(({ result }) => result === 'reject').length).toBeLessThanOrEqual(1);
    const now = (await api.call[group].get({ params: { id } } as never)) as { state: string };
    expect(now.state).toBe(made.at(-1)?.result === 'reject' ? 'rejected' : now.state);
    if (now.state === 'approved') expect(made.some(({ result }) => result === 'reject')).toBe(false);
  });
});

describe('two calls on a revenue line at once', () => {
  test('book one of several payments that each settle all of it', async () => {
    const line = await revenueIn(api, 'invoiced');
    const body = {
      ...{ direction: 'in' as const, customerId: line.customerId, currency: line.currency },
      ...{ method: 'bank' as const, paymentDate: dayFrom(0), amount: line.grossAmount },
      lines: [{ type: 'revenue' as const, id: line.id, amount: line.grossAmount }],
    };
    const answers = await Promise.all([1, 2, 3].map(() => api.send('billPayment.create', { body })));
    expect(done(answers)).toBe(1);
    expect(await revenue(line.id)).toMatchObject({ state: 'paid', paidAmount: line.grossAmount });
  });

  test('count one of a credit and a payment', async () => {
    for (let round = 0; round < 3; round++) {
      const line = await revenueIn(api, 'invoiced');
      const answers = await Promise.all([
        api.send('billRevenue.credit', {
          params: { id: line.id },
          body: { version: line.version, reason: 'Agreed' },
        }),
        receive(api, line, null).then(
          (got) => ({ got }),
          (error: Error) => ({ error }),
        ),
      ]);
      expect(done(answers)).toBe(1);
      const { state, paidAmount } = await revenue(line.id);
      expect([state, Number(paidAmount) > 0]).toEqual(
        'got' in (answers[0] ?? {}) ? ['credited', false] : ['paid', true],
      );
    }
  });

  test('count one of an invoice and a return to draft', async () => {
    const line = await revenueIn(api, 'confirmed');
    const body = { ids: [line.id] };
    await Promise.all([
      api.send('billRevenue.invoice', { body: { ...body, invoiceDate: dayFrom(0) } }),
      api.send('billRevenue.decide', { body: { ...body, action: 'unconfirm' } }),
    ]);
    const { state, invoiceNo } = await revenue(line.id);
    expect([state, invoiceNo === null]).toEqual(state === 'invoiced' ? ['invoiced', false] : ['draft', true]);
  });

  test('give invoices their own numbers in one series', async () => {
    const lines = await Promise.all([1, 2, 3, 4].map(() => revenueIn(api, 'confirmed')));
    await Promise.all(
      lines.map(({ id }) => api.call.billRevenue.invoice({ body: { ids: [id], invoiceDate: dayFrom(0) } })),
    );
    const numbers = (await Promise.all(lines.map(({ id }) => revenue(id)))).map(
      ({ invoiceNo }) => invoiceNo ?? '',
    );
    expect(new Set(numbers).size).toBe(4);
    const counted = numbers.map((number) => Number(/\d+$/.exec(number)?.[0])).sort((a, b) => a - b);
    expect(counted.at(-1)).toBe((counted[0] ?? 0) + 3);
  });
});

describe('two calls on a cost difference at once', () => {
  test('pay it once', async () => {
    const diff = await acceptedDiff(api);
    const payments = () =>
      api.count('select count(distinct paymentId) from paymentLine where costId = ?', diff.adjustCostId);
    await Promise.all([1, 2, 3].map(() => api.send('billCostDiff.paid', { body: paid([diff.id]) })));
    expect((await api.call.billCostDiff.get({ params: { id: diff.id } })).state).toBe('paid');
    expect(payments()).toBe(1);
  });

  test('count one of accepting and disputing', async () => {
    const { id, version } = await makeDiff(api);
    const decide = (action: 'accept' | 'dispute') =>
      api.send('billCostDiff.decide', { params: { id }, body: { version, action, remark: action } });
    const answers = await Promise.all([decide('accept'), decide('dispute')]);
    expect(done(answers)).toBe(1);
    const { state } = await api.call.billCostDiff.get({ params: { id } });
    expect(state).toBe('got' in (answers[0] ?? {}) ? 'accepted' : 'disputed');
  });
});
