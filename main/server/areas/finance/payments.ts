import type { BulkAnswer } from '@contract/resource';
import { BASE_CURRENCY, fromMinor, inBase, RATE_DIGITS, toMinor, toScaled } from '@contract/rules/money';
import type { paymentMethods } from '@contract/vocabulary';
import type { Context } from '../../core/context';
import { Refusal, refuse } from '../../core/refusal';
import { changeStamp, newStamp } from '../../core/stamps';
import { nextNumber } from '../../store/numbers';
import type { Writer } from '../../store/open';
import { requirePast } from './lines';
import { requireRate } from './rates';

/** Date and method of a payment. */
export interface Movement {
  readonly paymentDate: string;
  readonly method: (typeof paymentMethods)[number];
  readonly bankReference: string | null;
}

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

/** Books a payment of an amount (minor units) and applies it to lines; returns its id and number. */
export async function book(
  context: Context,
  party: Party,
  movement: Movement,
  money: { readonly currency: string; readonly amount: number },
  parts: readonly Part[],
  remark: string | null = null,
): Promise<{ id: number; paymentNo: string }> {
  const { write, now } = context;
  requirePast(context, movement.paymentDate);
  const { currency, amount } = money;
  const { rate } = await requireRate(write, currency, movement.paymentDate);
  const paymentNo = await nextNumber(write, 'billPayment', 'paymentNo', 'PAY', now);
  const { id } = await write
    .insertInto('billPayment')
    .values({
      ...newStamp(context),
      ...party,
      ...movement,
      ...{ paymentNo, currency, amount, remark },
      rate: toScaled(rate, RATE_DIGITS),
      baseAmount: toMinor(inBase(fromMinor(amount, currency), currency, rate), BASE_CURRENCY),
      unallocated: amount,
      lineCount: 0,
      state: 'booked',
      ...{ reversedAt: null, reversedBy: null, reason: null },
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
  await setAgainst(context, { id, ...party, currency }, parts);
  return { id, paymentNo };
}

/**
 * Applies parts of a payment to lines. Refuses lines of another party or currency, parts larger than the open amount,
 * and more in all than is left of the payment.
 */
export async function setAgainst(
  context: Context,
  payment: Party & { readonly id: number; readonly currency: string },
  parts: readonly Part[],
): Promise<void> {
  const { write } = context;
  for (const { type, id, amount } of parts) {
    const line = await lineOf(write, type, id);
    const ours =
      line &&
      line.currency === payment.currency &&
      line.partyId === (payment.direction === 'out' ? payment.companyId : payment.customerId) &&
      (type === 'cost') === (payment.direction === 'out') &&
      (type === 'cost' || ['invoiced', 'part_paid'].includes(line.state));
    const number = line?.number ?? `#${id}`;
    if (!line || !ours) throw refuse('PAYMENT_LINE', { no: number });
    const open = line.grossAmount - line.paidAmount;
    const beyond = Math.sign(amount) !== Math.sign(open) || Math.abs(amount) > Math.abs(open);
    if (amount === 0 || beyond) throw refuse('PAYMENT_LINE', { no: number });
    await write
      .insertInto('paymentLine')
      .values({
        paymentId: payment.id,
        billId: line.billId,
        costId: type === 'cost' ? id : null,
        revenueId: type === 'revenue' ? id : null,
        amount,
      })
      .execute();
    await settle(context, type, id);
  }
  const sum = parts.reduce((all, { amount }) => all + amount, 0);
  const { left } = await write
    .updateTable('billPayment')
    .set((old) => ({
      unallocated: old('unallocated', '-', sum),
      lineCount: old('lineCount', '+', parts.length),
    }))
    .where('id', '=', payment.id)
    .returning('unallocated as left')
    .executeTakeFirstOrThrow();
  if (left < 0) throw refuse('PAYMENT_TOO_MUCH');
}

const lineOf = (db: Writer, type: Part['type'], id: number) =>
  type === 'cost'
    ? db
        .selectFrom('billCostOfBill')
        .select(['billId', 'currency', 'grossAmount', 'paidAmount', 'state'])
        .select(['costNo as number', 'supplierId as partyId'])
        .where('id', '=', id)
        .executeTakeFirst()
    : db
        .selectFrom('billRevenueOfBill')
        .select(['billId', 'currency', 'grossAmount', 'paidAmount', 'state'])
        .select(['revenueNo as number', 'customerId as partyId'])
        .where('id', '=', id)
        .executeTakeFirst();

/** Updates a line from its booked payments: its settled amount, its state, and the last settlement. */
export async function settle(context: Context, type: Part['type'], id: number): Promise<void> {
  const { write } = context;
  const parts = await write
    .selectFrom('paymentLine')
    .innerJoin('billPayment', 'billPayment.id', 'paymentLine.paymentId')
    .select(['paymentLine.amount', 'billPayment.id', 'billPayment.paymentDate'])
    .where(type === 'cost' ? 'costId' : 'revenueId', '=', id)
    .where('billPayment.state', '=', 'booked')
    .orderBy('paymentLine.id')
    .execute();
  const paidAmount = parts.reduce((sum, { amount }) => sum + amount, 0);
  const last = parts.at(-1);
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
 * All costs of a call must have one currency.
 */
export async function payCosts(
  context: Context,
  ids: readonly number[],
  movement: Movement,
): Promise<BulkAnswer & { changed: number; paymentNos: string[] }> {
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
    if (!cost) failed.push({ key: id, code: 'NOT_FOUND', msg: context.say('NOT_FOUND') });
    else if (cost.state !== 'paid')
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
  let changed = 0;
  for (const companyId of new Set(open.map(({ supplierId }) => supplierId))) {
    const parts = open.filter(({ supplierId }) => supplierId === companyId);
    const amount = parts.reduce((sum, part) => sum + part.amount, 0);
    if (amount <= 0) throw new Refusal({ code: 'PAYMENT_NOTHING' });
    const { paymentNo } = await book(
      context,
      { direction: 'out', companyId, customerId: null },
      movement,
      { currency: currency ?? '', amount },
      parts.map((part) => ({ type: 'cost', id: part.id, amount: part.amount })),
    );
    paymentNos.push(paymentNo);
    changed += parts.length;
  }
  if (changed === 0) context.unchanged();
  return { ok: wanted.length - failed.length, failed, changed, paymentNos };
}
