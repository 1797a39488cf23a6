import type { JournalRow } from '@contract/finance/journal';
import { sumOf } from '@contract/rules/money';
import { daysAfter } from '@contract/rules/usDays';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  billFor,
  dayFrom,
  invoiceOn,
  makeCost,
  pay,
  receive,
  revenueIn,
  supplier,
} from '../support/apiFinance';
import { type CamtEntry, type CamtStatement, entryIn } from '../support/bankFiles';
import { testApi } from '../support/server';

const api = testApi();
const today = dayFrom(0);
const moved = (amount: string, changes: Partial<CamtEntry> = {}, statement: CamtStatement = {}) =>
  entryIn(api, { amount, day: today, ...changes }, statement);
const entryNow = (id: number) => api.call.bankEntry.get({ params: { id } });
const paymentNow = (id: number | null) => api.call.billPayment.get({ params: { id: id ?? 0 } });
const lineNow = (id: number) => api.call.billRevenue.get({ params: { id } });
const owed = async (customerId: number, day?: string) => {
  const { list } = await api.call.openItem.list({
    query: { side: 'receivable', by: 'party', pageSize: 200, ...(day ? { day } : {}) },
  });
  return list.find((one) => one.customerId === customerId)?.balance ?? '0.00';
};

let made = 0;
/** An invoice of a new customer, paid by a bank entry of some days ago. */
async function received(day = daysAfter(today, -3), endToEnd = `E2E-RET-${made + 1}`) {
  made += 1;
  const billId = await billFor(api, 'NL', 'NL004495445B01');
  const line = await revenueIn(
    api,
    'invoiced',
    { basis: 'fixed', quantity: 1, unitPrice: `${2300 + made}.0${made % 10}` },
    billId,
  );
  const entry = await moved(line.grossAmount, { day, endToEnd, text: `${line.invoiceNo}` });
  const booked = await api.call.bankEntry.book({
    params: { id: entry.id },
    body: {
      ...{ version: entry.version, customerId: line.customerId },
      lines: [{ type: 'revenue', id: line.id, amount: line.grossAmount }],
    },
  });
  return { line, endToEnd, entry: booked, paymentId: booked.paymentId ?? 0 };
}
const returned = (
  amount: string,
  endToEnd: string,
  changes: Partial<CamtEntry> = {},
  statement: CamtStatement = {},
) => moved(amount, { sign: 'DBIT', reversal: true, endToEnd, ...changes }, statement);
const bookReturn = ({ id, version }: { id: number; version: number }, paymentId: number) =>
  api.call.bankEntry.bookReturn({ params: { id }, body: { version, returnedId: paymentId } });
const refused = async ({ id, version }: { id: number; version: number }, paymentId: number) =>
  (await api.refused('bankEntry.bookReturn', { params: { id }, body: { version, returnedId: paymentId } }))
    .code;

describe('a payment of a customer that the bank returns', () => {
  test('is proposed by its reference; confirming opens the invoice again and settles both entries', async () => {
    const { line, endToEnd, entry, paymentId } = await received();
    const back = await returned(line.grossAmount, endToEnd);
    expect(back.proposals).toMatchObject([
      {
        ...{ by: 'return', certain: true, paymentId, customerId: line.customerId },
        lines: [{ type: 'revenue', id: line.id, amount: `-${line.grossAmount}` }],
      },
    ]);
    expect(await owed(line.customerId)).toBe('0.00');
    const booked = await bookReturn(back, paymentId);
    expect(booked).toMatchObject({ state: 'booked', linked: false });
    expect((await entryNow(entry.id)).state).toBe('booked');
    expect(await lineNow(line.id)).toMatchObject({ state: 'invoiced', paidAmount: '0.00' });
    const payment = await paymentNow(booked.paymentId);
    expect(payment).toMatchObject({
      ...{ direction: 'out', customerId: line.customerId, paymentDate: today, amount: line.grossAmount },
      ...{ unallocated: '0.00', state: 'booked', bankReference: endToEnd },
    });
    const origin = await paymentNow(paymentId);
    expect(origin).toMatchObject({ state: 'booked', returnedByNo: payment.paymentNo, returnsNo: null });
    expect(payment).toMatchObject({ returnsNo: origin.paymentNo, returnedByNo: null });
    // Owed again from the day of the return on.
    expect(await owed(line.customerId)).toBe(line.grossAmount);
    const { list } = await api.call.billCustomer.list({
      query: { period: today.slice(0, 7), customerId: [line.customerId] },
    });
    expect(list).toMatchObject([{ closingBalance: line.grossAmount }]);
  });

  test('is returned once, and kept from being reversed until its return is', async () => {
    const { line, endToEnd, paymentId } = await received();
    const back = await bookReturn(await returned(line.grossAmount, endToEnd), paymentId);
    const twice = await returned(line.grossAmount, endToEnd);
    expect(twice.proposals).toEqual([]);
    expect(await refused(twice, paymentId)).toBe('PAYMENT_USED');
    const reverse = async (id: number) => {
      const { version } = await paymentNow(id);
      return { params: { id }, body: { version, reason: 'Wrong' } };
    };
    expect((await api.refused('billPayment.reverse', await reverse(paymentId))).code).toBe('PAYMENT_USED');
    await api.call.billPayment.reverse(await reverse(back.paymentId ?? 0));
    expect(await entryNow(back.id)).toMatchObject({ state: 'open', paymentId: null });
    expect((await lineNow(line.id)).state).toBe('paid');
    expect(await owed(line.customerId)).toBe('0.00');
    expect((await entryNow(back.id)).proposals).toMatchObject([{ by: 'return', paymentId }]);
  });

  test('can be paid again; then its return stays as it is', async () => {
    const { line, endToEnd, paymentId } = await received();
    const back = await bookReturn(await returned(line.grossAmount, endToEnd), paymentId);
    await receive(api, line, null);
    expect(await lineNow(line.id)).toMatchObject({ state: 'paid', paidAmount: line.grossAmount });
    const { version } = await paymentNow(back.paymentId);
    const body = { version, reason: 'Wrong' };
    const params = { id: back.paymentId ?? 0 };
    expect((await api.refused('billPayment.reverse', { params, body })).code).toBe('PAYMENT_LINE');
    expect(await owed(line.customerId)).toBe('0.00');
  });

  test('is returned with what was not applied of it', async () => {
    const { line } = await received();
    const entry = await moved('500.00', { endToEnd: 'E2E-REST', day: daysAfter(today, -1) });
    const { paymentId } = await api.call.bankEntry.book({
      params: { id: entry.id },
      body: { version: entry.version, customerId: line.customerId },
    });
    expect(await owed(line.customerId)).toBe('-500.00');
    await bookReturn(await returned('500.00', 'E2E-REST'), paymentId ?? 0);
    expect(await owed(line.customerId)).toBe('0.00');
    expect((await paymentNow(paymentId)).unallocated).toBe('0.00');
  });

  test('is one of several of the same amount, which a person picks', async () => {
    const { line, paymentId } = await received();
    const back = await returned(line.grossAmount, 'UNKNOWN-1');
    expect(back.proposals).toMatchObject([{ by: 'return', certain: false, paymentId }]);
    const { failed } = await api.call.bankEntry.confirm({ body: { ids: [back.id] } });
    expect(failed).toMatchObject([{ key: back.id, code: 'BANK_REVERSAL' }]);
    expect((await bookReturn(back, paymentId)).state).toBe('booked');
  });

  test('without a mark of the bank is a person\u2019s decision, by the text of the entry', async () => {
    const { line, endToEnd, paymentId } = await received();
    const plain = (text: string) => moved(line.grossAmount, { sign: 'DBIT', text, endToEnd });
    expect((await plain('Something else')).proposals.filter(({ by }) => by === 'return')).toEqual([]);
    const back = await plain('R\u00fccklastschrift');
    expect(back.proposals).toMatchObject([{ by: 'return', certain: false, paymentId }]);
    expect((await bookReturn(back, paymentId)).state).toBe('booked');
    expect((await lineNow(line.id)).state).toBe('invoiced');
  });

  test('is refused for another amount, direction, account or day, and with a bank charge', async () => {
    const { line, endToEnd, paymentId } = await received();
    const { grossAmount } = line;
    const other = 'BANK_RETURN_OTHER';
    expect(await refused(await returned('1.00', endToEnd), paymentId)).toBe(other);
    expect(await refused(await returned(grossAmount, endToEnd, { sign: 'CRDT' }), paymentId)).toBe(other);
    const before = await returned(grossAmount, endToEnd, { day: daysAfter(today, -4) });
    expect(before.proposals).toEqual([]);
    expect(await refused(before, paymentId)).toBe(other);
    const elsewhere = await returned(grossAmount, endToEnd, {}, { account: 'FR7630006000011234567890189' });
    expect(elsewhere.proposals).toEqual([]);
    expect(await refused(elsewhere, paymentId)).toBe(other);
    const charged = await moved('88.00', { endToEnd: 'E2E-CHARGE' });
    const { paymentId: withCharge } = await api.call.bankEntry.book({
      params: { id: charged.id },
      body: { version: charged.version, customerId: line.customerId, bankCharge: '2.00' },
    });
    const back = await returned('90.00', 'E2E-CHARGE');
    expect(await refused(back, withCharge ?? 0)).toBe(other);
    expect((await lineNow(line.id)).state).toBe('paid');
  });
});

test('a payment to a supplier that comes back opens its cost again, without approval', async () => {
  const cost = await makeCost(api, { unitPrice: '477.7100' });
  const out = await moved(cost.grossAmount, {
    ...{ sign: 'DBIT', endToEnd: 'E2E-OUT', day: daysAfter(today, -1) },
  });
  const { paymentId } = await api.call.bankEntry.book({
    params: { id: out.id },
    body: {
      ...{ version: out.version, companyId: cost.supplierId },
      lines: [{ type: 'cost', id: cost.id, amount: cost.grossAmount }],
    },
  });
  const costNow = () => api.call.billCost.get({ params: { id: cost.id } });
  expect((await costNow()).state).toBe('paid');
  // The reason of a return alone, without the mark of a reversal.
  const back = await moved(cost.grossAmount, {
    details:
      '<TxDtls><Refs><EndToEndId>E2E-OUT</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>',
  });
  expect(back).toMatchObject({ reversal: true, proposals: [{ by: 'return', certain: true, paymentId }] });
  const booked = await bookReturn(back, paymentId ?? 0);
  expect(await paymentNow(booked.paymentId)).toMatchObject({
    ...{ direction: 'in', companyId: supplier(api), state: 'booked', unallocated: '0.00' },
  });
  expect(await costNow()).toMatchObject({ state: 'unpaid', paidAmount: '0.00', paidOn: null });
  expect((await costNow()).paymentNo).toBeNull();
});

describe('the journal', () => {
  const [RECEIVABLES, BANK] = ['1300', '1100'];
  beforeAll(() => api.db.exec("update ledgerSetup set validFrom = '2000-01-01'"));
  const issuer = () => api.count("select id from clientCompany where kind = 'own' and defaultIssuer = 1");
  const postings = async (from: string, to: string): Promise<readonly JournalRow[]> =>
    (await api.call.journal.list({ query: { companyId: issuer(), from, to, pageSize: 200 } })).list;
  const balanceOf = (rows: readonly JournalRow[], account: string | undefined) =>
    sumOf(
      [
        '0.00',
        ...rows.flatMap(({ debitAccount, creditAccount, baseAmount }) => [
          ...(debitAccount === account ? [baseAmount ?? '0'] : []),
          ...(creditAccount === account ? [`-${baseAmount}`] : []),
        ]),
      ],
      'EUR',
    );

  test.each([
    { currency: 'EUR', year: 2012, gross: '100.01', first: '1.000000', second: '1.000000' },
    { currency: 'CHF', year: 2013, gross: '100.01', first: '0.943700', second: '0.951300' },
  ])('keeps a closed month and is even in both, in $currency', async (of) => {
    const { currency, year, gross, first, second } = of;
    const [march, april] = [`${year}-03`, `${year}-04`];
    if (currency !== 'EUR')
      for (const [day, rate] of [
        [`${march}-01`, first],
        [`${april}-01`, second],
      ] as const)
        await api.call.dayRate.create({ body: { currency, day, rate, remark: null } });
    const billId = await billFor(api, 'NL', 'NL004495445B01');
    const line = await invoiceOn(api, `${march}-02`, {
      ...{ billId, unitPrice: gross },
      ...{ currency, taxRate: 0 },
    } as never);
    const statement = { currency };
    const of1 = { day: `${march}-10`, endToEnd: `E2E-${year}` };
    const paid = await moved(line.grossAmount, of1, statement);
    const { paymentId } = await api.call.bankEntry.book({
      params: { id: paid.id },
      body: {
        ...{ version: paid.version, customerId: line.customerId },
        lines: [{ type: 'revenue', id: line.id, amount: line.grossAmount }],
      },
    });
    const before = await postings(`${march}-01`, `${march}-31`);
    expect(balanceOf(before, RECEIVABLES)).toBe('0.00');
    api.db.exec(
      `insert into bookMonth (id, period, state, version) values (${year}03, '${march}', 'closed', 1)`,
    );
    const day = `${april}-05`;
    const back = await returned(line.grossAmount, of1.endToEnd, { day }, statement);
    await bookReturn(back, paymentId ?? 0);
    expect(await postings(`${march}-01`, `${march}-31`)).toEqual(before);
    const after = await postings(`${april}-01`, `${april}-30`);
    expect(after.map(({ kind }) => kind)).toContain('refund');
    // What the customer owes again is worth what it was booked at.
    const booked = sumOf(
      before.flatMap(({ kind, baseAmount }) => (kind === 'invoice' ? [baseAmount ?? '0'] : [])),
      'EUR',
    );
    expect(balanceOf(after, RECEIVABLES)).toBe(booked);
    expect(balanceOf(after, BANK)).toBe(
      (-Math.round((Number(gross) / Number(second)) * 100) / 100).toFixed(2),
    );
    expect(await owed(line.customerId, `${march}-31`)).toBe('0.00');
    expect(await owed(line.customerId, day)).toBe(line.grossAmount);
    // Paid again, it is settled to the cent, also in what rounding left.
    const again = await moved(line.grossAmount, { day: `${april}-20` }, statement);
    await api.call.bankEntry.book({
      params: { id: again.id },
      body: {
        ...{ version: again.version, customerId: line.customerId },
        lines: [{ type: 'revenue', id: line.id, amount: line.grossAmount }],
      },
    });
    expect(balanceOf(await postings(`${march}-01`, `${april}-30`), RECEIVABLES)).toBe('0.00');
  });

  test('takes back the cents that rounding left, and clears them once it is paid again', async () => {
    const day = (nth: number) => `2010-03-0${nth}`;
    await api.call.dayRate.create({ body: { currency: 'CHF', day: day(1), rate: '0.943700', remark: null } });
    const billId = await billFor(api, 'NL', 'NL004495445B01');
    const changes = { billId, unitPrice: '100.00', currency: 'CHF', taxRate: 0 };
    const line = await invoiceOn(api, day(1), changes as never);
    const { id, customerId } = line;
    for (const amount of ['20.00', '20.00', '20.00', '20.00'])
      await pay(api, 'in', customerId, { paymentDate: day(2), amount, currency: 'CHF' }, [
        { type: 'revenue', id, amount },
      ]);
    const receive = async (on: string) => {
      const entry = await moved('20.00', { day: on, endToEnd: 'E2E-CENTS' }, { currency: 'CHF' });
      const lines = [{ type: 'revenue' as const, id, amount: '20.00' }];
      const { version } = entry;
      return api.call.bankEntry.book({ params: { id: entry.id }, body: { version, customerId, lines } });
    };
    const { paymentId } = await receive(day(3));
    const kinds = async (nth: number) => (await postings(day(nth), day(nth))).map(({ kind }) => kind);
    expect(balanceOf(await postings(day(1), day(3)), RECEIVABLES)).toBe('0.00');
    expect(await kinds(3)).toContain('rounding');
    const back = await returned('20.00', 'E2E-CENTS', { day: day(5) }, { currency: 'CHF' });
    await bookReturn(back, paymentId ?? 0);
    expect(await kinds(5)).toContain('rounding');
    await receive(day(7));
    expect(balanceOf(await postings(day(1), day(7)), RECEIVABLES)).toBe('0.00');
  });

  test('refuses a return in a closed month whole', async () => {
    const { line, endToEnd, paymentId } = await received('2011-05-03');
    api.db.exec("insert into bookMonth (id, period, state, version) values (201106, '2011-06', 'closed', 1)");
    const back = await returned(line.grossAmount, endToEnd, { day: '2011-06-03' });
    expect(await refused(back, paymentId)).toBe('MONTH_CLOSED');
    expect((await lineNow(line.id)).state).toBe('paid');
    expect((await entryNow(back.id)).state).toBe('open');
  });
});
