import type { SettledLine } from '@contract/finance/billPayment';
import { toMinor } from '@contract/rules/money';
import type { Context } from '../../core/context';
import { officeDay } from '../../core/officeClock';
import { refuse } from '../../core/refusal';
import { mentioned } from './bankMentions';
import { isLinePart, isRefund, type LinePart, type Part, type Party } from './openLines';
import { changePayment, partyOf, readPayment, setAgainst } from './payments';

/** Credits that are tried together at most, and those that are tried at all: more of them match by chance. */
const MOST_TOGETHER = 3;
const MOST_TRIED = 12;

/** A credit note of a customer, or a payment that was too much; its sum is negative, in minor units. */
export interface Credit {
  readonly number: string;
  readonly lines: readonly SettledLine[];
  readonly sum: number;
}

/** Credits among the open lines and payments of a customer: each credit note by its number, each payment by itself. */
export function creditsIn(lines: readonly SettledLine[]): Credit[] {
  const groups = Map.groupBy(lines, ({ type, number, invoiceNo }) =>
    type === 'payment' ? number : (invoiceNo ?? ''),
  );
  return [...groups].flatMap(([number, group]) => {
    const sum = group.reduce((all, { open, currency }) => all + toMinor(open, currency), 0);
    return number !== '' && sum < 0 && group.every(({ open }) => open.startsWith('-'))
      ? [{ number, lines: group, sum }]
      : [];
  });
}

/** Credits that come to a sum; undefined unless exactly one choice of them does. */
function exactly(credits: readonly Credit[], wanted: number): readonly Credit[] | undefined {
  const found: (readonly Credit[])[] = [];
  const search = (from: number, chosen: readonly Credit[], sum: number) => {
    if (sum === wanted && chosen.length > 0) found.push(chosen);
    if (chosen.length === MOST_TOGETHER || found.length > 1) return;
    for (const [at, credit] of credits.entries())
      if (at >= from) search(at + 1, [...chosen, credit], sum + credit.sum);
  };
  search(0, [], 0);
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Credits that a payer deducted from an open amount: those that the text names; else those that come to the difference
 * exactly, if only one choice of them does.
 */
export function deducted(
  credits: readonly Credit[],
  { text, owed, paid }: { readonly text: string; readonly owed: number; readonly paid: number },
): readonly Credit[] {
  const numbers = mentioned(
    text,
    credits.map(({ number }) => number),
  );
  const named = credits.filter(({ number }) => numbers.has(number));
  if (named.length > 0) return named;
  return owed > paid && credits.length <= MOST_TRIED ? (exactly(credits, paid - owed) ?? []) : [];
}

/** A part of the remainder of an earlier payment, and the lines that it settles instead of money received. */
interface Offset {
  readonly paymentId: number;
  readonly parts: readonly LinePart[];
}

/**
 * Splits the parts of money received: remainders of earlier payments settle lines in their order, and money the rest of
 * them. Throws PAYMENT_LINE for a remainder that is more than the lines.
 */
export function splitOffsets(parts: readonly Part[]): { parts: readonly Part[]; offsets: readonly Offset[] } {
  const lines = parts.filter(isLinePart);
  const left = new Map(lines.map((line) => [line, line.amount]));
  const offsets = parts.flatMap((part): Offset[] => {
    if (isLinePart(part)) return [];
    let rest = 0 - part.amount;
    const taken = lines.flatMap((line): LinePart[] => {
      const amount = Math.min(rest, Math.max(0, left.get(line) ?? 0));
      if (amount <= 0) return [];
      rest -= amount;
      left.set(line, (left.get(line) ?? 0) - amount);
      return [{ ...line, amount }];
    });
    if (part.amount >= 0 || rest > 0) throw refuse('PAYMENT_LINE', { no: `#${part.id}` });
    return [{ paymentId: part.id, parts: taken }];
  });
  const money = lines.flatMap((line) => {
    const amount = left.get(line) ?? 0;
    return amount === 0 ? [] : [{ ...line, amount }];
  });
  return { parts: money, offsets };
}

/**
 * Applies remainders of earlier payments of a customer to lines. Throws PAYMENT_LINE for a payment that is not booked, of
 * another party or currency, or no receipt, and the refusals of applying more of a payment.
 */
export async function applyOffsets(
  context: Context,
  party: Party,
  currency: string,
  offsets: readonly Offset[],
): Promise<void> {
  for (const { paymentId, parts } of offsets) {
    const payment = await readPayment(context.write, paymentId);
    const isTheirs =
      payment.state === 'booked' &&
      payment.customerId === party.customerId &&
      payment.currency === currency &&
      !isRefund(payment);
    if (!isTheirs) throw refuse('PAYMENT_LINE', { no: payment.paymentNo });
    const applied = { ...partyOf(payment), id: payment.id, currency, state: payment.state };
    await setAgainst(context, applied, parts, officeDay(context.now));
    await changePayment(context, payment, 'allocate', {});
  }
}
