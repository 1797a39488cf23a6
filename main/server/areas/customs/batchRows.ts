import type { Bill } from '@contract/bill/bill';
import { type Batch, batchRow } from '@contract/customs/batch';
import { customsOf } from '@contract/rules/custody';
import { refuse } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { readBill } from '../bill/billFacts';

const codec = codecOf(batchRow);
const noParcels = { parcelsClearance: 0, parcelsFree: 0, parcelsHeld: 0, parcelsFailed: 0 };
const COUNTED = {
  clearance: 'parcelsClearance',
  free: 'parcelsFree',
  held: 'parcelsHeld',
  failed: 'parcelsFailed',
} as const;

/** Loads the declarations of a bill, each with its parcels counted by the decision of customs. */
export async function batchesOf(db: Reader, billId: number): Promise<Batch[]> {
  const [rows, sent, counts] = await Promise.all([
    db.selectFrom('batch').selectAll().where('billId', '=', billId).orderBy('batchNo').execute(),
    db
      .selectFrom('customsMessage')
      .select(['batchId', 'batchLrn'])
      .distinct()
      .where('billId', '=', billId)
      .execute(),
    db
      .selectFrom('parcel')
      .select(['batchId', 'state', 'previousState', (n) => n.fn.countAll<number>().as('n')])
      .where('billId', '=', billId)
      .groupBy(['batchId', 'state', 'previousState'])
      .execute(),
  ]);
  return rows.map((row) => {
    const counted = { ...noParcels };
    for (const { batchId, n, ...parcel } of counts)
      if (batchId === row.id) counted[COUNTED[customsOf(parcel)]] += n;
    const transmitted = sent.some(({ batchId, batchLrn }) => batchId === row.id && batchLrn === row.lrn);
    return codec.decode({ ...row, ...counted, transmitted: transmitted ? 1 : 0 });
  });
}

/** Loads a declaration, its bill, and the allowed actions. Throws NOT_FOUND. */
export async function readBatch(db: Reader, id: number): Promise<{ batch: Batch; bill: Bill }> {
  const row = await db.selectFrom('batch').select('billId').where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  const batch = (await batchesOf(db, row.billId)).find((one) => one.id === id);
  if (!batch) throw refuse('NOT_FOUND');
  return { batch, bill: await readBill(db, row.billId) };
}
