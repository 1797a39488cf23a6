import { amountsOf, chargeOf } from '@contract/rules/charge';
import { fromMinor, PRICE_DIGITS, toMinor, toScaled } from '@contract/rules/money';
import type { Insertable } from 'kysely';
import type { Writer } from '../store/open';
import { storedTexts } from '../store/storedLists';
import type { Database } from '../store/tables';
import {
  currencyOf,
  type DoneService,
  type LandedBill,
  landedBills,
  quantityOf,
  SERVICES,
} from './billServices';
import { seedChargeFlows } from './chargeFlows';
import { DAY, dayOf, HOUR, iso } from './clock';
import { companyData } from './companyData';
import { seedTariffs } from './containerTariffs';
import { type AddLike, type CostRow, differencesOf, reverseOne } from './costDifferences';
import { seedCustomerInvoices } from './customerInvoices';
import { type InBooks, seedDayRates } from './dayRates';
import { seedLedger } from './ledger';
import { numbering } from './numbering';
import { staffId } from './people';
import type { Random } from './random';
import { idsOf, madeAt, type ReferenceIds } from './reference';
import { insertRows } from './rows';

type RevenueRow = Insertable<Database['billRevenue']> & { id: number };
type PaymentRow = Insertable<Database['billPayment']> & { id: number };

const companyId = idsOf(companyData.map(({ code }) => code));

const CLERK = 'f.meijer';

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
  const inBooks = await seedDayRates(writer, random.fork('rates'), now);
  await seedChargeFlows(writer, ids, now);
  await seedLedger(writer, now);
  await seedTariffs(writer, ids.chargeItem, iso(now - 60 * DAY));
  const suppliers = await suppliersOf(writer);
  const [late] = await lateCustomers(writer);
  const invoiced = {
    eur: await invoicedTo(writer, 'NGC-NL', 'NL-S'),
    usd: await invoicedTo(writer, 'NGC-US', 'OUTSIDE'),
  };
  const books = new Books({ ids, suppliers, late, inBooks, invoiced, now });
  for (const bill of await landedBills(writer)) books.add(bill, random.fork(`books of ${bill.id}`));
  await books.write(writer);
  await seedCustomerInvoices(writer, CLERK);
}

/** The columns of a revenue line that come from its invoice. */
type Invoice = { readonly [K in 'invoiceNo' | 'invoiceDate' | 'dueDate']: string };

interface BookFacts {
  readonly ids: ReferenceIds;
  /** Ids of companies by what they supply. */
  readonly suppliers: ReadonlyMap<string, readonly number[]>;
  /** The customer that pays late. */
  readonly late: number | undefined;
  readonly inBooks: InBooks;
  /** How suppliers invoice in euros, and in dollars. */
  readonly invoiced: { readonly eur: InvoicedTo; readonly usd: InvoicedTo };
  readonly now: number;
}

/** Our company that suppliers invoice, and their VAT code. */
type InvoicedTo = { readonly ownCompanyId: number; readonly vatCodeId: number };

async function invoicedTo(writer: Writer, company: string, vatCode: string): Promise<InvoicedTo> {
  const { id: vatCodeId } = await writer
    .selectFrom('vatCode')
    .select('id')
    .where('code', '=', vatCode)
    .executeTakeFirstOrThrow();
  return { ownCompanyId: companyId(company), vatCodeId };
}

/** Collects costs, revenues and payments, and numbers them. */
class Books {
  readonly #facts: BookFacts;
  readonly #number = numbering();
  readonly #costs: CostRow[] = [];
  readonly #revenues: RevenueRow[] = [];
  /** Payments to suppliers, by supplier, currency and day. */
  readonly #paid = new Map<string, PaymentRow & { parts: CostRow[] }>();
  readonly #received: (PaymentRow & { parts: RevenueRow[] })[] = [];

  constructor(facts: BookFacts) {
    this.#facts = facts;
  }

  /** Adds the lines of all services done for a bill, and their payments. */
  add(bill: LandedBill, random: Random): void {
    const { late, now } = this.#facts;
    const invoice = this.#invoiceOf(bill, random);
    const invoiced: RevenueRow[] = [];
    for (const service of SERVICES) {
      const reached = bill[service.from];
      if (reached === null) continue;
      const at = Math.min(now - HOUR, Date.parse(reached) + random.int(1, 20) * HOUR);
      this.#addCost({ bill, service, at });
      invoiced.push(this.#addRevenue({ bill, service, at }, invoice));
    }
    if (!invoice || invoiced.length === 0) return;
    const patience = bill.customerId === late ? LATE_AFTER : random.int(-6, 12);
    const paidAt = Date.parse(invoice.dueDate) + patience * DAY + 9 * HOUR;
    const payer = { companyId: null, customerId: bill.customerId, currency: currencyOf(bill) };
    if (paidAt < now)
      this.#received.push({ ...paymentOf(paidAt, { direction: 'in', ...payer }), parts: invoiced });
  }

  /** Returns the invoice of a bill; undefined until some days after its delivery. */
  #invoiceOf({ ata, podAt, paymentTermDays }: LandedBill, random: Random): Invoice | undefined {
    const { now } = this.#facts;
    const at = Math.min(now - DAY, Date.parse(podAt ?? `${ata}`) + random.int(2, 6) * DAY);
    if (podAt === null || Date.parse(podAt) >= now - AGES.revenueInvoiced * DAY) return undefined;
    return {
      invoiceNo: this.#number('INV', iso(at)),
      invoiceDate: dayOf(at),
      dueDate: dayOf(at + paymentTermDays * DAY),
    };
  }

  /** Columns of both costs and revenues, at one of the prices of the service. */
  #columnsOf(done: DoneService, price: string, min: string | undefined, taxRate: number | null) {
    const { ids, inBooks } = this.#facts;
    const { bill, service, at } = done;
    const currency = currencyOf(bill);
    const limited = chargeOf(
      { quantity: quantityOf(done), unitPrice: price, currency },
      { min: min ?? null, max: null },
    );
    const { amount, taxAmount, grossAmount } = amountsOf({ ...limited, currency, taxRate });
    const minor = toMinor(amount, currency);
    return {
      ...madeAt(iso(at), staffId(CLERK)),
      billId: bill.id,
      feeCategoryId: ids.feeCategory(service.category),
      chargeItemId: ids.chargeItem(service.item),
      currency,
      remark: null,
      basis: limited.limited ? ('fixed' as const) : service.basis,
      quantity: Math.round(limited.quantity * 1000),
      unitPrice: toScaled(limited.unitPrice, PRICE_DIGITS),
      amount: minor,
      taxRate: taxRate === null ? null : taxRate * 1000,
      taxAmount: toMinor(taxAmount, currency),
      grossAmount: toMinor(grossAmount, currency),
      paidAmount: 0,
      ...inBooks(minor, currency, dayOf(at)),
    };
  }

  /** Adds the cost of a service, unless nobody supplies it. */
  #addCost(done: DoneService): void {
    const { suppliers, invoiced: to, now } = this.#facts;
    const { bill, service, at } = done;
    const offered = suppliers.get(service.supplier) ?? [];
    const supplierId = offered[bill.id % offered.length];
    if (supplierId === undefined) return;
    const age = (now - Date.parse(`${bill.ata}`)) / DAY;
    const invoiced = age > AGES.costInvoiced || bill.archived === 1;
    const day = dayOf(Math.min(now - DAY, at + 5 * DAY));
    const inEuros = currencyOf(bill) === 'EUR';
    const cost: CostRow = {
      id: this.#costs.length + 1,
      ...this.#columnsOf(done, service.buy, service.min?.[0], inEuros ? 21 : 0),
      ...(inEuros ? to.eur : to.usd),
      costNo: this.#number('BC', iso(at)),
      supplierId,
      estimated: invoiced ? 0 : 1,
      invoiceNo: invoiced ? `S${supplierId}-${day.replaceAll('-', '').slice(2)}` : null,
      invoiceDate: invoiced ? day : null,
      dueDate: invoiced ? dayOf(Date.parse(day) + 30 * DAY) : null,
      state: 'unpaid',
      ...{ paidOn: null, paymentId: null, reversesId: null },
      source: 'manual',
    };
    this.#costs.push(cost);
    if (age > AGES.costPaid || bill.archived === 1) this.#pay(cost, at);
  }

  /** Adds a cost to the payment of its supplier on a Friday some weeks later. */
  #pay(cost: CostRow, at: number): void {
    const { supplierId, currency } = cost;
    const untilFriday = (5 - new Date(at).getUTCDay() + 7) % 7;
    const friday = Math.min(this.#facts.now - DAY, at + untilFriday * DAY + 21 * DAY);
    const key = `${supplierId} ${currency} ${dayOf(friday)}`;
    const payment =
      this.#paid.get(key) ??
      paymentOf(friday, { direction: 'out', companyId: supplierId, customerId: null, currency });
    payment.parts.push(cost);
    this.#paid.set(key, payment);
  }

  #addRevenue(done: DoneService, invoice: Invoice | undefined): RevenueRow {
    const { bill, service, at } = done;
    const line: RevenueRow = {
      id: this.#revenues.length + 1,
      ...this.#columnsOf(done, service.sell, service.min?.[1], null),
      revenueNo: this.#number('RV', iso(at)),
      state: invoice ? 'invoiced' : bill.podAt ? 'confirmed' : 'draft',
      ...(invoice ?? { invoiceNo: null, invoiceDate: null, dueDate: null }),
      priceSource: 'charge_item',
      sourceId: this.#facts.ids.chargeItem(service.item),
      ...{ chargeKey: null, creditsId: null },
    };
    this.#revenues.push(line);
    return line;
  }

  /** Settles the lines of the payments, adds differences and a reversal, and writes all. */
  async write(writer: Writer): Promise<void> {
    const { now } = this.#facts;
    const payments = [...this.#paid.values(), ...this.#received].sort((a, b) =>
      a.createdAt < b.createdAt ? -1 : 1,
    );
    const settled = payments.map((payment, index) => this.#settle(payment, index + 1));
    const add: AddLike = (...line) => this.#addLike(...line);
    const differences = differencesOf(this.#costs, now, add);
    reverseOne(this.#costs, now, add);
    await insertRows(
      writer,
      'billPayment',
      settled.map(({ row }) => row),
    );
    await insertRows(writer, 'billCost', this.#costs);
    await insertRows(writer, 'billRevenue', this.#revenues);
    await insertRows(
      writer,
      'paymentLine',
      settled.flatMap(({ parts }) => parts),
    );
    await insertRows(writer, 'billCostDiff', differences);
  }

  /** Marks the lines of a payment as paid, and numbers the payment. */
  #settle({ parts: lines, ...payment }: PaymentRow & { parts: (CostRow | RevenueRow)[] }, id: number) {
    const amount = lines.reduce((sum, { grossAmount }) => sum + grossAmount, 0);
    const parts = lines.map((line): Insertable<Database['paymentLine']> => {
      Object.assign(line, { paidAmount: line.grossAmount, state: 'paid' });
      const cost = 'costNo' in line;
      if (cost) Object.assign(line, { paidOn: payment.paymentDate, paymentId: id });
      return {
        ...{ paymentId: id, billId: line.billId, amount: line.grossAmount, appliedOn: payment.paymentDate },
        costId: cost ? line.id : null,
        revenueId: cost ? null : line.id,
      };
    });
    const { rate, baseAmount } = this.#facts.inBooks(amount, payment.currency, payment.paymentDate);
    const paymentNo = this.#number('PAY', payment.createdAt);
    return {
      row: { ...payment, id, paymentNo, ...{ amount, rate, baseAmount, lineCount: lines.length } },
      parts,
    };
  }

  /** Adds a cost line with one amount, modelled on another line; returns its id. */
  #addLike(like: CostRow, at: number, amount: number, more: Partial<CostRow>): number {
    const { currency } = like;
    const net = fromMinor(amount, currency);
    const taxRate = like.taxRate ? like.taxRate / 1000 : null;
    const { taxAmount, grossAmount } = amountsOf({ quantity: 1, unitPrice: net, currency, taxRate });
    const id = this.#costs.length + 1;
    this.#costs.push({
      ...like,
      ...madeAt(iso(at), staffId(CLERK)),
      id,
      costNo: this.#number('BC', iso(at)),
      ...{ basis: 'fixed', quantity: 1000, estimated: 0, chargeItemId: null, amount },
      unitPrice: toScaled(net, PRICE_DIGITS),
      taxAmount: toMinor(taxAmount, currency),
      grossAmount: toMinor(grossAmount, currency),
      ...this.#facts.inBooks(amount, currency, dayOf(at)),
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
    ...madeAt(iso(at), staffId(CLERK)),
    ...party,
    paymentNo: '',
    paymentDate: dayOf(at),
    ...{ amount: 0, bankCharge: 0, rate: 0, baseAmount: 0, unallocated: 0, lineCount: 0 },
    method: 'bank',
    bankReference: `${dayOf(at).replaceAll('-', '')}-${(party.companyId ?? party.customerId ?? 0) % 100}`,
    state: 'booked',
    ...{ reversedAt: null, reversedBy: null, reason: null, remark: null },
    parts: [],
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
    for (const type of storedTexts(supplierTypes)) found.set(type, [...(found.get(type) ?? []), id]);
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
