import { ENTRY_CURRENCY } from '@contract/rules/entryDuty';
import { fromMinor, toMinor } from '@contract/rules/money';
import type { SeaEntry } from '@contract/sea/seaEntry';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import { addCost, removeCost } from '../finance/costs';
import { NOT_BILLED } from '../finance/lines';
import { type Movement, payCosts } from '../finance/payments';

/** Fee category and supplier for duty and fees; null where they are not posted. */
export interface DutyBooking {
  readonly supplierId: number | null;
  readonly dutyCategoryId: number | null;
  readonly feeCategoryId: number | null;
}

/** Cost lines with the duty and fees of an entry. */
const costsOf = ({ read }: Context, entry: SeaEntry) =>
  read
    .selectFrom('entryCost')
    .innerJoin('billCost', 'billCost.id', 'entryCost.costId')
    .select(['entryCost.costId', 'billCost.state', 'billCost.paidAmount'])
    .where('entryCost.entryId', '=', entry.id)
    .execute();

/**
 * Posts duty and fees of an entry as costs of its bill, owed to a supplier; replaces unpaid lines from a summary that
 * customs rejected. Does nothing where the entry has no bill, or no supplier is given.
 */
export async function bookDuty(context: Context, entry: SeaEntry, booking: DutyBooking): Promise<void> {
  for (const { costId, paidAmount } of await costsOf(context, entry)) {
    if (paidAmount !== 0) continue;
    await context.write.deleteFrom('entryCost').where('costId', '=', costId).execute();
    await removeCost(context, costId);
  }
  const { billId } = entry;
  const { supplierId, dutyCategoryId, feeCategoryId } = booking;
  if (billId === null || supplierId === null) return;
  const cents = (amount: string) => toMinor(amount, ENTRY_CURRENCY);
  const sums = new Map<number, number>();
  const add = (category: number | null, minor: number) => {
    if (category !== null && minor !== 0) sums.set(category, (sums.get(category) ?? 0) + minor);
  };
  add(dutyCategoryId, cents(entry.dutyTotal));
  add(feeCategoryId, cents(entry.mpf) + cents(entry.hmf) + cents(entry.otherFees));
  for (const [category, minor] of sums) {
    const about = { billId, supplierId, feeCategoryId: category, minor };
    await addEntryCost(context, entry, { ...about, invoiceNo: entry.entryNo });
  }
}

/** Posts an amount of an entry as a cost of its bill. */
async function addEntryCost(
  context: Context,
  entry: SeaEntry,
  of: {
    readonly billId: number;
    readonly supplierId: number;
    readonly feeCategoryId: number;
    readonly minor: number;
    readonly invoiceNo: string | null;
  },
): Promise<void> {
  const { minor, ...about } = of;
  const cost = await addCost(
    context,
    {
      ...about,
      chargeItemId: null,
      basis: 'fixed',
      quantity: 1,
      unitPrice: fromMinor(minor, ENTRY_CURRENCY),
      currency: ENTRY_CURRENCY,
      ...{ vatCodeId: null, taxRate: null, ownCompanyId: null, ...NOT_BILLED },
      estimated: false,
      invoiceDate: null,
      dueDate: entry.summaryDueOn,
      remark: null,
    },
    'entry',
  );
  await context.write.insertInto('entryCost').values({ entryId: entry.id, costId: cost.id }).execute();
}

/**
 * Posts what a correction changes: the difference of its total from the costs posted for the entry, with the supplier
 * and in the category of the first of them; negative for a refund. Does nothing where none were posted.
 */
export async function bookCorrection(context: Context, entry: SeaEntry): Promise<void> {
  const posted = await context.write
    .selectFrom('entryCost')
    .innerJoin('billCost', 'billCost.id', 'entryCost.costId')
    .select(['billCost.supplierId', 'billCost.feeCategoryId', 'billCost.amount'])
    .where('entryCost.entryId', '=', entry.id)
    .orderBy('billCost.id')
    .execute();
  const [first] = posted;
  const minor =
    toMinor(entry.grandTotal, ENTRY_CURRENCY) - posted.reduce((sum, { amount }) => sum + amount, 0);
  if (!first || entry.billId === null || minor === 0) return;
  const { supplierId, feeCategoryId } = first;
  // The supplier's invoice of the summary is posted already.
  const invoiceNo = `${entry.entryNo}-${entry.amendmentNo}`;
  await addEntryCost(context, entry, { billId: entry.billId, supplierId, feeCategoryId, minor, invoiceNo });
}

/** Pays the open part of an entry's duty and fees. */
export async function payDuty(context: Context, entry: SeaEntry, movement: Movement): Promise<void> {
  const open = (await costsOf(context, entry)).filter(({ state }) => state !== 'paid');
  if (open.length === 0) return;
  const { failed } = await payCosts(
    context,
    open.map(({ costId }) => costId),
    movement,
    // A second person has approved the entry whose duty this is.
    { approved: true },
  );
  if (failed.length > 0) throw refuse('NOT_FOUND');
}
