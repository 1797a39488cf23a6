import type { Bill } from '@contract/bill/bill';
import { billMachine } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { check } from '@contract/checked';
import {
  type ParcelAction,
  type ParcelFacts,
  type ParcelGiven,
  type ParcelState,
  parcelGiven,
  parcelMachine,
} from '@contract/customs/parcel';
import type { ParcelTargets } from '@contract/customs/parcelApi';
import { type Problem, problem } from '@contract/errors';
import { refusalOf } from '@contract/machine';
import type { BulkAnswer } from '@contract/resource';
import { customsOf } from '@contract/rules/custody';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../core/context';
import { requireInScope } from '../../core/inScope';
import { Refusal, refuseFields } from '../../core/refusal';
import { choiceOf, selectedFrom } from '../../core/selected';
import { listed } from '../../store/dialect';
import { idsOfParcels } from '../../store/findNumbers';
import type { Reader } from '../../store/open';
import { readBill, refreshBill } from '../bill/billFacts';
import { addEvent, logBill } from '../bill/billHistory';
import { settleDelivery } from '../linehaul/truckNodes';
import { refreshBoxes } from '../warehouse/boxViews';
import { notifyAbnormal, notifyClearance } from './alarms';
import { importMrnProblem } from './importMrn';
import { effects, idsOf, type ParcelMove } from './parcelEffects';
import { recordParcels } from './parcelEvents';
import { isNarrow, parcelQuery, parcelsListed } from './parcelsListed';

/** Clock differences of up to 15 minutes are tolerated. */
const CLOCKS = 15 * 60_000;

/** A parcel that a call is about, in the form of the rules. */
export interface TargetParcel extends ParcelFacts {
  readonly id: number;
  readonly billId: number;
  readonly warehouseId: number | null;
  readonly trackingNo: string;
  /** Number of the parcel's box; null if it is in none. */
  readonly boxNo: string | null;
  readonly batchId: number | null;
  readonly clearanceBatch: string | null;
  readonly batchMrn: string | null;
  /** True if customs holds the parcel, or has selected it for an inspection without a result yet. */
  readonly held: boolean;
  /** True if the parcel is given by its own number or a filter, not by its box or declaration. */
  readonly named: boolean;
  /** True if the parcel is meant although it is held: given by its own number, or by a filter for held parcels. */
  readonly meantHeld: boolean;
}
type StoredParcel = Omit<TargetParcel, 'named' | 'meantHeld'>;

/** A parcel that was refused, by the number in the request. */
interface ParcelFailure {
  readonly key: string;
  readonly found: Problem;
}

const normal = (no: string) => no.replace(/[\s-]/g, '').toUpperCase();
const label = (no: string) => no.trim().toUpperCase();

const COLUMNS = {
  trackingNo: sql`parcel.trackingNo`,
  boxNo: sql`box.boxNo`,
  clearanceBatch: sql`batch.batchNo`,
};
/** Filters the parcels of all bills by one of their numbers, which has a different index than within one bill. */
const inAnyBill = (by: keyof typeof COLUMNS, numbers: readonly string[]) =>
  by === 'trackingNo'
    ? sql`parcel.id in ${idsOfParcels(numbers)}`
    : sql`${COLUMNS[by]} in ${listed(numbers)}`;

/** True for a parcel whose box was handed over, or was only counted out on a bill that is delivered; in SQL. */
export const handedOver = sql`coalesce(box.place in ('delivered', 'collected')
  or (box.place = 'announced' and bill.podAt is not null), false)`;

/** Loads parcels with everything that the rules check. */
async function readMeant(db: Reader, which: RawBuilder<unknown>): Promise<StoredParcel[]> {
  const { rows } = await sql<Omit<StoredParcel, 'delivered' | 'held'> & Record<'delivered' | 'held', number>>`
    select parcel.id, parcel.billId, bill.warehouseId, parcel.trackingNo, parcel.state, parcel.previousState, parcel.releasedAt,
      coalesce(parcel.place, box.place) as place, parcel.disposition, parcel.batchId, box.boxNo, batch.batchNo as clearanceBatch,
      batch.mrn as batchMrn, ${handedOver} as delivered,
      (parcel.state = 'held' or exists (select 1 from fyco where parcelId = parcel.id
        and fyco.state in ('selected', 'presented', 'inspected', 'sample_taken'))) as held
    from parcel
      join bill on bill.id = parcel.billId
      left join box on box.id = parcel.boxId
      left join batch on batch.id = parcel.batchId
    where ${which} order by parcel.billId, parcel.trackingNo`.execute(db);
  return rows.map(({ delivered, held, ...row }) => ({
    ...row,
    delivered: delivered === 1,
    held: held === 1 || customsOf(row) === 'held',
  }));
}

/**
 * Finds the parcels of a call, in one bill, or in any active one. Numbers that are unknown, or on several bills, are
 * returned as failed.
 */
export async function meantParcels(
  context: Pick<Context, 'caller' | 'store' | 'read'>,
  billId: number | null,
  targets: ParcelTargets,
): Promise<{ targetParcels: TargetParcel[]; failed: ParcelFailure[] }> {
  const db = choiceOf(context);
  const requested = {
    trackingNo: new Map((targets.trackingNos ?? []).map((no) => [normal(no), no])),
    boxNo: new Map((targets.boxNos ?? []).map((no) => [label(no), no])),
    clearanceBatch: new Map((targets.clearanceBatches ?? []).map((no) => [label(no), no])),
  };
  const targetParcels = new Map<number, TargetParcel>();
  const failed: ParcelFailure[] = [];
  if (targets.matching) {
    const { filter, expected } = targets.matching;
    const within = await parcelQuery(db, billId === null ? filter : { ...filter, billId: [billId] });
    // Nobody has reviewed all parcels of all bills before changing them.
    if (!isNarrow(within)) throw refuseFields({ billId: problem('REQUIRED') });
    const ids = await selectedFrom(db, parcelsListed, { filter: within, expected });
    const meantHeld = filter.state?.includes('held') ?? false;
    for (const row of await readMeant(db, sql`parcel.id in ${listed(ids)}`))
      targetParcels.set(row.id, { ...row, named: true, meantHeld });
  }
  for (const by of ['trackingNo', 'boxNo', 'clearanceBatch'] as const) {
    const numbers = requested[by];
    if (numbers.size === 0) continue;
    const rows = await readMeant(
      db,
      billId === null
        ? sql`${inAnyBill(by, [...numbers.keys()])} and bill.removedAt is null and bill.archived = 0`
        : sql`${COLUMNS[by]} in ${listed([...numbers.keys()])} and parcel.billId = ${billId}`,
    );
    requireInScope(context, rows);
    const billsOf = new Map<string, Set<number>>();
    for (const row of rows) {
      const bills = billsOf.get(String(row[by])) ?? new Set();
      billsOf.set(String(row[by]), bills.add(row.billId));
    }
    for (const row of rows) {
      if ((billsOf.get(String(row[by]))?.size ?? 0) > 1) continue;
      const before = targetParcels.get(row.id);
      const named = by === 'trackingNo' || before?.named === true;
      const meantHeld = by === 'trackingNo' || before?.meantHeld === true;
      targetParcels.set(row.id, { ...row, named, meantHeld });
    }
    for (const [number, no] of numbers) {
      const bills = billsOf.get(number);
      if (!bills)
        failed.push({
          key: no,
          found: problem(billId === null ? 'PARCEL_NO_BILL' : 'PARCEL_UNKNOWN', { no }),
        });
      else if (bills.size > 1) failed.push({ key: no, found: await ambiguous(db, no, [...bills]) });
    }
  }
  return { targetParcels: [...targetParcels.values()], failed };
}

async function ambiguous(db: Reader, no: string, ids: readonly number[]): Promise<Problem> {
  const bills = await db
    .selectFrom('bill')
    .select(['billNo', 'batchNo'])
    .where('id', 'in', ids.slice(0, 5))
    .execute();
  return problem('PARCEL_AMBIGUOUS', { no, bills: { list: bills.map(billName) } });
}

type States = Pick<TargetParcel, 'state' | 'previousState'>;

/** The state that an action moves a parcel from: for a decision of customs on an abnormal one, the state beneath. */
function startState(action: ParcelAction, parcel: States): ParcelState {
  return parcelMachine.actions[action].keeps?.includes(parcel.state) ? customsOf(parcel) : parcel.state;
}

/** The state that an action moves a parcel to. */
function targetState(action: ParcelAction, { state, previousState }: States): ParcelState {
  const { to } = parcelMachine.actions[action];
  if (to === 'computed') return state === 'abnormal' ? (previousState ?? 'clearance') : 'clearance';
  return to === 'same' || to === 'gone' ? 'failed' : to;
}

/** Reason why an action is refused on a parcel, naming it; undefined when it is allowed. */
export function refusalFor(action: ParcelAction, parcel: TargetParcel): Problem | undefined {
  const refused = refusalOf(parcelMachine, action, parcel);
  if (refused?.code !== 'STATE_NOT_ALLOWED') return refused;
  return problem('PARCEL_STATE', {
    no: parcel.trackingNo,
    from: { state: ['parcel', startState(action, parcel)] },
    to: { state: ['parcel', targetState(action, parcel)] },
  });
}

/**
 * Problems beyond the parcel's own state: a release without proof, or redeclaring in the same declaration. Customs may
 * examine goods of a declaration it has accepted (UCC 188) and releases them when that is done (UCC 194): a held or
 * selected parcel stays when its box or declaration is released, and needs a proof of its own.
 */
function furtherProblem<A extends ParcelAction>(
  action: A,
  parcel: TargetParcel,
  given: ParcelGiven[A],
): Problem | undefined {
  const no = parcel.trackingNo;
  if (action === 'deliver' && parcel.held) return problem('PARCEL_HELD_STAYS', { no });
  if (action === 'free') {
    if (parcel.held && !parcel.meantHeld) return problem('PARCEL_HELD_STAYS', { no });
    const { mrn, reference, remark } = given as ParcelGiven['free'];
    if (!mrn && !reference && !remark) {
      if (parcel.held) return problem('PARCEL_HELD_PROOF', { no });
      if (!parcel.batchMrn) return problem('PARCEL_PROOF', { no });
    }
  }
  if (
    action === 'redeclare' &&
    parcel.clearanceBatch === (given as ParcelGiven['redeclare']).clearanceBatch
  ) {
    return problem('PARCEL_SAME_BATCH', { no });
  }
  return undefined;
}

/** Problem of releasing parcels of a bill with the import MRN of another one. */
async function mrnProblem<A extends ParcelAction>(
  db: Reader,
  action: A,
  billId: number,
  given: ParcelGiven[A],
): Promise<Problem | undefined> {
  if (action !== 'free' || !('mrn' in given) || given.mrn === undefined) return undefined;
  return importMrnProblem(db, given.mrn, { billId, batchId: null });
}

/** Refuses a removed or archived bill. */
export function requireBillOpen(bill: Bill): void {
  const closed = closedProblem(bill);
  if (closed) throw new Refusal(closed);
}

/** Problem of a bill that may not be changed because it is removed or archived. */
function closedProblem(bill: Bill): Problem | undefined {
  for (const { guard } of billMachine.always) {
    const closed = guard(bill);
    if (closed) return closed;
  }
  return undefined;
}

/** Refuses a call without target parcels. */
export function requireTargets({ matching, trackingNos, boxNos, clearanceBatches }: ParcelTargets): void {
  if (!matching && ![trackingNos, boxNos, clearanceBatches].some((numbers) => numbers && numbers.length > 0))
    throw refuseFields({ trackingNos: problem('REQUIRED') });
}

/** Refuses a future time. */
export function requirePast(now: string, name: string, at: string | undefined): void {
  if (at && Date.parse(at) > Date.parse(now) + CLOCKS) {
    throw refuseFields({ [name]: problem('NODE_FUTURE', { node: { field: name } }) });
  }
}

/**
 * Runs an action on many parcels, by the rules of the machine: refused ones are returned with the reason, the rest is
 * moved in a few statements, however many they are. `billId` null searches the numbers in every active bill. Records
 * the change: timeline, logs, inspection records, cases, states of boxes, and derived columns of the bill. Throws
 * NOT_FOUND, BILL_REMOVED and BILL_ARCHIVED for a given bill, and FORMAT for invalid input.
 */
export async function moveParcels<A extends ParcelAction>(
  context: Context,
  action: A,
  billId: number | null,
  targets: ParcelTargets,
  given: ParcelGiven[A],
): Promise<BulkAnswer> {
  const { write, now } = context;
  const right = check(parcelGiven[action], given);
  if (!right.ok) throw refuseFields(right.problems);
  requireTargets(targets);
  requirePast(now, 'at', 'at' in given ? given.at : undefined);
  if (billId !== null) requireBillOpen(await readBill(write, billId));

  const { targetParcels, failed } = await meantParcels(context, billId, targets);
  const { to } = parcelMachine.actions[action];
  const moving = new Map<number, TargetParcel[]>();
  let ok = 0;
  for (const parcel of targetParcels) {
    // Of a named box or declaration, parcels that are in that state already are skipped.
    if (!parcel.named && startState(action, parcel) === to) continue;
    const found = refusalFor(action, parcel) ?? furtherProblem(action, parcel, given);
    if (found) failed.push({ key: parcel.trackingNo, found });
    else {
      const ofBill = moving.get(parcel.billId);
      if (ofBill) ofBill.push(parcel);
      else moving.set(parcel.billId, [parcel]);
    }
  }
  for (const [id, parcels] of moving) {
    const bill = await readBill(write, id);
    const refused = closedProblem(bill) ?? (await mrnProblem(write, action, id, given));
    if (refused) failed.push(...parcels.map(({ trackingNo }) => ({ key: trackingNo, found: refused })));
    else {
      await moveOf(context, action, bill, parcels, given);
      ok += parcels.length;
    }
  }
  if (ok === 0) context.unchanged();
  return {
    ok,
    failed: failed.map(({ key, found }) => ({ key, code: found.code, msg: context.explain(found) })),
  };
}

/** Actions after which a parcel does not follow on a later truck any more: it may have been the last one of its bill. */
const STAYS: ReadonlySet<ParcelAction> = new Set(['fail', 'abnormal', 'complete', 'deliver']);

async function moveOf<A extends ParcelAction>(
  context: Context,
  action: A,
  bill: Bill,
  parcels: readonly TargetParcel[],
  given: ParcelGiven[A],
): Promise<void> {
  const moving: ParcelMove<A> = { context, bill, ids: idsOf(parcels), given };
  const { event, remark, at } = await effects[action](moving);
  await recordParcels(moving, action, remark);
  if (event) await addEvent(context, bill.id, event, at ? { occurredAt: at } : {});
  await refreshCargo(context, bill.id);
  if (STAYS.has(action)) await settleDelivery(context, bill.id);
  await logMoves(context, action, bill, parcels, remark);
  if (action === 'abnormal')
    await notifyAbnormal(context, bill, parcels.length, given as ParcelGiven['abnormal']);
  else await notifyClearance(context, bill);
}

/** Adds a line to the bill's logs for each state that parcels came from: their count, and the number if it is one. */
async function logMoves(
  context: Context,
  action: ParcelAction,
  bill: Bill,
  parcels: readonly TargetParcel[],
  remark: string | null,
): Promise<void> {
  const from = new Map<string, TargetParcel[]>();
  for (const parcel of parcels) {
    const states = `${startState(action, parcel)} ${targetState(action, parcel)}`;
    const group = from.get(states);
    if (group) group.push(parcel);
    else from.set(states, [parcel]);
  }
  for (const [states, group] of from) {
    const [before, after] = states.split(' ');
    const which = group.length === 1 ? (group[0]?.trackingNo ?? '') : `× ${group.length}`;
    await logBill(context, 'update', bill, {
      before: { parcelState: before },
      after: { parcelState: after },
      remark: [which, remark].filter(Boolean).join(': ').slice(0, 500),
    });
  }
}

/** Refreshes everything on a bill that follows from its parcels: boxes, customs status, counts and stage. */
async function refreshCargo(
  { write, now, caller }: Pick<Context, 'write' | 'now' | 'caller'>,
  billId: number,
): Promise<void> {
  await refreshBoxes(write, billId);
  await refreshBill(write, billId);
  await write
    .updateTable('bill')
    .set((of) => ({ version: of('version', '+', 1), updatedAt: now, updatedBy: caller.id }))
    .where('id', '=', billId)
    .execute();
}
