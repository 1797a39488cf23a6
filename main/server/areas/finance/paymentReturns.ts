import type { BillPayment } from '@contract/finance/billPayment';
import { toMinor } from '@contract/rules/money';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { isRefund, type PaymentToApply, requireFits } from './openLines';
import { requireUnused, takeRest } from './paymentRests';
import { book, type Movement, partyOf, readPayment, settleParts } from './payments';

/** The payment that booked the return of another one, if any. */
export const returnedBy = (db: Reader, id: number) =>
  db
    .selectFrom('paymentReturn')
    .innerJoin('billPayment', 'billPayment.id', 'paymentReturn.paymentId')
    .select(['billPayment.id', 'paymentNo'])
    .where('paymentReturn.ofPaymentId', '=', id)
    .where('billPayment.state', '=', 'booked')
    .executeTakeFirst();

/** The payment that this one is the return of, if any. */
export const returnOf = (db: Reader, id: number) =>
  db
    .selectFrom('paymentReturn')
    .innerJoin('billPayment', 'billPayment.id', 'paymentReturn.ofPaymentId')
    .select(['billPayment.id', 'paymentNo'])
    .where('paymentReturn.paymentId', '=', id)
    .executeTakeFirst();

/** Requires that the bank did not return a payment, and nobody gave a part of it back. Throws PAYMENT_USED. */
export async function requireKept(db: Reader, { id, paymentNo }: BillPayment): Promise<void> {
  const by = await returnedBy(db, id);
  if (by) throw refuse('PAYMENT_USED', { no: paymentNo, by: by.paymentNo });
  await requireUnused(db, id, paymentNo);
}

/** True for a payment whose money can come back as it went: what it settled and what the bank moved are the same. */
export const isReturnable = (payment: BillPayment): boolean =>
  payment.state === 'booked' &&
  payment.method !== 'writeOff' &&
  Number(payment.bankCharge) === 0 &&
  !isRefund(payment);

/**
 * Books the return of a payment: the same amount the other way, on the day on which the bank moved it. The payment stays
 * in the books of its own day, which may be closed; its lines are open again from the return on. Throws PAYMENT_USED for
 * one that was returned or given back, and the refusals of a booking.
 */
export async function bookReturn(
  context: Context,
  of: BillPayment,
  movement: Movement,
  remark: string | null,
): Promise<{ id: number }> {
  await requireKept(context.write, of);
  const { currency } = of;
  const party = partyOf({ ...of, direction: of.direction === 'in' ? 'out' : 'in' });
  return book(context, party, movement, {
    // The money has moved already: there is nothing left to approve.
    ...{ currency, amount: toMinor(of.amount, currency), parts: [], remark, approved: true },
    apply: (payment) => takeBack(context, payment, of, movement.paymentDate),
  });
}

/** Takes all parts of a payment back by those of its return, each from its day on, and what is not applied of it. */
async function takeBack(
  context: Context,
  payment: PaymentToApply,
  of: BillPayment,
  day: string,
): Promise<void> {
  const { write } = context;
  const parts = await write
    .selectFrom('paymentLine')
    .select(['billId', 'costId', 'revenueId', 'amount', 'appliedOn'])
    .where('paymentId', '=', of.id)
    .orderBy('id')
    .execute();
  for (const { amount, appliedOn, ...line } of parts)
    await write
      .insertInto('paymentLine')
      .values({
        ...{ ...line, paymentId: payment.id, amount: 0 - amount },
        appliedOn: appliedOn > day ? appliedOn : day,
      })
      .execute();
  const rest = toMinor(of.unallocated, of.currency);
  if (rest > 0) await takeRest(context, payment, { type: 'payment', id: of.id, amount: 0 - rest }, day);
  await write
    .updateTable('billPayment')
    .set({ unallocated: 0, lineCount: parts.length })
    .where('id', '=', payment.id)
    .execute();
  await write.insertInto('paymentReturn').values({ paymentId: payment.id, ofPaymentId: of.id }).execute();
  await settleParts(context, payment.id);
}

/**
 * Requires that a payment can be reversed: nothing was given back of it. If it is the return of another one, that one
 * settles its lines again, which must still be open. Throws PAYMENT_USED, PAYMENT_LINE, PAYMENT_PENDING.
 */
export async function requireReversible(context: Context, payment: BillPayment): Promise<void> {
  const { write } = context;
  await requireKept(write, payment);
  const origin = await returnOf(write, payment.id);
  if (!origin) return;
  const of = await readPayment(write, origin.id);
  const applied = { ...partyOf(of), id: of.id, currency: of.currency, state: of.state };
  const sums = await write
    .selectFrom('paymentLine')
    .select(['costId', 'revenueId'])
    .select((row) => row.fn.sum<number>('amount').as('amount'))
    .where('paymentId', '=', payment.id)
    .groupBy(['costId', 'revenueId'])
    .execute();
  for (const { costId, revenueId, amount } of sums) {
    const line =
      costId === null
        ? { type: 'revenue' as const, id: revenueId ?? 0 }
        : { type: 'cost' as const, id: costId };
    await requireFits(write, applied, { ...line, amount: 0 - Number(amount) });
  }
}
