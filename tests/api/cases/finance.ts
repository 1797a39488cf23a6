import type { Actor, RefusedCall } from '../../support/apiCall';
import {
  acceptedDiff,
  billToCharge,
  category,
  costDraft,
  dayFrom,
  makeCost,
  makeDiff,
  makeRevenue,
  paid,
  paymentApprover,
  pendingPayment,
  receive,
  revenueDraft,
  revenueIn,
  supplier,
} from '../../support/apiFinance';
import { newCode } from '../../support/apiRecords';
import { entryIn } from '../../support/bankFiles';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';

type Maker = (api: TestApi) => Promise<RefusedCall>;

export const archive = (api: TestApi, billId: number) =>
  api.db.exec(`update bill set archived = 1 where id = ${billId}`);
const own = (api: TestApi) => supplier(api);
export const customersOnly = (api: TestApi) =>
  api.count("select id from clientCompany where kind = 'customer' limit 1");

/** Makes a category out of use. */
export function switchedOff(api: TestApi): number {
  const { id: _, ...copy } = api.row('select * from feeCategory limit 1') as Record<string, never>;
  return api.insert('feeCategory', { ...copy, code: `z${serial++}`, active: 0 });
}
let serial = 0;

/** A VAT code that is valid only years ahead. */
export const laterCode = (api: TestApi): number => {
  const { id: _, ...copy } = api.row("select * from vatCode where code = 'NL-S'") as Record<string, never>;
  const rates = JSON.stringify([{ validFrom: '2090-01-01', rate: 17 }]);
  return api.insert('vatCode', { ...copy, code: `L${serial++}`, countryCode: 'LU', rates });
};
const vatCodeOf = (api: TestApi, code: string): number =>
  api.count('select id from vatCode where code = ?', code);

/** Returns the errors of a line, for each call that writes it. */
const lineErrors = (
  refuse: (api: TestApi, changes: object) => Promise<RefusedCall>,
): Record<string, Maker> => ({
  AMOUNT_ZERO: (api) => refuse(api, { unitPrice: '0' }),
  RATE_MISSING: (api) => refuse(api, { currency: 'NOK' }),
  REFERENCE_UNKNOWN: (api) => refuse(api, { feeCategoryId: 999_999 }),
  REFERENCE_INACTIVE: (api) => refuse(api, { feeCategoryId: switchedOff(api) }),
});

const closed = (refuse: (api: TestApi, billId: number) => Promise<RefusedCall>): Record<string, Maker> => ({
  BILL_ARCHIVED: (api) => {
    const billId = billToCharge(api);
    archive(api, billId);
    return refuse(api, billId);
  },
  BILL_REMOVED: (api) => refuse(api, billToCharge(api, { stage: 'removed', removedAt: dayFrom(-1) })),
});

export const wrongDirection = (api: TestApi, direction: 'cost' | 'revenue') => {
  const { id: _, ...copy } = api.row('select * from feeCategory limit 1') as Record<string, never>;
  return api.insert('feeCategory', { ...copy, code: `d${serial++}${direction}`, direction });
};

const createCost = (api: TestApi, changes: object) =>
  api.refused('billCost.create', { body: { ...costDraft(api, billToCharge(api)), ...changes } });
const updateCost = async (api: TestApi, changes: object) => {
  const { id, version } = await makeCost(api);
  return api.refused('billCost.update', { params: { id }, body: { version, ...changes } });
};
const paidCost = async (api: TestApi) => {
  const { id } = await makeCost(api, { estimated: false });
  await api.call.billCost.paid({ body: paid([id]) });
  return api.call.billCost.get({ params: { id } });
};
const costErrors = (
  refuse: (api: TestApi, changes: object) => Promise<RefusedCall>,
): Record<string, Maker> => ({
  ...lineErrors(refuse),
  COMPANY_KIND: (api) => refuse(api, { supplierId: customersOnly(api) }),
  FEE_DIRECTION: (api) => refuse(api, { feeCategoryId: wrongDirection(api, 'revenue') }),
  VAT_NO_RATE: (api) => refuse(api, { vatCodeId: laterCode(api) }),
  COST_INVOICE_TWICE: async (api) => {
    const first = await makeCost(api, { invoiceNo: 'S-77', invoiceDate: dayFrom(-1) });
    return refuse(api, { billId: first.billId, invoiceNo: 'S-77', invoiceDate: dayFrom(-1) });
  },
});

const invoiceOf = async (api: TestApi, cost: { id: number; version: number }, changes: object = {}) =>
  api.refused('billCost.invoice', {
    params: { id: cost.id },
    body: {
      version: cost.version,
      ...{ invoiceNo: 'S-1', invoiceDate: dayFrom(0), amount: '980.00' },
      ...changes,
    },
  });
export const numberOf = (api: TestApi, billId: number) => {
  const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', billId);
  return `${billNo}/${batchNo}`;
};
const allocation = (api: TestApi, changes: object = {}) => ({
  supplierId: own(api),
  feeCategoryId: category(api, 'unloading'),
  ...{ invoiceNo: `A-${Date.now()}${Math.random()}`.slice(0, 30), invoiceDate: dayFrom(0), currency: 'EUR' },
  ...{ amount: '100.00', by: 'weight' as const },
  bills: [numberOf(api, billToCharge(api)), numberOf(api, billToCharge(api))],
  ...changes,
});
const allocationErrors = (call: 'allocate' | 'shares'): Record<string, Maker> => {
  const refuse = (api: TestApi, changes: object) =>
    api.refused(`billCost.${call}`, { body: allocation(api, changes) });
  return {
    ALLOCATION_UNKNOWN: (api) => refuse(api, { bills: ['999-00000000'] }),
    ALLOCATION_NOTHING: (api) =>
      refuse(api, { by: 'boxes', bills: [numberOf(api, billToCharge(api, { boxCount: 0 }))] }),
    VAT_NO_RATE: (api) => refuse(api, { vatCodeId: laterCode(api) }),
  };
};
const act = async (api: TestApi, decision: object) => {
  const diff = await makeDiff(api);
  return api.refused('billCostDiff.decide', {
    params: { id: diff.id },
    body: { version: diff.version, action: 'accept', remark: 'ok', ...decision },
  });
};

const payment = (api: TestApi, changes: object = {}) => ({
  ...{ direction: 'out' as const, companyId: own(api), paymentDate: dayFrom(0), currency: 'EUR' },
  ...{ amount: '100.00', method: 'bank' as const },
  ...changes,
});
const newPayment = (api: TestApi, changes: object = {}) =>
  api.call.billPayment.create({ body: payment(api, changes) });
/** An invoiced cost that is open by an amount. */
let invoices = 0;
const invoicedCost = async (api: TestApi, unitPrice = '2.00') => {
  invoices += 1;
  const line = { basis: 'fixed', quantity: 1, unitPrice, taxRate: null, vatCodeId: null };
  const invoice = { invoiceNo: `WO-CASE-${invoices}`, invoiceDate: dayFrom(0) };
  return (await makeCost(api, { ...line, ...invoice })).id;
};
const writingOff = { type: 'cost' as const, paymentDate: dayFrom(0), reason: 'Small difference' };
const createPayment = (api: TestApi, changes: object) =>
  api.refused('billPayment.create', { body: payment(api, changes) });
const [CLOSED_MONTH, OPEN_MONTH] = [199_812, 199_901];
/** Makes sure that a payment of a day is in the books. */
async function paidOn(api: TestApi, day: string): Promise<void> {
  if (api.count('select count(*) from billPayment where paymentDate = ?', day) > 0) return;
  const { id } = await newPayment(api);
  api.db.exec(`update billPayment set paymentDate = '${day}' where id = ${id}`);
}
/** The only closed month, before all others. */
async function closedMonth(api: TestApi): Promise<{ id: number; version: number }> {
  await paidOn(api, '1998-12-10');
  api.db.exec(`delete from bookMonth where id >= ${CLOSED_MONTH}`);
  return api.call.bookMonth.close({ params: { id: CLOSED_MONTH }, body: { version: 0 } });
}
/** An open month that can be closed: the one after {@link closedMonth}. */
async function openMonth(api: TestApi): Promise<number> {
  await closedMonth(api);
  await paidOn(api, '1999-01-10');
  return OPEN_MONTH;
}

/** A pending payment that somebody else entered, for anybody who may approve to decide. */
async function decision(api: TestApi, changes: object = {}) {
  const { id, version } = await pendingPayment(api, changes);
  api.db.exec(`update billPayment set waiting = null, stepNo = null,
    createdBy = (select id from staff where username = 'f.meijer') where id = ${id}`);
  return { params: { id }, body: { version } };
}
const rejection = async (api: TestApi) => {
  const { params, body } = await decision(api);
  return { params, body: { ...body, reason: 'Not agreed' } };
};
const decisionErrors = (
  name: 'billPayment.approve' | 'billPayment.reject',
  more: object = {},
): Record<string, Maker> => ({
  STALE_DATA: async (api) => {
    const { params } = await decision(api);
    return api.refused(name, { params, body: { version: 7, ...more } });
  },
  STATE_NOT_ALLOWED: async (api) => {
    const { id, version } = await newPayment(api);
    return api.refused(name, { params: { id }, body: { version, ...more } });
  },
  APPROVAL_SELF: async (api) => {
    const { id, version } = await pendingPayment(api);
    return api.refused(name, { params: { id }, body: { version, ...more } });
  },
  APPROVAL_NOT_YOURS: async (api) => {
    const { id, version } = await pendingPayment(api);
    return api.refused(name, { params: { id }, body: { version, ...more } }, { as: paymentApprover(api) });
  },
});
const lineOf = (id: number, amount: string) => [{ type: 'cost', id, amount }];

const createRevenue = (api: TestApi, changes: object) =>
  api.refused('billRevenue.create', { body: { ...revenueDraft(api, billToCharge(api)), ...changes } });
const updateRevenue = async (api: TestApi, changes: object) => {
  const { id, version } = await makeRevenue(api);
  return api.refused('billRevenue.update', { params: { id }, body: { version, ...changes } });
};
const revenueErrors = (
  refuse: (api: TestApi, changes: object) => Promise<RefusedCall>,
): Record<string, Maker> => ({
  ...lineErrors(refuse),
  FEE_DIRECTION: (api) => refuse(api, { feeCategoryId: wrongDirection(api, 'cost') }),
  VAT_NO_RATE: (api) => refuse(api, { vatCodeId: laterCode(api) }),
});
type Invoicing = 'billRevenue.invoice' | 'billRevenue.invoicePreview';
const invoiceBy =
  (call: Invoicing) =>
  (api: TestApi, lines: readonly { id: number }[], invoiceDate = dayFrom(0), changes: object = {}) =>
    api.refused(call, { body: { ids: lines.map(({ id }) => id), invoiceDate, ...changes } });

/** Runs an action on a customer whose company has no VAT number. */
async function withoutVatNo<T>(api: TestApi, customerId: number, act: () => Promise<T>): Promise<T> {
  const { id, vatNo } = api.row(
    `select clientCompany.id, vatNo from clientCompany join customer on customer.companyId = clientCompany.id
     where customer.id = ?`,
    customerId,
  );
  api.db.exec(`update clientCompany set vatNo = null where id = ${id}`);
  const done = await act();
  if (vatNo !== null) api.db.exec(`update clientCompany set vatNo = '${vatNo}' where id = ${id}`);
  return done;
}

/** Runs an action while no VAT code is active. */
export async function withoutVatCodes<T>(api: TestApi, act: () => Promise<T>): Promise<T> {
  const active = api.rows('select id from vatCode where active = 1').map(({ id }) => Number(id));
  api.db.exec('update vatCode set active = 0');
  const done = await act();
  api.db.exec(`update vatCode set active = 1 where id in (${active})`);
  return done;
}

/** Refusals of an invoice, the same for its preview. */
function invoiceErrors(call: Invoicing): Record<string, Maker> {
  const invoice = invoiceBy(call);
  const coded = (api: TestApi, code: string, billId?: number) =>
    revenueIn(api, 'confirmed', { vatCodeId: vatCodeOf(api, code) }, billId);
  return {
    NOT_FOUND: (api) => invoice(api, [{ id: 999_999 }]),
    COUNT_CHANGED: countChanged(call, { invoiceDate: dayFrom(0) }),
    STATE_NOT_ALLOWED: async (api) => invoice(api, [await makeRevenue(api)]),
    PAYMENT_FUTURE: async (api) => invoice(api, [await revenueIn(api, 'confirmed')], dayFrom(3)),
    RATE_MISSING: async (api) =>
      invoice(api, [await revenueIn(api, 'confirmed', { currency: 'USD' })], '2001-01-01'),
    VAT_NO_RATE: async (api) => invoice(api, [await coded(api, 'NL-S')], '2001-01-01'),
    VAT_CODE_NONE: async (api) => {
      const line = await revenueIn(api, 'confirmed', { taxRate: null });
      return withoutVatCodes(api, () => invoice(api, [line]));
    },
    VAT_MIXED: async (api) => invoice(api, [await coded(api, 'NL-S'), await coded(api, 'OUTSIDE')]),
    VAT_NUMBER_MISSING: async (api) => {
      const line = await coded(api, 'REVERSE');
      return withoutVatNo(api, line.customerId, () => invoice(api, [line]));
    },
    INVOICE_NO_ISSUER: async (api) =>
      invoice(api, [await revenueIn(api, 'confirmed')], dayFrom(0), { companyId: supplier(api) }),
    CURRENCY_MIXED: async (api) =>
      invoice(api, [
        await revenueIn(api, 'confirmed'),
        await revenueIn(api, 'confirmed', { currency: 'USD' }),
      ]),
    REVENUE_CUSTOMERS: async (api) => {
      const [one, other] = [await revenueIn(api, 'confirmed'), await revenueIn(api, 'confirmed')];
      api.db.exec(
        `update bill set customerId = (select id from customer where id != ${one.customerId} limit 1) where id = ${other.billId}`,
      );
      return invoice(api, [one, other]);
    },
    REVENUE_NO_TAX_DATA: async (api) => {
      const line = await revenueIn(api, 'confirmed');
      const { id: _, ...copy } = api.row('select * from customer limit 1') as Record<string, never>;
      const customerId = api.insert('customer', {
        ...copy,
        code: `NT${serial++}${Date.now() % 1e8}`,
        companyId: null,
      });
      api.db.exec(`update bill set customerId = ${customerId} where id = ${line.billId}`);
      return invoice(api, [line]);
    },
  };
}

/** Makes an issued invoice of one line. */
async function issued(api: TestApi) {
  const line = await revenueIn(api, 'invoiced');
  return api.call.customerInvoice.get({ params: { id: line.customerInvoiceId ?? 0 } });
}
/** Credits a part of an invoice, or all of it. */
const credited = (api: TestApi, { id, version }: { id: number; version: number }, lines: object[] = []) =>
  api.call.customerInvoice.credit({ params: { id }, body: { version, reason: 'Agreed', lines } as never });
const creditOf = (api: TestApi, { id, version }: { id: number; version: number }, changes: object = {}) =>
  api.refused('customerInvoice.credit', { params: { id }, body: { version, reason: 'Agreed', ...changes } });
const month = dayFrom(0).slice(0, 7);
const account = async (api: TestApi) => {
  const { customerId, currency } = await revenueIn(api, 'invoiced');
  return { customerId, currency, period: month };
};
const statementLetter = () => ({
  ...{ language: 'en' as const, toEmails: ['ap@example.com'], text: 'Your statement.' },
  subject: `Statement ${serial++}`,
});
const nobody = { customerId: 999_999, currency: 'EUR', period: month };
const stale = { version: 7 };
const { ids: _ids, ...paidNow } = paid([1]);

/** Asks for a DATEV file of a range of days, which the API refuses. */
const journalFile = (api: TestApi, days: { from?: string; to?: string } = {}, as?: Actor) =>
  api.refused(
    'journal.file',
    { query: { format: 'datev', from: dayFrom(-60), to: dayFrom(-60), ...days } },
    as ? { as } : {},
  );

/** Runs an action while the ledger accounts of our companies differ in one column. */
async function withLedger<T>(api: TestApi, change: string, act: () => Promise<T>): Promise<T> {
  const [column = ''] = change.split(' ');
  const kept = api.rows(`select id, ${column} as value from ledgerSetup`);
  api.db.exec(`update ledgerSetup set ${change}`);
  const done = await act();
  const back = api.db.prepare(`update ledgerSetup set ${column} = ? where id = ?`);
  for (const { id, value } of kept) back.run(value as string | null, id as number);
  return done;
}

/** Cases of the calls on the books. */
/** An invoice whose payment the bank returned, and the call that reverses the return. */
async function returnedReceipt(api: TestApi) {
  const line = await revenueIn(api, 'invoiced', { unitPrice: '37.3100' });
  const { id: paymentId } = await receive(api, line, null);
  const entry = await entryIn(api, {
    ...{ amount: line.grossAmount, sign: 'DBIT', reversal: true, day: dayFrom(0) },
  });
  const { paymentId: backId } = await api.call.bankEntry.bookReturn({
    params: { id: entry.id },
    body: { version: entry.version, returnedId: paymentId },
  });
  const { id, version } = await api.call.billPayment.get({ params: { id: backId ?? 0 } });
  return { line, back: { params: { id }, body: { version, reason: 'x' } } };
}

export const financeCases = {
  'billCost.list': { right: () => ({ query: { pageSize: 5, sort: '-createdAt', state: ['unpaid'] } }) },
  'billCost.totals': { right: () => ({ query: { state: ['paid'] } }) },
  'billCost.export': {
    right: () => ({ query: { format: 'csv', columns: ['costNo', 'amount'], billNo: '112' } }),
  },
  'billCost.get': { right: async (api) => ({ params: { id: (await makeCost(api)).id } }) },
  'billCost.create': {
    right: (api) => ({ body: costDraft(api, billToCharge(api)) }),
    errors: { ...costErrors(createCost), ...closed((api, billId) => createCost(api, { billId })) },
  },
  'billCost.update': {
    right: async (api) => {
      const { id, version } = await makeCost(api);
      return { params: { id }, body: { version, quantity: 3 } };
    },
    errors: {
      ...costErrors(updateCost),
      ...closed((api, billId) => updateCost(api, { billId })),
      STALE_DATA: (api) => updateCost(api, stale),
      COST_PAID: async (api) => {
        const { id, version } = await paidCost(api);
        return api.refused('billCost.update', { params: { id }, body: { version, quantity: 3 } });
      },
    },
  },
  'billCost.remove': {
    right: async (api) => ({ params: { id: (await makeCost(api)).id } }),
    errors: {
      COST_PAID: async (api) => api.refused('billCost.remove', { params: { id: (await paidCost(api)).id } }),
      BILL_ARCHIVED: async (api) => {
        const cost = await makeCost(api);
        archive(api, cost.billId);
        return api.refused('billCost.remove', { params: { id: cost.id } });
      },
      COST_OF_DIFF: async (api) =>
        api.refused('billCost.remove', { params: { id: (await makeDiff(api)).costId } }),
      COST_IN_PAYMENT: async (api) => {
        const { id, grossAmount, supplierId } = await makeCost(api);
        await pendingPayment(api, { companyId: supplierId, lines: lineOf(id, grossAmount) });
        return api.refused('billCost.remove', { params: { id } });
      },
    },
  },
  'billCost.paid': {
    right: async (api) => ({ body: paid([(await makeCost(api)).id]) }),
    errors: {
      COUNT_CHANGED: countChanged('billCost.paid', paidNow),
      PAYMENT_FUTURE: async (api) =>
        api.refused('billCost.paid', {
          body: { ...paid([(await makeCost(api)).id]), paymentDate: dayFrom(3) },
        }),
      RATE_MISSING: async (api) =>
        api.refused('billCost.paid', {
          body: { ...paid([(await makeCost(api, { currency: 'USD' })).id]), paymentDate: '2001-01-01' },
        }),
      CURRENCY_MIXED: async (api) =>
        api.refused('billCost.paid', {
          body: paid([(await makeCost(api)).id, (await makeCost(api, { currency: 'USD' })).id]),
        }),
      PAYMENT_NOTHING: async (api) =>
        api.refused('billCost.paid', { body: paid([(await makeCost(api, { unitPrice: '-1' })).id]) }),
    },
  },
  'billCost.reverse': {
    right: async (api) => {
      const { id, version } = await paidCost(api);
      return { params: { id }, body: { version, reason: 'Charged twice' } };
    },
    errors: {
      STALE_DATA: async (api) =>
        api.refused('billCost.reverse', {
          params: { id: (await paidCost(api)).id },
          body: { version: 77, reason: 'x' },
        }),
      COST_NOT_PAID: async (api) => {
        const { id, version } = await makeCost(api);
        return api.refused('billCost.reverse', { params: { id }, body: { version, reason: 'x' } });
      },
      COST_REVERSED: async (api) => {
        const { id, version } = await paidCost(api);
        const input = { params: { id }, body: { version, reason: 'x' } };
        await api.call.billCost.reverse(input);
        return api.refused('billCost.reverse', input);
      },
      REASON_REQUIRED: async (api) => {
        const { id, version } = await paidCost(api);
        return api.refused('billCost.reverse', { params: { id }, body: { version } });
      },
      BILL_ARCHIVED: async (api) => {
        const { id, version, billId } = await paidCost(api);
        archive(api, billId);
        return api.refused('billCost.reverse', { params: { id }, body: { version, reason: 'x' } });
      },
    },
  },
  'billCost.invoice': {
    right: async (api) => {
      const { id, version } = await makeCost(api);
      return {
        params: { id },
        body: { version, invoiceNo: 'S-9', invoiceDate: dayFrom(0), amount: '980.00' },
      };
    },
    errors: {
      STALE_DATA: async (api) => invoiceOf(api, await makeCost(api), stale),
      COST_PAID: async (api) => invoiceOf(api, await paidCost(api)),
      COST_INVOICED: async (api) => invoiceOf(api, await makeCost(api, { estimated: false })),
      AMOUNT_ZERO: async (api) => invoiceOf(api, await makeCost(api), { amount: '0' }),
      RATE_MISSING: async (api) =>
        invoiceOf(api, await makeCost(api, { currency: 'USD' }), { invoiceDate: '2001-01-01' }),
      VAT_NO_RATE: async (api) => invoiceOf(api, await makeCost(api), { vatCodeId: laterCode(api) }),
      COMPANY_KIND: async (api) => invoiceOf(api, await makeCost(api), { ownCompanyId: supplier(api) }),
      REFERENCE_UNKNOWN: async (api) => invoiceOf(api, await makeCost(api), { vatCodeId: 999_999 }),
      REFERENCE_INACTIVE: async (api) => {
        const vatCodeId = laterCode(api);
        api.db.exec(`update vatCode set active = 0 where id = ${vatCodeId}`);
        return invoiceOf(api, await makeCost(api), { vatCodeId });
      },
      BILL_ARCHIVED: async (api) => {
        const cost = await makeCost(api);
        archive(api, cost.billId);
        return invoiceOf(api, cost);
      },
      COST_INVOICE_TWICE: async (api) => {
        const first = await makeCost(api, { invoiceNo: 'S-5', invoiceDate: dayFrom(0), estimated: false });
        return invoiceOf(api, await makeCost(api, {}, first.billId), { invoiceNo: 'S-5' });
      },
      DIFF_OPEN: async (api) => {
        const { costId } = await makeDiff(api);
        return invoiceOf(api, await api.call.billCost.get({ params: { id: costId } }), { amount: '1000.00' });
      },
    },
  },
  'billCost.shares': {
    right: (api) => ({ body: allocation(api) }),
    errors: allocationErrors('shares'),
  },
  'billCost.allocate': {
    right: (api) => ({ body: allocation(api) }),
    errors: {
      ...allocationErrors('allocate'),
      RATE_MISSING: (api) => api.refused('billCost.allocate', { body: allocation(api, { currency: 'NOK' }) }),
      COMPANY_KIND: (api) =>
        api.refused('billCost.allocate', { body: allocation(api, { supplierId: customersOnly(api) }) }),
      FEE_DIRECTION: (api) =>
        api.refused('billCost.allocate', {
          body: allocation(api, { feeCategoryId: wrongDirection(api, 'revenue') }),
        }),
      REFERENCE_INACTIVE: (api) =>
        api.refused('billCost.allocate', { body: allocation(api, { feeCategoryId: switchedOff(api) }) }),
      COST_INVOICE_TWICE: async (api) => {
        const body = allocation(api);
        await api.call.billCost.allocate({ body });
        return api.refused('billCost.allocate', { body });
      },
      REFERENCE_UNKNOWN: (api) =>
        api.refused('billCost.allocate', { body: allocation(api, { supplierId: 999_999 }) }),
      BILL_ARCHIVED: (api) => {
        const billId = billToCharge(api);
        archive(api, billId);
        return api.refused('billCost.allocate', {
          body: allocation(api, { bills: [numberOf(api, billId)] }),
        });
      },
    },
  },

  'billCostDiff.list': { right: () => ({ query: { pageSize: 5, state: ['open'], large: true } }) },
  'billCostDiff.totals': { right: () => ({ query: {} }) },
  'billCostDiff.export': { right: () => ({ query: { format: 'csv', columns: ['diffNo', 'diffAmount'] } }) },
  'billCostDiff.get': { right: async (api) => ({ params: { id: (await makeDiff(api)).id } }) },
  'billCostDiff.decide': {
    right: async (api) => {
      const { id, version } = await makeDiff(api);
      return { params: { id }, body: { version, action: 'dispute', remark: 'Not agreed' } };
    },
    errors: {
      STALE_DATA: (api) => act(api, stale),
      REASON_REQUIRED: (api) => act(api, { remark: '' }),
      STATE_NOT_ALLOWED: (api) => act(api, { action: 'reopen' }),
      RATE_MISSING: async (api) => {
        const { id, version } = await makeDiff(api, { currency: 'USD', invoiceDate: '2001-01-01' });
        const body = { version, action: 'accept', remark: 'ok' };
        return api.refused('billCostDiff.decide', { params: { id }, body });
      },
      VAT_NO_RATE: async (api) => {
        const vatCodeId = vatCodeOf(api, 'NL-S');
        const { id, version } = await makeDiff(api, { vatCodeId, invoiceDate: '2001-01-01' });
        const body = { version, action: 'accept', remark: 'ok' };
        return api.refused('billCostDiff.decide', { params: { id }, body });
      },
      BILL_ARCHIVED: async (api) => {
        const diff = await makeDiff(api);
        archive(api, diff.billId);
        return api.refused('billCostDiff.decide', {
          params: { id: diff.id },
          body: { version: diff.version, action: 'accept', remark: 'ok' },
        });
      },
      COST_PAID: async (api) => {
        const { id, version } = await makeDiff(api);
        const accepted = await api.call.billCostDiff.decide({
          params: { id },
          body: { version, action: 'accept', remark: 'ok' },
        });
        // Settled in part, so that it is neither paid nor unpaid.
        api.db.exec(`update billCost set paidAmount = 1 where id = ${accepted.adjustCostId}`);
        return api.refused('billCostDiff.decide', {
          params: { id },
          body: { version: accepted.version, action: 'reopen' },
        });
      },
    },
  },
  'billCostDiff.paid': {
    right: async (api) => ({ body: paid([(await acceptedDiff(api)).id]) }),
    errors: {
      COUNT_CHANGED: countChanged('billCostDiff.paid', paidNow),
      PAYMENT_FUTURE: async (api) =>
        api.refused('billCostDiff.paid', {
          body: { ...paid([(await acceptedDiff(api)).id]), paymentDate: dayFrom(3) },
        }),
      PAYMENT_NOTHING: async (api) =>
        api.refused('billCostDiff.paid', {
          body: paid([(await acceptedDiff(api, { invoiced: '900.00' })).id]),
        }),
      RATE_MISSING: async (api) =>
        api.refused('billCostDiff.paid', {
          body: { ...paid([(await acceptedDiff(api, { currency: 'USD' })).id]), paymentDate: '2001-01-01' },
        }),
      CURRENCY_MIXED: async (api) =>
        api.refused('billCostDiff.paid', {
          body: paid([(await acceptedDiff(api)).id, (await acceptedDiff(api, { currency: 'USD' })).id]),
        }),
    },
  },

  'billRevenue.list': { right: () => ({ query: { pageSize: 5, sort: '-createdAt', state: ['invoiced'] } }) },
  'billRevenue.totals': { right: () => ({ query: { currency: 'EUR' } }) },
  'billRevenue.export': {
    right: () => ({ query: { format: 'csv', columns: ['revenueNo', 'amount'], billNo: '112' } }),
  },
  'billRevenue.profit': { right: () => ({ query: { by: 'customer', from: dayFrom(-60), pageSize: 5 } }) },
  'billRevenue.get': { right: async (api) => ({ params: { id: (await makeRevenue(api)).id } }) },
  'billRevenue.create': {
    right: (api) => ({ body: revenueDraft(api, billToCharge(api)) }),
    errors: { ...revenueErrors(createRevenue), ...closed((api, billId) => createRevenue(api, { billId })) },
  },
  'billRevenue.update': {
    right: async (api) => {
      const { id, version } = await makeRevenue(api);
      return { params: { id }, body: { version, quantity: 120 } };
    },
    errors: {
      ...revenueErrors(updateRevenue),
      ...closed((api, billId) => updateRevenue(api, { billId })),
      STALE_DATA: (api) => updateRevenue(api, stale),
      STATE_NOT_ALLOWED: async (api) => {
        const { id, version } = await revenueIn(api, 'confirmed');
        return api.refused('billRevenue.update', { params: { id }, body: { version, quantity: 3 } });
      },
    },
  },
  'billRevenue.remove': {
    right: async (api) => ({ params: { id: (await makeRevenue(api)).id } }),
    errors: {
      STATE_NOT_ALLOWED: async (api) =>
        api.refused('billRevenue.remove', { params: { id: (await revenueIn(api, 'confirmed')).id } }),
      BILL_ARCHIVED: async (api) => {
        const line = await makeRevenue(api);
        archive(api, line.billId);
        return api.refused('billRevenue.remove', { params: { id: line.id } });
      },
    },
  },
  'billRevenue.decide': {
    right: async (api) => ({ body: { ids: [(await makeRevenue(api)).id], action: 'confirm' } }),
    errors: { COUNT_CHANGED: countChanged('billRevenue.decide', { action: 'confirm' }) },
  },
  'billRevenue.invoice': {
    right: async (api) => ({
      body: { ids: [(await revenueIn(api, 'confirmed')).id], invoiceDate: dayFrom(0) },
    }),
    errors: invoiceErrors('billRevenue.invoice'),
  },
  'billRevenue.invoicePreview': {
    right: async (api) => ({
      body: { ids: [(await revenueIn(api, 'confirmed')).id], invoiceDate: dayFrom(0) },
    }),
    errors: invoiceErrors('billRevenue.invoicePreview'),
  },
  'customerInvoice.list': {
    right: () => ({ query: { pageSize: 5, kind: ['invoice'], sort: '-invoiceDate' } }),
  },
  'customerInvoice.totals': { right: () => ({ query: { currency: 'EUR' } }) },
  'customerInvoice.export': {
    right: () => ({ query: { format: 'csv', columns: ['invoiceNo', 'grossAmount'] } }),
  },
  'customerInvoice.get': { right: async (api) => ({ params: { id: (await issued(api)).id } }) },
  'customerInvoice.file': {
    right: async (api) => ({ params: { id: (await issued(api)).id }, query: { format: 'xml' } }),
  },
  'customerInvoice.mail': {
    right: async (api) => ({ params: { id: (await issued(api)).id }, query: { language: 'cn' } }),
  },
  'customerInvoice.send': {
    right: async (api) => ({ params: { id: (await issued(api)).id }, body: statementLetter() }),
  },
  'customerInvoice.credit': {
    right: async (api) => {
      const { id, version } = await issued(api);
      return { params: { id }, body: { version, reason: 'Agreed', lines: [{ no: 1, netAmount: '2.00' }] } };
    },
    errors: {
      STALE_DATA: async (api) => creditOf(api, { ...(await issued(api)), version: 77 }),
      REASON_REQUIRED: async (api) => creditOf(api, await issued(api), { reason: '' }),
      CREDIT_TOO_MUCH: async (api) =>
        creditOf(api, await issued(api), { lines: [{ no: 1, netAmount: '12.01' }] }),
      INVOICE_CREDITED: async (api) => {
        const { id, version } = await issued(api);
        await credited(api, { id, version });
        return creditOf(api, await api.call.customerInvoice.get({ params: { id } }));
      },
      CREDIT_OF_CREDIT: async (api) => creditOf(api, await credited(api, await issued(api))),
    },
  },
  'billRevenue.credit': {
    right: async (api) => {
      const { id, version } = await revenueIn(api, 'invoiced');
      return { params: { id }, body: { version, reason: 'Agreed' } };
    },
    errors: {
      STALE_DATA: async (api) =>
        api.refused('billRevenue.credit', {
          params: { id: (await revenueIn(api, 'invoiced')).id },
          body: { version: 77, reason: 'x' },
        }),
      REASON_REQUIRED: async (api) => {
        const { id, version } = await revenueIn(api, 'invoiced');
        return api.refused('billRevenue.credit', { params: { id }, body: { version, reason: '' } });
      },
      STATE_NOT_ALLOWED: async (api) => {
        const { id, version } = await revenueIn(api, 'draft');
        return api.refused('billRevenue.credit', { params: { id }, body: { version, reason: 'x' } });
      },
      CREDIT_OF_CREDIT: async (api) => {
        const { id } = await credited(api, await issued(api), [{ no: 1, netAmount: '2.00' }]);
        const lineId = api.count('select id from billRevenue where customerInvoiceId = ?', id);
        return api.refused('billRevenue.credit', {
          params: { id: lineId },
          body: { version: 1, reason: 'x' },
        });
      },
    },
  },

  'billPayment.list': { right: () => ({ query: { pageSize: 5, direction: ['in'], sort: '-paymentDate' } }) },
  'billPayment.totals': { right: () => ({ query: {} }) },
  'billPayment.export': { right: () => ({ query: { format: 'csv', columns: ['paymentNo', 'amount'] } }) },
  'billPayment.open': {
    right: (api) => ({ query: { direction: 'out', partyId: own(api), currency: 'EUR' } }),
  },
  'billPayment.get': { right: async (api) => ({ params: { id: (await newPayment(api)).id } }) },
  'billPayment.create': {
    right: (api) => ({ body: payment(api, { remark: `Payment ${serial++}` }) }),
    errors: {
      AMOUNT_ZERO: (api) => createPayment(api, { amount: '0' }),
      PAYMENT_PARTY: (api) =>
        createPayment(api, { customerId: api.count('select min(id) from customer where active = 1') }),
      PAYMENT_REFUND: (api) => createPayment(api, { direction: 'in' }),
      PAYMENT_CHARGE: (api) => createPayment(api, { bankCharge: '-1' }),
      PAYMENT_FUTURE: (api) => createPayment(api, { paymentDate: dayFrom(3) }),
      RATE_MISSING: (api) => createPayment(api, { currency: 'NOK' }),
      REFERENCE_UNKNOWN: (api) => createPayment(api, { companyId: 999_999 }),
      REFERENCE_INACTIVE: (api) => {
        const { id: _, ...copy } = api.row('select * from clientCompany limit 1') as Record<string, never>;
        const companyId = api.insert('clientCompany', { ...copy, code: `IC${Date.now() % 1e8}`, active: 0 });
        return createPayment(api, { companyId });
      },
      PAYMENT_TOO_MUCH: async (api) => {
        const { id, grossAmount } = await makeCost(api);
        return createPayment(api, { lines: lineOf(id, grossAmount) });
      },
      PAYMENT_LINE: (api) => createPayment(api, { lines: lineOf(999_999, '1') }),
      PAYMENT_PENDING: async (api) => {
        const { id, grossAmount, supplierId } = await makeCost(api);
        await pendingPayment(api, { companyId: supplierId, lines: lineOf(id, grossAmount) });
        return createPayment(api, { companyId: supplierId, amount: grossAmount, lines: lineOf(id, '1') });
      },
    },
  },
  'billPayment.writeOff': {
    right: async (api) => ({ body: { ...writingOff, ids: [await invoicedCost(api)] } }),
    errors: {
      PAYMENT_FUTURE: async (api) =>
        api.refused('billPayment.writeOff', {
          body: { ...writingOff, ids: [await invoicedCost(api)], paymentDate: dayFrom(3) },
        }),
      PAYMENT_LINE: (api) => api.refused('billPayment.writeOff', { body: { ...writingOff, ids: [999_999] } }),
      PAYMENT_PENDING: async (api) => {
        const id = await invoicedCost(api);
        const { supplierId, grossAmount } = await api.call.billCost.get({ params: { id } });
        await pendingPayment(api, { companyId: supplierId, lines: lineOf(id, grossAmount) });
        return api.refused('billPayment.writeOff', { body: { ...writingOff, ids: [id] } });
      },
      RATE_MISSING: async (api) => {
        const id = await invoicedCost(api);
        api.db.exec(`update billCost set currency = 'NOK' where id = ${id}`);
        return api.refused('billPayment.writeOff', { body: { ...writingOff, ids: [id] } });
      },
      REASON_REQUIRED: async (api) =>
        api.refused('billPayment.writeOff', {
          body: { ...writingOff, ids: [await invoicedCost(api)], reason: '' },
        }),
      WRITE_OFF_LIMIT: async (api) =>
        api.refused('billPayment.writeOff', {
          body: { ...writingOff, ids: [await invoicedCost(api, '6.00')] },
        }),
    },
  },
  'billPayment.allocate': {
    right: async (api) => {
      const [{ id, version }, cost] = [await newPayment(api), await makeCost(api)];
      return { params: { id }, body: { version, lines: lineOf(cost.id, '100.00') } };
    },
    errors: {
      STALE_DATA: async (api) =>
        api.refused('billPayment.allocate', {
          params: { id: (await newPayment(api)).id },
          body: { version: 7, lines: lineOf((await makeCost(api)).id, '1') },
        }),
      STATE_NOT_ALLOWED: async (api) => {
        const { id, version } = await newPayment(api);
        await api.call.billPayment.reverse({ params: { id }, body: { version, reason: 'x' } });
        return api.refused('billPayment.allocate', {
          params: { id },
          body: { version: version + 1, lines: lineOf((await makeCost(api)).id, '1') },
        });
      },
      PAYMENT_TOO_MUCH: async (api) => {
        const { id, version } = await newPayment(api);
        return api.refused('billPayment.allocate', {
          params: { id },
          body: { version, lines: lineOf((await makeCost(api)).id, '101') },
        });
      },
      PAYMENT_PENDING: async (api) => {
        const cost = await makeCost(api);
        const { id, version } = await api.call.billPayment.create({
          body: payment(api, { companyId: cost.supplierId }),
        });
        await pendingPayment(api, { companyId: cost.supplierId, lines: lineOf(cost.id, cost.grossAmount) });
        return api.refused('billPayment.allocate', {
          params: { id },
          body: { version, lines: lineOf(cost.id, '1') },
        });
      },
      PAYMENT_LINE: async (api) => {
        const { id, version } = await newPayment(api);
        return api.refused('billPayment.allocate', {
          params: { id },
          body: { version, lines: lineOf(999_999, '1') },
        });
      },
    },
  },
  'billPayment.reverse': {
    right: async (api) => {
      const { id, version } = await newPayment(api);
      return { params: { id }, body: { version, reason: 'Returned by the bank' } };
    },
    errors: {
      STALE_DATA: async (api) =>
        api.refused('billPayment.reverse', {
          params: { id: (await newPayment(api)).id },
          body: { version: 7, reason: 'x' },
        }),
      PAYMENT_USED: async (api) => {
        const { id, version } = await newPayment(api, { amount: '2.00' });
        await api.call.billPayment.writeOff({ body: { ...writingOff, type: 'payment', ids: [id] } });
        const body = { version: version + 1, reason: 'x' };
        return api.refused('billPayment.reverse', { params: { id }, body });
      },
      PAYMENT_LINE: async (api) => {
        const { line, back } = await returnedReceipt(api);
        await receive(api, line, null);
        return api.refused('billPayment.reverse', back);
      },
      PAYMENT_PENDING: async (api) => {
        const { line, back } = await returnedReceipt(api);
        const { id } = await receive(api, line, null);
        api.db.exec(`update billPayment set state = 'pending' where id = ${id}`);
        api.db.exec(`update billRevenue set paidAmount = 0, state = 'invoiced' where id = ${line.id}`);
        return api.refused('billPayment.reverse', back);
      },
      REASON_REQUIRED: async (api) => {
        const { id, version } = await newPayment(api);
        return api.refused('billPayment.reverse', { params: { id }, body: { version, reason: '' } });
      },
      STATE_NOT_ALLOWED: async (api) => {
        const { id, version } = await newPayment(api);
        await api.call.billPayment.reverse({ params: { id }, body: { version, reason: 'x' } });
        return api.refused('billPayment.reverse', {
          params: { id },
          body: { version: version + 1, reason: 'x' },
        });
      },
    },
  },

  'billPayment.approve': {
    right: (api) => decision(api),
    errors: {
      ...decisionErrors('billPayment.approve'),
      PAYMENT_LINE: async (api) => {
        const cost = await makeCost(api);
        const parts = { companyId: cost.supplierId, lines: lineOf(cost.id, cost.grossAmount) };
        const input = await decision(api, parts);
        api.db.exec(`update billCost set grossAmount = 100 where id = ${cost.id}`);
        return api.refused('billPayment.approve', input);
      },
    },
  },
  'billPayment.reject': {
    right: rejection,
    errors: {
      ...decisionErrors('billPayment.reject', { reason: 'Not agreed' }),
      REASON_REQUIRED: async (api) => {
        const { params, body } = await decision(api);
        return api.refused('billPayment.reject', { params, body: { ...body, reason: '' } });
      },
    },
  },
  'billPayment.withdraw': {
    right: async (api, as) => {
      const { id, version } = await pendingPayment(api);
      api.db.exec(`update billPayment set createdBy = ${as.staffId} where id = ${id}`);
      return { params: { id }, body: { version } };
    },
    errors: {
      STALE_DATA: async (api) => {
        const { id } = await pendingPayment(api);
        return api.refused('billPayment.withdraw', { params: { id }, body: { version: 7 } });
      },
      STATE_NOT_ALLOWED: async (api) => {
        const { id, version } = await newPayment(api);
        return api.refused('billPayment.withdraw', { params: { id }, body: { version } });
      },
      DOCUMENT_NOT_SUBMITTER: async (api) => api.refused('billPayment.withdraw', await decision(api)),
    },
  },

  'vatReturn.list': { right: () => ({ query: { by: 'customer', from: dayFrom(-60), pageSize: 5 } }) },
  'journal.list': { right: () => ({ query: { from: dayFrom(-60), to: dayFrom(-31), pageSize: 5 } }) },
  'journal.balances': { right: () => ({ query: { from: dayFrom(-60), pageSize: 5 } }) },
  'journal.file': {
    // A month of which the demo has no documents that a test may have left without an account.
    right: async (api) => {
      api.db.exec("update ledgerSetup set validFrom = '2000-01-01'");
      const ownCompanyId = api.count('select companyId from ledgerSetup where takesUnassigned = 1');
      await makeCost(api, { ownCompanyId, invoiceNo: newCode('JF'), invoiceDate: '2017-05-03', taxRate: 0 });
      return { query: { format: 'datev', from: '2017-05-01', to: '2017-05-31' } };
    },
    errors: {
      DAYS_ORDER: (api) => journalFile(api, { from: dayFrom(0) }),
      JOURNAL_EMPTY: (api) => journalFile(api, { from: '1990-01-01', to: '1990-01-31' }),
      JOURNAL_YEAR: (api) => journalFile(api, { from: dayFrom(-400) }),
      JOURNAL_PART: (api) =>
        journalFile(api, {}, api.actor({ permissions: ['finance.month.view'], warehouseIds: [2] })),
      JOURNAL_INCOMPLETE: (api) => withLedger(api, 'takesUnassigned = 0', () => journalFile(api)),
      JOURNAL_DATEV: (api) => withLedger(api, 'datevClient = null', () => journalFile(api)),
      JOURNAL_ACCOUNT: (api) => withLedger(api, "receivables = 'R-1'", () => journalFile(api)),
    },
  },
  'openItem.list': {
    right: () => ({ query: { side: 'receivable', by: 'party', day: dayFrom(-10), pageSize: 5 } }),
  },
  'accrual.list': { right: () => ({ query: { of: 'cost', day: dayFrom(-10), pageSize: 5 } }) },
  'bookMonth.list': { right: () => ({ query: { pageSize: 3, state: ['open'], sort: 'period' } }) },
  'bookMonth.export': { right: () => ({ query: { format: 'csv', columns: ['period', 'revenue'] } }) },
  'bookMonth.close': {
    right: async (api) => ({ params: { id: await openMonth(api) }, body: { version: 0 } }),
    errors: {
      NOT_FOUND: (api) => api.refused('bookMonth.close', { params: { id: 190_001 }, body: { version: 0 } }),
      STALE_DATA: async (api) =>
        api.refused('bookMonth.close', { params: { id: await openMonth(api) }, body: { version: 99 } }),
      STATE_NOT_ALLOWED: async (api) => {
        const { id, version } = await closedMonth(api);
        return api.refused('bookMonth.close', { params: { id }, body: { version } });
      },
      MONTH_NOT_OVER: (api) =>
        api.refused('bookMonth.close', {
          params: { id: Number(dayFrom(0).slice(0, 7).replace('-', '')) },
          body: { version: 0 },
        }),
      MONTH_OPEN_BEFORE: async (api) => {
        const open = await openMonth(api);
        const { list } = await api.call.bookMonth.list({ query: { sort: 'period' } });
        const later = list.find(({ id }) => id > open);
        return api.refused('bookMonth.close', { params: { id: later?.id ?? 0 }, body: { version: 0 } });
      },
      MONTH_PENDING: async (api) => {
        const id = await openMonth(api);
        const made = await pendingPayment(api);
        api.db.exec(`update billPayment set paymentDate = '1999-01-15' where id = ${made.id}`);
        const refused = await api.refused('bookMonth.close', { params: { id }, body: { version: 0 } });
        api.db.exec(`update billPayment set paymentDate = '${dayFrom(0)}' where id = ${made.id}`);
        return refused;
      },
    },
  },
  'bookMonth.reopen': {
    right: async (api) => {
      const { id, version } = await closedMonth(api);
      return { params: { id }, body: { version, reason: 'A late invoice' } };
    },
    errors: {
      NOT_FOUND: (api) =>
        api.refused('bookMonth.reopen', { params: { id: 190_001 }, body: { version: 0, reason: 'x' } }),
      STALE_DATA: async (api) => {
        const { id } = await closedMonth(api);
        return api.refused('bookMonth.reopen', { params: { id }, body: { version: 99, reason: 'x' } });
      },
      STATE_NOT_ALLOWED: async (api) =>
        api.refused('bookMonth.reopen', {
          params: { id: await openMonth(api) },
          body: { version: 0, reason: 'x' },
        }),
      MONTH_CLOSED_AFTER: async (api) => {
        const later = await openMonth(api);
        await api.call.bookMonth.close({ params: { id: later }, body: { version: 0 } });
        const refused = await api.refused('bookMonth.reopen', {
          params: { id: CLOSED_MONTH },
          body: { version: 1, reason: 'x' },
        });
        api.db.exec(`delete from bookMonth where id = ${later}`);
        return refused;
      },
      REASON_REQUIRED: async (api) => {
        const { id, version } = await closedMonth(api);
        return api.refused('bookMonth.reopen', { params: { id }, body: { version, reason: '' } });
      },
    },
  },

  'billCustomer.list': { right: () => ({ query: { period: month, overdue: true, pageSize: 5 } }) },
  'billCustomer.statement': {
    right: async (api) => ({ query: await account(api) }),
    errors: { NOT_FOUND: (api) => api.refused('billCustomer.statement', { query: nobody }) },
  },
  'billCustomer.file': {
    right: async (api) => ({ query: { ...(await account(api)), format: 'xlsx' } }),
    errors: {
      NOT_FOUND: (api) => api.refused('billCustomer.file', { query: { ...nobody, format: 'pdf' } }),
    },
  },
  'billCustomer.mail': {
    right: async (api) => ({ query: { ...(await account(api)), language: 'cn' } }),
    errors: { NOT_FOUND: (api) => api.refused('billCustomer.mail', { query: nobody }) },
  },
  'billCustomer.send': {
    right: async (api) => ({ body: { ...(await account(api)), ...statementLetter() } }),
    errors: {
      NOT_FOUND: (api) => api.refused('billCustomer.send', { body: { ...nobody, ...statementLetter() } }),
      STATEMENT_PART: async (api) => {
        const { customerId } = await revenueIn(api, 'invoiced', {}, billToCharge(api, { warehouseId: 1 }));
        await revenueIn(api, 'invoiced', {}, billToCharge(api, { customerId, warehouseId: 2 }));
        const body = { customerId, currency: 'EUR', period: month, ...statementLetter() };
        const as = api.actor({ permissions: ['finance.customer.send'], warehouseIds: [2] });
        return api.refused('billCustomer.send', { body }, { as });
      },
    },
  },
  'billCustomer.sendMany': {
    right: async (api) => {
      const query = await account(api);
      const found = await api.call.billCustomer.statement({ query });
      return { body: { period: month, ids: [found.account.id] } };
    },
  },
} as const satisfies Record<string, ContractCase>;
