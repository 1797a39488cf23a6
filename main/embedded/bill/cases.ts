import type { Context } from '../context';
import { nextNumber } from '../store/numbers';

/** What is wrong, with which bill, and with how many boxes or parcels of it. */
export interface NewCase {
  readonly billId: number;
  readonly boxId?: number | null;
  readonly parcelId?: number | null;
  /** A type of domain reference 3.10: shortage, surplus, damaged … */
  readonly type: string;
  readonly level: 'bill' | 'box' | 'parcel';
  readonly quantity: number;
  readonly description?: string | null;
}

/**
 * Opens an abnormal case, or corrects the number of one that is open for the same thing, and answers its id. The bill
 * counts its open cases.
 */
export async function openCase(
  { write, caller, now }: Pick<Context, 'write' | 'caller' | 'now'>,
  { billId, boxId = null, parcelId = null, type, level, quantity, description = null }: NewCase,
): Promise<number> {
  const same = await write
    .selectFrom('abnormalCase')
    .select('id')
    .where('billId', '=', billId)
    .where('type', '=', type)
    .where('state', '=', 'open')
    .where('boxId', 'is', boxId)
    .where('parcelId', 'is', parcelId)
    .where('description', 'is', description)
    .executeTakeFirst();
  if (same) {
    await write
      .updateTable('abnormalCase')
      .set((set) => ({ quantity, version: set('version', '+', 1), updatedAt: now, updatedBy: caller.id }))
      .where('id', '=', same.id)
      .execute();
    return same.id;
  }
  const { id } = await write
    .insertInto('abnormalCase')
    .values({
      caseNo: await nextNumber(write, 'abnormalCase', 'caseNo', 'EX', now),
      ...{ billId, boxId, parcelId, type, level, quantity, description },
      state: 'open',
      foundAt: now,
      foundBy: caller.id,
      version: 1,
      createdAt: now,
      createdBy: caller.id,
      updatedAt: now,
      updatedBy: caller.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await write
    .updateTable('bill')
    .set((set) => ({ exceptionCount: set('exceptionCount', '+', 1) }))
    .where('id', '=', billId)
    .execute();
  return id;
}
