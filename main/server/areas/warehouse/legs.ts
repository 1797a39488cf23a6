import type { Bill } from '@contract/bill/bill';
import { type Problem, problem } from '@contract/errors';
import type { ChainLink } from '@contract/rules/boxChain';
import { reasonProblem } from '@contract/rules/boxDifference';
import { type Closing, type Leg, legStateOf, type PickView } from '@contract/warehouse/pick';
import type { Context, GroupHandlers } from '../../core/context';
import { requireVersion } from '../../core/record';
import { Refusal, refuse } from '../../core/refusal';
import { refreshBill } from '../bill/billFacts';
import { addEvent, logBill } from '../bill/billHistory';
import { inWords } from '../bill/nodeWrites';
import { settleDelivery } from '../linehaul/truckNodes';
import { refreshBoxes } from './boxViews';
import { legDifference, settleDifferences, tellDifference } from './differences';
import {
  loadTrip,
  onLeg,
  pickupTimeOf,
  refreshPickupTime,
  reopenPickup,
  requireChain,
  requireOrder,
  requireReopener,
} from './trips';

type OwnLeg = Exclude<Leg, 'pickup'>;
type Patch = Partial<PickView> & { version: number };

/** Count of the box chain that each leg sets. */
const LINK: Partial<Record<Leg, ChainLink>> = { pickup: 'picked', inbound: 'inbound', outbound: 'outbound' };
/** The leg that must start before. */
const AFTER: Partial<Record<Leg, Leg>> = { inbound: 'pickup', outbound: 'inbound' };

async function settle(context: Context, bill: Bill): Promise<void> {
  await refreshBill(context.write, bill.id);
  await refreshBoxes(context.write, bill.id);
}

/** Starts a leg, or changes a running one. */
async function writeLeg(
  context: Context,
  id: number,
  leg: OwnLeg,
  patch: Patch,
  begin: boolean,
): Promise<PickView> {
  const { version, ...given } = patch;
  const { bill, pick, all } = await onLeg[leg].open(context, id, begin ? 'start' : 'update', version);
  const start = `${leg}StartAt` as const;
  const values = { ...given, [start]: given[start] ?? pick[start] ?? context.now };
  const after: PickView = { ...pick, ...values };
  const before = AFTER[leg];
  requireOrder(context.now, [
    ...(before ? [[`${before}StartAt`, pick[`${before}StartAt`]] as const] : []),
    [start, after[start]],
  ]);
  const link = LINK[leg];
  if (link && after[`${leg}Boxes`] !== pick[`${leg}Boxes`])
    requireChain(bill, all, after, [link], after.differenceReason);
  await onLeg[leg].save(context, pick, values);
  await settle(context, bill);
  await logBill(context, begin ? 'start' : 'update', bill, { before: pick, after, remark: pick.pickNo });
  return (await loadTrip(context, id)).pick;
}

/** Undoes the start of a leg in which nothing has been counted. */
async function removeLeg(context: Context, id: number, leg: OwnLeg): Promise<PickView> {
  const { bill, pick } = await onLeg[leg].open(context, id, 'delete');
  const none = { [`${leg}StartAt`]: null, [`${leg}Boxes`]: null };
  await onLeg[leg].save(context, pick, none);
  await settle(context, bill);
  await logBill(context, 'delete', bill, {
    before: pick,
    after: { ...pick, ...none },
    remark: `${pick.pickNo} ${leg}`,
  });
  return (await loadTrip(context, id)).pick;
}

/** Finishes a leg, or reopens it. Finishing a finished leg changes nothing. */
export async function closeLeg(context: Context, id: number, leg: Leg, body: Closing) {
  const { bill, pick, all } = await loadTrip(context, id);
  if (body.action === 'reopen') return reopenLeg(context, leg, body, bill, pick);
  if (legStateOf(leg, pick) === 'finished' && !bill.archived && bill.stage !== 'removed') {
    context.unchanged();
    return { changed: 0, pick, warnings: [] };
  }
  requireVersion(pick, body.version);
  onLeg[leg].allow('finish', pick);
  const differenceReason = body.differenceReason ?? pick.differenceReason;
  const cmrNo = body.cmrNo ?? pick.cmrNo;
  if (leg === 'outbound' && !cmrNo) throw refuse('LEG_NO_CMR');
  const found = leg === 'inbound' ? await legDifference(context.read, bill, all, id) : null;
  const counted = { actual: pick.inboundBoxes ?? 0, expected: pick.pickupBoxes };
  const wrong = found && reasonProblem(found, counted, { ...body, differenceReason });
  if (wrong) throw new Refusal(wrong);
  const finishAt = body.finishAt ?? context.now;
  requireOrder(context.now, [
    [`${leg}StartAt`, pick[`${leg}StartAt`]],
    [`${leg}FinishAt`, finishAt],
  ]);
  const values: Partial<PickView> = {
    [`${leg}FinishAt`]: finishAt,
    [`${leg}StartAt`]: pick[`${leg}StartAt`] ?? finishAt,
    [`${leg}Finished`]: true,
    ...(leg === 'inbound' || leg === 'outbound' ? { differenceReason } : {}),
    ...(leg === 'outbound' ? { cmrNo } : {}),
  };
  const link = LINK[leg];
  // Pickup counts were checked when written; scans come one by one and are checked here.
  // An inbound leg gave its reasons above: a surplus of another trip is asked about there.
  if (link && leg === 'outbound') requireChain(bill, all, { ...pick, ...values }, [link], differenceReason);
  const before = await pickupTimeOf(context.write, bill.id);
  await onLeg[leg].save(context, pick, values);
  if (leg === 'pickup') {
    await refreshPickupTime(context.write, bill.id, before);
    await addEvent(context, bill.id, 'PICKED_UP', { occurredAt: finishAt });
  }
  if (leg === 'outbound') await addEvent(context, bill.id, 'OUTBOUND', { occurredAt: finishAt });
  await settle(context, bill);
  if (leg === 'pickup' || leg === 'inbound')
    await settleDifferences(context, bill.id, body.differenceReasons);
  if (found) await tellDifference(context, bill, { ...found, pickNo: pick.pickNo });
  if (leg === 'inbound') await settleDelivery(context, bill.id);
  await logBill(context, 'finish', bill, {
    before: pick,
    after: { ...pick, ...values },
    remark: pick.pickNo,
  });
  const twice = leg === 'outbound' && cmrNo ? await cmrTwice(context, id, cmrNo) : [];
  return { changed: 1, pick: (await loadTrip(context, id)).pick, warnings: inWords(context, twice) };
}

/**
 * A CMR is for one truck load, which may have boxes of several trips: a number used by others is a warning, not a
 * refusal.
 */
async function cmrTwice({ read }: Context, id: number, no: string): Promise<Problem[]> {
  const others = await read
    .selectFrom('pick')
    .innerJoin('bill', 'bill.id', 'pick.billId')
    .select(['pick.pickNo', 'bill.billNo', 'bill.batchNo'])
    .where('pick.cmrNo', '=', no)
    .where('pick.id', '!=', id)
    .orderBy('pick.id', 'desc')
    .limit(5)
    .execute();
  if (others.length === 0) return [];
  const trips = { list: others.map(({ pickNo, billNo, batchNo }) => `${pickNo} (${billNo} ${batchNo})`) };
  return [problem('CMR_TWICE', { no, trips })];
}

async function reopenLeg(context: Context, leg: Leg, body: Closing, bill: Bill, pick: PickView) {
  requireReopener(context);
  requireVersion(pick, body.version);
  onLeg[leg].allow('reopen', pick);
  if (!body.reason) throw refuse('REASON_REQUIRED');
  const values = { [`${leg}FinishAt`]: null, [`${leg}Finished`]: false };
  const before = await pickupTimeOf(context.write, bill.id);
  await onLeg[leg].save(context, pick, values);
  if (leg === 'pickup') {
    await reopenPickup(context.write, bill.id);
    await refreshPickupTime(context.write, bill.id, before);
  }
  await settle(context, bill);
  if (leg === 'pickup' || leg === 'inbound') await settleDifferences(context, bill.id);
  await logBill(context, 'reopen', bill, {
    before: pick,
    after: { ...pick, ...values },
    remark: `${pick.pickNo}: ${body.reason}`,
  });
  return { changed: 1, pick: (await loadTrip(context, pick.id)).pick, warnings: [] };
}

const handlersOf = (leg: OwnLeg) => ({
  get: async (context: Context, { params }: { params: { id: number } }) =>
    (await loadTrip(context, params.id)).pick,
  start: (context: Context, { params, body }: { params: { id: number }; body: Patch }) =>
    writeLeg(context, params.id, leg, body, true),
  update: (context: Context, { params, body }: { params: { id: number }; body: Patch }) =>
    writeLeg(context, params.id, leg, body, false),
  remove: (context: Context, { params }: { params: { id: number } }) => removeLeg(context, params.id, leg),
  close: (context: Context, { params, body }: { params: { id: number }; body: Closing }) =>
    closeLeg(context, params.id, leg, body),
});

/** The legs of trips that the warehouse and the broker edit. */
export const pickInboundHandlers: GroupHandlers<'pickInbound'> = {
  ...handlersOf('inbound'),
  difference: async (context, { params }) => {
    const { bill, all } = await loadTrip(context, params.id);
    return legDifference(context.read, bill, all, params.id);
  },
};
export const pickClearanceHandlers: GroupHandlers<'pickClearance'> = handlersOf('clearance');
export const pickOutboundHandlers: GroupHandlers<'pickOutbound'> = handlersOf('outbound');
