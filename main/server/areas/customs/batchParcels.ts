import type { Batch, HeldParcels } from '@contract/customs/batch';
import { sql } from 'kysely';
import type { Context } from '../../core/context';
import { addEvent } from '../bill/billHistory';
import { refreshBoxes } from '../warehouse/boxViews';
import { decided } from './parcelEffects';
import { meantParcels, moveParcels } from './parcels';

type BatchKey = Pick<Batch, 'id' | 'billId' | 'batchNo' | 'lrn' | 'mrn'>;

/**
 * Releases the parcels of a declaration, and returns the numbers of those that stay held. A held parcel needs a release
 * of its own, unless `held` says that this one covers it. A declaration without parcels only gets the event of the
 * timeline.
 */
export async function freeBatch(
  context: Context,
  batch: BatchKey,
  at: string,
  held: HeldParcels,
): Promise<string[]> {
  const { billId, batchNo } = batch;
  const proof = batch.mrn ? { mrn: batch.mrn } : { reference: batch.lrn ?? batchNo };
  const targets = {
    clearanceBatches: [batchNo],
    trackingNos: held === 'released' ? await heldIn(context, batch) : [],
  };
  const { failed } = await moveParcels(context, 'free', billId, targets, { ...proof, at });
  if (failed.some(({ code }) => code === 'PARCEL_UNKNOWN'))
    await addEvent(context, billId, 'CUSTOMS_RELEASE', { occurredAt: at });
  return failed.flatMap(({ code, key }) => (code === 'PARCEL_HELD_STAYS' ? String(key) : []));
}

/** Numbers of the held parcels of a declaration: named one by one, they are meant. */
async function heldIn(context: Context, { billId, batchNo }: BatchKey): Promise<string[]> {
  const { targetParcels } = await meantParcels(context, billId, { clearanceBatches: [batchNo] });
  return targetParcels.flatMap(({ held, trackingNo }) => (held ? trackingNo : []));
}

/** Holds the parcels of a declaration that customs selected as a whole. */
export async function holdBatch(
  context: Context,
  batch: BatchKey,
  reason: Parameters<typeof moveParcels<'hold'>>[4]['reason'],
): Promise<void> {
  const targets = { clearanceBatches: [batch.batchNo] };
  const { ok } = await moveParcels(context, 'hold', batch.billId, targets, { reason });
  if (ok === 0) await addEvent(context, batch.billId, 'CUSTOMS_HOLD');
}

/** Marks the parcels of a declaration that customs rejected as failed. */
export async function failBatch(context: Context, batch: BatchKey, remark: string): Promise<void> {
  const targets = { clearanceBatches: [batch.batchNo] };
  const given = { reason: 'rejected_declaration' as const, remark };
  const { ok } = await moveParcels(context, 'fail', batch.billId, targets, given);
  if (ok === 0) await addEvent(context, batch.billId, 'CUSTOMS_FAIL');
}

/**
 * Returns the failed parcels of a declaration to clearance, because it is lodged again under another reference. Parcels
 * returned, destroyed or abandoned stay as they are.
 */
export async function reviveBatch(context: Context, { id, billId, batchNo }: BatchKey): Promise<void> {
  const { write, now, caller } = context;
  const refused = sql`select id from parcel
    where billId = ${billId} and batchId = ${id} and disposition is null
      and (state = 'failed' or state = 'abnormal' and previousState = 'failed')`;
  await sql`
    insert into parcelEvent (billId, parcelId, at, what, toState, operatorName, remark)
    select billId, id, ${now}, 'redeclare', case state when 'abnormal' then state else 'clearance' end,
      ${caller.realName}, ${batchNo}
    from parcel where id in (${refused})`.execute(write);
  await sql`
    update parcel set ${decided('clearance', now, null)}, failReason = null, failedAt = null, mrn = null,
      releasedAt = null
    where id in (${refused})`.execute(write);
  await refreshBoxes(write, billId);
}
