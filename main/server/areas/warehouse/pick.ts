import type { Bill } from '@contract/bill/bill';
import { check } from '@contract/checked';
import { boxesExpected } from '@contract/rules/billStage';
import { type PickView, pickDraft, pickDraftFields } from '@contract/warehouse/pick';
import type * as z from 'zod';
import type { Context, GroupHandlers } from '../../core/context';
import { refuse, refuseFields } from '../../core/refusal';
import { newStamp } from '../../core/stamps';
import { nextNumber } from '../../store/numbers';
import { storedTexts } from '../../store/storedLists';
import { bills, readBill, refreshBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { settleDelivery } from '../linehaul/truckNodes';
import { refreshBoxes } from './boxViews';
import { settleDifferences } from './differences';
import { closeLeg } from './legs';
import { keepPhoto } from './photos';
import {
  loadTrip,
  onLeg,
  pickCodec,
  pickupTimeOf,
  refreshPickupTime,
  reopenPickup,
  requireChain,
  requireOrder,
  requireReopener,
  viewsOf,
} from './trips';

/** Loads a trip of a bill for an action. Throws NOT_FOUND for one of another bill. */
async function tripOfBill(
  context: Context,
  { id, pickId }: { id: number; pickId: number },
  action: 'update' | 'delete',
  version?: number,
) {
  const { bill } = await loadTrip(context, pickId);
  if (bill.id !== id) throw refuse('NOT_FOUND');
  return onLeg.pickup.open(context, pickId, action, version);
}

async function create(
  context: Context,
  billId: number,
  draft: z.output<typeof pickDraft>,
): Promise<PickView> {
  const { write, now } = context;
  const bill = await readBill(write, billId);
  bills.allow('addPick', bill);
  const all = await viewsOf(write, bill, now);
  requireChain(bill, all, { ...draft, id: 0 } as PickView, ['picked'], draft.differenceReason ?? null);
  const pickupStartAt = draft.pickupStartAt ?? null;
  requireOrder(now, [['pickupStartAt', pickupStartAt]]);
  const before = await pickupTimeOf(write, billId);
  const { id } = await write
    .insertInto('pick')
    .values({
      ...pickCodec.encode(draft),
      billId,
      pickNo: await nextNumber(write, 'pick', 'pickNo', 'PK', now),
      pickupStartAt: pickupStartAt ?? now,
      pickupFinished: 0,
      inboundFinished: 0,
      clearanceFinished: 0,
      outboundFinished: 0,
      ...newStamp(context),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await reopenPickup(write, billId);
  await settleTrips(context, bill, before);
  const { pick } = await loadTrip(context, id);
  await logBill(context, 'create', bill, { after: { pickNo: pick.pickNo, ...draft }, remark: pick.pickNo });
  return pick;
}

/** Updates what follows from the trips of a bill; `before` is the pickup time that they gave before the change. */
async function settleTrips(context: Context, bill: Bill, before: string | null): Promise<void> {
  const { write } = context;
  await refreshPickupTime(write, bill.id, before);
  await refreshBill(write, bill.id);
  await settleDifferences(context, bill.id);
  await refreshBoxes(write, bill.id);
}

/** Trips of a bill. */
export const pickHandlers: GroupHandlers<'pick'> = {
  list: async ({ read, now }, { params }) => viewsOf(read, await readBill(read, params.id), now),

  create: (context, { params, body }) => create(context, params.id, body),

  update: async (context, { params, body }) => {
    const { version, ...patch } = body;
    const { bill, pick, all } = await tripOfBill(context, params, 'update', version);
    const merged = check(pickDraft, {
      ...Object.fromEntries(pickDraftFields.map((name) => [name, pick[name]])),
      ...patch,
    });
    if (!merged.ok) throw refuseFields(merged.problems);
    const after = { ...pick, ...merged.value };
    if (after.pickupBoxes !== pick.pickupBoxes)
      requireChain(bill, all, after, ['picked'], after.differenceReason);
    requireOrder(context.now, [['pickupStartAt', after.pickupStartAt]]);
    const before = await pickupTimeOf(context.write, bill.id);
    await onLeg.pickup.save(context, pick, merged.value);
    await settleTrips(context, bill, before);
    await logBill(context, 'update', bill, {
      before: pick,
      after: { ...pick, ...merged.value },
      remark: pick.pickNo,
    });
    return (await loadTrip(context, pick.id)).pick;
  },

  remove: async (context, { params }) => {
    const { bill, pick } = await tripOfBill(context, params, 'delete');
    const before = await pickupTimeOf(context.write, bill.id);
    await context.write.updateTable('box').set({ pickId: null }).where('pickId', '=', pick.id).execute();
    await context.write
      .updateTable('abnormalCase')
      .set({ pickId: null })
      .where('pickId', '=', pick.id)
      .execute();
    await context.write.deleteFrom('pick').where('id', '=', pick.id).execute();
    await settleTrips(context, bill, before);
    await logBill(context, 'delete', bill, {
      before: { pickNo: pick.pickNo, pickupBoxes: pick.pickupBoxes },
      remark: pick.pickNo,
    });
    return null;
  },

  whole: async (context, { params, body }) => {
    const { write } = context;
    const bill = await readBill(write, params.id);
    const set = async (pickupFinished: boolean, remark: string | null) => {
      await write
        .updateTable('bill')
        .set((columns) => ({
          pickupClosedBoxes: pickupFinished ? boxesExpected(bill) : null,
          version: columns('version', '+', 1),
          updatedAt: context.now,
          updatedBy: context.caller.id,
        }))
        .where('id', '=', bill.id)
        .execute();
      await refreshBill(write, bill.id);
      await settleDifferences(context, bill.id);
      await refreshBoxes(write, bill.id);
      if (pickupFinished) await settleDelivery(context, bill.id);
      await logBill(context, pickupFinished ? 'finish' : 'reopen', bill, {
        before: { pickupFinished: bill.pickupFinished },
        after: { pickupFinished },
        remark,
      });
      return { changed: 1, bill: await readBill(write, bill.id) };
    };
    if (body.finished) {
      bills.allow('finishPickup', bill);
      if (bill.pickupFinished) {
        context.unchanged();
        return { changed: 0, bill };
      }
      const trips = await viewsOf(write, bill, context.now);
      if (trips.some(({ pickupFinished }) => !pickupFinished)) throw refuse('LEG_PREVIOUS_OPEN');
      return set(true, null);
    }
    requireReopener(context);
    if (bill.archived || bill.stage === 'removed' || bill.pickupFinished) bills.allow('reopenPickup', bill);
    else {
      context.unchanged();
      return { changed: 0, bill };
    }
    const trips = await viewsOf(write, bill, context.now);
    if (trips.some(({ inboundFinished }) => inboundFinished)) throw refuse('LEG_NEXT_FINISHED');
    if (!body.reason) throw refuse('REASON_REQUIRED');
    return set(false, body.reason);
  },

  closePickup: (context, { params, body }) => closeLeg(context, params.id, 'pickup', body),

  photo: async (context, { params, file }) => {
    const { bill, pick } = await loadTrip(context, params.id);
    const id = await keepPhoto(context, bill, file);
    const { inboundPhotos } = await context.write
      .selectFrom('pick')
      .select('inboundPhotos')
      .where('id', '=', pick.id)
      .executeTakeFirstOrThrow();
    await context.write
      .updateTable('pick')
      .set({ inboundPhotos: JSON.stringify([...storedTexts(inboundPhotos), id]) })
      .where('id', '=', pick.id)
      .execute();
    await logBill(context, 'upload', bill, { remark: `${pick.pickNo}: ${file.name}` });
    return (await loadTrip(context, pick.id)).pick;
  },
};
