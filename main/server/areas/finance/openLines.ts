import type { BillPayment } from '@contract/finance/billPayment';
import { refuse } from '../../core/refusal';
import { listed } from '../../store/dialect';
import type { Reader, Writer } from '../../store/open';

/** The payer or payee. */
export type Party =
  | { readonly direction: 'out'; readonly companyId: number; readonly customerId: null }
  | { readonly direction: 'in'; readonly companyId: null; readonly customerId: number };

/** A part of a payment, in minor units, and the line that it is applied to. */
export interface Part {
  readonly type: 'cost' | 'revenue';
  readonly id: number;
  readonly amount: number;
}

/** Parts of pending payments on a line, besides those of one payment, and the number of one of them. */
export async function reservedOn(
  db: Reader,
  { type, id }: Pick<Part, 'type' | 'id'>,
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
  type: Part['type'],
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
  part: Part,
): Promise<{ billId: number; invoiceDate: string | null }> {
  const { type, id, amount } = part;
  const line = await lineOf(write, type, id);
  const ours =
    line &&
    line.currency === payment.currency &&
    line.partyId === (payment.direction === 'out' ? payment.companyId : payment.customerId) &&
    (type === 'cost') === (payment.direction === 'out') &&
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

const lineOf = (db: Writer, type: Part['type'], id: number) =>
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
