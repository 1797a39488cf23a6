import type { BankEntry, BankProposal } from '@contract/finance/bankEntry';
import { negated, toMinor } from '@contract/rules/money';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { amountOf, changeEntry, directionOf } from './bankEntries';
import { mentioned } from './bankMentions';
import { lineOf } from './bankReading';
import { settledLines } from './openLines';
import { bookReturn, isReturnable } from './paymentReturns';
import { readPayment } from './payments';

/** Payments proposed as the returned one at most. */
const MAX_PROPOSALS = 8;
/** Words of banks for a return, in a file that does not mark it. */
const RETURN =
  /\b(?:returned|return|retour|retoure|rücklastschrift|ruecklastschrift|rückbuchung|rückzahlung|storno|stornering|terugboeking|geweigerd|rejet|impayé|reversal|chargeback)\b|退回|退汇|退票|冲正/i;

/**
 * Payments that an entry may be the return of: booked before it on the same account, with the same amount the other way.
 * Payments whose reference is in the entry come first. A single such payment is certain if the bank marks the entry as a
 * return.
 */
export async function returnsFor(read: Reader, entry: BankEntry): Promise<BankProposal[]> {
  const text = [entry.remittance, entry.endToEndId].filter(Boolean).join(' ');
  if (!entry.reversal && !RETURN.test(text)) return [];
  const direction = directionOf(entry) === 'in' ? 'out' : 'in';
  const party = direction === 'in' ? 'customerId' : 'companyId';
  const rows = await read
    .selectFrom('billPayment')
    .leftJoin('bankEntryOfStatement as earlier', 'earlier.paymentId', 'billPayment.id')
    .leftJoin('paymentReturn', 'paymentReturn.ofPaymentId', 'billPayment.id')
    .leftJoin('billPayment as back', (join) =>
      join.onRef('back.id', '=', 'paymentReturn.paymentId').on('back.state', '=', 'booked'),
    )
    .select(['billPayment.id', 'billPayment.paymentNo', 'billPayment.bankReference', 'billPayment.companyId'])
    .select([
      'billPayment.customerId',
      'billPayment.paymentDate',
      'earlier.endToEndId',
      'earlier.bankReference as ref',
    ])
    .where('billPayment.direction', '=', direction)
    .where(`billPayment.${party}`, 'is not', null)
    .where('billPayment.state', '=', 'booked')
    .where('billPayment.method', '!=', 'writeOff')
    .where('billPayment.bankCharge', '=', 0)
    .where('billPayment.currency', '=', entry.currency)
    .where('billPayment.amount', '=', amountOf(entry))
    .where('billPayment.paymentDate', '<=', entry.bookedOn)
    .where('back.id', 'is', null)
    .where((of) => of.or([of('earlier.account', '=', entry.account), of('earlier.account', 'is', null)]))
    .orderBy('billPayment.paymentDate', 'desc')
    .orderBy('billPayment.id', 'desc')
    .execute();
  const own = [entry.endToEndId, entry.bankReference].filter((one) => one !== null);
  const found = rows.map((row) => {
    const references = [row.paymentNo, row.bankReference, row.endToEndId, row.ref].filter(
      (one) => one !== null,
    );
    return {
      row,
      isNamed: references.some((one) => own.includes(one)) || mentioned(text, references).size > 0,
    };
  });
  const named = found.filter(({ isNamed }) => isNamed).length;
  const first = found.sort((a, b) => Number(b.isNamed) - Number(a.isNamed)).slice(0, MAX_PROPOSALS);
  return Promise.all(
    first.map(async ({ row, isNamed }): Promise<BankProposal> => {
      const { id: paymentId, paymentNo, paymentDate, companyId, customerId } = row;
      const lines = await settledLines(read, customerId === null ? 'cost' : 'revenue', { paymentId });
      return {
        ...{ by: 'return', certain: entry.reversal && isNamed && named === 1, companyId, customerId },
        ...{ paymentId, paymentNo, paymentDate, currency: entry.currency, bankCharge: null },
        lines: lines.map((line) => ({ ...line, amount: negated(line.amount ?? '0', entry.currency) })),
      };
    }),
  );
}

/**
 * Books an entry as the return of a payment. Throws BANK_RETURN_OTHER for a payment of another amount, currency, direction
 * or account, later than the entry, or with a bank charge; and the refusals of a return.
 */
export async function returnEntry(context: Context, entry: BankEntry, paymentId: number): Promise<BankEntry> {
  const of = await readPayment(context.read, paymentId);
  const earlier = await context.write
    .selectFrom('bankEntryOfStatement')
    .select('account')
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
  const { currency, bookedOn: paymentDate, remittance, statementNo } = entry;
  const isIt =
    isReturnable(of) &&
    of.direction !== directionOf(entry) &&
    of.currency === currency &&
    toMinor(of.amount, currency) === amountOf(entry) &&
    of.paymentDate <= paymentDate &&
    (earlier === undefined || earlier.account === entry.account);
  if (!isIt) throw refuse('BANK_RETURN_OTHER', { no: of.paymentNo });
  const bankReference = entry.endToEndId ?? entry.bankReference ?? statementNo;
  const movement = { paymentDate, method: 'bank', bankReference } as const;
  const { id } = await bookReturn(context, of, movement, lineOf(remittance, 500));
  return changeEntry(context, entry, 'book', { state: 'booked', paymentId: id });
}
