import { bankEntryRow } from '@contract/finance/bankEntry';
import { daysAfter } from '@contract/rules/usDays';
import { describe, expect, test } from 'vitest';
import {
  billFor,
  dayFrom,
  makeCost,
  paymentApprover,
  receive,
  revenueIn,
  supplier,
} from '../support/apiFinance';
import { type CamtEntry, type CamtStatement, camt, camtOf, entryIn } from '../support/bankFiles';
import { testApi } from '../support/server';

const api = testApi();
const today = dayFrom(0);
const fileOf = (statements: readonly CamtStatement[]) => ({ name: 'statement.xml', bytes: camt(statements) });
const check = (statements: readonly CamtStatement[]) =>
  api.call.bankEntry.check({ file: fileOf(statements) });
const take = (statements: readonly CamtStatement[], similar?: 'skip' | 'keep') =>
  api.call.bankEntry.importFile({ query: similar ? { similar } : {}, file: fileOf(statements) });
const entries = () => api.count('select count(*) from bankEntry');
const reread = (id: number) => api.call.bankEntry.get({ params: { id } });

/** Makes an invoiced line of an amount of its own. */
let cents = 0;
const invoiced = (changes: object = {}) => {
  cents += 1;
  const line = { basis: 'fixed', quantity: 1, unitPrice: `${700 + cents}.${10 + cents}` };
  return revenueIn(api, 'invoiced', { ...line, ...changes });
};
/** An entry of today. */
const moved = (amount: string, changes: Partial<CamtEntry> = {}, statement: CamtStatement = {}) =>
  entryIn(api, { amount, day: today, ...changes }, statement);

describe('importing a statement', () => {
  test('shows what a file holds before anything is written, and names our company by its account', async () => {
    const own = api.row("select id, iban from clientCompany where kind = 'own' and iban is not null");
    const statement = {
      ...{ id: 'PRE', account: String(own.iban), entries: [{ amount: '10.00', ref: 'P1' }] },
    };
    const before = entries();
    const read = await check([statement]);
    expect(entries()).toBe(before);
    expect(read).toEqual({
      ...{ format: 'camt053', asks: null },
      statements: [
        {
          ...{ account: own.iban, companyId: own.id, statementNo: 'PRE', currency: 'EUR', pending: 0 },
          ...{ fromDate: '2026-11-03', toDate: '2026-11-03', fresh: 1, known: 0, similar: [] },
          ...{ openingBalance: '1000.00', closingBalance: '1010.00', gapFrom: null },
        },
      ],
    });
    await take([statement]);
    const [row] = (await api.call.bankEntry.list({ query: { statementNo: 'PRE' } })).list;
    expect(bankEntryRow.parse(row)).toEqual(row);
    expect(row).toMatchObject({ companyId: own.id, amount: '10.00', balance: '1010.00', state: 'open' });
  });

  test('never imports an entry twice: the same file, and one that overlaps', async () => {
    const account = 'DE89370400440532013000';
    const monday = { amount: '10.00', ref: 'A', day: '2026-10-05' };
    const twin = { amount: '10.00', ref: 'B', day: '2026-10-05' };
    const tuesday = { amount: '3.00', sign: 'DBIT' as const, ref: 'C', day: '2026-10-06' };
    const daily = [{ id: 'D1', account, day: '2026-10-05', entries: [monday, twin] }];
    expect((await take(daily)).statements).toMatchObject([{ fresh: 2, known: 0 }]);
    expect((await take(daily)).statements).toMatchObject([{ fresh: 0, known: 2 }]);
    const weekly = [{ id: 'W', account, day: '2026-10-09', entries: [monday, twin, tuesday] }];
    expect((await check(weekly)).statements).toMatchObject([{ fresh: 1, known: 2, similar: [] }]);
    const before = entries();
    expect((await take(weekly)).statements).toMatchObject([{ fresh: 1, known: 2 }]);
    expect(entries()).toBe(before + 1);
    // The same statement twice in one file.
    const twice = [
      {
        id: 'X',
        account,
        day: '2026-10-12',
        opening: '1017.00',
        entries: [{ ...monday, day: '2026-10-12' }],
      },
      {
        id: 'X',
        account,
        day: '2026-10-12',
        opening: '1017.00',
        entries: [{ ...monday, day: '2026-10-12' }],
      },
    ];
    expect((await take(twice)).statements).toMatchObject([{ fresh: 1 }, { fresh: 0, known: 1 }]);
  });

  test('asks about entries that may have been imported before, and says when a statement is missing', async () => {
    const account = 'FR7630006000011234567890189';
    const entry = { amount: '10.00', ref: null, text: 'Invoice', day: '2026-10-05' };
    await take([{ id: '1', account, day: '2026-10-05', entries: [entry] }]);
    const other = [{ id: '2', account, day: '2026-10-05', opening: '5.00', entries: [entry] }];
    expect((await check(other)).statements).toMatchObject([
      { fresh: 0, known: 0, similar: [{ bookedOn: '2026-10-05', amount: '10.00' }] },
    ]);
    expect(await api.refused('bankEntry.importFile', { file: fileOf(other) })).toMatchObject({
      code: 'BANK_SIMILAR',
    });
    const before = entries();
    expect((await take(other, 'skip')).statements).toMatchObject([{ fresh: 0, known: 1, similar: [] }]);
    expect(entries()).toBe(before);
    expect((await take(other, 'keep')).statements).toMatchObject([{ fresh: 1, known: 0, similar: [] }]);
    expect(entries()).toBe(before + 1);
    const later = [
      { id: '9', account, day: '2026-10-08', opening: '77.00', entries: [{ ...entry, day: '2026-10-08' }] },
    ];
    expect((await check(later)).statements).toMatchObject([{ fresh: 1, gapFrom: '15.00' }]);
  });

  test('refuses a file as a whole where one of its statements does not balance', async () => {
    const before = entries();
    const good = { id: 'G', entries: [{ amount: '1.00' }] };
    const refused = await api.refused('bankEntry.importFile', {
      file: fileOf([good, { id: 'H', closing: '0.00' }]),
    });
    expect(refused.msg).toContain('Statement H of account NL91ABNA0417164300 does not balance');
    expect(refused.msg).toContain('-1000.00 EUR');
    expect(entries()).toBe(before);
  });
});

describe('proposals', () => {
  test('for money received are by the numbers of invoices in the text, sure if the amount agrees', async () => {
    const line = await invoiced();
    const number = (line.invoiceNo ?? '').toLowerCase().replaceAll('-', ' ');
    const entry = await moved(line.grossAmount, { text: `Thanks! Invoice ${number}.` });
    expect(entry.proposals).toMatchObject([
      {
        ...{ by: 'invoice', certain: true, customerId: line.customerId, companyId: null, paymentId: null },
        lines: [{ id: line.id, amount: line.grossAmount }],
      },
    ]);
    const part = await moved('5.00', { text: `${line.invoiceNo}` });
    expect(part.proposals).toMatchObject([{ by: 'invoice', certain: false, lines: [{ amount: '5.00' }] }]);
    const longer = await moved(line.grossAmount, { text: `9${line.invoiceNo}1` });
    expect(longer.proposals.filter(({ by }) => by === 'invoice')).toEqual([]);
  });

  test('fall back to account, name and amount, which are never sure', async () => {
    const iban = 'GB33BUKB20201555555555';
    const company = { nameEn: 'Quay, Sons & Daughters', shortName: null, iban };
    const billId = await billFor(api, 'NL', 'NL004495445B01', company);
    const line = await revenueIn(
      api,
      'invoiced',
      { basis: 'fixed', quantity: 1, unitPrice: '399.97' },
      billId,
    );
    const of = async (changes: Partial<CamtEntry>) =>
      (await moved(line.grossAmount, changes)).proposals.map(({ by, certain, customerId, lines }) => [
        ...[by, certain, customerId],
        lines.map(({ id }) => id),
      ]);
    expect(await of({})).toEqual([['amount', false, line.customerId, [line.id]]]);
    expect(await of({ name: 'QUAY SONS &amp; DAUGHTERS' })).toEqual([
      ['name', false, line.customerId, [line.id]],
    ]);
    expect(await of({ iban, name: 'Someone else' })).toEqual([['iban', false, line.customerId, [line.id]]]);
    expect((await moved('0.37')).proposals).toEqual([]);
  });

  test('are by the number of a customer statement: all that was invoiced by the end of its month', async () => {
    const billId = await billFor(api, 'NL', 'NL004495445B01');
    const of = (unitPrice: string) =>
      revenueIn(api, 'invoiced', { basis: 'fixed', quantity: 1, unitPrice }, billId);
    const lines = [await of('31.07'), await of('12.00')];
    const customerId = lines[0]?.customerId ?? 0;
    const { code } = api.row('select code from customer where id = ?', customerId);
    const no = (month: string, currency = 'EUR') => ({ text: `Statement ST-${code}-${month}-${currency}` });
    const { proposals } = await moved('43.07', no(today.slice(0, 7)));
    expect(proposals).toMatchObject([{ by: 'statement', certain: true, customerId }]);
    expect(proposals[0]?.lines.map(({ id, amount }) => [id, amount]).sort()).toEqual(
      lines.map(({ id, grossAmount }) => [id, grossAmount]).sort(),
    );
    expect((await moved('43.07', no('2020-01'))).proposals).toEqual([]);
    expect((await moved('43.07', no(today.slice(0, 7), 'USD'))).proposals).toEqual([]);
  });

  test('for money paid are a payment that was entered before, surely by its number', async () => {
    const cost = await makeCost(api, { unitPrice: '411.1700' });
    const payment = await api.call.billPayment.create({
      body: {
        ...{
          direction: 'out',
          companyId: cost.supplierId,
          paymentDate: daysAfter(today, -3),
          currency: 'EUR',
        },
        ...{ amount: cost.grossAmount, method: 'bank', bankReference: 'BATCH-7781' },
        lines: [{ type: 'cost', id: cost.id, amount: cost.grossAmount }],
      },
    });
    const out = (changes: Partial<CamtEntry>) => moved(cost.grossAmount, { sign: 'DBIT', ...changes });
    expect((await out({ text: 'Batch 7781' })).proposals).toMatchObject([
      { by: 'payment', certain: true, paymentId: payment.id, paymentNo: payment.paymentNo },
    ]);
    expect((await out({ text: 'Something' })).proposals).toMatchObject([{ by: 'payment', certain: false }]);
    expect((await out({ text: 'Batch 7781', day: daysAfter(today, -9) })).proposals).toEqual([]);
    const entry = await out({ endToEnd: 'BATCH-7781' });
    await api.call.bankEntry.link({
      params: { id: entry.id },
      body: { version: entry.version, paymentId: payment.id },
    });
    expect((await out({ text: 'Batch 7781' })).proposals).toEqual([]);
  });

  test('are none for a reversal, and not sure of a booking where a payment may be the entry', async () => {
    const line = await invoiced();
    expect((await moved(line.grossAmount, { text: line.invoiceNo ?? '', reversal: true })).proposals).toEqual(
      [],
    );
    await receive(api, line, '1.00', line.grossAmount);
    const entry = await moved(line.grossAmount, { text: line.invoiceNo ?? '' });
    expect(entry.proposals.map(({ by, certain }) => [by, certain])).toEqual([
      ['payment', false],
      ['invoice', false],
    ]);
  });
});

describe('booking an entry', () => {
  test('pays its lines on its day; reversing the payment opens both again', async () => {
    const line = await invoiced();
    const entry = await moved(line.grossAmount, { text: `${line.invoiceNo}`, endToEnd: 'E2E-55' });
    const booked = await api.call.bankEntry.book({
      params: { id: entry.id },
      body: {
        ...{ version: entry.version, customerId: line.customerId },
        lines: [{ type: 'revenue', id: line.id, amount: line.grossAmount }],
      },
    });
    expect(booked).toMatchObject({ state: 'booked', linked: false, paymentId: expect.any(Number) });
    const payment = await api.call.billPayment.get({ params: { id: booked.paymentId ?? 0 } });
    expect(payment).toMatchObject({
      ...{
        direction: 'in',
        customerId: line.customerId,
        paymentDate: today,
        method: 'bank',
        state: 'booked',
      },
      ...{ amount: line.grossAmount, unallocated: '0.00', bankReference: 'E2E-55', remark: line.invoiceNo },
    });
    const lineNow = () => api.call.billRevenue.get({ params: { id: line.id } });
    expect((await lineNow()).state).toBe('paid');
    await api.call.billPayment.reverse({
      params: { id: payment.id },
      body: { version: payment.version, reason: 'Wrong customer' },
    });
    expect(await reread(entry.id)).toMatchObject({ state: 'open', paymentId: null, paymentNo: null });
    expect((await lineNow()).state).toBe('invoiced');
  });

  test('leaves what is too much unallocated, and pays a part with less', async () => {
    const line = await invoiced();
    const more = await moved('2000.00');
    const { paymentId } = await api.call.bankEntry.book({
      params: { id: more.id },
      body: {
        ...{ version: more.version, customerId: line.customerId },
        lines: [{ type: 'revenue', id: line.id, amount: '100.00' }],
      },
    });
    expect((await api.call.billPayment.get({ params: { id: paymentId ?? 0 } })).unallocated).toBe('1900.00');
    expect((await api.call.billRevenue.get({ params: { id: line.id } })).state).toBe('part_paid');
  });

  test('leaves nothing half written: refused in a closed month, and for a line of another currency', async () => {
    const line = await invoiced();
    const payments = () => api.count('select count(*) from billPayment');
    const before = payments();
    const old = await moved('10.00', { day: '1997-03-03' });
    api.db.exec("insert into bookMonth (id, period, state, version) values (199703, '1997-03', 'closed', 1)");
    const body = { version: old.version, customerId: line.customerId };
    expect(await api.refused('bankEntry.book', { params: { id: old.id }, body })).toMatchObject({
      code: 'MONTH_CLOSED',
    });
    const foreign = await moved('10.00', {}, { currency: 'USD' });
    const lines = [{ type: 'revenue', id: line.id, amount: '10.00' }];
    const refused = await api.refused('bankEntry.book', {
      params: { id: foreign.id },
      body: { version: foreign.version, customerId: line.customerId, lines },
    });
    expect(refused.code).toBe('PAYMENT_LINE');
    expect(payments()).toBe(before);
    expect((await reread(foreign.id)).state).toBe('open');
  });

  test('waits for approval above the limit, and is open again when that is refused', async () => {
    const entry = await moved('9680.00', { sign: 'DBIT' });
    const booked = await api.call.bankEntry.book({
      params: { id: entry.id },
      body: { version: entry.version, companyId: supplier(api) },
    });
    const payment = await api.call.billPayment.get({ params: { id: booked.paymentId ?? 0 } });
    expect(payment.state).toBe('pending');
    api.db.exec(`update billPayment set waiting = null, stepNo = null where id = ${payment.id}`);
    await api.call.billPayment.reject(
      { params: { id: payment.id }, body: { version: payment.version, reason: 'Not ours' } },
      { as: await paymentApprover(api) },
    );
    expect(await reread(entry.id)).toMatchObject({ state: 'open', paymentId: null });
  });

  test('in one go takes only entries with a sure proposal, and says why not the others', async () => {
    const [one, other] = [await invoiced(), await invoiced()];
    const sure = await moved(one.grossAmount, { text: `${one.invoiceNo}` });
    const unsure = await moved(other.grossAmount, { text: 'Thanks' });
    const payment = await receive(api, other, null);
    const before = await moved(other.grossAmount, { text: payment.paymentNo });
    const { ok, failed } = await api.call.bankEntry.confirm({
      body: { ids: [sure.id, unsure.id, before.id] },
    });
    expect([ok, failed.map(({ key, code }) => [key, code])]).toEqual([2, [[unsure.id, 'BANK_NOT_CERTAIN']]]);
    expect(await reread(sure.id)).toMatchObject({ state: 'booked', linked: false });
    expect(await reread(before.id)).toMatchObject({ state: 'booked', linked: true, paymentId: payment.id });
    expect((await reread(unsure.id)).state).toBe('open');
  });

  test('is taken back for a linked payment without touching it', async () => {
    const line = await invoiced();
    const payment = await receive(api, line, null);
    const entry = await moved(line.grossAmount);
    const linked = await api.call.bankEntry.link({
      params: { id: entry.id },
      body: { version: entry.version, paymentId: payment.id },
    });
    expect(linked).toMatchObject({ state: 'booked', linked: true, paymentNo: payment.paymentNo });
    const params = { id: entry.id };
    const open = await api.call.bankEntry.reopen({ params, body: { version: linked.version } });
    expect(open).toMatchObject({ state: 'open', linked: false, paymentId: null });
    expect((await api.call.billPayment.get({ params: { id: payment.id } })).state).toBe('booked');
  });
});

test('an entry is ignored for a reason and opened again, and totals count open ones by direction', async () => {
  const account = 'LU280019400644750000';
  const day = '2026-09-01';
  await take([
    {
      ...{ id: 'T', account, day, currency: 'CHF' },
      entries: [
        { amount: '30.00', ref: '1' },
        { amount: '12.50', sign: 'DBIT', ref: '2' },
        { amount: '4.50', sign: 'DBIT', ref: '3', text: 'Account fee' },
      ],
    },
  ]);
  const totals = () => api.call.bankEntry.totals({ query: { account } });
  const found = (open: number, openOut: string) => ({
    currencies: [{ currency: 'CHF', entries: 3, open, openIn: '30.00', openOut }],
  });
  expect(await totals()).toEqual(found(3, '17.00'));
  const id = api.count("select id from bankEntry where remittance = 'Account fee'");
  const ignored = await api.call.bankEntry.ignore({
    params: { id },
    body: { version: 1, reason: 'Bank charges' },
  });
  expect(ignored).toMatchObject({ state: 'ignored', reason: 'Bank charges' });
  expect(await totals()).toEqual(found(2, '12.50'));
  const reopened = await api.call.bankEntry.reopen({ params: { id }, body: { version: ignored.version } });
  expect(reopened).toMatchObject({ state: 'open', reason: null });
});

test('entries are seen by those who see everything, and by whoever imported them', async () => {
  const entry = await moved('3.21');
  const limited = await api.actor({
    permissions: ['home.dashboard.view', 'finance.payment.view', 'finance.payment.edit'],
    warehouseIds: [1],
  });
  const params = { id: entry.id };
  expect((await api.refused('bankEntry.get', { params }, { as: limited })).code).toBe('NOT_FOUND');
  await api.call.bankEntry.importFile({ file: camtOf({ amount: '3.22' }) }, { as: limited });
  const { list } = await api.call.bankEntry.list({ query: {} }, { as: limited });
  expect(list.map(({ amount }) => amount)).toEqual(['3.22']);
});

test('the list is saved as a file', async () => {
  await moved('8.88', { name: 'Saver', text: 'A text' });
  const file = await api.call.bankEntry.export({
    query: {
      format: 'csv',
      columns: ['counterpartyName', 'amount', 'remittance'],
      counterpartyName: 'Saver',
    },
  });
  expect(file.bytes.toString('utf8')).toContain('Saver,8.88,A text');
});
