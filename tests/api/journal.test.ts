import { type JournalRow, journalRow } from '@contract/finance/journal';
import { sumOf } from '@contract/rules/money';
import { daysAfter } from '@contract/rules/usDays';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { inEuros } from '../../main/server/areas/finance/books';
import {
  billToCharge,
  category,
  customerOf as customerOfBill,
  invoiceOn,
  makeCost,
  pay,
  supplier,
} from '../support/apiFinance';
import { testApi } from '../support/server';

const api = testApi();

// The demo's accounts hold from last year on; these tests use earlier days.
beforeAll(() => api.db.exec("update ledgerSetup set validFrom = '2000-01-01'"));

/** Our company that issues invoices, and the accounts of the demo. */
const issuer = () => api.count("select id from clientCompany where kind = 'own' and defaultIssuer = 1");
const [RECEIVABLES, PAYABLES, BANK, OUTPUT_VAT, INPUT_VAT] = [
  '1300',
  '1600',
  '1100',
  '1520',
  '1510',
] as const;
const LOSS = '8310';

let firstDay = '2015-01-01';
/** A day in the past that no other test uses, and the days up to the next one. */
function span(days = 20): readonly [string, string] {
  const from = firstDay;
  firstDay = daysAfter(firstDay, days);
  return [from, daysAfter(firstDay, -1)];
}
const postings = async (from: string, to: string): Promise<readonly JournalRow[]> =>
  (await api.call.journal.list({ query: { companyId: issuer(), from, to, pageSize: 200 } })).list;
const told = (rows: readonly JournalRow[]) =>
  rows.map(({ kind, debitAccount, creditAccount, baseAmount }) => [
    ...[kind, debitAccount, creditAccount, baseAmount],
  ]);

/** Debits less credits by account. */
function balances(rows: readonly JournalRow[]): Record<string, string> {
  const found = new Map<string, string[]>();
  const add = (account: string | null, amount: string) =>
    found.set(String(account), [...(found.get(String(account)) ?? []), amount]);
  for (const { debitAccount, creditAccount, baseAmount } of rows) {
    add(debitAccount, baseAmount ?? '0.00');
    add(creditAccount, `-${baseAmount}`);
  }
  return Object.fromEntries([...found].map(([account, all]) => [account, sumOf(all, 'EUR')]));
}

const rate = (currency: string, day: string, value: string) =>
  api.call.dayRate.create({ body: { currency, day, rate: value, remark: null } });
const customerOf = (billId: number) => customerOfBill(api, billId);
const invoiced = (billId: number, day: string, unitPrice: string, changes: object = {}) =>
  invoiceOn(api, day, { billId, unitPrice, ...changes });
const payment = (direction: 'in' | 'out', partyId: number, changes: object, lines: object[]) =>
  pay(api, direction, partyId, changes, lines);

describe('the journal', () => {
  test('posts net and tax of an invoice, and its payment', async () => {
    const [from, to] = span();
    const billId = billToCharge(api);
    const feeCategoryId = category(api, 'clearance');
    const line = await invoiced(billId, from, '100.03', { feeCategoryId, taxRate: 21 });
    await payment('in', customerOf(billId), { paymentDate: to, amount: line.grossAmount }, [
      { type: 'revenue', id: line.id, amount: line.grossAmount },
    ]);
    expect(told(await postings(from, to))).toEqual([
      ['invoice', RECEIVABLES, '8040', '100.03'],
      ['invoice', RECEIVABLES, OUTPUT_VAT, '21.01'],
      ['receipt', BANK, RECEIVABLES, '121.04'],
    ]);
  });

  test('posts a supplier invoice to the accounts of costs, its credit the other way', async () => {
    const [from, to] = span();
    const shared = { ownCompanyId: issuer(), feeCategoryId: category(api, 'storage'), invoiceDate: from };
    await makeCost(api, {
      ...shared,
      invoiceNo: 'J-1',
      basis: 'fixed',
      quantity: 1,
      unitPrice: '50',
      taxRate: 21,
    });
    await makeCost(api, {
      ...shared,
      invoiceNo: 'J-2',
      basis: 'fixed',
      quantity: 1,
      unitPrice: '-10',
      taxRate: 21,
    });
    expect(told(await postings(from, to))).toEqual([
      ['supplierInvoice', '7030', PAYABLES, '50.00'],
      ['supplierInvoice', INPUT_VAT, PAYABLES, '10.50'],
      ['supplierInvoice', PAYABLES, '7030', '10.00'],
      ['supplierInvoice', PAYABLES, INPUT_VAT, '2.10'],
    ]);
  });

  test('uses the accounts of a customer and of a supplier where they have their own', async () => {
    const [from, to] = span();
    const billId = billToCharge(api);
    const [customerId, supplierId] = [customerOf(billId), supplier(api)];
    api.db.exec(`update customer set ledgerAccount = '10077' where id = ${customerId}`);
    api.db.exec(`update clientCompany set ledgerAccount = '70077' where id = ${supplierId}`);
    await invoiced(billId, from, '10.00', { taxRate: 0 });
    await makeCost(api, {
      ...{ ownCompanyId: issuer(), supplierId, invoiceNo: 'J-3', invoiceDate: from, taxRate: null },
      ...{ basis: 'fixed', quantity: 1, unitPrice: '4' },
    });
    const rows = await postings(from, to);
    expect(rows.map(({ debitAccount, creditAccount }) => [debitAccount, creditAccount])).toEqual([
      ['10077', expect.any(String)],
      [expect.any(String), '70077'],
    ]);
    api.db.exec(`update customer set ledgerAccount = null where id = ${customerId}`);
    api.db.exec(`update clientCompany set ledgerAccount = null where id = ${supplierId}`);
  });

  test.each([
    ['bank', BANK],
    ['cash', '1000'],
    ['card', '1360'],
    // Money that never reached the bank account is not posted to it.
    ['offset', '1590'],
  ])('posts a payment by %s to its own account', async (method, account) => {
    const [from, to] = span();
    await payment('out', supplier(api), { paymentDate: from, amount: '12.00', method }, []);
    expect(told(await postings(from, to))).toEqual([['payment', PAYABLES, account, '12.00']]);
    api.db.exec('update ledgerSetup set cash = null');
    const { totals } = await api.call.journal.list({ query: { companyId: issuer(), from, to } });
    expect(totals.withoutAccount).toBe(method === 'cash' ? 1 : 0);
    api.db.exec("update ledgerSetup set cash = '1000'");
  });

  test('posts what a bank kept of a receipt, and took for a payment, to its own account', async () => {
    const [from, to] = span();
    const [billId, CHARGES] = [billToCharge(api), '7260'];
    const line = await invoiced(billId, from, '1000.00', { taxRate: 0 });
    const received = { paymentDate: to, amount: '1000.00', bankCharge: '10.00' };
    await payment('in', customerOf(billId), received, [{ type: 'revenue', id: line.id, amount: '1000.00' }]);
    await payment('out', supplier(api), { paymentDate: to, amount: '1000.00', bankCharge: '5.00' }, []);
    const rows = await postings(from, to);
    expect(told(rows).slice(1)).toEqual([
      ['receipt', BANK, RECEIVABLES, '990.00'],
      ['bankCharge', CHARGES, RECEIVABLES, '10.00'],
      ['payment', PAYABLES, BANK, '1000.00'],
      ['bankCharge', CHARGES, BANK, '5.00'],
    ]);
    expect(balances(rows)).toMatchObject({ [RECEIVABLES]: '0.00', [BANK]: '-15.00', [CHARGES]: '15.00' });
  });

  test('posts a write-off to its own account, and clears what a customer paid too much when it goes back', async () => {
    const [from, to] = span();
    await rate('USD', from, '1.100000');
    await rate('USD', to, '1.200000');
    const billId = billToCharge(api);
    const [customerId, WRITE_OFFS] = [customerOf(billId), '7270'];
    const line = await invoiced(billId, from, '100.00', { taxRate: 0 });
    await payment('in', customerId, { paymentDate: from, amount: '99.98' }, [
      { type: 'revenue', id: line.id, amount: '99.98' },
    ]);
    const body = { type: 'revenue' as const, ids: [line.id], paymentDate: to, reason: 'Cents' };
    await api.call.billPayment.writeOff({ body });
    const dollars = { paymentDate: from, amount: '110.00', currency: 'USD' };
    const { id } = await payment('in', customerId, dollars, []);
    await payment(
      'out',
      customerId,
      { paymentDate: to, amount: '110.00', currency: 'USD', companyId: null, customerId },
      [{ type: 'payment', id, amount: '-110.00' }],
    );
    const rows = await postings(from, to);
    expect(told(rows).slice(1)).toEqual([
      ['receipt', BANK, RECEIVABLES, '99.98'],
      ['receipt', BANK, RECEIVABLES, '100.00'],
      ['writeOff', WRITE_OFFS, RECEIVABLES, '0.02'],
      ['refund', RECEIVABLES, BANK, '91.67'],
      // Owed back at 100.00, given back at 91.67.
      ['exchange', RECEIVABLES, '8300', '8.33'],
    ]);
    expect(balances(rows)[RECEIVABLES]).toBe('0.00');
  });

  test('realises the exchange gain on the day on which a payment is applied: USD 1,000 booked at 915.67', async () => {
    const [from, to] = span();
    await rate('USD', from, '1.092096');
    await rate('USD', daysAfter(from, 5), '1.098382');
    const billId = billToCharge(api);
    const { id } = await invoiced(billId, from, '1000.00', { currency: 'USD', taxRate: 0 });
    const made = await payment(
      'in',
      customerOf(billId),
      { paymentDate: daysAfter(from, 5), amount: '1000.00', currency: 'USD' },
      [],
    );
    expect(told(await postings(from, to))).toEqual([
      ['invoice', RECEIVABLES, expect.any(String), '915.67'],
      ['receipt', BANK, RECEIVABLES, '910.43'],
    ]);
    await api.call.billPayment.allocate({
      params: { id: made.id },
      body: { version: made.version, lines: [{ type: 'revenue', id, amount: '1000.00' }] },
    });
    // Applied today: the loss is one of today, not of the month in which the money came.
    expect(await postings(from, to)).toHaveLength(2);
    const today = new Date().toISOString().slice(0, 10);
    const found = (await postings(daysAfter(today, -1), daysAfter(today, 1))).filter(
      ({ document, kind }) => document === made.paymentNo && kind === 'exchange',
    );
    expect(told(found)).toEqual([['exchange', LOSS, RECEIVABLES, '5.24']]);
  });

  test('clears the cents that several payments in another currency leave', async () => {
    const [from, to] = span();
    await rate('CHF', from, '0.943700');
    const billId = billToCharge(api);
    const { id } = await invoiced(billId, from, '100.00', { currency: 'CHF', taxRate: 0 });
    for (const amount of ['33.33', '33.33', '33.34'])
      await payment('in', customerOf(billId), { paymentDate: from, amount, currency: 'CHF' }, [
        { type: 'revenue', id, amount },
      ]);
    const rows = await postings(from, to);
    expect(balances(rows)[RECEIVABLES]).toBe('0.00');
    expect(balances(rows)[BANK]).toBe(
      sumOf(
        rows.flatMap(({ kind, baseAmount }) => (kind === 'receipt' && baseAmount ? [baseAmount] : [])),
        'EUR',
      ),
    );
  });

  test('counts what names none of our companies, until one of them takes it', async () => {
    const [from, to] = span();
    await makeCost(api, { ownCompanyId: null, invoiceNo: 'J-4', invoiceDate: from, taxRate: 21 });
    const totals = async () =>
      (await api.call.journal.list({ query: { companyId: issuer(), from, to } })).totals;
    expect(await totals()).toMatchObject({ postings: 2, withoutCompany: 0 });
    api.db.exec('update ledgerSetup set takesUnassigned = 0');
    expect(await totals()).toMatchObject({ postings: 0, withoutCompany: 2, baseAmount: '0.00' });
    api.db.exec(`update ledgerSetup set takesUnassigned = 1 where companyId = ${issuer()}`);
  });

  test('counts postings without an account, and shows which', async () => {
    const [from, to] = span();
    const feeCategoryId = category(api, 'sorting');
    api.db.exec(`update feeCategory set glAccount = null, costAccount = null where id = ${feeCategoryId}`);
    await makeCost(api, {
      ownCompanyId: issuer(),
      invoiceNo: 'J-5',
      invoiceDate: from,
      feeCategoryId,
      taxRate: 0,
    });
    const { list, totals } = await api.call.journal.list({ query: { companyId: issuer(), from, to } });
    expect(totals.withoutAccount).toBe(1);
    expect(list[0]).toMatchObject({ document: 'J-5', debitAccount: null, creditAccount: PAYABLES });
    api.db.exec(
      `update feeCategory set glAccount = '8080', costAccount = '7080' where id = ${feeCategoryId}`,
    );
  });

  test('sums every account: opening, debit, credit, closing', async () => {
    const [from, to] = span();
    const { list } = await api.call.journal.balances({
      query: { companyId: issuer(), from, to, pageSize: 200 },
    });
    const before = balances(await wholeJournal(daysAfter(from, -1)));
    for (const { account, openingBalance, debit, credit, closingBalance } of list) {
      expect(openingBalance, account).toBe(before[account] ?? '0.00');
      expect(closingBalance, account).toBe(sumOf([openingBalance, debit, `-${credit}`], 'EUR'));
    }
    expect(
      sumOf(
        list.map(({ closingBalance }) => closingBalance),
        'EUR',
      ),
    ).toBe('0.00');
  });

  test('is a file with the columns and rows of the list', async () => {
    const [from, to] = span();
    await makeCost(api, { ownCompanyId: issuer(), invoiceNo: 'J-6', invoiceDate: from, taxRate: 0 });
    const { bytes } = await api.call.journal.export({
      query: {
        companyId: issuer(),
        from,
        to,
        format: 'csv',
        columns: ['postedOn', 'document', 'baseAmount'],
      },
    });
    const [, ...rows] = new TextDecoder().decode(bytes).trim().split('\r\n');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('J-6');
    const query = { companyId: issuer(), from, to, format: 'csv' as const };
    const balanced = await api.call.journal.balancesExport({ query });
    const { list } = await api.call.journal.balances({ query: { companyId: issuer(), from, to } });
    const [, first, ...others] = new TextDecoder().decode(balanced.bytes).trim().split('\r\n');
    expect(first?.split(',')[0]).toBe(list[0]?.account);
    expect(others).toHaveLength(list.length - 1);
  });
});

/** All postings up to a day. */
async function wholeJournal(to: string): Promise<JournalRow[]> {
  const rows: JournalRow[] = [];
  for (let page = 1; ; page += 1) {
    const { list } = await api.call.journal.list({ query: { companyId: issuer(), to, page, pageSize: 200 } });
    rows.push(...list);
    if (list.length < 200) return rows;
  }
}

describe('random days of invoices, costs and payments', () => {
  /** Cents, and how they are paid. */
  const deal = fc.record({
    cents: fc.integer({ min: 1, max: 200_000 }),
    currency: fc.constantFrom('EUR', 'CHF', 'USD'),
    taxRate: fc.constantFrom(0, 9, 21),
    isCost: fc.boolean(),
    parts: fc.integer({ min: 0, max: 3 }),
    isPaidInFull: fc.boolean(),
    chargeCents: fc.integer({ min: 0, max: 40 }),
  });

  test('balance to the cent: what is open stays in receivables and payables, and everything paid is cleared', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deal, { minLength: 1, maxLength: 4 }), async (deals) => {
        const [from, to] = span();
        for (const [at, day] of [from, daysAfter(from, 7)].entries())
          for (const currency of ['CHF', 'USD']) await rate(currency, day, at ? '1.083817' : '1.071113');
        let [receivable, payable] = [0, 0];
        for (const [
          at,
          { cents, currency, taxRate, isCost, parts, isPaidInFull, chargeCents },
        ] of deals.entries()) {
          const unitPrice = (cents / 100).toFixed(2);
          const billId = billToCharge(api);
          const line = isCost
            ? await makeCost(
                api,
                {
                  ...{
                    ownCompanyId: issuer(),
                    invoiceNo: `R-${from}-${at}`,
                    invoiceDate: from,
                    currency,
                    taxRate,
                  },
                  ...{ basis: 'fixed', quantity: 1, unitPrice },
                },
                billId,
              )
            : await invoiced(billId, from, unitPrice, { currency, taxRate });
          const gross = Math.round(Number(line.grossAmount) * 100);
          const each = Math.floor(gross / (parts || 1));
          let left = gross;
          for (let part = 1; part <= parts; part += 1) {
            const minor = isPaidInFull && part === parts ? left : each;
            if (minor <= 0 || minor > 400_000) continue;
            const amount = (minor / 100).toFixed(2);
            const partyId = isCost ? supplier(api) : customerOf(billId);
            const bankCharge = (minor > chargeCents ? chargeCents / 100 : 0).toFixed(2);
            await payment(
              isCost ? 'out' : 'in',
              partyId,
              { paymentDate: daysAfter(from, 7), amount, bankCharge, currency },
              [{ type: isCost ? 'cost' : 'revenue', id: line.id, amount }],
            );
            left -= minor;
          }
          if (left > 0 && left <= 300 && parts > 0) {
            const body = {
              ...{ type: isCost ? ('cost' as const) : ('revenue' as const), ids: [line.id] },
              ...{ paymentDate: daysAfter(from, 7), reason: 'Cents' },
            };
            await api.call.billPayment.writeOff({ body });
            left = 0;
          }
          // What stays is worth what it was booked at, but for the cents that rounding its parts leaves.
          if (left === 0) continue;
          if (isCost) payable += 1;
          else receivable += 1;
        }
        const found = await postings(from, to);
        const sums = balances(found);
        for (const row of found) expect(journalRow.parse(row)).toEqual(row);
        expect(sumOf(Object.values(sums), 'EUR')).toBe('0.00');
        if (receivable === 0) expect(sums[RECEIVABLES] ?? '0.00').toBe('0.00');
        if (payable === 0) expect(sums[PAYABLES] ?? '0.00').toBe('0.00');
        const moved = api.rows(
          `select direction, currency, baseAmount, bankCharge, rate from billPayment
           where state = 'booked' and method <> 'writeOff' and paymentDate between ? and ?`,
          from,
          to,
        );
        const banked = moved.reduce((all, { direction, currency, baseAmount, bankCharge, rate: dayRate }) => {
          const charge = inEuros(Number(bankCharge), String(currency), Number(dayRate));
          return all + (direction === 'in' ? 1 : -1) * Number(baseAmount) - charge;
        }, 0);
        expect(sums[BANK] ?? '0.00').toBe((banked / 100).toFixed(2));
      }),
      { numRuns: 40 },
    );
  });
});
