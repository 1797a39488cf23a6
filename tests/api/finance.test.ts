import { fileTemplates } from '@contract/files/templates';
import { type BillCost, type CostAction, costMachine, costStates } from '@contract/finance/billCost';
import { type DiffAction, diffMachine, diffStates } from '@contract/finance/billCostDiff';
import { type PaymentAction, paymentMachine, paymentStates } from '@contract/finance/billPayment';
import { type RevenueAction, revenueMachine, revenueStates } from '@contract/finance/billRevenue';
import { refusalOf } from '@contract/machine';
import { describe, expect, test } from 'vitest';
import { approved } from '../support/apiDocuments';
import { type Cells, converted, tableCsv } from '../support/apiFileJob';
import {
  acceptedDiff,
  billToCharge,
  category,
  dayFrom,
  makeCost,
  makeDiff,
  makeRevenue,
  paid,
  receive,
  revenueIn,
  supplier,
} from '../support/apiFinance';
import { drafts } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();
const cost = (id: number) => api.call.billCost.get({ params: { id } });
const revenue = (id: number) => api.call.billRevenue.get({ params: { id } });
const cents = (amount: string) => Math.round(Number(amount) * 100);

describe('the revenue machine', () => {
  /** Result of each action in each state, written independently of the machine. */
  const ALLOWED: Readonly<Record<RevenueAction, Readonly<Record<string, string>>>> = {
    update: { draft: 'draft' },
    remove: { draft: 'gone' },
    confirm: { draft: 'confirmed' },
    unconfirm: { confirmed: 'draft' },
    invoice: { confirmed: 'invoiced' },
    credit: { invoiced: 'credited' },
  };
  const states = Object.keys(revenueStates);
  const actions = Object.keys(revenueMachine.actions) as RevenueAction[];
  test.each(states.flatMap((state) => actions.map((action) => ({ state, action }))))(
    'allows or refuses in state $state the action $action',
    async ({ state, action }) => {
      const { id, version } = await revenueIn(api, state);
      const params = { id };
      const inputs = {
        update: ['billRevenue.update', { params, body: { version, quantity: 7 } }],
        remove: ['billRevenue.remove', { params }],
        confirm: ['billRevenue.decide', { body: { ids: [id], action: 'confirm' } }],
        unconfirm: ['billRevenue.decide', { body: { ids: [id], action: 'unconfirm' } }],
        invoice: ['billRevenue.invoice', { body: { ids: [id], invoiceDate: dayFrom(0) } }],
        credit: ['billRevenue.credit', { params, body: { version, reason: 'Agreed' } }],
      } as const;
      const [call, input] = inputs[action];
      const answer = await api.send(call, input as never);
      const to = ALLOWED[action][state];
      if (to === 'gone') expect(api.count('select count(*) from billRevenue where id = ?', id)).toBe(0);
      else expect((await revenue(id)).state).toBe(to ?? state);
      if (!to && !call.endsWith('decide'))
        expect(answer).toMatchObject({ refused: { code: 'STATE_NOT_ALLOWED' } });
    },
  );
});

describe('the difference machine', () => {
  const ALLOWED: Readonly<Record<DiffAction, Readonly<Record<string, string>>>> = {
    accept: { open: 'accepted' },
    dispute: { open: 'disputed' },
    reopen: { accepted: 'open', disputed: 'open' },
    pay: { accepted: 'paid', paid: 'paid' },
  };
  const reach = async (state: string) => {
    if (state === 'accepted' || state === 'paid') {
      const diff = await acceptedDiff(api);
      if (state === 'paid') await api.call.billCostDiff.paid({ body: paid([diff.id]) });
      return api.call.billCostDiff.get({ params: { id: diff.id } });
    }
    const diff = await makeDiff(api);
    if (state === 'open') return diff;
    const body = { version: diff.version, action: 'dispute' as const, remark: 'Not agreed' };
    return api.call.billCostDiff.decide({ params: { id: diff.id }, body });
  };
  const actions = Object.keys(diffMachine.actions) as DiffAction[];
  test.each(Object.keys(diffStates).flatMap((state) => actions.map((action) => ({ state, action }))))(
    'allows or refuses in state $state the action $action',
    async ({ state, action }) => {
      const { id, version } = await reach(state);
      if (action === 'pay') await api.call.billCostDiff.paid({ body: paid([id]) });
      else
        await api.send('billCostDiff.decide', {
          params: { id },
          body: { version, action, remark: 'Agreed by mail' },
        });
      const after = await api.call.billCostDiff.get({ params: { id } });
      expect(after.state).toBe(ALLOWED[action][state] ?? state);
    },
  );

  test('totals cost and adjustment to the invoice when accepted, and to the expectation when reopened', async () => {
    const diff = await acceptedDiff(api);
    const sum = () => api.count('select sum(amount) from billCost where billId = ?', diff.billId);
    expect(sum()).toBe(cents(diff.invoicedAmount));
    await api.call.billCostDiff.decide({
      params: { id: diff.id },
      body: { version: diff.version, action: 'reopen' },
    });
    expect(sum()).toBe(cents(diff.accruedAmount));
    expect((await cost(diff.costId)).estimated).toBe(true);
  });
});

describe('the cost machine', () => {
  const ALLOWED: Readonly<Record<CostAction, Readonly<Record<string, string>>>> = {
    update: { unpaid: 'unpaid' },
    remove: { unpaid: 'gone' },
    invoice: { unpaid: 'unpaid' },
    pay: { unpaid: 'paid', paid: 'paid' },
    reverse: { paid: 'paid' },
  };
  /** Refusals of a paid line where an unpaid one succeeds, and the other way round. */
  const WHY = { update: 'COST_PAID', remove: 'COST_PAID', invoice: 'COST_PAID', reverse: 'COST_NOT_PAID' };
  const actions = Object.keys(costMachine.actions) as CostAction[];
  test.each(Object.keys(costStates).flatMap((state) => actions.map((action) => ({ state, action }))))(
    'allows or refuses in state $state the action $action',
    async ({ state, action }) => {
      const { id, billId } = await makeCost(api);
      if (state === 'paid') await api.call.billCost.paid({ body: paid([id]) });
      const { version } = await cost(id);
      const params = { id };
      const invoice = { invoiceNo: `S-${id}`, invoiceDate: dayFrom(0), amount: '980.00' };
      const inputs = {
        update: ['billCost.update', { params, body: { version, quantity: 7 } }],
        remove: ['billCost.remove', { params }],
        invoice: ['billCost.invoice', { params, body: { version, ...invoice } }],
        pay: ['billCost.paid', { body: paid([id]) }],
        reverse: ['billCost.reverse', { params, body: { version, reason: 'Twice' } }],
      } as const;
      const [call, input] = inputs[action];
      const answer = await api.send(call, input as never);
      const to = ALLOWED[action][state];
      const sum = api.count('select coalesce(sum(amount), 0) from billCost where billId = ?', billId);
      if (to === undefined) {
        expect(answer).toMatchObject({ refused: { code: WHY[action as keyof typeof WHY] } });
        expect(await cost(id)).toMatchObject({ state, version, quantity: 2, estimated: true });
        expect(sum).toBe(98_000);
        return;
      }
      expect(answer).not.toHaveProperty('refused');
      if (to === 'gone') expect(api.count('select count(*) from billCost where id = ?', id)).toBe(0);
      else expect((await cost(id)).state).toBe(to);
      const left = { update: 343_000, remove: 0, invoice: 98_000, pay: 98_000, reverse: 0 };
      expect(sum).toBe(left[action]);
      if (action === 'invoice') expect((await cost(id)).estimated).toBe(false);
    },
  );
});

describe('the payment machine', () => {
  const actions = Object.keys(paymentMachine.actions) as PaymentAction[];
  /** Result of each action in each state, written independently of the machine. */
  const OUTCOME: Readonly<Record<PaymentAction, Readonly<Record<string, string>>>> = {
    allocate: { booked: 'booked' },
    reverse: { booked: 'reversed' },
    approve: { pending: 'booked' },
    reject: { pending: 'rejected' },
    withdraw: { pending: 'withdrawn' },
  };
  const PAID_AFTER: Readonly<Record<PaymentAction, string>> = {
    ...{ allocate: '10.00', reverse: '0.00', approve: '4.00', reject: '0.00', withdraw: '0.00' },
  };
  const NEED_REASON: ReadonlySet<PaymentAction> = new Set(['reverse', 'reject']);
  test.each(Object.keys(paymentStates).flatMap((state) => actions.map((action) => ({ state, action }))))(
    'allows or refuses in state $state the action $action',
    async ({ state, action }) => {
      const line = await makeCost(api);
      const { id } = await api.call.billPayment.create({
        body: {
          ...{ direction: 'out', companyId: line.supplierId, currency: 'EUR', paymentDate: dayFrom(0) },
          ...{ amount: '10.00', method: 'bank', lines: [{ type: 'cost', id: line.id, amount: '4.00' }] },
        },
      });
      // An open approval without steps: another person who may approve decides it.
      const enteredBy =
        action === 'withdraw'
          ? api.admin.staffId
          : api.count("select id from staff where username = 'f.meijer'");
      api.db.exec(`update billPayment set state = '${state}', createdBy = ${enteredBy} where id = ${id}`);
      // A pending payment has settled nothing.
      if (state === 'pending') api.db.exec(`update billCost set paidAmount = 0 where id = ${line.id}`);
      const now = () => api.call.billPayment.get({ params: { id } });
      const body = { version: (await now()).version };
      const lines = [{ type: 'cost', id: line.id, amount: '6.00' }];
      const more = {
        ...(action === 'allocate' ? { lines } : {}),
        ...(NEED_REASON.has(action) ? { reason: 'Returned' } : {}),
      };
      const answer = await api.send(`billPayment.${action}`, { params: { id }, body: { ...body, ...more } });
      const after = (await now()).state;
      const expected = OUTCOME[action][state];
      if (expected === undefined) expect(answer).toMatchObject({ refused: { code: 'STATE_NOT_ALLOWED' } });
      expect(after).toBe(expected ?? state);
      if (expected !== undefined) expect((await cost(line.id)).paidAmount).toBe(PAID_AFTER[action]);
    },
  );
});

describe('costs', () => {
  test('are locked when paid, name the payment, and are unlocked by its reversal', async () => {
    const made = await makeCost(api);
    const { paymentNos } = await api.call.billCost.paid({ body: paid([made.id]) });
    const locked = await cost(made.id);
    expect(locked).toMatchObject({ state: 'paid', paidAmount: '1185.80', paymentNo: paymentNos[0] });
    for (const action of ['update', 'remove'] as const)
      expect(refusalOf(costMachine, action, locked)).toEqual({
        code: 'COST_PAID',
        params: { payment: paymentNos[0] },
      });
    const id = api.count('select id from billPayment where paymentNo = ?', paymentNos[0] as string);
    const { version } = await api.call.billPayment.get({ params: { id } });
    await api.call.billPayment.reverse({ params: { id }, body: { version, reason: 'Returned' } });
    expect(await cost(made.id)).toMatchObject({ state: 'unpaid', paidAmount: '0.00' });
  });

  test('stay unchanged when they are marked as paid again', async () => {
    const ids = [(await makeCost(api)).id, (await makeCost(api)).id];
    expect(await api.call.billCost.paid({ body: paid(ids) })).toMatchObject({ ok: 2, changed: 2 });
    const payments = () => api.count('select count(*) from billPayment');
    const before = payments();
    expect(await api.call.billCost.paid({ body: paid(ids) })).toMatchObject({ ok: 2, changed: 0 });
    expect(payments()).toBe(before);
  });

  test('share an invoice over many bills to the cent, compared with the expectation', async () => {
    const bills = [333_333, 1_000, 500_500].map((weight) => billToCharge(api, { weight }));
    const numbers = bills.map((id) => {
      const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', id);
      return `${billNo}/${batchNo}`;
    });
    const accrued = await makeCost(api, { feeCategoryId: category(api, 'unloading') }, bills[0]);
    const body = {
      supplierId: supplier(api),
      feeCategoryId: category(api, 'unloading'),
      ...{ invoiceNo: 'MANY-1', invoiceDate: dayFrom(0), currency: 'EUR', amount: '1000.01' },
      ...{ by: 'weight' as const, bills: numbers },
    };
    const preview = await api.call.billCost.shares({ body });
    expect(preview.shares.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(100_001);
    expect(preview.shares[0]?.accrued).toBe('980.00');
    expect(await api.call.billCost.allocate({ body })).toMatchObject({ costs: 2, diffs: 1 });
    const { list } = await api.call.billCostDiff.list({ query: { billId: [bills[0] as number] } });
    expect(list).toMatchObject([{ costId: accrued.id, state: 'open', accruedAmount: '980.00' }]);
    const invoiced = api.count("select sum(amount) from billCost where invoiceNo = 'MANY-1'");
    expect(invoiced + cents(list[0]?.invoicedAmount ?? '')).toBe(100_001);
  });

  test('take the code, the company and the exchange rate of the day of their invoice', async () => {
    const [ownCompanyId, vatCodeId] = [
      api.count("select max(id) from clientCompany where kind = 'own'"),
      api.count("select id from vatCode where code = 'NL-R'"),
    ];
    const rates = { '2018-12-31': '1.100000', '2019-01-02': '1.250000', '2020-06-01': '1.000000' };
    for (const [day, rate] of Object.entries(rates))
      await api.call.dayRate.create({ body: { currency: 'CHF', day, rate, remark: null } });
    const accrued = (unitPrice: string) =>
      makeCost(api, { unitPrice, quantity: 1, taxRate: null, currency: 'CHF' });
    const invoice = (one: BillCost, amount: string, invoiceDate: string) => {
      const named = { vatCodeId, ownCompanyId, invoiceNo: `DAY-${one.id}`, invoiceDate, amount };
      return api.call.billCost.invoice({ params: { id: one.id }, body: { version: one.version, ...named } });
    };
    // The reduced rate was 6 % until 2018.
    const { cost: early } = await invoice(await accrued('100'), '100.00', '2018-12-31');
    const byThen = { vatCodeId, ownCompanyId, estimated: false, rateDay: '2018-12-31', baseAmount: '90.91' };
    expect(early).toMatchObject({ ...byThen, taxRate: 6, taxAmount: '6.00', grossAmount: '106.00' });
    const { diffNo } = await invoice(await accrued('100'), '110.00', '2019-01-02');
    const id = api.count('select id from billCostDiff where diffNo = ?', diffNo);
    const diff = await api.call.billCostDiff.get({ params: { id } });
    const decide = (version: number, action: 'accept' | 'reopen') =>
      api.call.billCostDiff.decide({ params: { id }, body: { version, action, remark: 'Agreed' } });
    const { version, adjustCostId } = await decide(diff.version, 'accept');
    const since = { vatCodeId, ownCompanyId, taxRate: 9, rateDay: '2019-01-02' };
    expect(await cost(diff.costId)).toMatchObject({ ...since, taxAmount: '9.00', baseAmount: '80.00' });
    expect(await cost(adjustCostId ?? 0)).toMatchObject({ ...since, taxAmount: '0.90', baseAmount: '8.00' });
    await decide(version, 'reopen');
    // Expected again, it is in the books by the day on which it was added.
    const again = { estimated: true, rateDay: '2020-06-01', baseAmount: '100.00' };
    expect(await cost(diff.costId)).toMatchObject(again);
  });

  test('share the tax of the VAT code of an invoice, on its day, and belong to our company', async () => {
    const bills = [1, 2].map(() => billToCharge(api, { weight: 1000 }));
    const feeCategoryId = category(api, 'unloading');
    // One of the bills expects its share: it takes the code and the company of the invoice as well.
    await makeCost(api, { unitPrice: '50', quantity: 1, taxRate: null, feeCategoryId }, bills[0]);
    const [ownCompanyId, vatCodeId] = [
      api.count("select max(id) from clientCompany where kind = 'own'"),
      api.count("select id from vatCode where code = 'NL-R'"),
    ];
    const body = {
      ...{ supplierId: supplier(api), feeCategoryId, invoiceNo: 'CODED-1', invoiceDate: '2018-12-31' },
      ...{ currency: 'EUR', amount: '100.00', by: 'weight' as const, vatCodeId, ownCompanyId },
      bills: bills.map((id) => {
        const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', id);
        return `${billNo}/${batchNo}`;
      }),
    };
    const { shares } = await api.call.billCost.shares({ body });
    expect(shares.map(({ taxAmount }) => taxAmount)).toEqual(['3.00', '3.00']);
    expect(await api.call.billCost.allocate({ body })).toMatchObject({ costs: 2, diffs: 0 });
    for (const billId of bills) {
      const { list } = await api.call.billCost.list({ query: { billId: [billId] } });
      // The reduced rate was 6 % until 2018.
      expect(list).toMatchObject([{ vatCodeId, ownCompanyId, taxRate: 6, taxAmount: '3.00' }]);
    }
  });

  test('share the tax of an invoice too, so that the gross adds up, also when a share is reversed', async () => {
    const bills = [1, 2, 3].map(() => billToCharge(api, { weight: 1000 }));
    const numbers = bills.map((id) => {
      const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', id);
      return `${billNo}/${batchNo}`;
    });
    // One of the bills expects its share: it takes the tax of the invoice as well.
    const expected = {
      ...{ unitPrice: '33.34', quantity: 1, taxRate: null },
      feeCategoryId: category(api, 'unloading'),
    };
    await makeCost(api, expected, bills[0]);
    const body = {
      ...{ supplierId: supplier(api), feeCategoryId: category(api, 'unloading'), invoiceNo: 'THREE-1' },
      ...{ invoiceDate: dayFrom(0), currency: 'EUR', amount: '100.00', taxRate: 19 },
      ...{ by: 'weight' as const, bills: numbers },
    };
    expect(await api.call.billCost.allocate({ body })).toMatchObject({ costs: 3, diffs: 0 });
    const sums = () =>
      api.row(
        `select sum(amount) as net, sum(taxAmount) as tax, sum(grossAmount) as gross from billCost
         where billId in (${bills.join()})`,
      );
    expect(sums()).toEqual({ net: 10_000, tax: 1900, gross: 11_900 });
    const ids = bills.map((id) => api.count('select id from billCost where billId = ?', id));
    await api.call.billCost.paid({ body: paid(ids) });
    for (const id of ids) {
      const { version } = await cost(id);
      await api.call.billCost.reverse({ params: { id }, body: { version, reason: 'Wrong invoice' } });
    }
    expect(sums()).toEqual({ net: 0, tax: 0, gross: 0 });
  });

  test('take the rate of the nearest earlier day', async () => {
    const day = '1999-06-15';
    await api.call.dayRate.create({ body: { currency: 'SEK', day, rate: '8.750000' } });
    const made = await makeCost(api, { currency: 'SEK', invoiceDate: '1999-06-20', taxRate: null });
    expect(made).toMatchObject({ rateDay: day, rate: '8.750000', amount: '980.00', baseAmount: '112.00' });
    const early = await makeCost(api, {}).then(({ billId }) =>
      api.refused('billCost.create', {
        body: {
          ...{ billId, supplierId: supplier(api), feeCategoryId: category(api, 'linehaul') },
          ...{ basis: 'fixed', quantity: 1, unitPrice: '10', currency: 'SEK', invoiceDate: '1999-06-14' },
        },
      }),
    );
    expect(early).toMatchObject({ code: 'RATE_MISSING', msg: expect.stringMatching(/SEK.*14\/06\/1999/) });
  });
});

describe('a cost file', () => {
  const code = (table: string, id: number) =>
    String(api.row(`select code from ${table} where id = ?`, id).code);
  const rowOf = (billId: number, changes: Cells = {}): Cells => {
    const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', billId);
    return {
      ...{ billNo: String(billNo), batchNo: String(batchNo), feeCategoryId: 'linehaul', basis: 'per_truck' },
      ...{
        supplierId: code('clientCompany', supplier(api)),
        quantity: '2',
        unitPrice: '490.5',
        currency: 'EUR',
      },
      ...changes,
    };
  };
  const send = (rows: readonly Cells[]) =>
    converted(api, 'bill_cost', null, tableCsv(fileTemplates.bill_cost, rows));
  const costsOf = async (billId: number) =>
    (await api.call.billCost.list({ query: { billId: [billId] } })).list;

  test('makes lines of good rows, returns bad ones with their column, and changes no existing line', async () => {
    const billId = billToCharge(api);
    const customer = String(api.row("select code from clientCompany where kind = 'customer'").code);
    const invoice = { invoiceNo: 'FILE-1', invoiceDate: '2026-11-03', taxRate: '21' };
    const there = await makeCost(
      api,
      { invoiceNo: 'FILE-2', invoiceDate: dayFrom(-1), estimated: false },
      billId,
    );
    await api.call.billCost.paid({ body: paid([there.id]) });
    const before = await cost(there.id);
    const job = await send([
      rowOf(billId),
      rowOf(billId, invoice),
      rowOf(billId, invoice),
      rowOf(billId, { invoiceNo: 'FILE-2' }),
      rowOf(billId, { supplierId: 'NOBODY' }),
      rowOf(billId, { supplierId: customer }),
      rowOf(billId, { unitPrice: '0' }),
      rowOf(billId, { quantity: '0' }),
      rowOf(billId, { billNo: '112-90424456', batchNo: 'NONE' }),
    ]);
    expect(job).toMatchObject({ status: 'exception', okRows: 2, errorRows: 7, hasErrorFile: true });
    const { list } = await api.call.fileJob.issues({ params: { id: job.id } });
    const columns = list.map(({ row, column, code: why }) => `${row} ${column} ${why}`);
    expect(columns).toEqual(
      expect.arrayContaining([
        '4 invoiceNo COST_INVOICE_TWICE',
        '5 invoiceNo COST_INVOICE_TWICE',
        '6 supplierId REFERENCE_UNKNOWN',
        '7 supplierId COMPANY_KIND',
        '8 unitPrice AMOUNT_ZERO',
        '9 quantity NUMBER_MIN',
        '10 billNo FILE_BILL_UNKNOWN',
      ]),
    );
    expect(await cost(there.id)).toEqual(before);
    const made = (await costsOf(billId)).filter(({ source }) => source === 'import');
    expect(made.map(({ estimated, grossAmount }) => [estimated, grossAmount]).sort()).toEqual([
      [false, '1187.01'],
      [true, '981.00'],
    ]);
  });

  test('takes VAT codes and our company by their codes, and refuses a rate that is not the code’s', async () => {
    const billId = billToCharge(api);
    const own = api.row("select id, code from clientCompany where kind = 'own' order by id desc");
    const invoice = { invoiceNo: 'FILE-3', invoiceDate: '2026-11-03', vatCodeId: 'NL-S' };
    const job = await send([
      rowOf(billId, { ...invoice, ownCompanyId: String(own.code) }),
      rowOf(billId, { ...invoice, invoiceNo: 'FILE-4', taxRate: '21' }),
      rowOf(billId, { ...invoice, invoiceNo: 'FILE-5', taxRate: '19' }),
      rowOf(billId, { ...invoice, invoiceNo: 'FILE-6', vatCodeId: 'NO-SUCH' }),
      rowOf(billId, { ...invoice, invoiceNo: 'FILE-7', ownCompanyId: code('clientCompany', supplier(api)) }),
    ]);
    const { list } = await api.call.fileJob.issues({ params: { id: job.id } });
    expect(list.map(({ row, column, code: why }) => `${row} ${column} ${why}`)).toEqual([
      '4 taxRate VAT_RATE_DIFFERS',
      '5 vatCodeId REFERENCE_UNKNOWN',
      '6 ownCompanyId COMPANY_KIND',
    ]);
    const made = await costsOf(billId);
    expect(made.map((one) => [one.invoiceNo, one.taxRate, one.grossAmount, one.ownCompanyId]).sort()).toEqual(
      [
        ['FILE-3', 21, '1187.01', own.id],
        ['FILE-4', 21, '1187.01', null],
      ],
    );
    expect(new Set(made.map(({ vatCodeId }) => vatCodeId)).size).toBe(1);
  });

  test('is undone except for costs paid since', async () => {
    const [one, two] = [billToCharge(api), billToCharge(api)];
    const job = await send([rowOf(one), rowOf(two)]);
    expect(job).toMatchObject({ status: 'success', okRows: 2 });
    const [line] = await costsOf(two);
    await api.call.billCost.paid({ body: paid([line?.id ?? 0]) });
    const { undone, kept } = await api.call.fileJob.undo({ params: { id: job.id } });
    expect([undone, kept.map(({ number }) => number)]).toEqual([1, [line?.costNo]]);
    expect(await costsOf(one)).toEqual([]);
    expect(await costsOf(two)).toMatchObject([{ state: 'paid', amount: '981.00' }]);
  });

  test('requires the permission for costs', async () => {
    const file = tableCsv(fileTemplates.bill_cost, [rowOf(billToCharge(api))]);
    const query = { kind: 'bill_cost' as const };
    const [keeper, reader] = ['finance.cost.edit', 'finance.cost.view'].map((permission) =>
      api.actor({ permissions: [permission as 'finance.cost.edit'] }),
    );
    expect(await api.refused('fileJob.uploadMany', { query, file }, { as: reader })).toMatchObject({
      code: 'NO_PERMISSION',
    });
    expect(await api.send('fileJob.uploadMany', { query, file }, { as: keeper })).toHaveProperty('got');
  });
});

describe('customer payments', () => {
  test('settle lines partly or fully, and reopen them when reversed', async () => {
    const line = await revenueIn(api, 'invoiced');
    const first = await receive(api, line, '5.00');
    expect(await revenue(line.id)).toMatchObject({ state: 'part_paid', paidAmount: '5.00' });
    await receive(api, line, '7.00');
    expect(await revenue(line.id)).toMatchObject({ state: 'paid', paidAmount: '12.00' });
    const { id, version } = await api.call.billPayment.get({ params: { id: first.id } });
    await api.call.billPayment.reverse({ params: { id }, body: { version, reason: 'Returned' } });
    expect(await revenue(line.id)).toMatchObject({ state: 'part_paid', paidAmount: '7.00' });
  });

  test('are reversed once when two people reverse them at the same moment', async () => {
    const line = await revenueIn(api, 'invoiced');
    await receive(api, line, '4.00');
    const { id: paid } = await receive(api, line, '5.00');
    const { id, version } = await api.call.billPayment.get({ params: { id: paid } });
    const reversal = { params: { id }, body: { version, reason: 'Returned' } };
    const answers = await Promise.all([1, 2, 3].map(() => api.send('billPayment.reverse', reversal)));
    expect(answers.filter((answer) => 'got' in answer)).toHaveLength(1);
    expect(await revenue(line.id)).toMatchObject({ state: 'part_paid', paidAmount: '4.00' });
  });

  test('appear in the statement of the month, with the balance of its lines', async () => {
    const line = await revenueIn(api, 'invoiced');
    await receive(api, line, '5.00');
    const query = { customerId: line.customerId, currency: 'EUR', period: dayFrom(0).slice(0, 7) };
    const { account, lines } = await api.call.billCustomer.statement({ query });
    const moved = lines.reduce(
      (sum, { charged, received }) => sum + cents(charged ?? '0') - cents(received ?? '0'),
      0,
    );
    expect(cents(account.closingBalance)).toBe(cents(account.openingBalance) + moved);
    expect(lines.at(-1)?.balance).toBe(account.closingBalance);
    expect(lines.map(({ document }) => document)).toContain(line.invoiceNo);
  });
});

describe('charge flows', () => {
  test('charge a stage once, whatever happens to the line later', async () => {
    const customerId = api.count('select id from customer order by id desc limit 1');
    await api.call.chargeFlow.create({
      body: {
        ...{ code: 'TEST-ONCE', nameEn: 'Once', nameCn: '一次', customerId, mode: 'any', priority: 900 },
        validFrom: dayFrom(-400),
        steps: [
          {
            ...{ trigger: 'delivery', direction: 'revenue', supplierId: null, price: '0.5000' },
            chargeItemId: api.count("select id from chargeItem where code = 'HANDLING-KG'"),
            ...{ minCharge: null, overWeight: 10, overDays: null },
          },
        ],
      },
    });
    const billId = billToCharge(api, { customerId, weight: 200_000 });
    const refresh = () =>
      api.call.abnormalCase.create({ body: { billId, type: 'storage_charge', level: 'bill' } });
    await refresh();
    const lines = async () => (await api.call.billRevenue.list({ query: { billId: [billId] } })).list;
    const [line] = await lines();
    expect(line).toMatchObject({
      state: 'draft',
      priceSource: 'charge_flow',
      quantity: 200,
      amount: '100.00',
    });
    expect(
      api.row('select * from operateLog where objectType = ? and objectId = ?', 'billRevenue', `${line?.id}`),
    ).toMatchObject({ action: 'create', operatorId: null, objectNo: line?.revenueNo });
    await api.call.billRevenue.remove({ params: { id: line?.id ?? 0 } });
    await refresh();
    expect(await lines()).toEqual([]);
  });

  test('charge the quoted price when a step has none; a minimum makes it one amount', async () => {
    const item = (code: string) => api.count(`select id from chargeItem where code = '${code}'`);
    const [handling, clearing, pallet] = ['HANDLING-KG', 'CLEAR-H7', 'PALLET'].map(item) as number[];
    const customerId = api.count('select id from customer order by id limit 1');
    const { id: _, ...service } = api.row('select * from service where id = 1');
    const serviceId = api.insert('service', { ...service, code: 'QUOTED' } as never);
    const [line] = drafts.standardQuote().lines;
    const quoted = (chargeItemId: number | undefined, flatPrice: string, more: object) => ({
      ...{ ...line, originCode: 'ANY', destinationCode: 'ANY', breaks: [], chargeItemId, flatPrice },
      ...{ basis: 'per_kg', minCharge: null, ...more },
    });
    const card = await approved(api, 'standardQuote', {
      ...{ serviceId, customerId, currency: 'USD', fuelSurchargePercent: 0, roundTo: '0.5' },
      ...{ validFrom: dayFrom(-900), validTo: dayFrom(400) },
      lines: [
        quoted(handling, '0.2500', {}),
        quoted(clearing, '0.0100', { basis: 'per_parcel', minCharge: '75.00' }),
      ],
    });
    const step = (chargeItemId: number | undefined, price: string | null = null) => ({
      ...{ trigger: 'delivery', direction: 'revenue', supplierId: null, price, chargeItemId },
      ...{ minCharge: null, overWeight: null, overDays: null },
    });
    await api.call.chargeFlow.create({
      body: {
        ...{ code: 'TEST-QUOTED', nameEn: 'Quoted', nameCn: '报价', serviceId, mode: 'any', priority: 950 },
        validFrom: dayFrom(-900),
        steps: [step(handling), step(clearing), step(pallet), step(handling, '9.0000')],
      } as never,
    });
    const billId = billToCharge(api, {
      ...{ customerId, serviceId, weight: 200_300, billingWeight: null, volume: null },
      ...{ packageCount: 10, podAt: `${dayFrom(-3)}T10:00:00Z` },
    });
    await api.call.abnormalCase.create({ body: { billId, type: 'storage_charge', level: 'bill' } });
    const { list } = await api.call.billRevenue.list({ query: { billId: [billId], sort: 'createdAt' } });
    const standard = { priceSource: 'standard_quote', sourceId: card.id, currency: 'USD' };
    const found = (chargeItemId: number | undefined) =>
      list
        .filter((one) => one.chargeItemId === chargeItemId)
        .sort((a, b) => Number(a.unitPrice) - Number(b.unitPrice));
    expect(found(handling)).toMatchObject([
      { ...standard, basis: 'per_kg', quantity: 200.5, unitPrice: '0.2500', amount: '50.13' },
      { priceSource: 'charge_flow', unitPrice: '9.0000' },
    ]);
    expect(found(clearing)).toMatchObject([
      { ...standard, basis: 'fixed', quantity: 1, unitPrice: '75.0000', amount: '75.00' },
    ]);
    for (const { priceSource } of found(pallet)) expect(priceSource).toBe('charge_item');
  });

  test('charge the won quote of the bill first, which stays won', async () => {
    const chargeItemId = api.count("select id from chargeItem where code = 'LINEHAUL-DUI'");
    const customerId = api.count('select id from customer order by id limit 1');
    const { id: _, ...service } = api.row('select * from service where id = 1');
    const serviceId = api.insert('service', { ...service, code: 'OFFERED' } as never);
    await api.call.chargeFlow.create({
      body: {
        ...{ code: 'TEST-OFFERED', nameEn: 'Offered', nameCn: '报价', serviceId, mode: 'any', priority: 960 },
        validFrom: dayFrom(-900),
        steps: [
          {
            ...{ trigger: 'delivery', direction: 'revenue', supplierId: null, price: null, chargeItemId },
            ...{ minCharge: null, overWeight: null, overDays: null },
          },
        ],
      } as never,
    });
    const billId = billToCharge(api, { customerId, serviceId, podAt: new Date().toISOString() });
    const { billNo, start, landing } = api.row(
      `select billNo, start.airportCode as start, landing.airportCode as landing from bill
       join airport as start on start.id = originAirportId
       join airport as landing on landing.id = landingAirportId where bill.id = ?`,
      billId,
    );
    const offer = await approved(api, 'orderQuote', {
      ...{ customerId, serviceId, billNo, originCode: start, destinationCode: landing, validTo: dayFrom(30) },
      lines: [
        { chargeItemId, basis: 'per_truck', quantity: 1, unitPrice: '480', currency: 'EUR', costPrice: null },
      ],
    });
    await api.call.orderQuote.won({ params: { id: offer.id }, body: {} });
    await api.call.abnormalCase.create({ body: { billId, type: 'storage_charge', level: 'bill' } });
    const { list } = await api.call.billRevenue.list({ query: { billId: [billId] } });
    expect(list).toMatchObject([
      { priceSource: 'order_quote', sourceId: offer.id, basis: 'per_truck', amount: '480.00' },
    ]);
    api.db.exec(`update orderQuote set billNo = null where id = ${offer.id}`);
    expect(await api.refused('orderQuote.reopen', { params: { id: offer.id }, body: {} })).toMatchObject({
      code: 'QUOTE_BILLED',
    });
  });
});

test('refuses to delete a charge item or a supplier used by a flow, and names the flow', async () => {
  const { id } = await api.call.chargeItem.create({ body: drafts.chargeItem(api) });
  const supplierId = (
    await api.call.clientCompany.create({ body: { ...drafts.clientCompany(api), kind: 'supplier' } })
  ).id;
  const flow = await api.call.chargeFlow.create({
    body: {
      ...{
        code: 'TEST-USES',
        nameEn: 'Uses',
        nameCn: '引用',
        mode: 'sea',
        priority: 1,
        validFrom: dayFrom(900),
      },
      steps: [
        {
          ...{ trigger: 'arrived', direction: 'cost', supplierId, price: null, chargeItemId: id },
          ...{ minCharge: null, overWeight: null, overDays: null },
        },
      ],
    },
  });
  for (const [name, one] of [
    ['chargeItem', id],
    ['clientCompany', supplierId],
  ] as const) {
    const params = { id: one };
    expect(await api.refused(`${name}.remove`, { params })).toMatchObject({ code: 'IN_USE' });
    expect((await api.call[name].usage({ params }))[0]).toMatchObject({
      ...{ object: 'chargeFlow', count: 1, examples: ['TEST-USES'] },
    });
  }
  await api.call.chargeFlow.remove({ params: { id: flow.id } });
  await api.call.chargeItem.remove({ params: { id } });
});

describe('totals and profit', () => {
  test('are the sums of all matches of a filter', async () => {
    const billId = billToCharge(api);
    await makeCost(api, {}, billId);
    await makeCost(api, { unitPrice: '0.3350', quantity: 3, feeCategoryId: category(api, 'pickup') }, billId);
    const totals = await api.call.billCost.totals({ query: { billId: [billId] } });
    expect(totals).toEqual({
      currencies: [
        {
          ...{ currency: 'EUR', lines: 2, amount: '981.01', taxAmount: '206.01' },
          ...{ grossAmount: '1187.02', paidAmount: '0.00' },
        },
      ],
      baseAmount: '981.01',
      withoutRate: 0,
    });
  });

  test.each(['bill', 'customer', 'lane'] as const)(
    'grouped by %s equal the sums that SQL finds',
    async (by) => {
      await makeRevenue(api, {}, (await makeCost(api)).billId);
      const query = { by, pageSize: 500 };
      const { list, totals, total } = await api.call.billRevenue.profit({ query });
      const side = (table: string) =>
        api.count(
          `select sum(l.baseAmount) from ${table} l join bill b on b.id = l.billId where b.removedAt is null`,
        );
      expect([cents(totals.revenue), cents(totals.cost)]).toEqual([side('billRevenue'), side('billCost')]);
      expect(cents(totals.profit)).toBe(side('billRevenue') - side('billCost'));
      if (total <= 500)
        expect(list.reduce((sum, { profit }) => sum + cents(profit), 0)).toBe(cents(totals.profit));
      const profits = list.map(({ profit }) => cents(profit));
      expect(profits).toEqual([...profits].sort((a, b) => b - a));
      const [first] = list;
      if (by === 'customer' && first)
        expect(cents(first.profit)).toBe(
          api.count(
            `select (select sum(r.baseAmount) from billRevenue r join bill b on b.id = r.billId
             where b.customerId = ? and b.removedAt is null)
           - coalesce((select sum(c.baseAmount) from billCost c join bill b on b.id = c.billId
             where b.customerId = ? and b.removedAt is null), 0)`,
            first.customerId as number,
            first.customerId as number,
          ),
        );
    },
  );
});

test('refuses to remove a bill with paid costs, and to archive one with unpaid costs without finance', async () => {
  const billId = billToCharge(api);
  api.db.exec(`update bill set podBoxCount = 10, exceptionCount = 0 where id = ${billId}`);
  await makeCost(api, {}, billId);
  const archive = (force: boolean) =>
    api.call.bill.archive({ body: { selection: { ids: [billId] }, force } });
  expect((await archive(false)).failed).toMatchObject([{ code: 'BILL_UNPAID_COST' }]);
  expect((await archive(true)).failed).toEqual([]);
});
