import { documentPath } from '@contract/business/document';
import { type BillPayment, billPaymentRow } from '@contract/finance/billPayment';
import { permit } from '@contract/permissions';
import { BASE_CURRENCY, fromMinor } from '@contract/rules/money';
import type { Context } from '../../core/context';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { holds } from '../access/holds';
import type { Awaiting } from '../business/document';
import {
  type Approval,
  awaitingDecision,
  decidersNow,
  noteApproval,
  stepsFor,
  type UnderApproval,
} from '../business/fourEyes';
import { inBoth, notifyStaff } from '../partners/messages';

/** The approval of payments: by holders of the permission, never by the person who entered the payment. */
export const paymentApproval: Approval = { doc: 'payment', right: permit('finance.payment.approve') };

/** A payment as its approval sees it: the person who entered it submitted it. */
export const submitted = ({ id, createdBy, waiting, stepNo }: BillPayment): UnderApproval => ({
  ...{ id, submittedBy: createdBy, waiting, stepNo },
});

/** An amount to be paid, in minor units: in its currency, and in that of the books. */
interface Amount {
  readonly currency: string;
  readonly amount: number;
  readonly baseAmount: number;
}

/**
 * The steps that a payment to a supplier needs before it is booked; null if it needs none. A currency without a setting
 * of its own is judged by its value in the currency of the books: no payment escapes approval by its currency.
 */
export function stepsOf(db: Reader, { currency, amount, baseAmount }: Amount, now: string) {
  const own = { currency, amount: fromMinor(amount, currency) };
  const base = { currency: BASE_CURRENCY, amount: fromMinor(baseAmount, BASE_CURRENCY) };
  return stepsFor(db, paymentApproval, now, currency === BASE_CURRENCY ? [own] : [own, base]);
}

/** Holders of the permission who may decide on a payment now. */
export const decidersOf = async (db: Reader, payment: BillPayment): Promise<readonly number[]> =>
  payment.state === 'pending' ? (await decidersNow(db, paymentApproval, submitted(payment))).next : [];

/** The caller's role in the approval of a payment. */
export function roleOf({ createdBy }: BillPayment, deciders: readonly number[], callerId: number) {
  const submitter = createdBy === callerId;
  const role = deciders.includes(callerId) ? 'yes' : submitter ? 'own' : 'no';
  return { decides: role, submitter } as const;
}

type PaymentMessage = 'DOCUMENT_TO_DECIDE' | 'DOCUMENT_APPROVED' | 'DOCUMENT_REJECTED';

/** Notifies people of a payment by a message that leads to it. */
export async function tell(
  context: Context,
  { id, paymentNo: no }: BillPayment,
  to: readonly (number | null)[],
  code: PaymentMessage,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const people = to.flatMap((one) => (one === null || one === context.caller.id ? [] : [one]));
  if (people.length === 0) return;
  const doc = { choice: ['approvalDoc', 'payment'] } as const;
  await notifyStaff(context, {
    ...{ type: 'approval', text: inBoth(code, { no, doc, ...more }), to: people },
    link: documentPath('payment', id),
  });
}

/** Notifies the people who may decide on the open step of a payment. */
export async function tellDeciders(context: Context, payment: BillPayment): Promise<void> {
  const [step] = payment.waiting ?? [];
  if (!step) return;
  const to = await decidersOf(context.write, payment);
  await tell(context, payment, to, 'DOCUMENT_TO_DECIDE', { step: step.name });
}

/** Adds a line to the history of approvals. */
export const noteStep = (
  context: Context,
  payment: BillPayment,
  action: Parameters<typeof noteApproval>[4],
  more: Parameters<typeof noteApproval>[5] = {},
) => noteApproval(context, paymentApproval, submitted(payment), payment.paymentNo, action, more);

/** Pending payments that the caller may decide on now. */
export async function paymentsAwaiting(context: Pick<Context, 'read' | 'caller'>): Promise<Awaiting[]> {
  if (!holds(context.caller, paymentApproval.right)) return [];
  const rows = await context.read
    .selectFrom('billPayment')
    .selectAll()
    .where('state', '=', 'pending')
    .execute();
  const pending = rows.map(codecOf(billPaymentRow).decode).map((payment) => ({
    ...submitted(payment),
    ...{ docNo: payment.paymentNo, submittedAt: payment.createdAt },
  }));
  return awaitingDecision(context, paymentApproval, pending);
}

/** Columns of the remaining steps of an approval; empty without any. */
export const stepColumns = (left: Pick<UnderApproval, 'waiting' | 'stepNo'> | null) => ({
  waiting: left?.waiting ? JSON.stringify(left.waiting) : null,
  stepNo: left?.stepNo ?? null,
});
