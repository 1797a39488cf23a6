import {
  dueOf,
  isDayNode,
  nextDue,
  nodesOf,
  type SeaNodeName,
  type SeaTimes,
  seaNodeNames,
  seaStateOf,
} from '@contract/rules/seaNodes';
import { type SeaBill, seaBill } from '@contract/sea/seaBill';
import type { SeaNode } from '@contract/sea/seaNode';
import { seaNode } from '@contract/sea/seaNode';
import type { LogEntry } from '../../core/context';
import { codecOf } from '../../store/codec';
import type { Reader, Writer } from '../../store/open';
import { rowById } from '../../store/rowById';
import { difference } from '../access/operateLog';
import type { SecondPairDoc } from '../business/fourEyes';

/** Records that a second person approves before they are filed with customs. */
export type FiledDoc = Extract<SecondPairDoc, 'isf' | 'entry'>;

/** Context for writing a sea bill: that of a call, or of a customs response without a call. */
export interface SeaContext {
  readonly read: Reader;
  readonly write: Writer;
  readonly now: string;
  readonly caller: { readonly id: number | null };
  log(entry: LogEntry): Promise<void>;
}

export const seaBillCodec = codecOf(seaBill.row);
const nodeCodec = codecOf(seaNode);

/** Loads a sea bill. Throws NOT_FOUND. */
export async function readSeaBill(db: Reader, id: number): Promise<SeaBill> {
  const row = await rowById(db, 'seaBill', id);
  return seaBillCodec.decode(row);
}

/** Nodes of a sea bill in the order of its journey. */
export async function nodesOfBill(db: Reader, seaBillId: number): Promise<SeaNode[]> {
  const rows = await db
    .selectFrom('seaNode')
    .selectAll()
    .where('seaBillId', '=', seaBillId)
    .orderBy('place')
    .execute();
  return rows.map(nodeCodec.decode);
}

/** Times at which nodes were reached. */
export const timesOf = (nodes: readonly SeaNode[]): SeaTimes =>
  Object.fromEntries(nodes.map(({ node, actualAt }) => [node, actualAt]));

/** Writes an action on a sea bill to the operation log. */
export const logSeaBill = (
  context: SeaContext,
  action: LogEntry['action'],
  bill: Pick<SeaBill, 'id' | 'mblNo' | 'customerId'>,
  before: unknown,
  after: unknown,
) =>
  context.log({
    module: 'sea',
    action,
    objectType: 'seaBill',
    objectId: bill.id,
    objectNo: bill.mblNo,
    customerId: bill.customerId,
    before,
    after,
  });

/** Writes fields of a sea bill as its next version. */
export async function saveSeaBill(
  { write, now, caller }: SeaContext,
  bill: SeaBill,
  values: Partial<SeaBill>,
): Promise<void> {
  await write
    .updateTable('seaBill')
    .set({ ...seaBillCodec.encode(values), updatedAt: now, updatedBy: caller.id, version: bill.version + 1 })
    .where('id', '=', bill.id)
    .execute();
}

/**
 * Recomputes everything derived from a bill and its nodes: which nodes apply and when they are due, its state, its
 * departure and arrival, and its next deadline. Everything that writes either ends here. Returns the updated bill.
 */
export async function refreshSeaBill({ write, now, caller }: SeaContext, id: number): Promise<SeaBill> {
  const bill = await readSeaBill(write, id);
  const known = await nodesOfBill(write, id);
  const wanted = nodesOf(bill);
  const spare = known.filter(
    ({ node, plannedAt, actualAt, remark }) =>
      !wanted.includes(node) && plannedAt === null && actualAt === null && remark === null,
  );
  for (const { id: nodeId } of spare) await write.deleteFrom('seaNode').where('id', '=', nodeId).execute();
  for (const node of wanted.filter((name) => !known.some((one) => one.node === name)))
    await write
      .insertInto('seaNode')
      .values(newNode(id, node, now, caller.id))
      .execute();

  const nodes = await nodesOfBill(write, id);
  const times = timesOf(nodes);
  const dated = {
    ...bill,
    atd: times.atd ?? null,
    ata: times.ata ?? null,
    releasedAt: times.released ?? null,
  };
  for (const one of nodes) {
    const dueAt = wanted.includes(one.node) ? dueOf(one.node, dated) : null;
    if (dueAt !== one.dueAt)
      await write.updateTable('seaNode').set({ dueAt }).where('id', '=', one.id).execute();
    Object.assign(one, { dueAt });
  }
  const state = seaStateOf(bill.state === 'cancelled', times, bill.entryState);
  const next = nextDue(nodes, state);
  const found = {
    state,
    atd: dated.atd,
    ata: dated.ata,
    dueNode: next?.node ?? null,
    dueAt: next?.dueAt ?? null,
  };
  await write.updateTable('seaBill').set(found).where('id', '=', id).execute();
  return { ...bill, ...found };
}

const newNode = (seaBillId: number, node: SeaNodeName, now: string, by: number | null) => ({
  ...{ version: 1, seaBillId, node, place: seaNodeNames.indexOf(node) },
  ...{ dueAt: null, plannedAt: null, actualAt: null, remark: null, updatedAt: now, updatedBy: by },
});

/** Writes a node as its next version, updates its bill and logs it. */
export async function writeNode(
  context: SeaContext,
  bill: SeaBill,
  node: SeaNode,
  values: Partial<Pick<SeaNode, 'plannedAt' | 'actualAt' | 'remark'>>,
): Promise<void> {
  const { write, now, caller } = context;
  const changed = difference(node, { ...node, ...values });
  await write
    .updateTable('seaNode')
    .set({ ...values, version: node.version + 1, updatedAt: now, updatedBy: caller.id })
    .where('id', '=', node.id)
    .execute();
  await refreshSeaBill(context, bill.id);
  await logSeaBill(
    context,
    'setNode',
    bill,
    { node: node.node, ...changed.before },
    { node: node.node, ...changed.after },
  );
}

/**
 * Sets when a node was reached, or null if it was not, as reported by customs or a carrier. Reports are accepted
 * unchecked, in any order. The state of the bill follows. For the last free day, `at` is that day.
 */
export async function reachNode(
  context: SeaContext,
  seaBillId: number,
  node: SeaNodeName,
  at: string | null,
): Promise<void> {
  const { write, now, caller } = context;
  const bill = await readSeaBill(write, seaBillId);
  if (isDayNode(node)) {
    const lastFreeDay = at?.slice(0, 10) ?? null;
    if (lastFreeDay === bill.lastFreeDay) return;
    await saveSeaBill(context, bill, { lastFreeDay });
    await refreshSeaBill(context, bill.id);
    await logSeaBill(context, 'setNode', bill, { lastFreeDay: bill.lastFreeDay }, { lastFreeDay });
    return;
  }
  const hasNode = (await nodesOfBill(write, bill.id)).some((one) => one.node === node);
  if (!hasNode)
    await write
      .insertInto('seaNode')
      .values(newNode(bill.id, node, now, caller.id))
      .execute();
  const found = (await nodesOfBill(write, bill.id)).find((one) => one.node === node);
  if (found && found.actualAt !== at) await writeNode(context, bill, found, { actualAt: at });
}

/** A filing of a sea bill, with the fields of its own record. */
interface Filing {
  readonly id: number;
  readonly state: string;
}

/** Stores the ISF or entry of a sea bill and its state; null when it no longer belongs to the bill. */
export async function linkFiling(
  context: SeaContext,
  seaBillId: number,
  doc: FiledDoc,
  filing: Filing | null,
): Promise<void> {
  const bill = await readSeaBill(context.write, seaBillId);
  const [id, state] = [filing?.id ?? null, filing?.state ?? null];
  const [idOf, stateOf] = [`${doc}Id`, `${doc}State`] as const;
  if (bill[idOf] === id && bill[stateOf] === state) return;
  await saveSeaBill(context, bill, { [idOf]: id, [stateOf]: state });
  // The state of the bill follows from that of its entry.
  await refreshSeaBill(context, seaBillId);
  if (bill[idOf] !== id)
    await logSeaBill(context, filing ? 'link' : 'unlink', bill, { [idOf]: bill[idOf] }, { [idOf]: id });
}
