import type { Bill } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { check } from '@contract/checked';
import {
  type T1,
  type T1Action,
  type T1Draft,
  type T1View,
  t1Api,
  t1Draft,
  t1DraftFields,
  t1Machine,
  t1Name,
  t1Row,
  t1StateOf,
} from '@contract/customs/t1';
import { problem } from '@contract/errors';
import { judgeNode, nodeChanges } from '@contract/rules/timeNodes';
import type { Context, GroupHandlers } from '../../core/context';
import { isInScope } from '../../core/inScope';
import { officeDay } from '../../core/officeClock';
import { record } from '../../core/record';
import { Refusal, refuse, refuseFields } from '../../core/refusal';
import { newStamp } from '../../core/stamps';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';
import { readBill } from '../bill/billFacts';
import { addEvent, logBill } from '../bill/billHistory';
import { moveEvent, writeNode } from '../bill/nodeWrites';
import { readOpenBill, requireAfter, timeGiven } from './openBill';

const codec = codecOf(t1Row);

async function readT1(db: Reader, id: number): Promise<{ t1: T1; bill: Bill }> {
  const row = await rowById(db, 't1', id);
  return { t1: codec.decode(row), bill: await readBill(db, row.billId) };
}

const transits = record({
  table: 't1',
  row: t1Row,
  machine: t1Machine,
  load: ({ read }, id: number) => readT1(read, id),
  about: ({ t1, bill }) => ({ row: t1, facts: { ...t1, bill } }),
});

/** Refuses an MRN that another transit of the same bill has; one declaration may cover several bills. */
async function requireNew({ write }: Context, mrn: string, bill: Bill, own?: number): Promise<void> {
  const twins = await write
    .selectFrom('t1')
    .select('id')
    .where('mrn', '=', mrn)
    .where('billId', '=', bill.id)
    .execute();
  if (twins.some(({ id }) => id !== own))
    throw refuseFields({ mrn: problem('T1_EXISTS', { mrn, bill: billName(bill) }) });
}

/** Checks the MRN that customs gives with its acceptance. Throws REQUIRED, T1_MRN and T1_EXISTS at the field. */
async function acceptedMrn(
  context: Context,
  given: string | null | undefined,
  bill: Bill,
  own?: number,
): Promise<string> {
  const checked = check(acceptance, { mrn: given });
  if (!checked.ok) throw refuseFields(checked.problems);
  await requireNew(context, checked.value.mrn, bill, own);
  return checked.value.mrn;
}
const acceptance = t1Api.release.body.pick({ mrn: true });

/** Sets the bill's T1 node to the first release of its transits; clears it with the last of them. */
async function syncNode(context: Context, billId: number): Promise<void> {
  const first = await context.write
    .selectFrom('t1')
    .select(['releasedAt', 'mrn'])
    .where('billId', '=', billId)
    .where('releasedAt', 'is not', null)
    .orderBy('releasedAt')
    .orderBy('id')
    .executeTakeFirst();
  const bill = await readBill(context.write, billId);
  const time = first?.releasedAt ?? null;
  if (bill.t1At === time && bill.t1Mrn === (first?.mrn ?? null)) return;
  const entry = { time, ...(first?.mrn ? { t1Mrn: first.mrn } : {}) };
  const after = await writeNode(context, bill, nodeChanges('t1', entry), 'setNode');
  await moveEvent(context, bill, after, 't1');
}

/** Throws at the field if the table of time nodes refuses a release at that time. */
function requireNode({ now }: Context, bill: Bill, time: string, t1Mrn: string): void {
  const { refused } = judgeNode('t1', { time, t1Mrn }, bill, null, Date.parse(now));
  if (refused) throw refuseFields({ releasedAt: refused.problem });
}

/**
 * Creates a transit of a bill: entered, or from a file whose rows are released already. Throws {@link Refusal}:
 * BILL_REMOVED, BILL_ARCHIVED; at their fields T1_MRN, T1_EXISTS, NODE_FUTURE, NODE_ORDER, NODE_MISSING.
 */
export async function createT1(
  context: Context,
  billId: number,
  values: Partial<T1Draft> & { readonly mrn?: string | null; readonly releasedAt?: string | null },
): Promise<T1> {
  const { write, now } = context;
  const { releasedAt = null, mrn: given = null, ...draft } = values;
  const bill = await readOpenBill(context, billId);
  const checked = check(t1Draft, { seals: [], ...draft });
  if (!checked.ok) throw refuseFields(checked.problems);
  const mrn = releasedAt === null ? null : await acceptedMrn(context, given, bill);
  if (releasedAt !== null && mrn !== null) requireNode(context, bill, releasedAt, mrn);
  const dates = { releasedAt, arrivedAt: null, dischargedAt: null, timeLimit: checked.value.timeLimit };
  const columns = codec.encode({
    ...checked.value,
    ...dates,
    ...{ mrn, billId },
    state: t1StateOf(dates, officeDay(now)),
    ...newStamp(context),
  });
  const { id } = await write.insertInto('t1').values(columns).returning('id').executeTakeFirstOrThrow();
  if (releasedAt !== null) await syncNode(context, billId);
  const { t1 } = await readT1(write, id);
  const after = mrn === null ? checked.value : { mrn, ...checked.value };
  await logBill(context, 't1Create', bill, { after, remark: t1Name(t1) });
  return t1;
}

/**
 * Removes a transit, and with the last released one the bill's T1 node. Throws {@link Refusal}: STATE_NOT_ALLOWED, BILL_REMOVED,
 * BILL_ARCHIVED; REASON_REQUIRED for one that was released.
 */
export async function removeT1(context: Context, id: number, reason: string | null): Promise<void> {
  const { t1, bill } = await transits.open(context, id, 'delete');
  if (t1.state !== 'draft' && !reason) throw refuse('REASON_REQUIRED');
  await context.write.deleteFrom('t1').where('id', '=', t1.id).execute();
  await syncNode(context, bill.id);
  await logBill(context, 't1Delete', bill, {
    before: t1,
    remark: [t1Name(t1), reason].filter(Boolean).join(': '),
  });
}

/** Carries out an action of the machine on a transit of the given version. */
async function step(
  context: Context,
  id: number,
  action: Extract<T1Action, 'release' | 'arrive' | 'discharge' | 'clear'>,
  version: number,
  change: (t1: T1, bill: Bill) => Partial<T1> | Promise<Partial<T1>>,
): Promise<T1> {
  const { t1, bill } = await transits.open(context, id, action, version);
  return save(context, t1, bill, LOGGED[action], await change(t1, bill));
}
const LOGGED = {
  release: 't1Release',
  arrive: 't1Arrive',
  discharge: 't1Discharge',
  clear: 't1Clear',
} as const;

async function save(
  context: Context,
  before: T1,
  bill: Bill,
  action: (typeof LOGGED)[keyof typeof LOGGED] | 't1Update',
  changes: Partial<T1>,
): Promise<T1> {
  const state = t1StateOf({ ...before, ...changes }, officeDay(context.now));
  await transits.save(context, before, { ...changes, state });
  await syncNode(context, bill.id);
  const { t1 } = await transits.load(context, before.id);
  await logBill(context, action, bill, {
    before,
    after: { ...before, ...changes, state: t1.state },
    remark: t1Name(t1),
  });
  return t1;
}

/** The other bills that the declarations of transits cover, by MRN, as far as the caller may see them. */
async function otherBills(
  { read, caller }: Context,
  rows: readonly { readonly mrn: string | null }[],
  billId: number,
): Promise<ReadonlyMap<string | null, T1View['otherBills']>> {
  const numbers = rows.flatMap(({ mrn }) => mrn ?? []);
  if (numbers.length === 0) return new Map();
  const found = await read
    .selectFrom('t1')
    .innerJoin('bill', 'bill.id', 't1.billId')
    .select(['t1.mrn', 'bill.id', 'bill.billNo', 'bill.batchNo', 'bill.warehouseId'])
    .where('t1.mrn', 'in', numbers)
    .where('bill.id', '!=', billId)
    .where('bill.removedAt', 'is', null)
    .orderBy('bill.billNo')
    .orderBy('bill.batchNo')
    .execute();
  const seen = found.filter((bill) => isInScope(caller.warehouseIds, bill));
  const of = ({ id, billNo, batchNo }: (typeof seen)[number]) => ({ id, billNo, batchNo });
  return new Map(numbers.map((mrn) => [mrn, seen.filter((bill) => bill.mrn === mrn).map(of)]));
}

/** The transits of bills. */
export const t1Handlers: GroupHandlers<'t1'> = {
  list: async (context, { params }) => {
    const { read } = context;
    await readBill(read, params.id);
    const rows = await read
      .selectFrom('t1')
      .selectAll()
      .where('billId', '=', params.id)
      .orderBy('id')
      .execute();
    const others = await otherBills(context, rows, params.id);
    return rows.map((row) => ({ ...codec.decode(row), otherBills: others.get(row.mrn) ?? [] }));
  },

  create: (context, { params, body }) => createT1(context, params.id, body),

  update: async (context, { params, body }) => {
    const { version, mrn, ...patch } = body;
    const { t1, bill } = await transits.open(context, params.t1Id, 'update', version);
    const fields = Object.fromEntries(t1DraftFields.map((name) => [name, t1[name]]));
    const merged = check(t1Draft, { ...fields, ...patch });
    if (!merged.ok) throw refuseFields(merged.problems);
    if (mrn === undefined) return save(context, t1, bill, 't1Update', merged.value);
    if (t1.releasedAt === null) throw refuseFields({ mrn: problem('T1_MRN_DRAFT') });
    const accepted = await acceptedMrn(context, mrn, bill, t1.id);
    return save(context, t1, bill, 't1Update', { ...merged.value, mrn: accepted });
  },

  release: (context, { params, body }) =>
    step(context, params.t1Id, 'release', body.version, async (t1, bill) => {
      const releasedAt = timeGiven(context, 'releasedAt', body.at);
      const mrn = await acceptedMrn(context, body.mrn, bill, t1.id);
      requireNode(context, bill, releasedAt, mrn);
      return { releasedAt, mrn };
    }),

  arrive: async (context, { params, body }) => {
    const t1 = await step(context, params.t1Id, 'arrive', body.version, (before) => {
      const arrivedAt = timeGiven(context, 'arrivedAt', body.at);
      requireAfter('arrivedAt', arrivedAt, 'releasedAt', before.releasedAt);
      return { arrivedAt };
    });
    await addEvent(context, t1.billId, 'T1_ARRIVED', { occurredAt: t1.arrivedAt ?? context.now });
    return t1;
  },

  discharge: async (context, { params, body }) => {
    const t1 = await step(context, params.t1Id, 'discharge', body.version, (before) => {
      const dischargedAt = timeGiven(context, 'dischargedAt', body.at);
      requireAfter('dischargedAt', dischargedAt, 'arrivedAt', before.arrivedAt ?? before.releasedAt);
      return { dischargedAt };
    });
    await addEvent(context, t1.billId, 'T1_DISCHARGED', { occurredAt: t1.dischargedAt ?? context.now });
    return t1;
  },

  clear: async (context, { params, body }) => {
    let cleared: { code: 'T1_DISCHARGED' | 'T1_ARRIVED'; at: string | null } | undefined;
    const t1 = await step(context, params.t1Id, 'clear', body.version, (before) => {
      cleared = before.dischargedAt
        ? { code: 'T1_DISCHARGED', at: before.dischargedAt }
        : { code: 'T1_ARRIVED', at: before.arrivedAt };
      return before.dischargedAt ? { dischargedAt: null } : { arrivedAt: null };
    });
    // The timeline shows the present state.
    if (cleared?.at)
      await context.write
        .deleteFrom('timelineEvent')
        .where('billId', '=', t1.billId)
        .where('code', '=', cleared.code)
        .where('occurredAt', '=', cleared.at)
        .execute();
    return t1;
  },

  remove: async (context, { params, query }) => {
    await removeT1(context, params.t1Id, query.reason || null);
    return null;
  },
};
