import type { Bill } from '@contract/bill/bill';
import type { Place } from '@contract/custody/place';
import type { ParcelAction, ParcelGiven } from '@contract/customs/parcel';
import { problem } from '@contract/errors';
import { isKeyOf } from '@contract/names';
import type { BatchStatus } from '@contract/rules/clearanceStatus';
import type { CustomsAnswer } from '@contract/rules/custody';
import type { EventCode } from '@contract/words';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../core/context';
import { refuse, refuseFields } from '../../core/refusal';
import { listed } from '../../store/dialect';
import { closeParcelCases, openParcelCases } from '../bill/cases';
import { placeParcels } from '../custody/moves';

/** Parcels of one bill for which an action is allowed. */
export interface ParcelMove<A extends ParcelAction> {
  readonly context: Context;
  readonly bill: Bill;
  /** A subquery of their ids. */
  readonly ids: RawBuilder<unknown>;
  readonly given: ParcelGiven[A];
}

/** Effect of an action on the bill: an event, its time, and its remark. */
interface Effect {
  readonly event?: EventCode;
  readonly at?: string;
  readonly remark: string | null;
}

/** Ids as a subquery: one value for the statement, however many they are. */
export const idsOf = (parcels: readonly { readonly id: number }[]): RawBuilder<unknown> =>
  listed(parcels.map(({ id }) => id));

const joined = (...parts: readonly (string | null | undefined)[]): string | null =>
  parts.filter(Boolean).join(' · ') || null;

const INSPECTION = { fyco: 'physical', scan: 'scan', random: 'physical' } as const;
/** Returns the type of inspection for a reason, unless one is given. */
export const inspectionFor = (reason: ParcelGiven['hold']['reason']) =>
  isKeyOf(INSPECTION, reason) ? INSPECTION[reason] : 'documents';
/** Reasons for which customs keeps the goods. */
const TAKEN: ReadonlySet<string> = new Set(['seized', 'counterfeit', 'prohibited']);

/** Closes the open inspections of parcels. */
export async function closeInspections(
  { context, ids }: Pick<ParcelMove<ParcelAction>, 'context' | 'ids'>,
  state: 'released' | 'seized' | 'refused',
  at: string,
): Promise<void> {
  const { write, now, caller } = context;
  const result = state === 'refused' ? null : state;
  await sql`
    update fyco set state = ${state}, result = coalesce(${result}, result), resultAt = ${at}, version = version + 1,
      updatedAt = ${now}, updatedBy = ${caller.id}
    where parcelId in ${ids} and state in ('selected', 'presented', 'inspected', 'sample_taken')`.execute(
    write,
  );
}

/**
 * SQL assignments that store a decision of customs. An abnormal parcel stays abnormal, with its time and remark: the
 * decision becomes its state before.
 */
export const decided = (answer: CustomsAnswer, at: string, remark: string | null) => sql`
  previousState = case when state = 'abnormal' then ${answer} end,
  stateAt = case when state = 'abnormal' then stateAt else ${at} end,
  stateRemark = case when state = 'abnormal' then stateRemark else ${remark} end,
  state = case when state = 'abnormal' then state else ${answer} end`;

/** Place of a refused parcel after the decision on it; abandoned goods are the State's (UCC 199). */
const PLACE_AFTER: Readonly<Record<ParcelGiven['dispose']['disposition'], Place>> = {
  ...{ returned: 'returned', destroyed: 'destroyed', abandoned: 'customs', seized: 'customs' },
};
const DELIVERED = { place: 'delivered', id: null } as const;
/** States of declarations that take no further parcels. */
const CLOSED: ReadonlySet<BatchStatus> = new Set(['rejected', 'refused', 'invalidated']);

/** Moves those of the parcels that are at the given place back into their boxes. */
const backFrom = (context: Context, ids: RawBuilder<unknown>, from: Place, remark: string | null) =>
  placeParcels(context, sql`(select id from parcel where id in ${ids} and place = ${from})`, 'box', {
    at: context.now,
    proof: 'decision',
    remark: remark || null,
  });

/** Writes that parcels are completed, wherever they are. */
export async function setCompleted(
  { write }: Pick<Context, 'write'>,
  ids: RawBuilder<unknown>,
  at: string,
  remark: string | null,
): Promise<void> {
  await sql`
    update parcel set state = 'completed', stateAt = ${at}, previousState = null, completedAt = ${at},
      stateRemark = ${remark}
    where id in ${ids}`.execute(write);
}

/** Writes of each action to its parcels and to records that depend on them. */
export const effects: { readonly [A in ParcelAction]: (moving: ParcelMove<A>) => Promise<Effect> } = {
  free: async (moving) => {
    const { context, ids, given } = moving;
    const at = given.at ?? context.now;
    const remark = joined(given.mrn && `MRN ${given.mrn}`, given.reference, given.remark);
    await closeInspections(moving, 'released', at);
    await sql`
      update parcel set ${decided('free', at, remark)}, releasedAt = ${at}, holdReason = null, fyco = 0,
        mrn = coalesce(${given.mrn ?? null}, mrn)
      where id in ${ids}`.execute(context.write);
    return { event: 'CUSTOMS_RELEASE', at, remark };
  },

  hold: async ({ context, ids, given }) => {
    const { write, now, caller } = context;
    const { reason, noticeRef = null, remark = null } = given;
    const at = given.at ?? now;
    const type = given.type ?? inspectionFor(reason);
    await sql`
      update parcel set ${decided('held', at, remark || null)}, heldAt = ${at}, holdReason = ${reason},
        fyco = ${reason === 'fyco' ? 1 : 0}, releasedAt = null
      where id in ${ids}`.execute(write);
    await sql`
      insert into fyco (version, createdAt, createdBy, updatedAt, updatedBy, billId, parcelId, boxId, noticeAt, noticeRef,
        type, reason, state, remark)
      select 1, ${now}, ${caller.id}, ${now}, ${caller.id}, billId, id, boxId, ${at}, ${noticeRef}, ${type}, ${reason},
        'selected', ${remark || null}
      from parcel where id in ${ids} order by trackingNo`.execute(write);
    return { event: 'CUSTOMS_HOLD', at, remark: joined(reason, noticeRef, remark) };
  },

  fail: async (moving) => {
    const { context, ids, given } = moving;
    const { reason, disposition = null, remark = null } = given;
    const at = given.at ?? context.now;
    await closeInspections(moving, TAKEN.has(reason) ? 'seized' : 'refused', at);
    // Goods seized by customs need no further disposition.
    const fate = disposition ?? (reason === 'seized' ? 'seized' : null);
    await sql`
      update parcel set ${decided('failed', at, remark || null)}, failedAt = ${at}, failReason = ${reason},
        disposition = ${fate}, holdReason = null
      where id in ${ids}`.execute(context.write);
    if (fate !== null)
      await placeParcels(context, ids, { place: PLACE_AFTER[fate], id: null }, { at, proof: 'decision' });
    return { event: 'CUSTOMS_FAIL', at, remark: joined(reason, fate === reason ? null : fate, remark) };
  },

  abnormal: async ({ context, ids, given }) => {
    const { type, remark = null } = given;
    const at = given.at ?? context.now;
    await sql`
      update parcel set previousState = state, state = 'abnormal', stateAt = ${at}, abnormalType = ${type},
        stateRemark = ${remark || null}
      where id in ${ids}`.execute(context.write);
    if (type === 'shortage')
      await placeParcels(context, ids, { place: 'lost', id: null }, { at, proof: 'case', remark });
    await openParcelCases(context, ids, { type, foundAt: at, description: remark || null });
    return { remark: joined(type, remark) };
  },

  removeAbnormal: async ({ context, ids, given }) => {
    await sql`
      update parcel set state = coalesce(previousState, 'clearance'), stateAt = ${context.now}, previousState = null,
        abnormalType = null, stateRemark = ${given.resolution}
      where id in ${ids}`.execute(context.write);
    await backFrom(context, ids, 'lost', given.resolution);
    await closeParcelCases(context, ids, given.resolution);
    return { remark: given.resolution };
  },

  deliver: async ({ context, ids, given }) => {
    const at = given.at ?? context.now;
    const remark = joined(given.proof, given.remark);
    await sql`
      update parcel set state = 'completed', previousState = 'abnormal', stateAt = ${at}, completedAt = ${at},
        stateRemark = ${remark}
      where id in ${ids}`.execute(context.write);
    await placeParcels(context, ids, DELIVERED, {
      at,
      proof: 'decision',
      proofText: given.proof.slice(0, 60),
    });
    await closeParcelCases(context, ids, remark ?? given.proof);
    return { remark };
  },

  setBack: async ({ context, ids, given }) => {
    await sql`
      update parcel set ${decided('clearance', context.now, given.reason)}, releasedAt = null
      where id in ${ids}`.execute(context.write);
    return { remark: given.reason };
  },

  redeclare: async ({ context, bill, ids, given }) => {
    const { write, now } = context;
    const batch = await write
      .selectFrom('batch')
      .select(['id', 'status'])
      .where('billId', '=', bill.id)
      .where('batchNo', '=', given.clearanceBatch)
      .executeTakeFirst();
    if (!batch) {
      throw refuseFields({ clearanceBatch: problem('REFERENCE_UNKNOWN', { value: given.clearanceBatch }) });
    }
    if (CLOSED.has(batch.status)) throw refuse('BATCH_CLOSED');
    await sql`
      update parcel set state = 'clearance', stateAt = ${now}, batchId = ${batch.id}, failReason = null, failedAt = null,
        mrn = null, releasedAt = null, stateRemark = ${given.remark || null}
      where id in ${ids}`.execute(write);
    return { event: 'CUSTOMS_START', remark: joined(given.clearanceBatch, given.remark) };
  },

  dispose: async ({ context, ids, given }) => {
    const { disposition, remark = null } = given;
    await sql`
      update parcel set disposition = ${disposition}, stateRemark = coalesce(${remark || null}, stateRemark)
      where id in ${ids}`.execute(context.write);
    const spot = { place: PLACE_AFTER[disposition], id: null };
    await placeParcels(context, ids, spot, { at: context.now, proof: 'decision', remark });
    return { remark: joined(disposition, remark) };
  },

  complete: async ({ context, ids, given }) => {
    const at = given.at ?? context.now;
    await setCompleted(context, ids, at, given.remark || null);
    // Parcels in a box that was handed over stay with their box.
    const elsewhere = sql`(select parcel.id from parcel join box on box.id = parcel.boxId
      where parcel.id in ${ids} and (box.place not in ('collected', 'delivered') or parcel.place is not null))`;
    await placeParcels(context, elsewhere, DELIVERED, {
      at,
      proof: 'decision',
      remark: given.remark ?? null,
    });
    return { remark: given.remark || null };
  },

  undoComplete: async ({ context, ids, given }) => {
    await sql`
      update parcel set state = 'free', stateAt = ${context.now}, completedAt = null, stateRemark = ${given.reason || null}
      where id in ${ids}`.execute(context.write);
    await backFrom(context, ids, 'delivered', given.reason);
    return { remark: given.reason };
  },
};
