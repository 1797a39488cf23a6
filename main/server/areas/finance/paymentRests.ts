import { billPaymentRow, type SettledLine } from '@contract/finance/billPayment';
import { fromMinor } from '@contract/rules/money';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import { changeStamp } from '../../core/stamps';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { isRefund, type Part, type PaymentToApply, usualWay } from './openLines';

const codec = codecOf(billPaymentRow);

/** Sum that pending payments, except one, would take of the remainder of a payment, and the number of one of them. */
async function reservedRest(db: Reader, paymentId: number, except = 0) {
  const { sum, no } = await db
    .selectFrom('paymentRest')
    .innerJoin('billPayment', 'billPayment.id', 'paymentRest.paymentId')
    .select((of) => [
      of.fn.sum<number | null>('paymentRest.amount').as('sum'),
      of.fn.min('paymentNo').as('no'),
    ])
    .where('paymentRest.ofPaymentId', '=', paymentId)
    .where('billPayment.state', '=', 'pending')
    .where('billPayment.id', '!=', except)
    .executeTakeFirstOrThrow();
  return { sum: Number(sum ?? 0), no };
}

/**
 * Requires that a part fits the remainder of its payment: booked, of the same party and currency, and not larger than
 * what is left. Throws PAYMENT_LINE, and PAYMENT_PENDING where a pending payment would give it back. Returns the day of
 * the payment.
 */
export async function requireRestFits(db: Reader, payment: PaymentToApply, part: Part): Promise<string> {
  const of = await db.selectFrom('billPayment').selectAll().where('id', '=', part.id).executeTakeFirst();
  const no = of?.paymentNo ?? `#${part.id}`;
  const isOurs =
    of?.state === 'booked' &&
    of.currency === payment.currency &&
    of.customerId === payment.customerId &&
    of.companyId === payment.companyId &&
    isRefund(payment) &&
    !isRefund(codec.decode(of));
  if (!of || !isOurs) throw refuse('PAYMENT_LINE', { no });
  const reserved = await reservedRest(db, of.id, payment.id);
  const isBeyond = part.amount >= 0 || 0 - part.amount > of.unallocated - reserved.sum;
  if (isBeyond && reserved.no !== null) throw refuse('PAYMENT_PENDING', { number: no, no: reserved.no });
  if (isBeyond) throw refuse('PAYMENT_LINE', { no });
  return of.paymentDate;
}

/** Takes a part out of the remainder of a payment, at once unless the payment that gives it back is pending. */
export async function takeRest(
  context: Context,
  payment: PaymentToApply,
  part: Part,
  day: string,
): Promise<void> {
  const paidOn = await requireRestFits(context.write, payment, part);
  await context.write
    .insertInto('paymentRest')
    .values({
      ...{ paymentId: payment.id, ofPaymentId: part.id, amount: 0 - part.amount },
      appliedOn: paidOn > day ? paidOn : day,
    })
    .execute();
  if (payment.state === 'booked') await settleRest(context, part.id);
}

/** Updates the remainder of a payment from its lines and from what booked payments gave back of it. */
export async function settleRest(context: Context, id: number): Promise<void> {
  const { write } = context;
  const { applied } = await write
    .selectFrom('paymentLine')
    .select((of) => of.fn.sum<number | null>('amount').as('applied'))
    .where('paymentId', '=', id)
    .executeTakeFirstOrThrow();
  const { taken } = await write
    .selectFrom('paymentRest')
    .innerJoin('billPayment', 'billPayment.id', 'paymentRest.paymentId')
    .select((of) => of.fn.sum<number | null>('paymentRest.amount').as('taken'))
    .where('paymentRest.ofPaymentId', '=', id)
    .where('billPayment.state', '=', 'booked')
    .executeTakeFirstOrThrow();
  await write
    .updateTable('billPayment')
    .set((old) => ({
      ...changeStamp(context),
      unallocated: old('amount', '-', Number(applied ?? 0) + Number(taken ?? 0)),
      version: old('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Requires that what is left of a payment covers what pending payments would give back. Throws PAYMENT_PENDING. */
export async function requireReserved(db: Reader, payment: PaymentToApply, left: number): Promise<void> {
  const { sum, no } = await reservedRest(db, payment.id);
  if (no === null || left >= sum) return;
  const { paymentNo } = await db
    .selectFrom('billPayment')
    .select('paymentNo')
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow();
  throw refuse('PAYMENT_PENDING', { number: paymentNo, no });
}

/** Requires that no payment gave back, or would give back, a part of this one. Throws PAYMENT_USED. */
export async function requireUnused(db: Reader, id: number, paymentNo: string): Promise<void> {
  const user = await db
    .selectFrom('paymentRest')
    .innerJoin('billPayment', 'billPayment.id', 'paymentRest.paymentId')
    .select('paymentNo')
    .where('paymentRest.ofPaymentId', '=', id)
    .where('billPayment.state', 'in', ['pending', 'booked'])
    .executeTakeFirst();
  if (user) throw refuse('PAYMENT_USED', { no: paymentNo, by: user.paymentNo });
}

/** The remainders that a payment gives back. */
export async function restsOf(db: Reader, paymentId: number): Promise<Part[]> {
  const rows = await db
    .selectFrom('paymentRest')
    .select(['ofPaymentId', 'amount'])
    .where('paymentId', '=', paymentId)
    .orderBy('id')
    .execute();
  return rows.map(({ ofPaymentId: id, amount }) => ({ type: 'payment', id, amount: 0 - amount }));
}

/** Payments that a party could get back, or those that a payment gives back, as lines with a negative open amount. */
export async function restLines(
  db: Reader,
  of:
    | { readonly paymentId: number }
    | { readonly companyId: number | null; readonly customerId: number | null; readonly currency: string },
): Promise<SettledLine[]> {
  const parts = 'paymentId' in of ? await restsOf(db, of.paymentId) : null;
  let wanted = db.selectFrom('billPayment').selectAll();
  if ('paymentId' in of)
    wanted = wanted.where(
      'id',
      'in',
      (parts ?? []).map(({ id }) => id),
    );
  else
    wanted = wanted
      .where('companyId', of.companyId === null ? 'is' : '=', of.companyId)
      .where('customerId', of.customerId === null ? 'is' : '=', of.customerId)
      .where('currency', '=', of.currency)
      .where('direction', '=', usualWay(of))
      .where('state', '=', 'booked')
      .where('unallocated', '>', 0);
  if (parts?.length === 0) return [];
  const lines: SettledLine[] = [];
  for (const { id, paymentNo, currency, amount, unallocated } of await wanted.orderBy('id').execute()) {
    const open = unallocated - (await reservedRest(db, id)).sum;
    if (!parts && open === 0) continue;
    const part = parts?.find((one) => one.id === id);
    lines.push({
      ...{ type: 'payment', id, number: paymentNo, billId: null, billNo: null, batchNo: null, currency },
      ...{ invoiceNo: null, dueDate: null, grossAmount: fromMinor(0 - amount, currency) },
      open: fromMinor(0 - open, currency),
      amount: part ? fromMinor(part.amount, currency) : null,
    });
  }
  return lines;
}
