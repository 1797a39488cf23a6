import type { Bill } from '@contract/bill/bill';
import { MAX_BULK } from '@contract/limits';
import { openInspectionStates } from '@contract/report/home';
import { consignmentsOf } from '@contract/rules/consignees';
import type { SeaEntry } from '@contract/sea/seaEntry';
import type { Updateable } from 'kysely';
import { actorNamed } from '../../core/actor';
import type { Context } from '../../core/context';
import type { Database } from '../../store/tables';
import { readBill, refreshBill } from '../bill/billFacts';
import { notifyClearance } from '../customs/alarms';
import { moveParcels } from '../customs/parcels';
import { enteredConsignments } from './enteredConsignments';
import type { SeaContext } from './seaLinks';

/** Name under which parcels and bills record the actions of customs. */
const CUSTOMS = 'US customs (CBP)';

/** A context in which customs acts: without a member of staff, and without a call that could report "unchanged". */
export const asCustoms = (context: Pick<Context, 'read' | 'write' | 'now' | 'log'>): Context =>
  ({
    ...context,
    caller: { ...actorNamed('', CUSTOMS), superAdmin: true },
    language: 'en',
    ip: null,
    userAgent: null,
    say: () => '',
    explain: () => '',
    unchanged: () => undefined,
  }) as unknown as Context;

type Status = Database['batch']['status'];

/** Finds the declaration of a bill for its entry; creates it when there is none. */
async function declarationOf({ write, now }: SeaContext, entry: SeaEntry, bill: Bill): Promise<number> {
  const all = await write
    .selectFrom('batch')
    .select(['id', 'batchNo', 'lrn', 'status', 'declarationSystem'])
    .where('billId', '=', bill.id)
    .orderBy('id')
    .execute();
  const abi = all.filter(({ declarationSystem }) => declarationSystem === 'ABI');
  const declaration = abi.find(({ lrn }) => lrn === entry.entryNo) ?? abi.find(({ lrn }) => lrn === null);
  if (declaration) return declaration.id;
  const taken = new Set(all.map(({ batchNo }) => batchNo));
  let serial = 1;
  const name = () => `ABI-${String(serial).padStart(2, '0')}`;
  while (taken.has(name())) serial += 1;
  const { id } = await write
    .insertInto('batch')
    .values({
      billId: bill.id,
      batchNo: name(),
      declarationSystem: 'ABI',
      declarationType: entry.entryType === '11' ? '11' : '01',
      currency: bill.currency,
      status: 'prepared',
      updatedAt: now,
      updatedBy: null,
      ...{ lines: entry.lineCount, parcels: 0, boxes: 0, weight: 0, value: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates the declaration of an entry's bill to the state of the entry, and the bill with it. */
async function declare(
  context: SeaContext,
  entry: SeaEntry,
  status: Status,
  more: Updateable<Database['batch']> = {},
): Promise<Bill | undefined> {
  if (entry.billId === null) return undefined;
  const { write, now, caller } = context;
  const bill = await readBill(write, entry.billId);
  if (bill.archived || bill.removedAt !== null) return undefined;
  const id = await declarationOf(context, entry, bill);
  await write
    .updateTable('batch')
    .set({ status, lrn: entry.entryNo, ...more, updatedAt: now, updatedBy: caller.id })
    .set((of) => ({ version: of('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await refreshBill(write, bill.id);
  return bill;
}

/** The entry was sent to customs: its bill is in clearance. */
export const billTransmitted = (context: SeaContext, entry: SeaEntry) =>
  declare(context, entry, 'declared', { declaredAt: context.now, rejectReason: null, releasedAt: null });

export const billAccepted = (context: SeaContext, entry: SeaEntry) => declare(context, entry, 'accepted');

export const billRejected = (context: SeaContext, entry: SeaEntry, why: string) =>
  declare(context, entry, 'rejected', { rejectReason: why.slice(0, 500) });

/**
 * Parcels that an entry declares and that customs may still release or hold: the consignments in its lines, or, if its
 * lines name none, those of its bill that no other entry names. `only` narrows them to these numbers.
 */
async function parcelsOf(
  context: SeaContext,
  entry: SeaEntry,
  billId: number,
  states: readonly ('clearance' | 'held' | 'free')[],
  only: readonly string[] = [],
): Promise<string[]> {
  const named = consignmentsOf(entry.lines);
  // Cancelled and rejected entries declare nothing.
  const others = { states: ['cancelled', 'rejected'], id: entry.id } as const;
  const elsewhere = named.length > 0 ? undefined : await enteredConsignments(context.write, billId, others);
  let found = context.write
    .selectFrom('parcel')
    .select('trackingNo')
    .where('billId', '=', billId)
    .where('state', 'in', states);
  if (named.length > 0) found = found.where('trackingNo', 'in', named);
  if (only.length > 0) found = found.where('trackingNo', 'in', only);
  return (await found.execute()).flatMap(({ trackingNo }) => (elsewhere?.has(trackingNo) ? [] : trackingNo));
}

async function moveAll(
  context: Context,
  billId: number,
  trackingNos: readonly string[],
  carryOut: (numbers: string[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < trackingNos.length; at += MAX_BULK)
    await carryOut(trackingNos.slice(at, at + MAX_BULK));
  if (trackingNos.length > 0) await refreshBill(context.write, billId);
}

const HOLDS = { docs_required: 'document_check', exam: 'random', hold: 'value_check' } as const;

/**
 * Holds the consignments that customs names, else all that the entry declares; after the release, those that have not
 * left yet (19 CFR 141.113).
 */
export async function billStopped(
  context: SeaContext,
  entry: SeaEntry,
  {
    why,
    only,
    remark,
  }: { readonly why: keyof typeof HOLDS; readonly only: readonly string[]; readonly remark: string },
): Promise<void> {
  const bill = await declare(context, entry, 'control');
  if (!bill) return;
  const by = asCustoms(context);
  const numbers = await parcelsOf(context, entry, bill.id, ['clearance', 'free'], only);
  await moveAll(by, bill.id, numbers, (trackingNos) =>
    moveParcels(by, 'hold', bill.id, { trackingNos }, { reason: HOLDS[why], remark: remark.slice(0, 500) }),
  );
  await notifyClearance(by, bill);
}

/** Lists the parcels with an open inspection that a person entered, as opposed to a response of CBP, by number. */
async function selectedByStaff({ write }: SeaContext, billId: number): Promise<string[]> {
  const found = await write
    .selectFrom('fyco')
    .innerJoin('parcel', 'parcel.id', 'fyco.parcelId')
    .select('parcel.trackingNo')
    .where('fyco.billId', '=', billId)
    .where('fyco.state', 'in', openInspectionStates)
    .where('fyco.createdBy', 'is not', null)
    .execute();
  return found.map(({ trackingNo }) => trackingNo);
}

/**
 * Releases the goods that the entry declares, except those that customs still holds: the ones it named, and the ones selected for an inspection
 * that staff entered. A hold that CBP's own response made ends with the release of the entry.
 */
export async function billReleased(context: SeaContext, entry: SeaEntry, at: string): Promise<void> {
  const bill = await declare(context, entry, 'released', { releasedAt: at });
  if (!bill) return;
  const by = asCustoms(context);
  const held = new Set([...entry.heldNos, ...(await selectedByStaff(context, bill.id))]);
  const numbers = (await parcelsOf(context, entry, bill.id, ['clearance', 'held'])).filter(
    (no) => !held.has(no),
  );
  const reference = entry.entryNo ?? undefined;
  await moveAll(by, bill.id, numbers, (trackingNos) =>
    moveParcels(by, 'free', bill.id, { trackingNos }, { at, reference }),
  );
}
