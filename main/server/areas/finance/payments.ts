import { problem } from '@contract/errors';
import {
  type BillPayment,
  billPaymentRow,
  type PaymentsMade,
  type SetAgainst,
} from '@contract/finance/billPayment';
import type { BulkAnswer } from '@contract/resource';
import { fromMinor, minorInBase, RATE_DIGITS, toMinor, toScaled } from '@contract/rules/money';
import type { settlementMethods } from '@contract/vocabulary';
import type { Updateable } from 'kysely';
import type { Context } from '../../core/context';
import { Refusal, refuse, refuseFields } from '../../core/refusal';
import { changeStamp, newStamp } from '../../core/stamps';
import { codecOf } from '../../store/codec';
import { nextNumber } from '../../store/numbers';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';
import type { Database } from '../../store/tables';
import { requireOpenMonth } from './closedMonths';
import { requirePast } from './lines';
import {
  isLinePart,
  isRefund,
  type LinePart,
  type Part,
  type Party,
  type PaymentToApply,
  requireFits,
  reservedOn,
} from './openLines';
import { noteStep, stepColumns, stepsOf, tellDeciders } from './paymentApproval';
import { requireReserved, requireRestFits, restsOf, settleRest, takeRest } from './paymentRests';
import { requireRate } from './rates';

/** Date and method of a payment. */
export interface Movement {
  readonly paymentDate: string;
  readonly method: (typeof settlementMethods)[number];
  readonly bankReference: string | null;
}

/** Amount of a payment, in minor units, and the lines that it is applied to. */
interface Booking {
  readonly currency: string;
  readonly amount: number;
  /** Fee of the bank in minor units: deducted from money received, or taken on top of money paid. */
  readonly bankCharge?: number;
  readonly parts: readonly Part[];
  readonly remark?: string | null;
  /** True if a second person has approved it with its document. */
  readonly approved?: boolean;
  /** Applies it in place of the parts. */
  readonly apply?: (payment: PaymentToApply) => Promise<void>;
}

/**
 * Books a payment and applies it to lines; returns its id and number. A payment to a supplier that a setting wants
 * approved is pending instead: it settles nothing before that.
 */
export async function book(
  context: Context,
  party: Party,
  movement: Movement,
  { currency, amount, bankCharge = 0, parts, remark = null, approved = false, apply }: Booking,
): Promise<{ id: number; paymentNo: string; isPending: boolean }> {
  const { write, now } = context;
  requirePast(context, movement.paymentDate);
  if (bankCharge < 0 || moved({ ...party, amount, bankCharge }) <= 0 || amount <= 0)
    throw refuseFields({ bankCharge: problem('PAYMENT_CHARGE') });
  await requireOpenMonth(write, movement.paymentDate, 'paymentDate');
  const { rate } = await requireRate(write, currency, movement.paymentDate);
  const baseAmount = minorInBase(amount, currency, rate);
  // Its approval looks at what leaves the account.
  const leaves = moved({ ...party, amount, bankCharge });
  const inBase = minorInBase(leaves, currency, rate);
  const steps =
    party.direction === 'out' && !approved
      ? await stepsOf(write, { currency, amount: leaves, baseAmount: inBase }, now)
      : null;
  const state = steps ? 'pending' : 'booked';
  const prefix = movement.method === 'writeOff' ? 'WO' : 'PAY';
  const paymentNo = await nextNumber(write, 'billPayment', 'paymentNo', prefix, now);
  const { id } = await write
    .insertInto('billPayment')
    .values({
      ...newStamp(context),
      ...party,
      ...movement,
      ...{ paymentNo, currency, amount, bankCharge, remark },
      rate: toScaled(rate, RATE_DIGITS),
      baseAmount,
      unallocated: amount,
      lineCount: 0,
      state,
      ...stepColumns(steps && { waiting: steps, stepNo: 1 }),
      ...{ reversedAt: null, reversedBy: null, reason: null, approvedAt: null, approvedBy: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await context.log({
    module: 'finance',
    action: 'create',
    objectType: 'billPayment',
    objectId: id,
    objectNo: paymentNo,
    after: { ...party, ...movement, currency, amount: fromMinor(amount, currency), lines: parts.length },
  });
  const applied = { id, ...party, currency, state } as const;
  if (apply) await apply(applied);
  else await setAgainst(context, applied, parts, movement.paymentDate);
  if (steps) {
    const payment = await readPayment(write, id);
    await noteStep(context, payment, 'submit');
    await tellDeciders(context, payment);
  }
  return { id, paymentNo, isPending: steps !== null };
}

const codec = codecOf(billPaymentRow);

/** Loads a payment. Throws NOT_FOUND. */
export async function readPayment(db: Reader, id: number): Promise<BillPayment> {
  return codec.decode(await rowById(db, 'billPayment', id));
}

/** Writes a payment's next version and its line in the log. */
export async function changePayment(
  context: Context,
  payment: BillPayment,
  action: 'allocate' | 'reverse' | 'approve' | 'reject' | 'recall',
  values: Updateable<Database['billPayment']>,
): Promise<BillPayment> {
  await context.write
    .updateTable('billPayment')
    .set({ ...values, ...changeStamp(context), version: payment.version + 1 })
    .where('id', '=', payment.id)
    .execute();
  const after = await readPayment(context.write, payment.id);
  await context.log({
    module: 'finance',
    action,
    objectType: 'billPayment',
    objectId: payment.id,
    objectNo: payment.paymentNo,
    before: { state: payment.state, unallocated: payment.unallocated },
    after: { state: after.state, unallocated: after.unallocated, reason: after.reason },
  });
  return after;
}

/** Requires that a pending payment can be booked: its month is open, and what it settles still fits its lines. */
export async function requireBookable({ write }: Context, payment: BillPayment): Promise<void> {
  await requireOpenMonth(write, payment.paymentDate, 'paymentDate');
  const applied = { ...payment, ...partyOf(payment) };
  for (const part of await partsOf(write, payment.id))
    if (isLinePart(part)) await requireFits(write, applied, part);
    else await requireRestFits(write, applied, part);
}

/** Updates the lines of a payment that was booked or reversed. */
export async function settleParts(context: Context, paymentId: number): Promise<void> {
  for (const part of await partsOf(context.write, paymentId))
    if (isLinePart(part)) await settle(context, part.type, part.id);
    else await settleRest(context, part.id);
}

/** Parts of a payment as a call gives them, in minor units. */
export const minorParts = (lines: readonly SetAgainst[], currency: string): Part[] =>
  lines.map(({ type, id, amount }) => ({ type, id, amount: toMinor(amount, currency) }));

/** Amount that a payment moves on the bank account, in minor units: less than it settles if it came in, else more. */
export const moved = ({
  direction,
  amount,
  bankCharge,
}: Pick<BillPayment, 'direction'> & { readonly amount: number; readonly bankCharge: number }): number =>
  direction === 'in' ? amount - bankCharge : amount + bankCharge;

/** The parts of a payment. */
async function partsOf(db: Reader, paymentId: number): Promise<Part[]> {
  const rows = await db
    .selectFrom('paymentLine')
    .select(['costId', 'revenueId', 'amount'])
    .where('paymentId', '=', paymentId)
    .orderBy('id')
    .execute();
  const lines = rows.flatMap(({ costId, revenueId, amount }): Part[] => {
    if (costId !== null) return [{ type: 'cost', id: costId, amount }];
    return revenueId === null ? [] : [{ type: 'revenue', id: revenueId, amount }];
  });
  return [...lines, ...(await restsOf(db, paymentId))];
}

/**
 * The payer or payee of a payment: a supplier or a customer. Throws PAYMENT_PARTY for both, and REQUIRED for none, at the
 * party that usually pays or is paid in that direction.
 */
export function partyOf({
  direction,
  companyId,
  customerId,
}: Pick<BillPayment, 'direction' | 'companyId' | 'customerId'>): Party {
  if (companyId !== null && customerId !== null) throw refuseFields({ customerId: problem('PAYMENT_PARTY') });
  if (companyId !== null) return { direction, companyId, customerId: null };
  if (customerId !== null) return { direction, companyId: null, customerId };
  throw refuseFields({ [direction === 'out' ? 'companyId' : 'customerId']: problem('REQUIRED') });
}

/**
 * Applies parts of a payment to lines, from a day on or from that of the invoice if it is later: then their exchange gain
 * is realised. Refuses lines of another party or currency, parts larger than the open amount, and more in all than is
 * left of the payment.
 */
export async function setAgainst(
  context: Context,
  payment: PaymentToApply,
  parts: readonly Part[],
  day: string,
): Promise<void> {
  const { write } = context;
  for (const part of parts) {
    if (!isLinePart(part)) {
      await takeRest(context, payment, part, day);
      continue;
    }
    const { type, id, amount } = part;
    const { billId, invoiceDate } = await requireFits(write, payment, part);
    await write
      .insertInto('paymentLine')
      .values({
        paymentId: payment.id,
        billId,
        costId: type === 'cost' ? id : null,
        revenueId: type === 'revenue' ? id : null,
        amount,
        appliedOn: invoiceDate !== null && invoiceDate > day ? invoiceDate : day,
      })
      .execute();
    if (payment.state === 'booked') await settle(context, type, id);
  }
  // A refund is applied to negative lines.
  const sign = isRefund(payment) ? -1 : 1;
  const sum = parts.reduce((all, { amount }) => all + sign * amount, 0);
  const { left } = await write
    .updateTable('billPayment')
    .set((old) => ({
      unallocated: old('unallocated', '-', sum),
      lineCount: old('lineCount', '+', parts.filter(isLinePart).length),
    }))
    .where('id', '=', payment.id)
    .returning('unallocated as left')
    .executeTakeFirstOrThrow();
  if (left < 0) throw refuse('PAYMENT_TOO_MUCH');
  if (sign < 0 && left > 0) throw refuse('PAYMENT_REFUND');
  await requireReserved(write, payment, left);
}

/** Updates a line from its booked payments: its settled amount, its state, and the last settlement. */
async function settle(context: Context, type: LinePart['type'], id: number): Promise<void> {
  const { write } = context;
  const parts = await write
    .selectFrom('paymentLine')
    .innerJoin('billPayment', 'billPayment.id', 'paymentLine.paymentId')
    .leftJoin('paymentReturn', 'paymentReturn.paymentId', 'billPayment.id')
    .select(['paymentLine.amount', 'billPayment.id', 'billPayment.paymentDate', 'paymentReturn.ofPaymentId'])
    .where(type === 'cost' ? 'costId' : 'revenueId', '=', id)
    .where('billPayment.state', '=', 'booked')
    .orderBy('paymentLine.id')
    .execute();
  const paidAmount = parts.reduce((sum, { amount }) => sum + amount, 0);
  const returned = new Set(parts.map(({ ofPaymentId }) => ofPaymentId));
  const last = parts.findLast((part) => part.ofPaymentId === null && !returned.has(part.id));
  const stamp = changeStamp(context);
  if (type === 'cost') {
    const { grossAmount } = await write
      .selectFrom('billCost')
      .select('grossAmount')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const paid = paidAmount === grossAmount;
    await write
      .updateTable('billCost')
      .set((old) => ({
        paidAmount,
        state: paid ? 'paid' : 'unpaid',
        paidOn: paid ? (last?.paymentDate ?? null) : null,
        paymentId: last?.id ?? null,
        ...stamp,
        version: old('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    await settleDiff(context, id, paid);
    return;
  }
  const { grossAmount } = await write
    .selectFrom('billRevenue')
    .select('grossAmount')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const state = paidAmount === 0 ? 'invoiced' : paidAmount === grossAmount ? 'paid' : 'part_paid';
  await write
    .updateTable('billRevenue')
    .set((old) => ({ paidAmount, state, ...stamp, version: old('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Marks a difference as paid together with the line that adjusts its cost. */
async function settleDiff(context: Context, costId: number, paid: boolean): Promise<void> {
  await context.write
    .updateTable('billCostDiff')
    .set((old) => ({
      state: paid ? 'paid' : 'accepted',
      ...changeStamp(context),
      version: old('version', '+', 1),
    }))
    .where('adjustCostId', '=', costId)
    .where('state', '=', paid ? 'accepted' : 'paid')
    .execute();
}

/**
 * Pays costs in full, with one payment for each supplier. Paid ones stay unchanged: repeating the call changes nothing.
 * Costs of a pending payment are refused. All costs of a call must have one currency. With `approved`, no approval is
 * asked for, because a second person has approved the document of the costs.
 */
export async function payCosts(
  context: Context,
  ids: readonly number[],
  movement: Movement,
  { approved = false } = {},
): Promise<PaymentsMade> {
  requirePast(context, movement.paymentDate);
  const failed: BulkAnswer['failed'] = [];
  const wanted = [...new Set(ids)];
  const open: { id: number; supplierId: number; amount: number; currency: string }[] = [];
  for (const id of wanted) {
    const cost = await context.write
      .selectFrom('billCostOfBill')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    const reserved = await reservedOn(context.write, { type: 'cost', id });
    if (!cost) failed.push({ key: id, code: 'NOT_FOUND', msg: context.say('NOT_FOUND') });
    else if (reserved.no !== null) {
      const msg = context.say('PAYMENT_PENDING', { number: cost.costNo, no: reserved.no });
      failed.push({ key: id, code: 'PAYMENT_PENDING', msg });
    } else if (cost.state !== 'paid')
      open.push({
        id,
        supplierId: cost.supplierId,
        amount: cost.grossAmount - cost.paidAmount,
        currency: cost.currency,
      });
  }
  const currency = open[0]?.currency;
  if (open.some((one) => one.currency !== currency)) throw refuse('CURRENCY_MIXED');
  const paymentNos: string[] = [];
  const pendingNos: string[] = [];
  let changed = 0;
  for (const companyId of new Set(open.map(({ supplierId }) => supplierId))) {
    const parts = open.filter(({ supplierId }) => supplierId === companyId);
    const amount = parts.reduce((sum, part) => sum + part.amount, 0);
    if (amount <= 0) throw new Refusal({ code: 'PAYMENT_NOTHING' });
    const { paymentNo, isPending } = await book(
      context,
      { direction: 'out', companyId, customerId: null },
      movement,
      {
        ...{ currency: currency ?? '', amount, approved },
        parts: parts.map((part) => ({ type: 'cost', id: part.id, amount: part.amount })),
      },
    );
    paymentNos.push(paymentNo);
    if (isPending) pendingNos.push(paymentNo);
    else changed += parts.length;
  }
  if (paymentNos.length === 0) context.unchanged();
  return { ok: wanted.length - failed.length, failed, changed, paymentNos, pendingNos };
}
