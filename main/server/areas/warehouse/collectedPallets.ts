import { type Problem, problem } from '@contract/errors';
import { listed } from '../../store/dialect';
import type { Reader, Writer } from '../../store/open';
import type { BoxColumns } from './boxViews';
import { placeBoxes } from './pallets';

/** A pallet under boxes that a customer collects. */
export interface CollectedPallet {
  readonly id: number;
  readonly palletNo: string;
  readonly sscc: string | null;
  readonly state: string;
  readonly cmrId: number | null;
  /** Number of boxes on it, of whatever bill. */
  readonly boxes: number;
}

/** Pallets under boxes, by id. */
export async function palletsUnder(
  read: Reader,
  boxes: readonly Pick<BoxColumns, 'palletId'>[],
): Promise<ReadonlyMap<number, CollectedPallet>> {
  const ids = [...new Set(boxes.flatMap(({ palletId }) => palletId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('pallet')
    .innerJoin('box', 'box.palletId', 'pallet.id')
    .select((n) => [
      'pallet.id',
      'pallet.palletNo',
      'pallet.sscc',
      'pallet.state',
      'pallet.cmrId',
      n.fn.countAll<number>().as('boxes'),
    ])
    .where('pallet.id', 'in', listed(ids))
    .groupBy(['pallet.id', 'pallet.palletNo', 'pallet.sscc', 'pallet.state', 'pallet.cmrId'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Finds for each box why its pallet keeps it: a closed pallet leaves as a whole, an open one gives single boxes, one on a
 * consignment note gives none. `leaving` are the boxes that nothing else keeps.
 */
export function palletProblems(
  pallets: ReadonlyMap<number, CollectedPallet>,
  leaving: readonly BoxColumns[],
): (box: BoxColumns) => Problem | undefined {
  return ({ boxNo: no, palletId }) => {
    const pallet = palletId === null ? undefined : pallets.get(palletId);
    if (!pallet || (pallet.cmrId === null && pallet.state === 'open')) return undefined;
    const isWhole = leaving.filter((box) => box.palletId === palletId).length === pallet.boxes;
    if (pallet.cmrId === null && pallet.state === 'closed' && isWhole) return undefined;
    return problem('BOX_ON_PALLET', { no, pallet: pallet.palletNo });
  };
}

/** Hands closed pallets over with their boxes, and takes the other boxes off their pallets. */
export async function collectPallets(write: Writer, boxes: readonly BoxColumns[]): Promise<void> {
  for (const pallet of (await palletsUnder(write, boxes)).values()) {
    const own = boxes.filter(({ palletId }) => palletId === pallet.id);
    if (pallet.state === 'open') await placeBoxes(write, pallet.id, own, false);
    else await setState(write, [pallet.id], 'delivered');
  }
}

/** Takes pallets back that left with the boxes of a collection. */
export async function uncollectPallets(write: Writer, boxIds: readonly number[]): Promise<void> {
  const rows = await write
    .selectFrom('box')
    .innerJoin('pallet', 'pallet.id', 'box.palletId')
    .select('pallet.id')
    .distinct()
    .where('box.id', 'in', listed(boxIds))
    .where('pallet.state', '=', 'delivered')
    .where('pallet.cmrId', 'is', null)
    .execute();
  await setState(
    write,
    rows.map(({ id }) => id),
    'closed',
  );
}

async function setState(write: Writer, ids: readonly number[], state: 'closed' | 'delivered'): Promise<void> {
  if (ids.length === 0) return;
  await write
    .updateTable('pallet')
    .set((n) => ({ state, version: n('version', '+', 1) }))
    .where('id', 'in', listed(ids))
    .execute();
}
