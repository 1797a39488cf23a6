import type { Batch, HeldParcels } from '@contract/customs/batch';
import type { ParcelGiven } from '@contract/customs/parcel';
import { sql } from 'kysely';
import type { Context } from '../../core/context';
import { addEvent } from '../bill/billHistory';
import { refreshBoxes } from '../warehouse/boxViews';
import { closeInspections, decided, idsOf } from './parcelEffects';
import { recordParcels } from './parcelEvents';
import { handedOver, meantParcels, moveParcels } from './parcels';

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
  given: ParcelGiven['hold'],
): Promise<void> {
  const targets = { clearanceBatches: [batch.batchNo] };
  const { ok } = await moveParcels(context, 'hold', batch.billId, targets, given);
  if (ok === 0) await addEvent(context, batch.billId, 'CUSTOMS_HOLD');
}

/** Marks the parcels of a declaration that customs refused as failed, and returns how many. */
export async function failBatch(
  context: Context,
  batch: BatchKey,
  given: Omit<ParcelGiven['fail'], 'reason'> & Partial<Pick<ParcelGiven['fail'], 'reason'>>,
): Promise<number> {
  const targets = { clearanceBatches: [batch.batchNo] };
  const { ok } = await moveParcels(context, 'fail', batch.billId, targets, {
    reason: 'rejected_declaration',
    ...given,
  });
  if (ok === 0) await addEvent(context, batch.billId, 'CUSTOMS_FAIL');
  return ok;
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

/**
 * Undeclares the parcels of an invalidated declaration, and returns how many: customs has decided nothing on them, and
 * they stay where they are. Those that have left, or of whose fate was decided, stay with it. With a tracking number only
 * that parcel.
 */
export async function undeclareBatch(
  context: Context,
  { id, billId, batchNo }: BatchKey,
  remark: string,
  trackingNo?: string,
): Promise<number> {
  const { write, now } = context;
  const one = trackingNo === undefined ? sql`` : sql`and parcel.trackingNo = ${trackingNo}`;
  const { rows } = await sql<{ id: number }>`
    select parcel.id from parcel join bill on bill.id = parcel.billId left join box on box.id = parcel.boxId
    where parcel.billId = ${billId} and parcel.batchId = ${id} ${one} and disposition is null and parcel.state <> 'completed'
      and not ${handedOver}
      and coalesce(parcel.place, box.place, 'announced') not in ('truck', 'hub', 'delivered', 'collected')`.execute(
    write,
  );
  const ids = idsOf(rows);
  await closeInspections({ context, ids }, 'released', now);
  await sql`
    update parcel set ${decided('clearance', now, remark)}, batchId = null, mrn = null, releasedAt = null, heldAt = null,
      failedAt = null, holdReason = null, failReason = null, fyco = 0
    where id in ${ids}`.execute(write);
  await sql`
    update box set batchId = null where billId = ${billId} and batchId = ${id}
      and not exists (select 1 from parcel where parcel.boxId = box.id and parcel.batchId = ${id})`.execute(
    write,
  );
  await recordParcels({ context, ids }, 'invalidate', `${batchNo}: ${remark}`);
  await refreshBoxes(write, billId);
  return rows.length;
}
