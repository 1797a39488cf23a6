import type { Bill } from '@contract/bill/bill';
import { billMachine } from '@contract/bill/bill';
import {
  type ParcelAction,
  type ParcelFacts,
  type ParcelGiven,
  type ParcelState,
  type ParcelTargets,
  parcelGiven,
  parcelMachine,
} from '@contract/customs/parcel';
import { explain, type Problem, problem } from '@contract/errors';
import { check } from '@contract/fields';
import { refusalOf } from '@contract/machine';
import type { BulkAnswer } from '@contract/resource';
import { sql } from 'kysely';
import { readBill, refreshBill } from '../bill/billFacts';
import { addEvent, logBill } from '../bill/billHistory';
import type { Context } from '../context';
import { Refusal, refuseFields } from '../refusal';
import { idsOfParcels } from '../store/findNumbers';
import type { Reader } from '../store/open';
import { refreshBoxes } from '../warehouse/boxes';
import { effects, idsOf, type Moving } from './parcelEffects';

/** Clocks differ by so much. */
const CLOCKS = 15 * 60_000;

/** A parcel that a call means, as the rules see it. */
export interface Meant extends ParcelFacts {
  readonly id: number;
  readonly billId: number;
  readonly trackingNo: string;
  readonly boxNo: string;
  readonly batchId: number | null;
  readonly clearanceBatch: string | null;
  readonly batchMrn: string | null;
  /** Named by its own number, not by its box or declaration. */
  readonly named: boolean;
}

/** What was not done, by the number it was asked for with. */
interface Failed {
  readonly key: string;
  readonly found: Problem;
}

const normal = (no: string) => no.replace(/[\s-]/g, '').toUpperCase();
const label = (no: string) => no.trim().toUpperCase();

/**
 * Finds the parcels that a call means, in one bill, or in any that is at work. Numbers that are nowhere, or on several
 * bills, are answered as failed.
 */
export async function meantParcels(
  db: Reader,
  billId: number | null,
  targets: ParcelTargets,
): Promise<{ meant: Meant[]; failed: Failed[] }> {
  const asked = {
    trackingNo: new Map((targets.trackingNos ?? []).map((no) => [normal(no), no])),
    boxNo: new Map((targets.boxNos ?? []).map((no) => [label(no), no])),
    clearanceBatch: new Map((targets.clearanceBatches ?? []).map((no) => [label(no), no])),
  };
  const meant = new Map<number, Meant>();
  const failed: Failed[] = [];
  const named = (numbers: readonly string[]) => {
    const listed = sql`(select value from json_each(${JSON.stringify(numbers)}))`;
    return {
      trackingNo:
        billId === null ? sql`parcel.id in ${idsOfParcels(numbers)}` : sql`parcel.trackingNo in ${listed}`,
      boxNo: sql`box.boxNo in ${listed}`,
      clearanceBatch: sql`batch.batchNo in ${listed}`,
    };
  };
  for (const by of ['trackingNo', 'boxNo', 'clearanceBatch'] as const) {
    const numbers = asked[by];
    if (numbers.size === 0) continue;
    const { rows } = await sql<
      Omit<Meant, 'named' | 'delivered' | 'boxLeft'> & { delivered: number; boxLeft: number }
    >`
      select parcel.id, parcel.billId, parcel.trackingNo, parcel.state, parcel.previousState, parcel.releasedAt,
        parcel.outboundAt, parcel.disposition, parcel.batchId, box.boxNo, batch.batchNo as clearanceBatch,
        batch.mrn as batchMrn, box.outboundAt is not null as boxLeft,
        coalesce(cmr.podAt, bill.podAt) is not null as delivered
      from parcel
        join bill on bill.id = parcel.billId
        join box on box.id = parcel.boxId
        left join batch on batch.id = parcel.batchId
        left join pallet on pallet.id = box.palletId
        left join cmr on cmr.id = pallet.cmrId
      where ${named([...numbers.keys()])[by]}
        and ${billId === null ? sql`bill.removedAt is null and bill.archived = 0` : sql`parcel.billId = ${billId}`}
      order by parcel.billId, parcel.trackingNo`.execute(db);
    const billsOf = new Map<string, Set<number>>();
    for (const row of rows) {
      const bills = billsOf.get(String(row[by])) ?? new Set();
      billsOf.set(String(row[by]), bills.add(row.billId));
    }
    for (const row of rows) {
      if ((billsOf.get(String(row[by]))?.size ?? 0) > 1) continue;
      const byItself = by === 'trackingNo' || meant.get(row.id)?.named === true;
      meant.set(row.id, {
        ...row,
        named: byItself,
        delivered: row.delivered === 1,
        boxLeft: row.boxLeft === 1,
      });
    }
    for (const [number, no] of numbers) {
      const bills = billsOf.get(number);
      if (!bills)
        failed.push({
          key: no,
          found: problem(billId === null ? 'PARCEL_NOWHERE' : 'PARCEL_UNKNOWN', { no }),
        });
      else if (bills.size > 1) failed.push({ key: no, found: await ambiguous(db, no, [...bills]) });
    }
  }
  return { meant: [...meant.values()], failed };
}

async function ambiguous(db: Reader, no: string, ids: readonly number[]): Promise<Problem> {
  const bills = await db
    .selectFrom('bill')
    .select(['billNo', 'batchNo'])
    .where('id', 'in', ids.slice(0, 5))
    .execute();
  const names = bills.map(({ billNo, batchNo }) => `${billNo} ${batchNo}`).join(', ');
  return problem('PARCEL_AMBIGUOUS', { no, bills: names });
}

/** The state that an action leads a parcel to. */
function aimOf(
  action: ParcelAction,
  { state, previousState }: Pick<Meant, 'state' | 'previousState'>,
): ParcelState {
  const { to } = parcelMachine.actions[action];
  if (to === 'computed') return state === 'abnormal' ? (previousState ?? 'clearance') : 'clearance';
  return to === 'same' || to === 'gone' ? 'failed' : to;
}

/** Why an action is refused on a parcel, naming it; undefined when it is allowed. */
export function refusalFor(action: ParcelAction, parcel: Meant): Problem | undefined {
  const refused = refusalOf(parcelMachine, action, parcel);
  if (refused?.code !== 'STATE_NOT_ALLOWED') return refused;
  return problem('PARCEL_STATE', {
    no: parcel.trackingNo,
    from: { state: ['parcel', parcel.state] },
    to: { state: ['parcel', aimOf(action, parcel)] },
  });
}

/** What the rules say beyond the parcel's own state: the proof of a release, another declaration for what was refused. */
function wanting<A extends ParcelAction>(
  action: A,
  parcel: Meant,
  given: ParcelGiven[A],
): Problem | undefined {
  if (action === 'free') {
    const { mrn, reference, remark } = given as ParcelGiven['free'];
    if (!mrn && !reference && !remark && !parcel.batchMrn)
      return problem('PARCEL_PROOF', { no: parcel.trackingNo });
  }
  if (
    action === 'redeclare' &&
    parcel.clearanceBatch === (given as ParcelGiven['redeclare']).clearanceBatch
  ) {
    return problem('PARCEL_SAME_BATCH', { no: parcel.trackingNo });
  }
  return undefined;
}

/** Refuses a bill that is removed or archived. */
export function requireBillOpen(bill: Bill): void {
  for (const { guard } of billMachine.always) {
    const refused = guard(bill);
    if (refused) throw new Refusal(refused);
  }
}

/** Refuses a time that lies ahead. */
export function requirePast(now: string, name: string, at: string | undefined): void {
  if (at && Date.parse(at) > Date.parse(now) + CLOCKS) {
    throw refuseFields({ [name]: problem('NODE_FUTURE', { node: { field: name } }) });
  }
}

/**
 * Does one thing to many parcels, by the rules of the machine: those that refuse say why, the rest is moved in a few
 * statements, however many they are. `billId` null looks for the numbers in every bill at work. Leaves the traces:
 * timeline, logs, inspection records, cases, states of boxes, and what is computed on the bill. Throws NOT_FOUND,
 * BILL_REMOVED and BILL_ARCHIVED for a bill that is named, and FORMAT for what is given wrong.
 */
export async function moveParcels<A extends ParcelAction>(
  context: Context,
  action: A,
  billId: number | null,
  targets: ParcelTargets,
  given: ParcelGiven[A],
): Promise<BulkAnswer> {
  const { write, now, language } = context;
  const right = check(parcelGiven[action], given);
  if (!right.ok) throw refuseFields(right.problems);
  if (
    ![targets.trackingNos, targets.boxNos, targets.clearanceBatches].some((list) => list && list.length > 0)
  )
    throw refuseFields({ trackingNos: problem('REQUIRED') });
  requirePast(now, 'at', 'at' in given ? given.at : undefined);
  if (billId !== null) requireBillOpen(await readBill(write, billId));

  const { meant, failed } = await meantParcels(write, billId, targets);
  const { to } = parcelMachine.actions[action];
  const moving = new Map<number, Meant[]>();
  let ok = 0;
  for (const parcel of meant) {
    // Whoever names a box or a declaration means what of it is not there yet.
    if (!parcel.named && parcel.state === to) continue;
    const found = refusalFor(action, parcel) ?? wanting(action, parcel, given);
    if (found) failed.push({ key: parcel.trackingNo, found });
    else {
      ok += 1;
      const ofBill = moving.get(parcel.billId);
      if (ofBill) ofBill.push(parcel);
      else moving.set(parcel.billId, [parcel]);
    }
  }
  for (const [bill, parcels] of moving)
    await moveOf(context, action, await readBill(write, bill), parcels, given);
  if (ok === 0) context.unchanged();
  return {
    ok,
    failed: failed.map(({ key, found }) => ({ key, code: found.code, msg: explain(language, found) })),
  };
}

async function moveOf<A extends ParcelAction>(
  context: Context,
  action: A,
  bill: Bill,
  parcels: readonly Meant[],
  given: ParcelGiven[A],
): Promise<void> {
  const moving: Moving<A> = { context, bill, ids: idsOf(parcels), given };
  const { event, remark, at } = await effects[action](moving as never);
  await record(moving, action, remark);
  if (event) await addEvent(context, bill.id, event, at ? { occurredAt: at } : {});
  await refreshCargo(context, bill.id);
  await logMoves(context, action, bill, parcels, remark);
}

/** A line for each parcel in its own history. */
async function record({ context, ids }: Moving<ParcelAction>, action: ParcelAction, remark: string | null) {
  const { write, now, caller } = context;
  await sql`
    insert into parcelEvent (billId, parcelId, at, what, toState, operatorName, remark)
    select billId, id, ${now}, ${action}, state, ${caller.realName}, ${remark} from parcel where id in ${ids}`.execute(
    write,
  );
}

/** A line in the logs of the bill for each state that parcels came from: how many, and of one its number. */
async function logMoves(
  context: Context,
  action: ParcelAction,
  bill: Bill,
  parcels: readonly Meant[],
  remark: string | null,
): Promise<void> {
  const from = new Map<string, Meant[]>();
  for (const parcel of parcels) {
    const states = `${parcel.state} ${aimOf(action, parcel)}`;
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

/** Everything that follows on a bill from its parcels: boxes, status with customs, counts and stage. */
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
