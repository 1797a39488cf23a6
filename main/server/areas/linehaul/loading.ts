import type { CmrDetail, CmrView } from '@contract/linehaul/cmr';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { moveBoxes } from '../custody/moves';
import { carry, palletViews } from '../warehouse/pallets';
import { refreshCmr } from './cmrFacts';

/** Destination code of a note; its pallets are built for that place. */
export async function destinationCode(
  read: Reader,
  { toDestinationId }: { toDestinationId: number },
): Promise<string> {
  const { code } = await read
    .selectFrom('destination')
    .select('code')
    .where('id', '=', toDestinationId)
    .executeTakeFirstOrThrow();
  return code;
}

/** Puts pallets on a note. Throws the obstacle of any pallet at its number; then none is put. */
export async function putPallets(
  context: Context,
  cmr: CmrView,
  palletIds: readonly number[],
): Promise<void> {
  const { write } = context;
  const code = await destinationCode(write, cmr);
  for (const id of new Set(palletIds)) {
    const row = await write.selectFrom('pallet').selectAll().where('id', '=', id).executeTakeFirst();
    const [pallet] = row ? await palletViews(write, [row]) : [];
    if (!pallet) throw refuse('NOT_FOUND');
    const { palletNo: no } = pallet;
    if (pallet.cmrId === cmr.id) continue;
    if (pallet.cmrNo) throw refuse('CMR_PALLET_LOADED', { no, cmr: pallet.cmrNo });
    if (pallet.state === 'delivered') throw refuse('CMR_PALLET_GONE', { no });
    const elsewhere = pallet.warehouseId !== null && pallet.warehouseId !== cmr.fromWarehouseId;
    if (pallet.destinationCode !== code || elsewhere)
      throw refuse('CMR_PALLET_ELSEWHERE', { no, destination: pallet.destinationCode, expected: code });
    if (pallet.billArchived) throw refuse('CMR_BILL_ARCHIVED', { bill: no });
    await write.updateTable('pallet').set({ cmrId: cmr.id }).where('id', '=', id).execute();
  }
  await followNote(context, palletIds, cmr);
  await refreshCmr(write, cmr.id);
}

/** Moves boxes that were on a truck already to the truck of the note that their pallets are now on, or to none. */
export async function followNote(
  context: Context,
  palletIds: readonly number[],
  cmr: Pick<CmrView, 'id' | 'cmrNo'> | null,
): Promise<void> {
  if (palletIds.length === 0) return;
  const loaded = await context.write
    .selectFrom('box')
    .select('id')
    .where('palletId', 'in', listed(palletIds))
    .where('place', '=', 'truck')
    .execute();
  await moveBoxes(
    context,
    loaded.map(({ id }) => id),
    { place: 'truck', id: cmr?.id ?? null },
    { at: context.now, proof: 'cmr', proofId: cmr?.id ?? null, proofText: cmr?.cmrNo ?? null },
  );
}

/** Sets the note's number on the trips whose boxes it carries, if they have none; clears it on unloading. */
async function numberTrips({ write }: Context, cmr: CmrView, on: boolean): Promise<void> {
  const trips = write
    .selectFrom('box')
    .innerJoin('pallet', 'pallet.id', 'box.palletId')
    .select('box.pickId')
    .where('pallet.cmrId', '=', cmr.id)
    .where('box.pickId', 'is not', null);
  await write
    .updateTable('pick')
    .set((old) => ({ cmrNo: on ? cmr.cmrNo : null, version: old('version', '+', 1) }))
    .where('id', 'in', trips)
    .where('cmrNo', on ? 'is' : '=', on ? null : cmr.cmrNo)
    .where('outboundFinished', '=', 0)
    .execute();
}

/** Loads all pallets of a note, or unloads them. */
export async function carryAll(context: Context, cmr: CmrDetail, action: 'load' | 'unload'): Promise<void> {
  const state = action === 'load' ? 'closed' : 'loaded';
  const moving = cmr.pallets.filter((pallet) => pallet.state === state);
  await carry(
    context,
    moving.map((pallet) => ({ ...pallet, onTruck: false })),
    action,
  );
  await numberTrips(context, cmr, action === 'load');
}
