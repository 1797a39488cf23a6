import type { Bill } from '@contract/bill/bill';
import type { Batch, DeclarationSystem } from '@contract/customs/batch';
import type { BatchStatus } from '@contract/rules/clearanceStatus';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import { listed } from '../../store/dialect';
import { boxesNamed } from '../custody/named';
import { readBatch } from './batchRows';

/** States in which parcels can be moved into or out of a declaration. */
export const OPEN = ['prepared', 'rejected'] as const;

/**
 * Moves the chosen boxes, and parcels that are in no box, from their present declarations into a new one. Parcels above
 * the limit of DECO stay where they are. Throws GOODS_UNKNOWN, DECLARATION_EMPTY.
 */
export async function batchOfBoxes(
  context: Context,
  bill: Bill,
  { boxNos, looseParcels }: { readonly boxNos: readonly string[]; readonly looseParcels: boolean },
  system: DeclarationSystem,
  type: Batch['declarationType'],
): Promise<Batch> {
  const { write, now, caller } = context;
  const boxIds = listed((await boxesNamed(write, bill.id, boxNos)).map((box) => box.id));
  const taken = await write.selectFrom('batch').select('batchNo').where('billId', '=', bill.id).execute();
  const { id } = await write
    .insertInto('batch')
    .values({
      billId: bill.id,
      batchNo: nextBatchNo(system, new Set(taken.map(({ batchNo }) => batchNo))),
      declarationSystem: system,
      declarationType: type,
      currency: bill.currency,
      status: 'prepared',
      updatedAt: now,
      updatedBy: caller.id,
      ...{ lines: 0, parcels: 0, boxes: 0, weight: 0, value: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const open = write
    .selectFrom('batch')
    .select('id')
    .where('billId', '=', bill.id)
    .where('status', 'in', OPEN);
  const { numUpdatedRows } = await write
    .updateTable('parcel')
    .set({ batchId: id })
    .where('billId', '=', bill.id)
    .where((where) =>
      where.or([where('boxId', 'in', boxIds), ...(looseParcels ? [where('boxId', 'is', null)] : [])]),
    )
    .where('state', 'in', ['clearance', 'failed'])
    .where('disposition', 'is', null)
    .where((where) => where.or([where('batchId', 'is', null), where('batchId', 'in', open)]))
    .$if(system === 'DECO', (low) => low.where('declarationSystem', '=', 'DECO'))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse('DECLARATION_EMPTY');
  await write
    .updateTable('box')
    .set({ batchId: id })
    .where('id', 'in', boxIds)
    .where((where) => where.or([where('batchId', 'is', null), where('batchId', 'in', open)]))
    .execute();
  await recount(context, bill);
  return (await readBatch(write, id)).batch;
}

/** `DECO-02`: the system and the first free number. */
function nextBatchNo(system: DeclarationSystem, taken: ReadonlySet<string>): string {
  const stem = system === 'H1_BE' ? 'H1' : system;
  for (let serial = 1; ; serial += 1) {
    const found = `${stem}-${String(serial).padStart(2, '0')}`;
    if (!taken.has(found)) return found;
  }
}

/** Recounts declarations of a bill in these states after parcels have moved out of them; removes empty prepared ones. */
export async function recount(
  { write }: Context,
  bill: Bill,
  states: readonly BatchStatus[] = OPEN,
): Promise<void> {
  const held = await write
    .selectFrom('parcel')
    .select((n) => [
      'batchId',
      n.fn.countAll<number>().as('parcels'),
      n.fn.sum<number>('grossWeight').as('weight'),
      n.fn.sum<number>('value').as('value'),
      n.fn.count<number>('boxId').distinct().as('boxes'),
    ])
    .where('billId', '=', bill.id)
    .groupBy('batchId')
    .execute();
  const lines = await write
    .selectFrom('itemLine')
    .innerJoin('parcel', 'parcel.id', 'itemLine.parcelId')
    .select((n) => ['parcel.batchId', n.fn.countAll<number>().as('n')])
    .where('parcel.billId', '=', bill.id)
    .groupBy('parcel.batchId')
    .execute();
  const open = await write
    .selectFrom('batch')
    .select(['id', 'status'])
    .where('billId', '=', bill.id)
    .where('status', 'in', states)
    .execute();
  for (const { id, status } of open) {
    const now = held.find(({ batchId }) => batchId === id);
    if (!now && status === 'prepared') {
      await write.updateTable('box').set({ batchId: null }).where('batchId', '=', id).execute();
      await write.deleteFrom('batch').where('id', '=', id).execute();
      continue;
    }
    await write
      .updateTable('batch')
      .set({
        parcels: now?.parcels ?? 0,
        weight: now?.weight ?? 0,
        value: now?.value ?? 0,
        boxes: now?.boxes ?? 0,
        lines: lines.find(({ batchId }) => batchId === id)?.n ?? 0,
      })
      .where('id', '=', id)
      .execute();
  }
}
