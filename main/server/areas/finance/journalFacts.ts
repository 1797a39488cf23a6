import type { JournalRow } from '@contract/finance/journal';
import { BASE_CURRENCY } from '@contract/rules/money';
import type { settlementMethods } from '@contract/vocabulary';
import { sql } from 'kysely';
import type { Reader } from '../../store/open';
import { type Books, EURO_BOOKS } from './books';
import { type Days, inDays, isWithin } from './days';
import { gainOf } from './exchangeGain';
import { isRefund, usualWay } from './openLines';

/** Kind of account on a side of a posting; its number follows from our company and its day. */
export type Side =
  | 'receivables'
  | 'payables'
  | 'bank'
  | 'cash'
  | 'card'
  | 'setOff'
  | 'outputVat'
  | 'inputVat'
  | 'exchangeGain'
  | 'exchangeLoss'
  | 'bankCharges'
  | 'writeOffs'
  | 'revenue'
  | 'cost';

/** A posting without its accounts; amounts in minor units, positive. */
export interface Fact {
  readonly day: string;
  readonly kind: JournalRow['kind'];
  readonly document: string;
  readonly billNo: string | null;
  readonly companyId: number | null;
  readonly customerId: number | null;
  readonly supplierId: number | null;
  readonly feeCategoryId: number | null;
  readonly currency: string;
  readonly amount: number;
  /** In the currency of the books. */
  readonly baseAmount: number | null;
  readonly baseCurrency: string;
  readonly debit: Side;
  readonly credit: Side;
}

/** Finds the books to which postings of a day belong, of a company of ours or of none. */
export type BooksOf = (companyId: number | null, day: string) => Books;

/** A posting whose amounts may be negative: then its sides change places. */
function posted(fact: Fact): Fact[] {
  const { amount, baseAmount, debit, credit } = fact;
  if (amount === 0 && !baseAmount) return [];
  if (amount > 0 || (amount === 0 && (baseAmount ?? 0) > 0)) return [fact];
  const positive = { amount: -amount, baseAmount: baseAmount === null ? null : -baseAmount };
  return [{ ...fact, ...positive, debit: credit, credit: debit }];
}

/** A line of an invoice as it is stored. */
interface InvoicedLine extends Pick<Fact, 'day' | 'document' | 'billNo' | 'companyId' | 'currency'> {
  readonly feeCategoryId: number;
  readonly amount: number;
  readonly taxAmount: number;
  readonly baseAmount: number | null;
  readonly rate: number | null;
  /** Day of its rate: that of the invoice, or of the one that it credits. */
  readonly valuedOn: string;
  readonly customerId: number | null;
  readonly supplierId: number | null;
  readonly creditsId: number | null;
}

/** Net and tax of a line, each a posting between its party and another account. */
function lineFacts(
  line: InvoicedLine,
  kind: Fact['kind'],
  booksOf: BooksOf,
  sides: (other: 'net' | 'tax') => Pick<Fact, 'debit' | 'credit'>,
): Fact[] {
  const { amount, taxAmount, rate, valuedOn, baseAmount, creditsId: _, ...shared } = line;
  const { currency, companyId, day } = shared;
  const books = booksOf(companyId, day);
  const net = books === EURO_BOOKS ? baseAmount : books.worth(amount, currency, rate, valuedOn);
  const tax = books.worth(taxAmount, currency, rate, valuedOn);
  const fact = { ...shared, kind, baseCurrency: books.currency };
  return [
    ...posted({ ...fact, amount, baseAmount: net, ...sides('net') }),
    ...posted({ ...fact, amount: taxAmount, baseAmount: tax, ...sides('tax') }),
  ];
}

/** Postings of customer invoices and credit notes: from the customer to revenue and VAT. */
async function invoiceFacts(db: Reader, days: Days, booksOf: BooksOf): Promise<Fact[]> {
  const { rows } = await sql<InvoicedLine>`
    select line.invoiceDate as day, coalesce(line.invoiceNo, line.revenueNo) as document, line.billNo,
      customerInvoice.companyId, line.customerId, null as supplierId, line.feeCategoryId, line.currency, line.amount,
      line.taxAmount, line.baseAmount, line.rate, line.creditsId, coalesce(credited.invoiceDate, line.invoiceDate) as valuedOn
    from billRevenueOfBill as line
      left join customerInvoice on customerInvoice.id = line.customerInvoiceId
      left join billRevenue as credited on credited.id = line.creditsId
    where ${inDays('line.invoiceDate', days)} order by line.invoiceDate, line.id`.execute(db);
  return rows.flatMap((line) =>
    lineFacts(line, line.creditsId === null ? 'invoice' : 'credit', booksOf, (other) => ({
      debit: 'receivables',
      credit: other === 'net' ? 'revenue' : 'outputVat',
    })),
  );
}

/** Postings of supplier invoices: from costs and VAT to the supplier. */
async function supplierFacts(db: Reader, days: Days, booksOf: BooksOf): Promise<Fact[]> {
  const { rows } = await sql<InvoicedLine>`
    select line.invoiceDate as day, coalesce(line.invoiceNo, line.costNo) as document, line.billNo,
      line.ownCompanyId as companyId, null as customerId, line.supplierId, line.feeCategoryId, line.currency,
      line.amount, line.taxAmount, line.baseAmount, line.rate, line.invoiceDate as valuedOn, null as creditsId
    from billCostOfBill as line
    where ${inDays('line.invoiceDate', days)} order by line.invoiceDate, line.id`.execute(db);
  return rows.flatMap((line) =>
    lineFacts(line, 'supplierInvoice', booksOf, (other) => ({
      debit: other === 'net' ? 'cost' : 'inputVat',
      credit: 'payables',
    })),
  );
}

/** A part of a booked payment, and its line. */
interface PaidPart extends Pick<Fact, 'billNo' | 'companyId'> {
  readonly paymentId: number;
  readonly lineKey: string;
  readonly appliedOn: string;
  readonly amount: number;
  readonly lineRate: number | null;
  /** Day of the rate of the line. */
  readonly lineDay: string;
  /** Net amount and tax of the line, and its gross amount in the books; null without a rate. */
  readonly lineBase: number | null;
  readonly lineNet: number;
  readonly lineTax: number;
  readonly lineGross: number;
}

/** A booked payment with all of its parts. */
interface Paid extends Pick<Fact, 'customerId' | 'supplierId' | 'document' | 'currency'> {
  readonly id: number;
  readonly day: string;
  readonly direction: 'in' | 'out';
  readonly method: (typeof settlementMethods)[number];
  readonly amount: number;
  readonly bankCharge: number;
  readonly unallocated: number;
  readonly rate: number;
  readonly baseAmount: number;
  readonly parts: readonly PaidPart[];
}

/** Loads the payments that were made within a range of days, or applied to a line in it; optionally without those in euros. */
async function paymentsIn(db: Reader, days: Days, which: 'all' | 'foreign' = 'all'): Promise<Paid[]> {
  const wanted = sql`
    select billPayment.id from billPayment
    where billPayment.state = 'booked' ${which === 'foreign' ? sql`and currency <> ${BASE_CURRENCY}` : sql``} and (${inDays('billPayment.paymentDate', days)} or exists (
      select 1 from paymentLine
      where paymentLine.paymentId = billPayment.id and ${inDays('paymentLine.appliedOn', days)}) or exists (
      select 1 from paymentRestShare
      where paymentRestShare.paymentId = billPayment.id and ${inDays('paymentRestShare.appliedOn', days)}))`;
  const { rows: payments } = await sql<Omit<Paid, 'parts'>>`
    select id, paymentDate as day, paymentNo as document, direction, method, companyId as supplierId, customerId, currency,
      amount, bankCharge, unallocated, rate, baseAmount
    from billPayment where id in (${wanted}) order by paymentDate, id`.execute(db);
  const { rows: parts } = await sql<PaidPart>`
    select part.paymentId, part.appliedOn, part.amount,
      case when part.costId is null then 'r' || part.revenueId else 'c' || part.costId end as lineKey,
      coalesce(cost.billNo, revenue.billNo) as billNo,
      coalesce(cost.ownCompanyId, customerInvoice.companyId) as companyId,
      coalesce(cost.rate, revenue.rate) as lineRate, coalesce(cost.baseAmount, revenue.baseAmount) as lineBase,
      coalesce(cost.invoiceDate, credited.invoiceDate, revenue.invoiceDate) as lineDay,
      coalesce(cost.amount, revenue.amount) as lineNet, coalesce(cost.taxAmount, revenue.taxAmount) as lineTax,
      coalesce(cost.grossAmount, revenue.grossAmount) as lineGross
    from paymentLine as part
      left join billCostOfBill as cost on cost.id = part.costId
      left join billRevenueOfBill as revenue on revenue.id = part.revenueId
      left join customerInvoice on customerInvoice.id = revenue.customerInvoiceId
      left join billRevenue as credited on credited.id = revenue.creditsId
    where part.paymentId in (${wanted}) order by part.appliedOn, part.id`.execute(db);
  const { rows: rests } = await sql<PaidPart>`
    select share.paymentId, share.appliedOn, share.amount, 'p' || origin.id as lineKey, null as billNo,
      null as companyId, origin.rate as lineRate, null as lineBase, origin.paymentDate as lineDay, 0 as lineNet, 0 as lineTax,
      0 as lineGross
    from paymentRestShare as share
      join paymentRest on paymentRest.id = share.id
      join billPayment as origin on origin.id = paymentRest.ofPaymentId
    where share.paymentId in (${wanted}) order by share.appliedOn, share.id`.execute(db);
  const ofPayment = Map.groupBy([...parts, ...rests], ({ paymentId }) => paymentId);
  return payments.map((payment) => ({ ...payment, parts: ofPayment.get(payment.id) ?? [] }));
}

/** Kind of account for each method of payment: a set-off or a card moves no money on the bank account that day. */
const THROUGH = {
  bank: 'bank',
  cash: 'cash',
  card: 'card',
  offset: 'setOff',
  writeOff: 'writeOffs',
} as const satisfies Record<(typeof settlementMethods)[number], Side>;
const partyOf = ({ customerId }: Paid): Side => (customerId === null ? 'payables' : 'receivables');
const sidesOf = (payment: Paid): Pick<Fact, 'debit' | 'credit'> =>
  payment.direction === 'in'
    ? { debit: THROUGH[payment.method], credit: partyOf(payment) }
    : { debit: partyOf(payment), credit: THROUGH[payment.method] };

/** A refund is applied to negative lines: what it pays for them is positive. */
const signOf = (payment: Paid): number => (isRefund(payment) ? -1 : 1);

function kindOf(payment: Paid): Fact['kind'] {
  if (payment.method === 'writeOff') return 'writeOff';
  if (isRefund(payment)) return 'refund';
  return payment.direction === 'in' ? 'receipt' : 'payment';
}

/** Value of an amount of a payment in some books, on the day of the payment; null without a rate. */
const paidWorth = ({ currency, rate, day }: Paid, books: Books, amount: number): number | null =>
  books.worth(amount, currency, rate, day);
const added = (sum: number | null, value: number | null): number | null =>
  sum === null || value === null ? null : sum + value;
/** Value of a payment less that of its parts, each rounded, in some books; null without a rate. */
function restOf(payment: Paid, books: Books): number | null {
  const sign = signOf(payment);
  const parts = payment.parts.map(({ amount }) => paidWorth(payment, books, 0 - sign * amount));
  return parts.reduce(added, paidWorth(payment, books, payment.amount));
}

/**
 * A payment between bank and party: an amount for each company of ours whose lines it settles, the rest for none. The
 * company with the largest amount bears its bank charge.
 */
function bankFacts(payment: Paid, booksOf: BooksOf): Fact[] {
  const { id: _, method: __, direction, unallocated, bankCharge, rate: ___, ...rest } = payment;
  const { parts, day, currency, ...shared } = rest;
  const sums = new Map<number | null, { amount: number; base: number | null }>();
  const add = (companyId: number | null, amount: number, base: number | null) => {
    const sum = sums.get(companyId) ?? { amount: 0, base: 0 };
    sums.set(companyId, { amount: sum.amount + amount, base: added(sum.base, base) });
  };
  const sign = signOf(payment);
  for (const { companyId, amount } of parts)
    add(companyId, sign * amount, paidWorth(payment, booksOf(companyId, day), sign * amount));
  // Cents left by rounding belong to the company of the last part. An amount not applied yet belongs to no company.
  const last = unallocated === 0 ? (parts.at(-1)?.companyId ?? null) : null;
  add(last, unallocated, restOf(payment, booksOf(last, day)));
  const sides = sidesOf(payment);
  const kind = kindOf(payment);
  const [bearer] = [...sums].sort(([, a], [, b]) => b.amount - a.amount)[0] ?? [null];
  return [...sums].flatMap(([companyId, { amount, base }]) => {
    const books = booksOf(companyId, day);
    const of = {
      ...shared,
      day,
      currency,
      companyId,
      billNo: null,
      feeCategoryId: null,
      baseCurrency: books.currency,
    };
    const charge = companyId === bearer ? bankCharge : 0;
    // A charge on money received never reached the account.
    const kept = direction === 'in' ? charge : 0;
    const arrived = added(base, paidWorth(payment, books, 0 - kept));
    return [
      ...posted({ ...of, amount: amount - kept, baseAmount: arrived, kind, ...sides }),
      ...posted({
        ...{ ...of, amount: charge, baseAmount: paidWorth(payment, books, charge) },
        ...{ kind: 'bankCharge', debit: 'bankCharges', credit: sides.credit },
      }),
    ];
  });
}

/** A gain (negative: a loss) on the party of a payment, in minor units of the books' currency. */
function gainFacts(
  payment: Paid,
  part: PaidPart,
  books: Books,
  { kind, gain }: { readonly kind: 'exchange' | 'rounding'; readonly gain: number },
): Fact[] {
  const party = partyOf(payment);
  const { document, customerId, supplierId } = payment;
  const fact = {
    ...{ day: part.appliedOn, kind, document, customerId, supplierId, feeCategoryId: null },
    ...{ billNo: part.billNo, companyId: part.companyId, currency: books.currency },
    ...{ amount: Math.abs(gain), baseAmount: Math.abs(gain), baseCurrency: books.currency },
  };
  if (gain === 0) return [];
  return gain > 0
    ? [{ ...fact, debit: party, credit: 'exchangeGain' }]
    : [{ ...fact, debit: 'exchangeLoss', credit: party }];
}

/** Exchange gains of a payment on the days on which its parts were applied. */
function exchangeFacts(payment: Paid, days: Days, booksOf: BooksOf): Fact[] {
  const { currency } = payment;
  return payment.parts.flatMap((part) => {
    const { amount, lineRate, lineDay, companyId, appliedOn } = part;
    if (!isWithin(appliedOn, days)) return [];
    const books = booksOf(companyId, appliedOn);
    const booked = books.worth(amount, currency, lineRate, lineDay);
    const paid = paidWorth(payment, books, amount);
    // A missing rate is reported with the posting that it belongs to.
    if (booked === null || paid === null) return [];
    const gain = gainOf(usualWay(payment), { paid, booked });
    return gainFacts(payment, part, books, { kind: 'exchange', gain });
  });
}

/** The cents that are left in the books of a payment once it is applied in full: its parts are rounded one by one. */
function paymentRounding(payment: Paid, days: Days, booksOf: BooksOf): Fact[] {
  const last = payment.parts.at(-1);
  if (!last || payment.unallocated !== 0 || !isWithin(last.appliedOn, days)) return [];
  const books = booksOf(last.companyId, last.appliedOn);
  const gain = gainOf(payment.direction, { paid: restOf(payment, books) ?? 0, booked: 0 });
  return gainFacts(payment, last, books, { kind: 'rounding', gain });
}

/**
 * The cents that are left in the books of a line once it is paid in full: what it was paid with is rounded part by part.
 * They come back when a payment of it is returned.
 */
function lineRounding(payments: readonly Paid[], days: Days, booksOf: BooksOf): Fact[] {
  const parts = payments.flatMap((payment) => payment.parts.map((part) => ({ payment, part })));
  const facts: Fact[] = [];
  for (const paid of Map.groupBy(parts, ({ part }) => part.lineKey).values()) {
    const inOrder = paid.toSorted((a, b) => a.part.appliedOn.localeCompare(b.part.appliedOn));
    let before = 0;
    for (const [at, { part, payment }] of inOrder.entries()) {
      // What is applied on one day counts together.
      if (inOrder[at + 1]?.part.appliedOn === part.appliedOn) continue;
      const books = booksOf(part.companyId, part.appliedOn);
      const gain = leftOf(inOrder.slice(0, at + 1), books);
      if (gain === null) continue;
      if (isWithin(part.appliedOn, days))
        facts.push(...gainFacts(payment, part, books, { kind: 'rounding', gain: gain - before }));
      before = gain;
    }
  }
  return facts;
}

/** The cents that some parts leave of their line if they pay it in full, else none; null without a rate. */
function leftOf(
  paid: readonly { readonly payment: Paid; readonly part: PaidPart }[],
  books: Books,
): number | null {
  const [last] = paid.slice(-1);
  if (!last) return 0;
  const { part, payment } = last;
  const { lineRate, lineDay, lineBase, lineNet, lineTax, lineGross } = part;
  if (paid.reduce((sum, { part: { amount } }) => sum + amount, 0) !== lineGross) return 0;
  const worth = (minor: number) => books.worth(minor, payment.currency, lineRate, lineDay);
  const net = books === EURO_BOOKS ? lineBase : worth(lineNet);
  if (net === null) return null;
  const booked = net + (worth(lineTax) ?? 0);
  const paidOff = paid.reduce((sum, one) => sum + (worth(one.part.amount) ?? 0), 0);
  return gainOf(usualWay(payment), { paid: paidOff, booked });
}

/** Loads the postings of a range of days, by day. */
export async function factsIn(db: Reader, days: Days, booksOf: BooksOf): Promise<Fact[]> {
  const payments = await paymentsIn(db, days);
  const facts = [
    ...(await invoiceFacts(db, days, booksOf)),
    ...(await supplierFacts(db, days, booksOf)),
    ...payments.filter(({ day }) => isWithin(day, days)).flatMap((payment) => bankFacts(payment, booksOf)),
    ...payments.flatMap((payment) => exchangeFacts(payment, days, booksOf)),
    ...payments.flatMap((payment) => paymentRounding(payment, days, booksOf)),
    // A line may have been paid in several payments, also earlier ones.
    ...lineRounding(await settlingIn(db, payments, { to: days.to }, booksOf), days, booksOf),
  ];
  return facts.sort((a, b) => a.day.localeCompare(b.day));
}

/** All payments up to a day of lines that some payments settle, where books may have cents left of them. */
async function settlingIn(
  db: Reader,
  payments: readonly Paid[],
  days: Days,
  booksOf: BooksOf,
): Promise<Paid[]> {
  const rounds = ({ currency, parts }: Paid) =>
    parts.some(({ companyId, appliedOn }) => booksOf(companyId, appliedOn).currency !== currency);
  const rounded = payments.filter(rounds);
  if (rounded.length === 0) return [];
  const isForeign = rounded.every(({ currency }) => currency !== BASE_CURRENCY);
  return (await paymentsIn(db, days, isForeign ? 'foreign' : 'all')).filter(rounds);
}
