import { billIn, drafts } from './apiRecords';
import type { TestApi } from './server';

/** Returns the day some days from today as `YYYY-MM-DD`. */
export const dayFrom = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const found = (api: TestApi, text: string) => api.count(text);
export const supplier = (api: TestApi, nth = 0): number =>
  found(
    api,
    `select id from clientCompany where kind = 'supplier' and active = 1 order by id limit 1 offset ${nth}`,
  );
export const category = (api: TestApi, code: string): number =>
  found(api, `select id from feeCategory where code = '${code}'`);

/** Makes a bill without books of its own, delivered or in another stage. */
export function billToCharge(api: TestApi, changes: Record<string, string | number | null> = {}): number {
  const customerId = api.count(
    `select customer.id from customer join clientCompany on clientCompany.id = customer.companyId
     where registrationNo is not null limit 1`,
  );
  return billIn(api, 'delivery', {
    ...{ customerId, weight: 1_000_000, billingWeight: null, boxCount: 10, packageCount: 100 },
    ...changes,
  });
}

/** Makes a customer with a company in a country, and a bill of it. */
export async function billFor(
  api: TestApi,
  country: string,
  vatNo: string | null,
  company: object = {},
): Promise<number> {
  const countryId = api.count('select id from country where code = ?', country);
  const made = await api.call.clientCompany.create({
    body: {
      ...{ ...drafts.clientCompany(api), kind: 'customer', supplierTypes: [], postcode: null },
      ...{ countryId, vatNo, registrationNo: '12345678', ...company },
    },
  });
  const { id } = await api.call.customer.create({ body: { ...drafts.customer(), companyId: made.id } });
  return billToCharge(api, { customerId: id });
}

export const costDraft = (api: TestApi, billId: number) => ({
  billId,
  supplierId: supplier(api),
  feeCategoryId: category(api, 'linehaul'),
  basis: 'per_truck' as const,
  quantity: 2,
  unitPrice: '490.0000',
  currency: 'EUR',
  taxRate: 21,
  estimated: true,
});
export const makeCost = (api: TestApi, changes: object = {}, billId = billToCharge(api)) =>
  api.call.billCost.create({ body: { ...costDraft(api, billId), ...changes } });

export const revenueDraft = (api: TestApi, billId: number) => ({
  billId,
  feeCategoryId: category(api, 'clearance'),
  basis: 'per_parcel' as const,
  quantity: 100,
  unitPrice: '0.1200',
  currency: 'EUR',
  taxRate: 0,
});
export const makeRevenue = (api: TestApi, changes: object = {}, billId = billToCharge(api)) =>
  api.call.billRevenue.create({ body: { ...revenueDraft(api, billId), ...changes } });

/** Makes a revenue line in a state, by the calls that lead there. */
export async function revenueIn(api: TestApi, state: string, changes: object = {}, billId?: number) {
  const line = await makeRevenue(api, changes, billId);
  const { id } = line;
  if (state === 'draft') return line;
  await api.call.billRevenue.decide({ body: { ids: [id], action: 'confirm' } });
  const now = () => api.call.billRevenue.get({ params: { id } });
  if (state === 'confirmed') return now();
  await api.call.billRevenue.invoice({ body: { ids: [id], invoiceDate: dayFrom(0) } });
  if (state === 'credited') {
    const { version } = await now();
    await api.call.billRevenue.credit({ params: { id }, body: { version, reason: 'Agreed' } });
  }
  if (state === 'part_paid' || state === 'paid')
    await receive(api, await now(), state === 'paid' ? null : '5.00');
  return now();
}

/** Records a customer's payment of a line: all of it without an amount; with a whole, as a part of that. */
export const receive = (
  api: TestApi,
  line: { id: number; customerId: number; currency: string; grossAmount: string },
  amount: string | null,
  whole = amount,
) =>
  api.call.billPayment.create({
    body: {
      ...{ direction: 'in', customerId: line.customerId, currency: line.currency, method: 'bank' },
      paymentDate: dayFrom(0),
      amount: whole ?? line.grossAmount,
      lines: [{ type: 'revenue', id: line.id, amount: amount ?? line.grossAmount }],
    },
  });

/** Makes a difference of an expected cost. */
export async function makeDiff(
  api: TestApi,
  {
    invoiced = '1080.00',
    invoiceDate = dayFrom(0),
    ...changes
  }: { readonly invoiced?: string; readonly invoiceDate?: string; readonly [column: string]: unknown } = {},
) {
  const cost = await makeCost(api, changes);
  const { diffNo } = await api.call.billCost.invoice({
    params: { id: cost.id },
    body: { version: cost.version, invoiceNo: `S-${cost.id}`, invoiceDate, amount: invoiced },
  });
  const id = api.count('select id from billCostDiff where diffNo = ?', diffNo);
  return api.call.billCostDiff.get({ params: { id } });
}

/** Makes an account that approves payments of others. */
export const paymentApprover = (api: TestApi) =>
  api.actor({
    permissions: ['home.dashboard.view', 'finance.payment.view', 'finance.payment.approve'],
  });

/** Enters a payment to a supplier that the demo's setting wants approved: by anybody of finance, then by a director. */
export const pendingPayment = (api: TestApi, changes: object = {}) =>
  api.call.billPayment.create({
    body: {
      ...{ direction: 'out', companyId: supplier(api), paymentDate: dayFrom(0), currency: 'EUR' },
      ...{ amount: '9680.00', method: 'bank' },
      ...changes,
    },
  });

export const paid = (ids: number[]) => ({
  ids,
  ...{ paymentDate: dayFrom(0), method: 'bank' as const, bankReference: 'TEST-1' },
});

/** Makes an accepted difference. */
export async function acceptedDiff(api: TestApi, changes: Record<string, string> = {}) {
  const { id, version } = await makeDiff(api, changes);
  return api.call.billCostDiff.decide({ params: { id }, body: { version, action: 'accept', remark: 'ok' } });
}

/** The customer of a bill. */
export const customerOf = (api: TestApi, billId: number): number =>
  api.count('select customerId from bill where id = ?', billId);

/** Invoices a fixed charge of a bill on a day, and returns its line. */
export async function invoiceOn(
  api: TestApi,
  day: string,
  { billId, unitPrice, ...changes }: { readonly billId: number; readonly unitPrice: string },
) {
  const line = { basis: 'fixed', quantity: 1, taxRate: null, unitPrice, ...changes };
  const { id } = await revenueIn(api, 'confirmed', line, billId);
  await api.call.billRevenue.invoice({ body: { ids: [id], invoiceDate: day } });
  return api.call.billRevenue.get({ params: { id } });
}

/** Books a payment of a customer, or to a supplier; in euros by bank where the changes do not say otherwise. */
export const pay = (
  api: TestApi,
  direction: 'in' | 'out',
  partyId: number,
  changes: object,
  lines: readonly object[],
) =>
  api.call.billPayment.create({
    body: {
      ...{ direction, companyId: direction === 'out' ? partyId : null, method: 'bank', bankReference: null },
      ...{ customerId: direction === 'in' ? partyId : null, remark: null, currency: 'EUR', lines },
      ...changes,
    } as never,
  });
