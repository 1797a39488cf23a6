import { type Bill, billRow } from '@contract/bill/bill';
import type { NodesAnswer } from '@contract/bill/timeNode';
import {
  isTimeNode,
  judgeNode,
  type NodeEntry,
  type NodeFacts,
  type NodeName,
  nodeChanges,
  permissionOf,
  type TimeNodeName,
  timeNode,
} from '@contract/rules/timeNodes';
import { type EventCode, words } from '@contract/words';
import type { Context, GroupHandlers } from '../../core/context';
import { checkReferences } from '../../core/crud';
import { eachOf } from '../../core/eachOf';
import { Refusal, refuse, refuseFields } from '../../core/refusal';
import { selectedIds } from '../../core/selected';
import type { Reader } from '../../store/open';
import { holds } from '../access/holds';
import { arriveBill, deliverBill } from '../customs/delivered';
import { inBoth, notifyStaff } from '../partners/messages';
import { boxesIn, collectedOf } from '../warehouse/collected';
import { bills } from './billFacts';
import { billList } from './billList';
import { changeFlight } from './flight';
import { inWords, moveEvent, type NodeSet, writeNode } from './nodeWrites';

/** Loads what the node rules need of a bill's trips, trucks and transit declarations. */
async function nodeFacts(db: Reader, billId: number): Promise<NodeFacts> {
  const [picks, trucks, roundTrip, collected] = await Promise.all([
    db
      .selectFrom('pick')
      .select(['inboundStartAt', 'outboundStartAt', 'outboundFinishAt', 'outboundFinished'])
      .where('billId', '=', billId)
      .execute(),
    db
      .selectFrom('cmr')
      .innerJoin('cmrBill', 'cmrBill.cmrId', 'cmr.id')
      .select('cmr.departedAt')
      .where('cmrBill.billId', '=', billId)
      .execute(),
    db
      .selectFrom('t1')
      .select('id')
      .where('billId', '=', billId)
      .whereRef('officeDeparture', '=', 'officeDestination')
      .executeTakeFirst(),
    collectedOf(db, billId),
  ]);
  const departures = known([
    ...picks.map(({ outboundStartAt }) => outboundStartAt),
    ...trucks.map(({ departedAt }) => departedAt),
  ]);
  const ended = picks.length > 0 && picks.every(({ outboundFinished }) => outboundFinished === 1);
  return {
    trips: picks.length,
    inboundBegun: picks.some(({ inboundStartAt }) => inboundStartAt !== null),
    outboundDeparture: departures[0] ?? null,
    lastDeparture: departures.at(-1) ?? null,
    outboundEnd: (ended && known(picks.map(({ outboundFinishAt }) => outboundFinishAt)).at(-1)) || null,
    t1SameSite: roundTrip !== undefined,
    collectedAt: collected.at(-1)?.collectedAt ?? null,
    collectedBoxes: boxesIn(collected),
  };
}
const known = (times: readonly (string | null)[]): string[] =>
  times.filter((time): time is string => time !== null).sort();

/**
 * Sets or clears one node of a bill by the table of rules/timeNodes, for any caller: a person, an import, a whole
 * waybill. Throws {@link Refusal}, with nothing written: NO_PERMISSION, STALE_DATA when `version` is given and old,
 * NODE_ORDER, NODE_MISSING, NODE_FUTURE, NODE_NOT_LAST, REQUIRED, T1_MRN, REFERENCE_UNKNOWN, BILL_REMOVED,
 * BILL_ARCHIVED.
 */
export async function setNode(
  context: Context,
  billId: number,
  node: NodeName,
  entry: NodeEntry,
  options: {
    readonly version?: number;
    readonly action?: 'setNode' | 'arrive';
    /** True when the node follows from an action that the caller may do, for example the arrival of a truck. */
    readonly follows?: boolean;
    /** Event for the timeline instead of the node's own. */
    readonly event?: EventCode | undefined;
  } = {},
): Promise<NodeSet> {
  const { caller, read, now } = context;
  const { version, action = 'setNode', follows = false, event } = options;
  if (!follows && !holds(caller, permissionOf(node))) throw refuse('NO_PERMISSION');
  const bill = await bills.open(context, billId, action, version);
  await checkReferences(context, billRow, { warehouseId: entry.warehouseId }, { ...bill });
  const verdict = judgeNode(node, entry, bill, await nodeFacts(read, billId), Date.parse(now));
  if (verdict.refused) throw refuseFields({ [verdict.refused.field]: verdict.refused.problem });
  const changes = nodeChanges(node, entry);
  const { podAt = bill.podAt, podBoxCount = bill.podBoxCount, tatAt = bill.tatAt } = changes;
  if (tatAt !== bill.tatAt) await arriveBill(context, bill, tatAt);
  // A changed number of boxes may say that others were delivered than before.
  const isSame = podAt === bill.podAt && (podAt === null || podBoxCount === bill.podBoxCount);
  const unknown = isSame ? [] : await deliverBill(context, bill, podAt, podBoxCount);
  const after = await writeNode(context, bill, changes, action);
  if (isTimeNode(node)) await moveEvent(context, bill, after, node, event);
  await notifyOthers(context, bill, after);
  return { bill: after, warnings: inWords(context, [...verdict.warnings, ...unknown]) };
}

/** Notifies the warehouse of landed cargo, and of boxes that did not come with it. */
async function notifyOthers(context: Context, before: Bill, bill: Bill): Promise<void> {
  const to = ['bill.warehouse.edit'] as const;
  if (before.ata === null && bill.ata !== null) {
    const text = { en: words.en.events.ARRIVED, cn: words.cn.events.ARRIVED };
    await notifyStaff(context, { type: 'arrival', text, to, bill });
  }
  const { noaBoxCount: noa, boxCount: boxes } = bill;
  if (noa !== null && noa !== before.noaBoxCount && noa < boxes) {
    await notifyStaff(context, { type: 'noa', text: inBoth('NOA_COUNT', { noa, boxes }), to, bill });
  }
}

/** Sets one node on many bills, row by row; returns the reasons of those refused and the warnings of the others. */
export async function setNodes(
  context: Context,
  ids: Iterable<number>,
  set: (id: number) => Promise<NodeSet>,
): Promise<NodesAnswer> {
  const warned: NodesAnswer['warned'] = [];
  const answer = await eachOf(context, ids, async (id) => {
    const { warnings } = await set(id);
    if (warnings.length > 0) warned.push({ key: id, warnings });
    return true;
  });
  return { ...answer, warned };
}

/** Handler that sets one node; its time and details are fields of the body. */
const setting =
  (name: TimeNodeName) =>
  (
    context: Context,
    { params, body }: { params: { id: number }; body: { version: number } },
  ): Promise<NodeSet> => {
    const { version, ...values } = body;
    const { [timeNode(name).field]: time, ...details } = values as NodeEntry & Record<string, string | null>;
    return setNode(context, params.id, name, { ...details, time }, { version });
  };

/** The time nodes of bills, arrival and flight. */
export const timeNodeHandlers: GroupHandlers<'timeNode'> = {
  updateETATime: setting('eta'),
  updateATDTime: setting('atd'),
  updateATATime: setting('ata'),
  updateNoaTime: setting('noa'),
  updateT1Time: setting('t1'),
  updatePickupTime: setting('pickup'),
  updateAtWarehouseTime: setting('atWarehouse'),
  updateTATTime: setting('tat'),
  updatePodTime: setting('pod'),
  updateULD: (context, { params, body: { version, uldNumbers } }) =>
    setNode(context, params.id, 'uld', { uldNumbers }, { version }),
  updateRemarks: (context, { params, body: { version, remarks } }) =>
    setNode(context, params.id, 'remarks', { remarks }, { version }),

  many: async (context, { body: { selection, node, entry, own } }) => {
    const entries = new Map(own.map((one) => [one.id, one.entry]));
    const ids = await selectedIds(context, billList, selection);
    return setNodes(context, ids, (id) => setNode(context, id, node, entries.get(id) ?? entry));
  },

  arrive: (context, { params, body }) =>
    setNode(context, params.id, 'ata', { time: body.ata }, { action: 'arrive' }),

  flightNumber: (context, { params, body }) => changeFlight(context, params.id, body),
};
