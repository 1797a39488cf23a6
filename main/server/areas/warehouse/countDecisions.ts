import type { Spot } from '@contract/custody/place';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import { listed } from '../../store/dialect';
import { readBill, refreshBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { type Move, moveBoxes, placeParcels } from '../custody/moves';
import { restock } from '../linehaul/restock';
import { settleDelivery } from '../linehaul/truckNodes';
import { requireOpen } from './boxes';
import { refreshBoxes } from './boxViews';
import { goodsNamed, keyOf } from './countedGoods';
import { placeBoxes } from './pallets';

/** A closed count. */
interface Count {
  readonly id: number;
  readonly countNo: string;
  readonly warehouseId: number;
}

interface Decision {
  readonly differenceIds: readonly number[];
  readonly decision: 'correct' | 'keep';
  readonly reason: string;
}

interface Difference {
  readonly id: number;
  readonly kind: 'missing' | 'extra' | 'unknown';
  readonly unit: 'box' | 'parcel';
  readonly goodsId: number | null;
  readonly billId: number | null;
  readonly number: string;
  readonly place: string | null;
  readonly caseId: number | null;
}

/**
 * Decides about differences of a count, all or none. To correct the ledger, missing goods are lost and extra ones are
 * here, by moves that the count proves; the case of goods that are here after all is closed, that of lost ones goes on.
 * Throws COUNT_DECIDED, COUNT_UNKNOWN, COUNT_MOVED.
 */
export async function decideDifferences(context: Context, count: Count, asked: Decision): Promise<void> {
  const { write, now, caller } = context;
  const rows: Difference[] = await write
    .selectFrom('stockDifference')
    .select(['id', 'kind', 'unit', 'goodsId', 'billId', 'number', 'place', 'caseId'])
    .where('countId', '=', count.id)
    .where('id', 'in', listed([...asked.differenceIds]))
    .where('decision', 'is', null)
    .execute();
  if (rows.length < new Set(asked.differenceIds).size) throw refuse('COUNT_DECIDED');
  for (const row of rows) await decide(context, count, row, asked);
  await write
    .updateTable('stockDifference')
    .set({ decision: asked.decision, reason: asked.reason, decidedAt: now, decidedBy: caller.id })
    .where('id', 'in', listed(rows.map(({ id }) => id)))
    .execute();
  for (const billId of new Set(rows.flatMap((row) => row.billId ?? []))) {
    await refreshBoxes(write, billId);
    await refreshBill(write, billId);
    await settleDelivery(context, billId);
  }
}

async function decide(context: Context, count: Count, row: Difference, asked: Decision): Promise<void> {
  const { kind, billId, goodsId, number } = row;
  if (billId === null || goodsId === null) {
    if (asked.decision === 'correct') throw refuse('COUNT_UNKNOWN', { no: number });
    return;
  }
  const bill = await readBill(context.write, billId);
  requireOpen(bill);
  if (asked.decision === 'correct') {
    await correct(context, count, row, asked.reason);
    await logBill(context, 'update', bill, {
      before: { place: row.place },
      after: { place: kind === 'missing' ? 'lost' : 'warehouse' },
      remark: `${count.countNo} · ${number}: ${asked.reason}`.slice(0, 500),
    });
  }
  if (kind === 'extra' || asked.decision === 'keep') await closeCase(context, row.caseId, asked.reason);
}

/** Moves goods to where the count found them, unless they have moved since it was closed. */
async function correct(context: Context, count: Count, row: Difference, reason: string): Promise<void> {
  const { write, now } = context;
  const { kind, unit, number } = row;
  const id = row.goodsId ?? 0;
  const goods = (await goodsNamed(write, [{ unit, id }])).get(keyOf({ unit, id }));
  if (!goods || goods.place !== row.place) throw refuse('COUNT_MOVED', { no: number });
  const to: Spot =
    kind === 'missing' ? { place: 'lost', id: null } : { place: 'warehouse', id: count.warehouseId };
  const move: Move = {
    ...{ at: now, proof: 'count', proofId: count.id, proofText: count.countNo, remark: reason },
  };
  if (unit === 'parcel') {
    await placeParcels(context, listed([id]), to, move);
    return;
  }
  const box = await write.selectFrom('box').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (box.collectionId !== null) throw refuse('COUNT_MOVED', { no: number });
  if (kind === 'extra')
    return restock(context, await readBill(write, box.billId), [box], count.warehouseId, move, reason);
  if (box.palletId !== null) await placeBoxes(write, box.palletId, [box], false);
  await moveBoxes(context, [id], to, move);
}

async function closeCase(
  { write, now, caller }: Context,
  caseId: number | null,
  resolution: string,
): Promise<void> {
  if (caseId === null) return;
  await write
    .updateTable('abnormalCase')
    .set((of) => ({
      ...{ state: 'closed' as const, resolution, closedAt: now, updatedAt: now, updatedBy: caller.id },
      version: of('version', '+', 1),
    }))
    .where('id', '=', caseId)
    .where('state', 'in', ['open', 'processing', 'resolved'])
    .execute();
}
