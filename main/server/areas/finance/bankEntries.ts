import { type BankEntry, bankEntryMachine, bankEntryRow } from '@contract/finance/bankEntry';
import { fromMinor, toMinor } from '@contract/rules/money';
import type { Context } from '../../core/context';
import { itself, record } from '../../core/record';
import { refuse } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';
import { applyOffsets, splitOffsets } from './bankCredits';
import { lineOf } from './bankReading';
import { isRefund, type Part } from './openLines';
import { book, moved, partyOf, readPayment } from './payments';

const codec = codecOf(bankEntryRow);

/** Loads a bank entry. Throws NOT_FOUND. */
export async function readEntry(db: Reader, id: number): Promise<BankEntry> {
  return codec.decode(await rowById(db, 'bankEntryOfStatement', id));
}

/** Changes of bank entries, by their state machine. */
export const bankEntries = record({
  table: 'bankEntry',
  row: bankEntryRow,
  machine: bankEntryMachine,
  load: ({ read }, id: number) => readEntry(read, id),
  about: itself,
});

/** Amount of an entry without its sign, in minor units. */
export const amountOf = ({ amount, currency }: BankEntry): number => Math.abs(toMinor(amount, currency));
/** Direction of the payment that an entry is. */
export const directionOf = ({ amount }: Pick<BankEntry, 'amount'>) => (amount.startsWith('-') ? 'out' : 'in');

type Values = Partial<Pick<BankEntry, 'state' | 'linked' | 'paymentId' | 'reason'>>;

/** Writes an entry's next version and its line in the log. */
export async function changeEntry(
  context: Context,
  entry: BankEntry,
  action: 'book' | 'link' | 'ignore' | 'reopen',
  values: Values,
): Promise<BankEntry> {
  await bankEntries.save(context, entry, values);
  const after = await readEntry(context.write, entry.id);
  const told = ({ state, paymentNo, reason }: BankEntry) => ({ state, paymentNo, reason });
  await context.log({
    ...{ module: 'finance', action, objectType: 'bankEntry', objectId: entry.id },
    ...{ objectNo: entry.statementNo, before: told(entry), after: told(after) },
  });
  return after;
}

/** The party of a booking, a customer or a supplier, and the bank charge in it. */
export interface EntryBooking {
  readonly companyId: number | null;
  readonly customerId: number | null;
  /** Minor units. */
  readonly bankCharge: number;
}

/**
 * Books an entry as a payment of its day, applied to parts of lines. The amount of the entry is what the bank moved: the
 * payment settles more by the bank charge if it came in, less if it went out. Throws REQUIRED without a party, and
 * the refusals of a booking.
 */
export async function bookEntry(
  context: Context,
  entry: BankEntry,
  { companyId, customerId, bankCharge }: EntryBooking,
  parts: readonly Part[],
): Promise<BankEntry> {
  const { currency, bookedOn: paymentDate, statementNo, remittance } = entry;
  const party = partyOf({ direction: directionOf(entry), companyId, customerId });
  // Remainders that are given back go with the refund; those of a customer who pays settle lines in place of money.
  const isOffset = customerId !== null && !isRefund(party);
  const split = isOffset ? splitOffsets(parts) : { parts, offsets: [] };
  await applyOffsets(context, party, currency, split.offsets);
  const settles = amountOf(entry) + (directionOf(entry) === 'in' ? bankCharge : -bankCharge);
  const bankReference = entry.endToEndId ?? entry.bankReference ?? statementNo;
  const { id } = await book(
    context,
    party,
    { paymentDate, method: 'bank', bankReference },
    { currency, amount: settles, bankCharge, parts: split.parts, remark: lineOf(remittance, 500) },
  );
  return changeEntry(context, entry, 'book', { state: 'booked', paymentId: id });
}

/**
 * Links an entry to the payment that it is. Throws BANK_PAYMENT_OTHER for one that is not booked or of another
 * direction, currency or amount, BANK_PAYMENT_LINKED for one that is another entry, and NOT_FOUND.
 */
export async function linkEntry(context: Context, entry: BankEntry, paymentId: number): Promise<BankEntry> {
  const payment = await readPayment(context.read, paymentId);
  const { paymentNo: no, state, direction, currency } = payment;
  const [amount, bankCharge] = [toMinor(payment.amount, currency), toMinor(payment.bankCharge, currency)];
  const isSame =
    state === 'booked' &&
    payment.method !== 'writeOff' &&
    direction === directionOf(entry) &&
    currency === entry.currency &&
    moved({ direction, amount, bankCharge }) === amountOf(entry);
  if (!isSame)
    throw refuse('BANK_PAYMENT_OTHER', {
      no,
      amount: fromMinor(amountOf(entry), currency),
      currency: entry.currency,
    });
  const other = await context.write
    .selectFrom('bankEntryOfStatement')
    .select(['statementNo'])
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
  if (other) throw refuse('BANK_PAYMENT_LINKED', { no, statement: other.statementNo });
  return changeEntry(context, entry, 'link', { state: 'booked', linked: true, paymentId });
}

/** Opens the entry of a payment again that was reversed, rejected or withdrawn. */
export async function reopenEntryOf(context: Context, paymentId: number): Promise<void> {
  const row = await context.write
    .selectFrom('bankEntry')
    .select('id')
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
  if (row)
    await changeEntry(context, await readEntry(context.write, row.id), 'reopen', {
      ...{ state: 'open', linked: false, paymentId: null },
    });
}
