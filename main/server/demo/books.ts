import { amountsOf, chargeOf, roundedUp } from '@contract/rules/charge';
import {
  BASE_CURRENCY,
  fromMinor,
  fromScaled,
  inBase,
  PRICE_DIGITS,
  RATE_DIGITS,
  toMinor,
  toScaled,
} from '@contract/rules/money';
import type { Insertable } from 'kysely';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { DAY, HOUR, iso } from './clock';
import { staffId } from './people';
import type { Random } from './random';
import { type IdsByCode, madeAt, type ReferenceIds } from './reference';
import { insertRows } from './rows';

type CostRow = Insertable<Database['billCost']> & { id: number };
type RevenueRow = Insertable<Database['billRevenue']> & { id: number };
type PaymentRow = Insertable<Database['billPayment']> & { id: number };

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Units per euro at the start of the demo's history; a random walk follows. */
const RATES = { USD: 1.085, CNY: 7.83, GBP: 0.86, HKD: 8.45, JPY: 163.1 } as const;

/** Writes the rates of all working days; returns a lookup of the rate of a day, as stored in cost lines. */
async function writeRates(writer: Writer, random: Random, now: number) {
  const known = new Map<string, { day: string; rate: number }[]>();
  const rows: Insertable<Database['dayRate']>[] = [];
  for (const [currency, first] of Object.entries(RATES)) {
    let rate = first;
    for (let ago = 120; ago >= 1; ago -= 1) {
      const at = now - ago * DAY;
      if ([0, 6].includes(new Date(at).getUTCDay())) continue;
      rate *= 1 + random.between(-0.004, 0.004);
      const scaled = toScaled(rate.toFixed(4), RATE_DIGITS);
      const day = dayOf(at);
      known.set(currency, [...(known.get(currency) ?? []), { day, rate: scaled }]);
      rows.push({
        ...madeAt(iso(at + 15 * HOUR), staffId('f.meijer')),
        currency,
        day,
        rate: scaled,
        remark: null,
      });
    }
  }
  rows.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.currency < b.currency ? -1 : 1));
  await insertRows(
    writer,
    'dayRate',
    rows.map((row, index) => ({ id: index + 1, ...row })),
  );
  return (minor: number, currency: string, day: string) => {
    const found = known.get(currency)?.findLast((one) => one.day <= day);
    const rate = found?.rate ?? 10 ** RATE_DIGITS;
    const base = inBase(fromMinor(minor, currency), currency, fromScaled(rate, RATE_DIGITS));
    return { rateDay: found?.day ?? day, rate, baseAmount: toMinor(base, BASE_CURRENCY) };
  };
}

/** Services bought and sold for a bill, with price, supplier and start. */
const SERVICES = [
  {
    category: 'handling',
    item: 'HANDLING-KG',
    supplier: 'handler',
    basis: 'per_kg',
    buy: '0.09',
    sell: '0.12',
    min: ['45', '60'],
    from: 'ata',
  },
  {
    category: 'pickup',
    item: 'PICKUP-AMS',
    supplier: 'trucker',
    basis: 'per_truck',
    buy: '180',
    sell: '240',
    min: null,
    from: 'pickupAt',
  },
  {
    category: 'clearance',
    item: 'CLEAR-H7',
    supplier: 'broker',
    basis: 'per_parcel',
    buy: '0.06',
    sell: '0.12',
    min: ['60', '75'],
    from: 'clearanceReleasedAt',
  },
  {
    category: 'unloading',
    item: 'UNLOAD-KG',
    supplier: 'warehouse',
    basis: 'per_kg',
    buy: '0.05',
    sell: '0.09',
    min: null,
    from: 'atWarehouseAt',
  },
  {
    category: 'linehaul',
    item: 'LINEHAUL-DUI',
    supplier: 'trucker',
    basis: 'per_truck',
    buy: '420',
    sell: '560',
    min: null,
    from: 'handoverAt',
  },
] as const;

/** Age in days of a bill's lines when its costs are invoiced and paid, and its revenue is invoiced. */
const AGES = { costInvoiced: 12, costPaid: 30, revenueInvoiced: 8 } as const;
/** Days by which the late customer overruns its terms: its oldest invoices are overdue for more than sixty days. */
const LATE_AFTER = 1_000;

/** Writes rates, charge flows, and the costs, revenues and payments of all bills that have landed. */
export async function seedBooks(
  writer: Writer,
  ids: ReferenceIds,
  random: Random,
  now: number,
): Promise<void> {
  const inBooks = await writeRates(writer, random.fork('rates'), now);
  await writeFlows(writer, ids, now);
  const suppliers = await suppliersOf(writer);
  const bills = await writer
    .selectFrom('bill')
    .innerJoin('customer', 'customer.id', 'bill.customerId')
    .innerJoin('airport', 'airport.id', 'bill.landingAirportId')
    .select(['bill.id', 'bill.customerId', 'bill.weight', 'bill.billingWeight', 'bill.packageCount'])
    .select([
      'bill.ata',
      'bill.pickupAt',
      'bill.clearanceReleasedAt',
      'bill.atWarehouseAt',
      'bill.handoverAt',
    ])
    .select(['bill.podAt', 'bill.archived', 'customer.paymentTermDays', 'airport.twoLetterCode as country'])
    .where('bill.ata', 'is not', null)
    .where('bill.removedAt', 'is', null)
    .orderBy('bill.ata')
    .orderBy('bill.id')
    .execute();
  const late = (await lateCustomers(writer))[0];
  const number = numbering();
  const costs: CostRow[] = [];
  const revenues: RevenueRow[] = [];
  const out = new Map<string, PaymentRow & { parts: CostRow[] }>();
  const received: (PaymentRow & { parts: RevenueRow[] })[] = [];
  const clerk = staffId('f.meijer');

  for (const bill of bills) {
    const lines = random.fork(`books of ${bill.id}`);
    const landed = Date.parse(`${bill.ata}`);
    const currency = bill.country === 'US' ? 'USD' : 'EUR';
    const age = (now - landed) / DAY;
    const invoices: RevenueRow[] = [];
    const sold = now - AGES.revenueInvoiced * DAY > Date.parse(bill.podAt ?? iso(now));
    const invoiceAt = Math.min(now - DAY, Date.parse(bill.podAt ?? iso(landed)) + lines.int(2, 6) * DAY);
    const invoiceDay = dayOf(invoiceAt);
    const invoiceNo = sold ? number('INV', invoiceAt) : null;
    const due = dayOf(invoiceAt + bill.paymentTermDays * DAY);
    for (const service of SERVICES) {
      const reached = bill[service.from];
      if (reached === null) continue;
      const at = Math.min(now - HOUR, Date.parse(reached) + lines.int(1, 20) * HOUR);
      const quantity =
        service.basis === 'per_kg'
          ? roundedUp((bill.billingWeight ?? bill.weight) / 1000, '0.5kg')
          : service.basis === 'per_parcel'
            ? Math.max(1, bill.packageCount)
            : 1;
      const common = {
        ...madeAt(iso(at), clerk),
        billId: bill.id,
        feeCategoryId: ids.feeCategory(service.category),
        chargeItemId: ids.chargeItem(service.item),
        currency,
        remark: null,
      };
      const columnsOf = (price: string, min: string | undefined, taxRate: number | null) => {
        const limited = chargeOf({ quantity, unitPrice: price, currency }, { min: min ?? null, max: null });
        const { amount, taxAmount, grossAmount } = amountsOf({ ...limited, currency, taxRate });
        const minor = toMinor(amount, currency);
        return {
          basis: limited.limited ? ('fixed' as const) : service.basis,
          quantity: Math.round(limited.quantity * 1000),
          unitPrice: toScaled(limited.unitPrice, PRICE_DIGITS),
          amount: minor,
          taxRate: taxRate === null ? null : taxRate * 1000,
          taxAmount: toMinor(taxAmount, currency),
          grossAmount: toMinor(grossAmount, currency),
          ...inBooks(minor, currency, dayOf(at)),
        };
      };
      const offered = suppliers.get(service.supplier) ?? [];
      const supplierId = offered[bill.id % offered.length];
      if (supplierId !== undefined) {
        const invoiced = age > AGES.costInvoiced || bill.archived === 1;
        const paid = age > AGES.costPaid || bill.archived === 1;
        const costDay = dayOf(Math.min(now - DAY, at + 5 * DAY));
        const cost: CostRow = {
          id: costs.length + 1,
          ...common,
          ...columnsOf(service.buy, service.min?.[0], currency === 'EUR' ? 21 : null),
          costNo: number('BC', at),
          supplierId,
          estimated: invoiced ? 0 : 1,
          invoiceNo: invoiced ? `S${supplierId}-${costDay.replaceAll('-', '').slice(2)}` : null,
          invoiceDate: invoiced ? costDay : null,
          dueDate: invoiced ? dayOf(Date.parse(costDay) + 30 * DAY) : null,
          state: 'unpaid',
          paidAmount: 0,
          ...{ paidOn: null, paymentId: null, reversesId: null },
          source: 'manual',
        };
        costs.push(cost);
        if (paid) {
          // Suppliers are paid on Fridays.
          const friday = Math.min(now - DAY, at + ((5 - new Date(at).getUTCDay() + 7) % 7) * DAY + 21 * DAY);
          const key = `${supplierId} ${currency} ${dayOf(friday)}`;
          const payment =
            out.get(key) ??
            paymentOf(friday, { direction: 'out', companyId: supplierId, customerId: null, currency });
          payment.parts.push(cost);
          out.set(key, payment);
        }
      }
      const line: RevenueRow = {
        id: revenues.length + 1,
        ...common,
        ...columnsOf(service.sell, service.min?.[1], null),
        revenueNo: number('RV', at),
        state: sold ? 'invoiced' : bill.podAt ? 'confirmed' : 'draft',
        ...(sold
          ? { invoiceNo, invoiceDate: invoiceDay, dueDate: due }
          : { invoiceNo: null, invoiceDate: null, dueDate: null }),
        paidAmount: 0,
        ...{
          priceSource: 'charge_item' as const,
          sourceId: ids.chargeItem(service.item),
          chargeKey: null,
          creditsId: null,
        },
      };
      revenues.push(line);
      if (sold) invoices.push(line);
    }
    const patience = bill.customerId === late ? LATE_AFTER : lines.int(-6, 12);
    const paidAt = Date.parse(due) + patience * DAY + 9 * HOUR;
    if (invoices.length > 0 && paidAt < now)
      received.push({
        ...paymentOf(paidAt, {
          direction: 'in',
          companyId: null,
          customerId: bill.customerId,
          currency,
        }),
        parts: invoices,
      });
  }
  await writePayments();

  /** Settles the lines of the payments, numbers the payments by day, and writes all. */
  async function writePayments(): Promise<void> {
    const payments = [...out.values(), ...received].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    const parts: Insertable<Database['paymentLine']>[] = [];
    const rows = payments.map(({ parts: lines, ...payment }, index) => {
      const id = index + 1;
      const amount = lines.reduce((sum, { grossAmount }) => sum + grossAmount, 0);
      for (const line of lines) {
        line.paidAmount = line.grossAmount;
        line.state = 'paid';
        const cost = 'costNo' in line;
        if (cost) Object.assign(line, { paidOn: payment.paymentDate, paymentId: id });
        parts.push({
          ...{ paymentId: id, billId: line.billId, amount: line.grossAmount },
          costId: cost ? line.id : null,
          revenueId: cost ? null : line.id,
        });
      }
      const { rate, baseAmount } = inBooks(amount, payment.currency, payment.paymentDate);
      return {
        ...payment,
        id,
        paymentNo: number('PAY', Date.parse(payment.createdAt)),
        ...{ amount, rate, baseAmount, lineCount: lines.length },
      };
    });
    const differences = differencesOf(costs, now, adding);
    reverseOne(costs, now, adding);
    await insertRows(writer, 'billPayment', rows);
    await insertRows(writer, 'billCost', costs);
    await insertRows(writer, 'billRevenue', revenues);
    await insertRows(writer, 'paymentLine', parts);
    await insertRows(writer, 'billCostDiff', differences);
  }

  /** Adds a cost line with one amount, modelled on another line; returns its id. */
  function adding(like: CostRow, at: number, amount: number, more: Partial<CostRow>): number {
    const { currency } = like;
    const net = fromMinor(amount, currency);
    const taxRate = like.taxRate ? like.taxRate / 1000 : null;
    const { taxAmount, grossAmount } = amountsOf({ quantity: 1, unitPrice: net, currency, taxRate });
    const id = costs.length + 1;
    costs.push({
      ...like,
      ...madeAt(iso(at), clerk),
      id,
      costNo: number('BC', at),
      ...{ basis: 'fixed', quantity: 1000, estimated: 0, chargeItemId: null, amount },
      unitPrice: toScaled(net, PRICE_DIGITS),
      taxAmount: toMinor(taxAmount, currency),
      grossAmount: toMinor(grossAmount, currency),
      ...inBooks(amount, currency, dayOf(at)),
      ...{ state: 'unpaid', paidAmount: 0, paidOn: null, paymentId: null },
      ...more,
    });
    return id;
  }
}

function paymentOf(
  at: number,
  party: Pick<PaymentRow, 'direction' | 'companyId' | 'customerId' | 'currency'>,
): PaymentRow & { parts: never[] } {
  return {
    id: 0,
    ...madeAt(iso(at), staffId('f.meijer')),
    ...party,
    paymentNo: '',
    paymentDate: dayOf(at),
    ...{ amount: 0, rate: 0, baseAmount: 0, unallocated: 0, lineCount: 0 },
    method: 'bank',
    bankReference: `${dayOf(at).replaceAll('-', '')}-${(party.companyId ?? party.customerId ?? 0) % 100}`,
    state: 'booked',
    ...{ reversedAt: null, reversedBy: null, reason: null, remark: null },
    parts: [],
  };
}

/** Returns a function that issues numbers by prefix and day, in the order of the calls. */
function numbering(): (prefix: string, at: number) => string {
  const last = new Map<string, number>();
  return (prefix, at) => {
    const start = `${prefix}${dayOf(at).replaceAll('-', '')}`;
    const next = (last.get(start) ?? 0) + 1;
    last.set(start, next);
    return `${start}-${String(next).padStart(4, '0')}`;
  };
}

async function suppliersOf(writer: Writer): Promise<Map<string, number[]>> {
  const rows = await writer
    .selectFrom('clientCompany')
    .select(['id', 'supplierTypes'])
    .where('kind', '=', 'supplier')
    .where('active', '=', 1)
    .orderBy('id')
    .execute();
  const found = new Map<string, number[]>();
  for (const { id, supplierTypes } of rows)
    for (const type of JSON.parse(supplierTypes) as string[])
      found.set(type, [...(found.get(type) ?? []), id]);
  // The clearance agents of the demo are suppliers of several kinds; the first supplier does what is missing.
  for (const { supplier } of SERVICES)
    if (!found.has(supplier))
      found.set(
        supplier,
        rows.slice(0, 1).map(({ id }) => id),
      );
  return found;
}

/** Customers with delivered bills still listed, shortest payment terms first: their oldest dues are longest overdue. */
async function lateCustomers(writer: Writer): Promise<number[]> {
  const rows = await writer
    .selectFrom('customer')
    .innerJoin('bill', 'bill.customerId', 'customer.id')
    .select('customer.id')
    .where('bill.podAt', 'is not', null)
    .where('bill.archived', '=', 0)
    .groupBy('customer.id')
    .orderBy('customer.paymentTermDays')
    .orderBy('customer.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Invoiced less expected cost in percent, with the state of the difference and its reason. */
const DIFFERENCES = [
  [12.5, 'disputed', 'surcharge', 'The fuel surcharge was not agreed'],
  [-4, 'open', 'quantity', null],
  [2.5, 'open', 'price', null],
  [8, 'open', 'surcharge', null],
  [31, 'disputed', 'duplicate', 'Invoiced twice'],
  [6, 'accepted', 'price', 'Agreed by mail: the price of the new season'],
] as const;

/** Adds a cost line modelled on `like`, with its time, net amount and other columns; returns its id. */
type Adding = (like: CostRow, at: number, amount: number, more: Partial<CostRow>) => number;

/** Reverses the last paid cost, which was another carrier's, by a line of the opposite amount. */
function reverseOne(costs: readonly CostRow[], now: number, add: Adding): void {
  const paid = costs.findLast(({ state, amount }) => state === 'paid' && amount > 10_000);
  if (!paid) return;
  const more = { source: 'reversal', reversesId: paid.id, remark: 'Charged to the wrong bill' } as const;
  add(paid, now - 3 * HOUR, -paid.amount, more);
}

/** Differences from expected costs: some above five percent, some disputed, one accepted with an adjusting line. */
function differencesOf(
  costs: readonly CostRow[],
  now: number,
  add: Adding,
): Insertable<Database['billCostDiff']>[] {
  const expected = costs.filter(({ estimated, amount }) => estimated === 1 && amount > 10_000);
  const step = Math.max(1, Math.floor(expected.length / DIFFERENCES.length));
  const rows: Insertable<Database['billCostDiff']>[] = [];
  DIFFERENCES.forEach(([percent, state, reason, remark], index) => {
    const cost = expected[index * step];
    if (!cost) return;
    const diff = Math.round((cost.amount * percent) / 100);
    const at = now - (index + 2) * 5 * HOUR;
    const diffNo = `CD${dayOf(at).replaceAll('-', '')}-${String(index + 1).padStart(4, '0')}`;
    const invoice = {
      invoiceNo: `S${cost.supplierId}-${1180 + index}`,
      invoiceDate: dayOf(at),
      dueDate: dayOf(at + 30 * DAY),
    };
    const accepted = state === 'accepted';
    if (accepted) Object.assign(cost, { ...invoice, estimated: 0 });
    rows.push({
      ...madeAt(iso(at), staffId('f.meijer')),
      diffNo,
      ...{ billId: cost.billId, costId: cost.id, currency: cost.currency, reason, state, remark },
      accruedAmount: cost.amount,
      invoicedAmount: cost.amount + diff,
      diffAmount: diff,
      diffPercent: Math.round((diff * 10_000) / cost.amount),
      large: Math.abs(percent) > 5 || Math.abs(diff) > 5000 ? 1 : 0,
      ...invoice,
      handledBy: state === 'open' ? null : staffId('f.meijer'),
      handledAt: state === 'open' ? null : iso(at + HOUR),
      adjustCostId: accepted
        ? add(cost, at + HOUR, diff, { ...invoice, source: 'diff', remark: diffNo })
        : null,
    });
  });
  return rows;
}

const step = (
  item: IdsByCode,
  trigger: string,
  code: string,
  more: { price?: string; overWeight?: number; overDays?: number } = {},
) => ({
  trigger,
  chargeItemId: item(code),
  direction: 'revenue',
  supplierId: null,
  price: more.price ?? null,
  minCharge: null,
  overWeight: more.overWeight ?? null,
  overDays: more.overDays ?? null,
});

/** Writes the charge flows, active from tomorrow: one for all of Europe, one for the best customers, one by sea. */
async function writeFlows(
  writer: Writer,
  { chargeItem, clientGroup }: ReferenceIds,
  now: number,
): Promise<void> {
  const standard = [
    step(chargeItem, 'arrived', 'HANDLING-KG'),
    step(chargeItem, 'pickup', 'PICKUP-AMS'),
    step(chargeItem, 'clearance', 'CLEAR-H7'),
    step(chargeItem, 'inbound', 'UNLOAD-KG'),
    step(chargeItem, 'inspection', 'INSPECT-HOUR'),
    step(chargeItem, 'outbound', 'PALLET'),
    step(chargeItem, 'outbound', 'STORAGE', { overDays: 3 }),
    step(chargeItem, 'delivery', 'LINEHAUL-DUI', { overWeight: 500 }),
  ];
  const made = madeAt(iso(now - 60 * DAY), staffId('f.meijer'));
  const common = {
    customerId: null,
    serviceId: null,
    landingAirportId: null,
    mode: 'air' as const,
    validTo: null,
  };
  await insertRows(writer, 'chargeFlow', [
    {
      id: 1,
      ...made,
      ...{ code: 'EU-STANDARD', nameEn: 'Standard, Europe', nameCn: '欧洲标准计费' },
      ...common,
      groupId: null,
      validFrom: dayOf(now),
      priority: 100,
      steps: JSON.stringify(standard),
      ...{ active: 1, sort: 10, remark: null },
    },
    {
      id: 2,
      ...made,
      ...{ code: 'EU-KEY', nameEn: 'Key accounts, Europe', nameCn: '欧洲重点客户计费' },
      ...common,
      groupId: clientGroup('VIP'),
      validFrom: dayOf(now),
      priority: 200,
      steps: JSON.stringify([
        step(chargeItem, 'arrived', 'HANDLING-KG', { price: '0.10' }),
        step(chargeItem, 'clearance', 'CLEAR-H7', { price: '0.10' }),
        step(chargeItem, 'delivery', 'LINEHAUL-DUI', { price: '520' }),
      ]),
      ...{ active: 1, sort: 20, remark: null },
    },
    {
      id: 3,
      ...made,
      ...{ code: 'SEA-STANDARD', nameEn: 'Standard, sea', nameCn: '海运标准计费' },
      ...common,
      mode: 'sea' as const,
      groupId: null,
      validFrom: dayOf(now),
      priority: 100,
      steps: JSON.stringify([
        step(chargeItem, 'clearance', 'CLEAR-H7'),
        step(chargeItem, 'outbound', 'STORAGE', { overDays: 3 }),
        step(chargeItem, 'delivery', 'LINEHAUL-DUI', { price: '640' }),
      ]),
      ...{ active: 1, sort: 30, remark: null },
    },
  ]);
}
