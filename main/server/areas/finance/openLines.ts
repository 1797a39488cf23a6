import type { BillPayment, SettledLine } from '@contract/finance/billPayment';
import { fromMinor } from '@contract/rules/money';
import { refuse } from '../../core/refusal';
import { byName } from '../../store/byName';
import { listed } from '../../store/dialect';
import type { Reader, Writer } from '../../store/open';

/** The way of the money, and the payer or payee: a supplier or a customer. */
export type Party = { readonly direction: 'in' | 'out' } & Payer;
/** A supplier or a customer. */
export type Payer =
  | { readonly companyId: number; readonly customerId: null }
  | { readonly companyId: null; readonly customerId: number };

/** Direction in which money usually moves between us and a party: in from customers, out to suppliers. */
export const usualWay = ({ customerId }: Pick<BillPayment, 'customerId'>): BillPayment['direction'] =>
  customerId === null ? 'out' : 'in';

/** True for money that goes back: to a customer, or from a supplier. */
export const isRefund = (payment: Pick<BillPayment, 'direction' | 'customerId'>): boolean =>
  payment.direction !== usualWay(payment);

/**
 * A part of a payment, in minor units, and the line that it is applied to; or the payment whose remainder a refund gives
 * back, which counts as a negative line.
 */
export interface Part {
  readonly type: 'cost' | 'revenue' | 'payment';
  readonly id: number;
  readonly amount: number;
}
/** A part that is applied to a line. */
export type LinePart = Part & { readonly type: 'cost' | 'revenue' };
export const isLinePart = (part: Part): part is LinePart => part.type !== 'payment';

/** Parts of pending payments on a line, besides those of one payment, and the number of one of them. */
export async function reservedOn(
  db: Reader,
  { type, id }: Pick<LinePart, 'type' | 'id'>,
  except = 0,
): Promise<{ readonly sum: number; readonly no: string | null }> {
  const { sum, no } = await db
    .selectFrom('paymentLine')
    .innerJoin('billPayment', 'billPayment.id', 'paymentLine.paymentId')
    .select((of) => [
      of.fn.sum<number | null>('paymentLine.amount').as('sum'),
      of.fn.min('paymentNo').as('no'),
    ])
    .where(type === 'cost' ? 'costId' : 'revenueId', '=', id)
    .where('billPayment.state', '=', 'pending')
    .where('billPayment.id', '!=', except)
    .executeTakeFirstOrThrow();
  return { sum: Number(sum ?? 0), no };
}

/** Sums of the parts of pending payments, by line. */
export async function reservedSums(
  db: Reader,
  type: LinePart['type'],
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const column = type === 'cost' ? 'costId' : 'revenueId';
  const rows = await db
    .selectFrom('paymentLine')
    .innerJoin('billPayment', 'billPayment.id', 'paymentLine.paymentId')
    .select((of) => [`paymentLine.${column} as lineId`, of.fn.sum<number>('paymentLine.amount').as('sum')])
    .where(column, 'in', listed(ids))
    .where('billPayment.state', '=', 'pending')
    .groupBy(`paymentLine.${column}`)
    .execute();
  return new Map(rows.map(({ lineId, sum }) => [Number(lineId), Number(sum)]));
}

/** A payment whose parts are applied. */
export type PaymentToApply = Party & {
  readonly id: number;
  readonly currency: string;
  readonly state: BillPayment['state'];
};

/**
 * Requires that a part fits its line: of the same party and currency, not larger than what is open. Throws
 * PAYMENT_LINE, and PAYMENT_PENDING where a pending payment would pay it. Returns the bill of the line and the day of its
 * invoice.
 */
export async function requireFits(
  write: Writer,
  payment: PaymentToApply,
  part: LinePart,
): Promise<{ billId: number; invoiceDate: string | null }> {
  const { type, id, amount } = part;
  const line = await lineOf(write, type, id);
  const ours =
    line &&
    line.currency === payment.currency &&
    line.partyId === (payment.companyId ?? payment.customerId) &&
    (type === 'cost') === (payment.companyId !== null) &&
    (type === 'cost' || ['invoiced', 'part_paid'].includes(line.state));
  const number = line?.number ?? `#${id}`;
  if (!line || !ours) throw refuse('PAYMENT_LINE', { no: number });
  const reserved = await reservedOn(write, part, payment.id);
  const open = line.grossAmount - line.paidAmount - reserved.sum;
  const beyond = Math.sign(amount) !== Math.sign(open) || Math.abs(amount) > Math.abs(open);
  if (beyond && reserved.no !== null) throw refuse('PAYMENT_PENDING', { number, no: reserved.no });
  if (amount === 0 || beyond) throw refuse('PAYMENT_LINE', { no: number });
  const { billId, invoiceDate } = line;
  return { billId, invoiceDate };
}

const lineOf = (db: Writer, type: LinePart['type'], id: number) =>
  type === 'cost'
    ? db
        .selectFrom('billCostOfBill')
        .select(['billId', 'currency', 'grossAmount', 'paidAmount', 'state', 'invoiceDate'])
        .select(['costNo as number', 'supplierId as partyId'])
        .where('id', '=', id)
        .executeTakeFirst()
    : db
        .selectFrom('billRevenueOfBill')
        .select(['billId', 'currency', 'grossAmount', 'paidAmount', 'state', 'invoiceDate'])
        .select(['revenueNo as number', 'customerId as partyId'])
        .where('id', '=', id)
        .executeTakeFirst();

/** Lines with their open amounts; with a payment, those that it is applied to and how much of it. */
export async function settledLines(
  db: Reader,
  type: 'cost' | 'revenue',
  of: { paymentId: number } | { partyId: number; currency: string },
): Promise<SettledLine[]> {
  const cost = type === 'cost';
  const columns = [
    'id',
    'billId',
    'billNo',
    'batchNo',
    'invoiceNo',
    'dueDate',
    'currency',
    'grossAmount',
  ] as const;
  const view = cost ? 'billCostOfBill' : 'billRevenueOfBill';
  let lines = byName(db)
    .selectFrom(view)
    .select([...columns, 'paidAmount', `${cost ? 'costNo' : 'revenueNo'} as number`]);
  const amounts = new Map<number, number>();
  if ('paymentId' in of) {
    const parts = await db
      .selectFrom('paymentLine')
      .select(['costId', 'revenueId', 'amount'])
      .where('paymentId', '=', of.paymentId)
      .execute();
    for (const part of parts) {
      const id = cost ? part.costId : part.revenueId;
      if (id !== null) amounts.set(id, (amounts.get(id) ?? 0) + part.amount);
    }
    lines = lines.where('id', 'in', [...amounts.keys()]);
  } else {
    lines = lines
      .where(cost ? 'supplierId' : 'customerId', '=', of.partyId)
      .where('currency', '=', of.currency)
      .where('state', 'in', cost ? ['unpaid'] : ['invoiced', 'part_paid']);
  }
  const rows = await lines.orderBy('dueDate').orderBy('id').limit(MOST_LINES).execute();
  const reserved = await reservedSums(
    db,
    type,
    rows.map(({ id }) => Number(id)),
  );
  return rows.flatMap(({ paidAmount, grossAmount, ...row }) => {
    const currency = String(row.currency);
    const amount = amounts.get(Number(row.id));
    const open = Number(grossAmount) - Number(paidAmount) - (reserved.get(Number(row.id)) ?? 0);
    // Pending payments would pay all of it.
    if (open === 0 && !('paymentId' in of)) return [];
    return {
      ...{ id: Number(row.id), billId: Number(row.billId), number: String(row.number) },
      ...{ billNo: String(row.billNo), batchNo: String(row.batchNo), currency },
      invoiceNo: row.invoiceNo === null ? null : String(row.invoiceNo),
      dueDate: row.dueDate === null ? null : String(row.dueDate),
      type,
      grossAmount: fromMinor(Number(grossAmount), currency),
      open: fromMinor(open, currency),
      amount: amount === undefined ? null : fromMinor(amount, currency),
    };
  });
}
/** Maximum lines of one party offered for selection: the oldest first. */
const MOST_LINES = 500;
