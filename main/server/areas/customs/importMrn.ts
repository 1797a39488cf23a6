import { billName } from '@contract/bill/billName';
import { type Problem, problem } from '@contract/errors';
import type { Reader } from '../../store/open';

/** Bill of an import MRN, and its declaration; null for parcels released by a message that names no declaration. */
export interface MrnOwner {
  readonly billId: number;
  readonly batchId: number | null;
}

/**
 * Returns the problem of an import MRN that another declaration has, or that parcels of another bill were released with.
 * Customs gives an MRN to one declaration (Regulation (EU) 952/2013, art. 172; Regulation (EU) 2015/2447, art. 226).
 * Removed bills do not count.
 */
export async function importMrnProblem(
  db: Reader,
  mrn: string,
  { billId, batchId }: MrnOwner,
): Promise<Problem | undefined> {
  const declared = await db
    .selectFrom('batch')
    .innerJoin('bill', 'bill.id', 'batch.billId')
    .select(['bill.billNo', 'bill.batchNo', 'batch.batchNo as declaration'])
    .where('batch.mrn', '=', mrn)
    .where('bill.removedAt', 'is', null)
    .where((is) => (batchId === null ? is('bill.id', '!=', billId) : is('batch.id', '!=', batchId)))
    .orderBy('batch.id')
    .executeTakeFirst();
  if (declared)
    return problem('IMPORT_MRN_USED', { mrn, bill: billName(declared), batch: declared.declaration });
  const released = await db
    .selectFrom('parcel')
    .innerJoin('bill', 'bill.id', 'parcel.billId')
    .select(['bill.billNo', 'bill.batchNo', 'parcel.trackingNo'])
    .where('parcel.mrn', '=', mrn)
    .where('parcel.billId', '!=', billId)
    .where('bill.removedAt', 'is', null)
    .executeTakeFirst();
  return released && problem('IMPORT_MRN_PARCEL', { mrn, bill: billName(released), no: released.trackingNo });
}

/** Problem of recovering a bill whose import MRN has been given to another one since. */
export async function recoveredMrnProblem(db: Reader, billId: number): Promise<Problem | undefined> {
  const declared = await db
    .selectFrom('batch')
    .select(['id as batchId', 'mrn'])
    .where('billId', '=', billId)
    .execute();
  const released = await db
    .selectFrom('parcel')
    .select('mrn')
    .distinct()
    .where('billId', '=', billId)
    .execute();
  for (const { mrn, batchId } of [...declared, ...released.map((row) => ({ ...row, batchId: null }))]) {
    const found = mrn === null ? undefined : await importMrnProblem(db, mrn, { billId, batchId });
    if (found) return found;
  }
  return undefined;
}
