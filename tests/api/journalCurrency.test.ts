import type { JournalRow } from '@contract/finance/journal';
import { exchanged, sumOf } from '@contract/rules/money';
import { daysAfter } from '@contract/rules/usDays';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { billToCharge, customerOf, invoiceOn, makeCost, pay, supplier } from '../support/apiFinance';
import { testApi } from '../support/server';

/* Books of a company in another currency than the euro. */

const api = testApi();
const issuer = () => api.count("select id from clientCompany where kind = 'own' and defaultIssuer = 1");
const [RECEIVABLES, PAYABLES, BANK, GAIN] = ['1300', '1600', '1100', '8300'] as const;

beforeAll(() => {
  api.db.exec("update ledgerSetup set validFrom = '2000-01-01'");
  api.db.exec(`update clientCompany set currency = 'GBP' where id = ${issuer()}`);
});

let firstDay = '2015-01-01';
/** A first day and one a week later, which no other test uses, with rates of that time. */
async function week(rates: Readonly<Record<string, readonly [string, string]>>) {
  const from = firstDay;
  firstDay = daysAfter(firstDay, 20);
  const later = daysAfter(from, 7);
  for (const [currency, [first, second]] of Object.entries(rates))
    for (const [day, rate] of [
      [from, first],
      [later, second],
    ] as const)
      await api.call.dayRate.create({ body: { currency, day, rate, remark: null } });
  return { from, later };
}
const journal = async (from: string, to: string) =>
  api.call.journal.list({ query: { companyId: issuer(), from, to, pageSize: 200 } });
const shown = (rows: readonly JournalRow[]) =>
  rows.map(({ kind, debitAccount, creditAccount, baseAmount, baseCurrency }) => [
    ...[kind, debitAccount, creditAccount, `${baseAmount} ${baseCurrency}`],
  ]);
/** Debits less credits of an account. */
const balanceOf = (rows: readonly JournalRow[], account: string): string =>
  sumOf(
    rows.flatMap(({ debitAccount, creditAccount, baseAmount }) => [
      ...(debitAccount === account ? [baseAmount ?? '0.00'] : []),
      ...(creditAccount === account ? [`-${baseAmount}`] : []),
    ]),
    'GBP',
  );
async function invoiced(day: string, unitPrice: string, changes: object = {}) {
  const billId = billToCharge(api);
  return { billId, line: await invoiceOn(api, day, { billId, unitPrice, ...{ taxRate: 0, ...changes } }) };
}

describe('the journal of a company that keeps its books in pounds', () => {
  test('posts an invoice in pounds at its own amount, without any exchange gain', async () => {
    const { from, later } = await week({ GBP: ['0.850000', '0.880000'] });
    const { billId, line } = await invoiced(from, '100.00', { currency: 'GBP', taxRate: 20 });
    await pay(api, 'in', customerOf(api, billId), { paymentDate: later, amount: '120.00', currency: 'GBP' }, [
      { type: 'revenue', id: line.id, amount: '120.00' },
    ]);
    const { list, totals } = await journal(from, later);
    expect(shown(list)).toEqual([
      ['invoice', RECEIVABLES, expect.any(String), '100.00 GBP'],
      ['invoice', RECEIVABLES, expect.any(String), '20.00 GBP'],
      ['receipt', BANK, RECEIVABLES, '120.00 GBP'],
    ]);
    expect(totals).toMatchObject({ currency: 'GBP', baseAmount: '240.00', withoutRate: 0 });
  });

  test('realises a gain on an invoice in euros, which is foreign there', async () => {
    const { from, later } = await week({ GBP: ['0.850000', '0.880000'] });
    const { billId, line } = await invoiced(from, '1000.00', { currency: 'EUR' });
    await pay(
      api,
      'in',
      customerOf(api, billId),
      { paymentDate: later, amount: '1000.00', currency: 'EUR' },
      [{ type: 'revenue', id: line.id, amount: '1000.00' }],
    );
    const today = new Date().toISOString().slice(0, 10);
    expect(shown((await journal(from, later)).list)).toEqual([
      ['invoice', RECEIVABLES, expect.any(String), '850.00 GBP'],
      ['receipt', BANK, RECEIVABLES, '880.00 GBP'],
      ['exchange', RECEIVABLES, GAIN, '30.00 GBP'],
    ]);
    expect(today > later).toBe(true);
  });

  test('converts dollars by both rates at once: 1,000 at 1.10 and 0.85 are 772.73', async () => {
    const { from, later } = await week({ GBP: ['0.850000', '0.850000'], USD: ['1.100000', '1.100000'] });
    await makeCost(api, {
      ...{ ownCompanyId: issuer(), invoiceNo: 'P-1', invoiceDate: from, currency: 'USD', taxRate: 0 },
      ...{ basis: 'fixed', quantity: 1, unitPrice: '1000' },
    });
    expect(shown((await journal(from, later)).list)).toEqual([
      ['supplierInvoice', expect.any(String), PAYABLES, '772.73 GBP'],
    ]);
  });

  test('counts what has no rate of the books, and its files are refused', async () => {
    api.db.exec(`update clientCompany set currency = 'HUF' where id = ${issuer()}`);
    const { from, later } = await week({});
    await makeCost(api, {
      ...{ ownCompanyId: issuer(), invoiceNo: 'P-2', invoiceDate: from, currency: 'EUR', taxRate: 0 },
      ...{ basis: 'fixed', quantity: 1, unitPrice: '10' },
    });
    const { list, totals } = await journal(from, later);
    expect([list[0]?.baseAmount, list[0]?.baseCurrency, totals.withoutRate]).toEqual([null, 'HUF', 1]);
    const query = { companyId: issuer(), from, to: later, format: 'saft' as const };
    expect(await api.refused('journal.file', { query })).toMatchObject({ code: 'JOURNAL_INCOMPLETE' });
    api.db.exec(`update clientCompany set currency = 'GBP' where id = ${issuer()}`);
  });

  test('has balances and files in pounds', async () => {
    const { from, later } = await week({ GBP: ['0.850000', '0.850000'] });
    await invoiced(from, '100.00', { currency: 'EUR' });
    const query = { companyId: issuer(), from, to: later };
    const { list } = await api.call.journal.balances({ query });
    expect(list.find(({ account }) => account === RECEIVABLES)).toMatchObject({
      ...{ currency: 'GBP', debit: '85.00', credit: '0.00' },
    });
    const datev = await api.call.journal.file({ query: { ...query, format: 'datev' } });
    const lines = new TextDecoder('latin1').decode(datev.bytes).split('\r\n');
    expect(lines[0]).toContain('"GBP"');
    expect(lines[2]).toMatch(/^85,00;"S";"GBP"/);
  });
});

describe('random days in three currencies, in books in pounds', () => {
  const deal = fc.record({
    cents: fc.integer({ min: 1, max: 200_000 }),
    currency: fc.constantFrom('EUR', 'GBP', 'USD'),
    isCost: fc.boolean(),
    parts: fc.integer({ min: 1, max: 3 }),
  });

  test('leave nothing of what is paid, and the bank at what was paid', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deal, { minLength: 1, maxLength: 3 }), async (deals) => {
        const { from, later } = await week({
          ...{ GBP: ['0.853117', '0.871913'], USD: ['1.083817', '1.071113'] },
        });
        const banked: string[] = [];
        for (const [at, { cents, currency, isCost, parts }] of deals.entries()) {
          const unitPrice = (cents / 100).toFixed(2);
          const cost = { basis: 'fixed', quantity: 1, unitPrice, currency, taxRate: 21 };
          const of = { ownCompanyId: issuer(), invoiceNo: `R-${from}-${at}`, invoiceDate: from };
          const revenue = isCost ? undefined : await invoiced(from, unitPrice, { currency, taxRate: 21 });
          const line = revenue?.line ?? (await makeCost(api, { ...of, ...cost }));
          const gross = Math.round(Number(line.grossAmount) * 100);
          const each = Math.floor(gross / parts);
          for (let part = 1; part <= parts; part += 1) {
            const minor = part === parts ? gross - each * (parts - 1) : each;
            if (minor === 0) continue;
            const amount = (minor / 100).toFixed(2);
            const rates = { EUR: '1', GBP: '0.871913', USD: '1.071113' };
            const worth = exchanged(
              amount,
              { currency, rate: rates[currency] },
              { currency: 'GBP', rate: rates.GBP },
            );
            banked.push(isCost ? `-${worth}` : worth);
            await pay(
              api,
              isCost ? 'out' : 'in',
              revenue ? customerOf(api, revenue.billId) : supplier(api),
              { paymentDate: later, amount, currency },
              [{ type: isCost ? 'cost' : 'revenue', id: line.id, amount }],
            );
          }
        }
        const { list } = await journal(from, later);
        expect(balanceOf(list, RECEIVABLES)).toBe('0.00');
        expect(balanceOf(list, PAYABLES)).toBe('0.00');
        expect(balanceOf(list, BANK)).toBe(sumOf(banked, 'GBP'));
      }),
      { numRuns: 25 },
    );
  });
});
