import { daysAfter } from '@contract/rules/usDays';
import { expect, test } from 'vitest';
import { dayFrom, revenueIn } from '../support/apiFinance';
import { entryIn } from '../support/bankFiles';
import { testApi } from '../support/server';

const api = testApi();
const today = dayFrom(0);
const csv = (lines: readonly string[]) => ({ name: 'statement.csv', bytes: `${lines.join('\r\n')}\r\n` });
const HEAD = 'Date,Description,Counterparty,Amount,Balance';
const WITHOUT = 'Date,Description,Counterparty,Amount';
const entries = () => api.count('select count(*) from bankEntry');
const ownAccount = () =>
  String(api.row("select iban from clientCompany where kind = 'own' and iban is not null order by id").iban);
let currencies = 0;
/** A currency of its own for each test, so that no other entry of the account is in its way. */
const asked = () => {
  currencies += 1;
  return { account: ownAccount(), currency: ['DKK', 'SEK', 'CZK', 'PLN'][currencies - 1] ?? 'HUF' };
};

test('a file that names neither account nor currency asks for both before anything is read', async () => {
  const file = csv([HEAD, `${today},Invoice 12,Panda,119.00,1119.00`]);
  const before = entries();
  const { asks, statements } = await api.call.bankEntry.check({ query: {}, file });
  expect(statements).toEqual([]);
  expect(asks).toMatchObject({ currency: true, encodings: [] });
  const own = api
    .rows(
      "select id as companyId, iban as account from clientCompany where kind = 'own' and iban is not null",
    )
    .map((row) => ({ ...row }));
  expect(asks?.accounts).toEqual(expect.arrayContaining(own));
  expect(await api.refused('bankEntry.importFile', { query: {}, file })).toMatchObject({
    code: 'BANK_CSV_ASKS',
  });
  const query = asked();
  const read = await api.call.bankEntry.check({ query, file });
  expect(read).toMatchObject({
    ...{ format: 'csv', asks: null },
    statements: [
      {
        ...{
          account: query.account,
          currency: query.currency,
          fromDate: today,
          toDate: today,
          statementNo: today,
        },
        ...{ openingBalance: '1000.00', closingBalance: '1119.00', fresh: 1, known: 0, similar: [] },
      },
    ],
  });
  expect(entries()).toBe(before);
});

test('the same file and an overlapping one make no second entry, with balances and without', async () => {
  const [monday, tuesday] = [daysAfter(today, -2), daysAfter(today, -1)];
  for (const isBalanced of [true, false]) {
    const query = asked();
    const line = (day: string, text: string, amount: string, balance: string) =>
      [day, text, 'Panda', amount, ...(isBalanced ? [balance] : [])].join(',');
    const head = isBalanced ? HEAD : WITHOUT;
    const first = [line(monday, 'Twin', '10.00', '110.00'), line(monday, 'Twin', '10.00', '120.00')];
    const take = async (lines: readonly string[]) => {
      const { statements } = await api.call.bankEntry.importFile({ query, file: csv([head, ...lines]) });
      return statements.map(({ fresh, known, similar }) => [fresh, known, similar.length]);
    };
    expect(await take(first)).toEqual([[2, 0, 0]]);
    expect(await take(first)).toEqual([[0, 2, 0]]);
    // A twin more of the same day, a line of the next day, and the newest line first.
    const longer = [
      line(tuesday, 'Fee', '-1.00', '129.00'),
      line(monday, 'Twin', '10.00', '130.00'),
      line(monday, 'Twin', '10.00', '120.00'),
      line(monday, 'Twin', '10.00', '110.00'),
    ];
    const checked = await api.call.bankEntry.check({ query, file: csv([head, ...longer]) });
    expect(checked.statements).toMatchObject([{ fresh: 2, known: 2, similar: [] }]);
    const before = entries();
    expect(await take(longer)).toEqual([[2, 2, 0]]);
    expect(entries()).toBe(before + 2);
    const { list } = await api.call.bankEntry.list({ query: { currency: query.currency, sort: 'bookedOn' } });
    expect(list.map(({ amount, balance }) => [amount, balance])).toEqual([
      ['10.00', isBalanced ? '110.00' : null],
      ['10.00', isBalanced ? '120.00' : null],
      ['10.00', isBalanced ? '130.00' : null],
      ['-1.00', isBalanced ? '129.00' : null],
    ]);
  }
});

test('an entry of another kind of file with the same day and amount is asked about', async () => {
  const account = ownAccount();
  await entryIn(api, { amount: '77.00', day: today, text: 'In CAMT' }, { account, currency: 'NOK' });
  const file = csv([`${WITHOUT},Currency,Own account`, `${today},In csv,Panda,77.00,NOK,${account}`]);
  const { statements } = await api.call.bankEntry.check({ query: {}, file });
  expect(statements).toMatchObject([{ fresh: 0, known: 0, similar: [{ amount: '77.00' }], gapFrom: null }]);
  expect(await api.refused('bankEntry.importFile', { query: {}, file })).toMatchObject({
    code: 'BANK_SIMILAR',
  });
  const before = entries();
  await api.call.bankEntry.importFile({ query: { similar: 'skip' }, file });
  expect(entries()).toBe(before);
});

test('a refusal says line, column and remedy, and leaves nothing half imported', async () => {
  const query = { account: ownAccount(), currency: 'EUR' };
  const before = entries();
  const file = csv([WITHOUT, `${today},Good,Panda,1.00`, `${today},Bad,Panda,`]);
  const refused = await api.refused('bankEntry.importFile', { query, file });
  expect(refused.msg).toContain('Line 3: the column “Amount” is empty. Nothing was imported.');
  expect(entries()).toBe(before);
});

test('an entry of a csv file is proposed, booked and paid like any other', async () => {
  const line = await revenueIn(api, 'invoiced', { basis: 'fixed', quantity: 1, unitPrice: '513.29' });
  const query = { account: ownAccount(), currency: 'EUR' };
  const file = csv([WITHOUT, `${today},Invoice ${line.invoiceNo},Panda,${line.grossAmount}`]);
  await api.call.bankEntry.importFile({ query, file });
  const id = api.count('select max(id) from bankEntry');
  const entry = await api.call.bankEntry.get({ params: { id } });
  expect(entry).toMatchObject({ balance: null, statement: { openingBalance: null, closingBalance: null } });
  expect(entry.proposals).toMatchObject([{ by: 'invoice', certain: true, customerId: line.customerId }]);
  const { ok } = await api.call.bankEntry.confirm({ body: { ids: [id] } });
  expect(ok).toBe(1);
  expect((await api.call.billRevenue.get({ params: { id: line.id } })).state).toBe('paid');
});
