import { asRecord } from '@contract/access/changes';
import type { Bill } from '@contract/bill/bill';
import { isKeyOf } from '@contract/names';
import type { Warning } from '@contract/resource';
import { isDayNode, SEA_WARNING_HOURS, type SeaNodeName, seaNodeProblem } from '@contract/rules/seaNodes';
import type { TimeNodeName } from '@contract/rules/timeNodes';
import { instantOf } from '@contract/rules/zonedTime';
import type { SeaBill } from '@contract/sea/seaBill';
import {
  type SeaNode,
  type SeaNodeShow,
  seaNode,
  seaNodeFilters,
  seaNodeRow,
  seaNodeShows,
} from '@contract/sea/seaNode';
import { sql } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { eachOf } from '../../core/eachOf';
import { exportRows } from '../../core/exportRows';
import { requireVersion } from '../../core/record';
import { Refusal } from '../../core/refusal';
import { selectedIds } from '../../core/selected';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';
import { readBill } from '../bill/billFacts';
import { inWords } from '../bill/nodeWrites';
import { setNode as setBillNode } from '../bill/timeNodes';
import { seaBills } from './seaBill';
import { nodesOfBill, reachNode, readSeaBill, timesOf, writeNode } from './seaLinks';

const HOUR = 3_600_000;
const codec = codecOf(seaNode);

/** Conditions for nodes of active bills; for the last free day the bill tells whether it is known. */
const isDone = sql<boolean>`(actualAt is not null or (node = 'lastFreeDay' and lastFreeDay is not null))`;
const underWay = sql<boolean>`state not in ('closed', 'cancelled')`;
const shown = (show: SeaNodeShow, now: string) => {
  const soon = instantOf(Date.parse(now) + SEA_WARNING_HOURS * HOUR);
  return {
    open: sql<boolean>`(not ${isDone})`,
    soon: sql<boolean>`(not ${isDone} and dueAt >= ${now} and dueAt <= ${soon})`,
    late: sql<boolean>`(not ${isDone} and dueAt < ${now})`,
    done: isDone,
  }[show];
};

const definition = (now: string): ListDefinition<typeof seaNodeRow> => ({
  table: 'seaNodeOfBill',
  row: seaNodeRow,
  filters: seaNodeFilters,
  keyword: ['mblNo', 'hblNo', 'vesselName', 'voyageNo'],
  // Nodes without a due time come last.
  order: 'dueFirst,mblNo,place',
  always: (_where, { show }) => [underWay, ...(show ? [shown(show as SeaNodeShow, now)] : [])],
});

/** Loads a node. Throws NOT_FOUND. */
async function readNode(db: Reader, id: number): Promise<SeaNode> {
  return codec.decode(await rowById(db, 'seaNode', id));
}

/** Input for a node: omitted fields stay as they are. */
interface Entry {
  readonly actualAt?: string | null | undefined;
  readonly plannedAt?: string | null | undefined;
  readonly day?: string | null | undefined;
  readonly remark?: string | null | undefined;
}

/**
 * Sets fields of a node by the rules of its bill. Throws {@link Refusal}: STATE_NOT_ALLOWED, NODE_ORDER, NODE_MISSING,
 * NODE_FUTURE, NODE_NOT_LAST. Returns whether anything changed.
 */
async function setNode(
  context: Context,
  node: SeaNode,
  entry: Entry,
  warnings: Warning[] = [],
): Promise<boolean> {
  const { write, now } = context;
  const bill = await readSeaBill(write, node.seaBillId);
  seaBills.allow('setNode', bill);
  const { actualAt = node.actualAt, plannedAt = node.plannedAt, remark = node.remark } = entry;
  const day = isDayNode(node.node);
  if (!day && actualAt !== node.actualAt) {
    const times = timesOf(await nodesOfBill(write, bill.id));
    const refused = seaNodeProblem(node.node, actualAt, times, Date.parse(now));
    if (refused) throw new Refusal(refused);
  }
  const values = { plannedAt, remark, ...(day ? {} : { actualAt }) };
  const moved = day && entry.day !== undefined && entry.day !== bill.lastFreeDay;
  if (moved) await reachNode(context, bill.id, node.node, entry.day ?? null);
  const stored = asRecord(node);
  const changed = Object.entries(values).some(([name, value]) => stored[name] !== value);
  if (changed) await writeNode(context, bill, node, values);
  if (!day && actualAt !== node.actualAt) warnings.push(...(await follow(context, bill, node, actualAt)));
  return moved || changed;
}

/** Nodes of the linked bill that correspond to nodes of its sea bill. */
const FOLLOWS = {
  atd: ['atd', 'atd'],
  ata: ['ata', 'ata'],
  gateOut: ['pickup', 'pickupAt'],
  delivered: ['atWarehouse', 'atWarehouseAt'],
} as const satisfies Partial<Record<SeaNodeName, readonly [TimeNodeName, keyof Bill]>>;

/**
 * Copies a node of the sea bill to its linked bill, if that has no value yet. Returns the linked bill's objections; the
 * sea bill keeps its value.
 */
async function follow(
  context: Context,
  { billId }: SeaBill,
  { node, actualAt: before }: SeaNode,
  time: string | null,
): Promise<Warning[]> {
  if (billId === null || !isKeyOf(FOLLOWS, node)) return [];
  const [name, field] = FOLLOWS[node];
  const bill = await readBill(context.write, billId);
  if (bill[field] !== before) return [];
  try {
    const warehouseId = name === 'atWarehouse' ? (bill.warehouseId ?? undefined) : undefined;
    return (await setBillNode(context, billId, name, { time, warehouseId }, { follows: true })).warnings;
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return inWords(context, [thrown.problem]);
  }
}

/** The nodes of sea bills. */
export const seaNodeHandlers: GroupHandlers<'seaNode'> = {
  ofBill: async ({ read }, { params }) => {
    await readSeaBill(read, params.id);
    return nodesOfBill(read, params.id);
  },
  list: ({ read, now }, { query }) => listRows(read, definition(now), query),
  export: (context, { query }) =>
    exportRows(context, { definition: definition(context.now), resource: 'seaNode' }, query),

  count: async ({ read, now }) => {
    const found = await read
      .selectFrom('seaNodeOfBill')
      .select(seaNodeShows.map((show) => sql<number>`coalesce(sum(${shown(show, now)}), 0)`.as(show)))
      .where(underWay)
      .executeTakeFirstOrThrow();
    return found;
  },

  set: async (context, { params, body }) => {
    const { version, ...entry } = body;
    const node = await readNode(context.write, params.id);
    requireVersion(node, version);
    const warnings: Warning[] = [];
    if (!(await setNode(context, node, entry, warnings))) context.unchanged();
    return { node: await readNode(context.write, params.id), warnings };
  },

  many: async (context, { body }) => {
    const { selection, ...entry } = body;
    const ids = await selectedIds(context, definition(context.now), selection);
    return eachOf(context, ids, async (id) => setNode(context, await readNode(context.write, id), entry));
  },
};
