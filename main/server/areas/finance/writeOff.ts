import type { WriteOff } from '@contract/finance/billPayment';
import { BASE_CURRENCY, fromMinor, minorInBase, toMinor } from '@contract/rules/money';
import { sql } from 'kysely';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { requireOpenMonth } from './closedMonths';
import { setupFor } from './ledgerAccounts';
import { requirePast } from './lines';
import type { Part, Payer } from './openLines';
import { restLines } from './paymentRests';
import { book } from './payments';
import { requireRate } from './rates';

/** Open amounts that are closed together: those of an invoice, or of a payment. */
interface Remainder {
  readonly party: Payer;
  readonly currency: string;
  /** Number of the invoice or of the payment. */
  readonly number: string;
  /** Our company; null if none is named. */
  readonly companyId: number | null;
  readonly parts: readonly Part[];
}

interface OpenLine {
  readonly id: number;
  readonly number: string;
  readonly partyId: number;
  readonly currency: string;
  readonly invoiceNo: string | null;
  readonly companyId: number | null;
  readonly open: number;
}

/** What is open of invoiced lines, by invoice. Throws PAYMENT_LINE for a line that is not invoiced. */
async function ofInvoices(
  db: Reader,
  type: 'cost' | 'revenue',
  ids: readonly number[],
): Promise<Remainder[]> {
  const lines: OpenLine[] = [];
  for (const id of new Set(ids)) {
    const line = await openLine(db, type, id);
    if (!line || line.invoiceNo === null) throw refuse('PAYMENT_LINE', { no: line?.number ?? `#${id}` });
    lines.push(line);
  }
  const groups = Map.groupBy(lines, ({ partyId, currency, invoiceNo }) =>
    [partyId, currency, invoiceNo].join(' '),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { partyId, currency, invoiceNo, companyId } = first;
    const party: Payer =
      type === 'cost' ? { companyId: partyId, customerId: null } : { companyId: null, customerId: partyId };
    return {
      ...{ party, currency, number: invoiceNo ?? '', companyId },
      parts: group.map(({ id, open }) => ({ type, id, amount: open })),
    };
  });
}

async function openLine(db: Reader, type: 'cost' | 'revenue', id: number): Promise<OpenLine | undefined> {
  if (type === 'cost')
    return db
      .selectFrom('billCostOfBill')
      .select(['id', 'currency', 'invoiceNo', 'costNo as number', 'supplierId as partyId'])
      .select((of) => ['ownCompanyId as companyId', of('grossAmount', '-', of.ref('paidAmount')).as('open')])
      .where('id', '=', id)
      .executeTakeFirst();
  return db
    .selectFrom('billRevenueOfBill as line')
    .leftJoin('customerInvoice', 'customerInvoice.id', 'line.customerInvoiceId')
    .select(['line.id', 'line.currency', 'line.invoiceNo', 'line.revenueNo as number'])
    .select((of) => [
      ...(['line.customerId as partyId', 'customerInvoice.companyId as companyId'] as const),
      of('line.grossAmount', '-', of.ref('line.paidAmount')).as('open'),
    ])
    .where('line.id', '=', id)
    .executeTakeFirst();
}

/** What payments were too much, each by itself. Throws PAYMENT_LINE for one that has no remainder. */
async function ofPayments(db: Reader, ids: readonly number[]): Promise<Remainder[]> {
  const found: Remainder[] = [];
  for (const id of new Set(ids)) {
    const row = await db
      .selectFrom('billPayment')
      .select(['companyId', 'customerId', 'currency', 'paymentNo as number'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw refuse('PAYMENT_LINE', { no: `#${id}` });
    const { companyId, customerId, currency, number } = row;
    const line = (await restLines(db, { companyId, customerId, currency })).find((one) => one.id === id);
    const party = partyFrom(companyId, customerId);
    if (!line || !party) throw refuse('PAYMENT_LINE', { no: number });
    found.push({
      ...{ party, currency, number, companyId: null },
      parts: [{ type: 'payment', id, amount: toMinor(line.open, currency) }],
    });
  }
  return found;
}

function partyFrom(companyId: number | null, customerId: number | null): Payer | undefined {
  if (companyId !== null) return { companyId, customerId: null };
  return customerId === null ? undefined : { companyId: null, customerId };
}

/** Amounts that were written off of an invoice or payment before, in minor units of the books' currency. */
async function writtenOff(db: Reader, remainder: Remainder, type: WriteOff['type']): Promise<number> {
  const { party, number, parts } = remainder;
  const ids = parts.map(({ id }) => id);
  const of =
    type === 'payment'
      ? sql`select paymentId from paymentRest where ofPaymentId in (${sql.join(ids)})`
      : type === 'cost'
        ? sql`select part.paymentId from paymentLine as part join billCostOfBill as line on line.id = part.costId
            where line.invoiceNo = ${number} and line.supplierId = ${party.companyId}`
        : sql`select part.paymentId from paymentLine as part join billRevenueOfBill as line on line.id = part.revenueId
            where line.invoiceNo = ${number} and line.customerId = ${party.customerId}`;
  const { rows } = await sql<{ baseAmount: number }>`
    select baseAmount from billPayment where method = 'writeOff' and state = 'booked' and id in (${of})`.execute(
    db,
  );
  return rows.reduce((sum, { baseAmount }) => sum + baseAmount, 0);
}

/** Requires that an amount is within the limit of its invoice, with what was written off before. Throws WRITE_OFF_LIMIT. */
async function requireWithin(
  context: Context,
  remainder: Remainder,
  { type, paymentDate }: Pick<WriteOff, 'type' | 'paymentDate'>,
): Promise<void> {
  const { write } = context;
  const { currency, number, companyId, parts } = remainder;
  const { rate } = await requireRate(write, currency, paymentDate);
  const inBase = (minor: number) => minorInBase(Math.abs(minor), currency, rate);
  const wanted = parts.reduce((sum, { amount }) => sum + inBase(amount), 0);
  const total = wanted + (await writtenOff(write, remainder, type));
  const setup = await setupFor(write, companyId, paymentDate);
  const limit = setup?.writeOffLimit ?? '0.00';
  if (total > toMinor(limit, BASE_CURRENCY))
    throw refuse('WRITE_OFF_LIMIT', { number, amount: fromMinor(total, BASE_CURRENCY), limit });
}

/** Writes off what is open of lines or payments, and returns the numbers of the write-offs. */
export async function writeOff(
  context: Context,
  { type, ids, paymentDate, reason }: WriteOff,
): Promise<string[]> {
  if (!reason) throw refuse('REASON_REQUIRED');
  requirePast(context, paymentDate);
  const { write } = context;
  await requireOpenMonth(write, paymentDate, 'paymentDate');
  const remainders = type === 'payment' ? await ofPayments(write, ids) : await ofInvoices(write, type, ids);
  const numbers: string[] = [];
  for (const remainder of remainders) {
    const { party, currency, number, parts } = remainder;
    await requireWithin(context, remainder, { type, paymentDate });
    const sum = parts.reduce((all, { amount }) => all + amount, 0);
    if (sum === 0) throw refuse('PAYMENT_LINE', { no: number });
    // What we give up of a customer's debt counts as received, what a supplier gives up as paid; credits the other way.
    const direction = (party.customerId !== null) === sum > 0 ? 'in' : 'out';
    const { paymentNo } = await book(
      context,
      { direction, ...party },
      { paymentDate, method: 'writeOff', bankReference: null },
      { currency, amount: Math.abs(sum), parts, remark: reason, approved: true },
    );
    numbers.push(paymentNo);
  }
  return numbers;
}
