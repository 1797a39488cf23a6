import { type Insertable, sql } from 'kysely';
import { refreshCmr } from '../areas/linehaul/cmrFacts';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { iso, MINUTE } from './clock';
import { companyData } from './companyData';
import { type Contents, NOTE_CLERK, seedNoteFiles } from './noteFiles';
import { seedNoteMails, seedNoteSettings } from './noteMails';
import { staffId } from './people';
import type { Random } from './random';
import { idsOf, madeAt } from './reference';
import { insertRows } from './rows';
import { demoSscc } from './trucking';

const companyId = idsOf(companyData.map(({ code }) => code));
/** Approximate number of boxes on a pallet. */
const PER_PALLET = 24;

/** Writes the present work of the line-haul desk: draft and loaded notes, signed copies, and mails about trucks. */
export async function seedNotes(writer: Writer, random: Random, now: number): Promise<Contents> {
  const contents: Contents = new Map();
  await seedNoteSettings(writer, now);
  const waiting = await waitingPallets(writer, now);
  if (waiting) await writeNote(writer, { ...waiting, state: 'draft', at: now - 20 * MINUTE });
  const loaded = await loadedPallets(writer, waiting?.toDestinationId ?? null);
  const note = loaded && (await writeNote(writer, { ...loaded, state: 'loaded', at: now - 35 * MINUTE }));
  await seedNoteFiles(writer, random, now, contents);
  await seedNoteMails(writer, random, now, { contents, loadedNote: note ?? null });
  return contents;
}

/** Pallets for one truck. */
interface Load {
  readonly fromWarehouseId: number;
  readonly toDestinationId: number;
  readonly palletIds: readonly number[];
}

/**
 * Finds the closed pallets for the hub with goods of most bills: existing ones, and new ones of boxes that may leave,
 * except the last pallet of each bill, which stays free for the next note.
 */
async function waitingPallets(writer: Writer, now: number): Promise<Load | undefined> {
  const closed = await writer
    .selectFrom('pallet')
    .innerJoin('destination', 'destination.code', 'pallet.destinationCode')
    .select(['pallet.id', 'pallet.warehouseId', 'destination.id as toDestinationId', 'destination.code'])
    .where('pallet.state', '=', 'closed')
    .where('pallet.cmrId', 'is', null)
    .where('pallet.warehouseId', 'is not', null)
    .orderBy('pallet.id')
    .execute();
  const ready = await writer
    .selectFrom('box')
    .innerJoin('bill', 'bill.id', 'box.billId')
    .innerJoin('pick', 'pick.id', 'box.pickId')
    .select(['box.id', 'box.billId', 'box.destinationCode', 'bill.warehouseId'])
    .select(({ fn }) => fn.coalesce('box.measuredWeight', 'box.weight').as('weight'))
    .where('box.state', '=', 'ready')
    .where('box.palletId', 'is', null)
    .where('pick.inboundFinished', '=', 1)
    .where('pick.outboundFinished', '=', 0)
    .orderBy('box.id')
    .execute();
  const there = (one: (typeof closed)[number]) =>
    ready.filter((box) => box.warehouseId === one.warehouseId && box.destinationCode === one.code);
  const [first] = [...closed].sort((a, b) => there(b).length - there(a).length);
  if (!first?.warehouseId) return undefined;
  const palletIds = closed
    .filter(({ warehouseId, code }) => warehouseId === first.warehouseId && code === first.code)
    .map(({ id }) => id);
  for (const billId of new Set(there(first).map((box) => box.billId))) {
    const boxes = there(first).filter((box) => box.billId === billId);
    for (let from = 0; from < boxes.length; from += PER_PALLET) {
      const id = await buildPallet(writer, boxes.slice(from, from + PER_PALLET), first, now);
      if (from + PER_PALLET < boxes.length) palletIds.push(id);
    }
  }
  return { fromWarehouseId: first.warehouseId, toDestinationId: first.toDestinationId, palletIds };
}

async function buildPallet(
  writer: Writer,
  boxes: readonly { id: number; weight: number }[],
  { warehouseId, code }: { warehouseId: number | null; code: string },
  now: number,
): Promise<number> {
  const builtAt = iso(now - 70 * MINUTE);
  const { last } = await writer
    .selectFrom('pallet')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const prefix = `PLT${builtAt.slice(0, 10).replaceAll('-', '')}-`;
  const { count } = await writer
    .selectFrom('pallet')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('palletNo', 'like', `${prefix}%`)
    .executeTakeFirstOrThrow();
  const id = Number(last ?? 0) + 1;
  const by = staffId(NOTE_CLERK);
  await insertRows(writer, 'pallet', [
    {
      id,
      ...madeAt(builtAt, by),
      palletNo: `${prefix}${String(count + 1).padStart(4, '0')}`,
      sscc: demoSscc(id),
      warehouseId,
      destinationCode: code,
      type: 'eur',
      height: 120 + ((boxes.length * 4) % 80),
      weight: boxes.reduce((sum, { weight }) => sum + weight, 0),
      state: 'closed',
      builtAt,
      builtBy: by,
      closedAt: iso(now - 50 * MINUTE),
      cmrId: null,
      remark: null,
    },
  ]);
  await writer
    .updateTable('box')
    .set({ palletId: id, state: 'palletised' })
    .where(
      'id',
      'in',
      boxes.map((box) => box.id),
    )
    .execute();
  return id;
}

/** Finds pallets on a truck without a note, for another hub than the given one. */
async function loadedPallets(writer: Writer, besides: number | null): Promise<Load | undefined> {
  const rows = await writer
    .selectFrom('pallet')
    .innerJoin('destination', 'destination.code', 'pallet.destinationCode')
    .select(['pallet.id', 'pallet.warehouseId', 'destination.id as toDestinationId'])
    .where('pallet.state', '=', 'loaded')
    .where('pallet.cmrId', 'is', null)
    .where('pallet.warehouseId', 'is not', null)
    .orderBy('pallet.id')
    .execute();
  const first = rows.find(({ toDestinationId }) => toDestinationId !== besides);
  if (!first?.warehouseId) return undefined;
  return {
    fromWarehouseId: first.warehouseId,
    toDestinationId: first.toDestinationId,
    palletIds: rows
      .filter(
        ({ warehouseId, toDestinationId }) =>
          warehouseId === first.warehouseId && toDestinationId === first.toDestinationId,
      )
      .map(({ id }) => id),
  };
}

async function writeNote(
  writer: Writer,
  note: Load & { readonly state: 'draft' | 'loaded'; readonly at: number },
): Promise<number> {
  const { state, palletIds, fromWarehouseId, toDestinationId } = note;
  const at = iso(note.at);
  const by = staffId(NOTE_CLERK);
  const { last } = await writer
    .selectFrom('cmr')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const prefix = `CMR${at.slice(0, 10).replaceAll('-', '')}-`;
  const { count } = await writer
    .selectFrom('cmr')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('cmrNo', 'like', `${prefix}%`)
    .executeTakeFirstOrThrow();
  const id = Number(last ?? 0) + 1;
  const cmrNo = `${prefix}${String(count + 1).padStart(4, '0')}`;
  const loaded = state === 'loaded';
  const row: Insertable<Database['cmr']> & { id: number } = {
    id,
    ...madeAt(at, by),
    cmrNo,
    state,
    carrierCompanyId: companyId(loaded ? 'ARDENNES' : 'RHEINBOGEN'),
    plateNo: loaded ? '1-ABK-204' : '47-BZK-6',
    trailerNo: loaded ? null : 'OP-31-KX',
    vehicleType: loaded ? 'box_truck' : 'trailer_13_6m',
    driverName: loaded ? 'Luc Peeters' : null,
    driverPhone: loaded ? '+32 470 00 01 28' : null,
    fromWarehouseId,
    toDestinationId,
    ...{ totalPallets: 0, totalBoxes: 0, totalParcels: 0, totalWeight: 0 },
    sealNos: loaded ? '["NG204417"]' : '[]',
    mrnList: '[]',
    goods: null,
    statisticalNo: null,
    instructions: loaded ? null : 'Slot at the hub: call two hours before arrival',
    payment: 'paid',
    ...{ successiveCarriers: null, reservations: null, agreements: null },
    loadedAt: loaded ? iso(note.at + 5 * MINUTE) : null,
    ...{ departedAt: null, arrivedAt: null, podAt: null, podBoxCount: null, podPalletCount: null },
    ...{ cancelReason: null, remark: null },
  };
  await insertRows(writer, 'cmr', [row]);
  await writer.updateTable('pallet').set({ cmrId: id }).where('id', 'in', palletIds).execute();
  await refreshCmr(writer, id);
  if (loaded)
    await sql`
      update pick set cmrNo = ${cmrNo} where outboundFinished = 0 and id in (
        select box.pickId from box join pallet on pallet.id = box.palletId where pallet.cmrId = ${id})`.execute(
      writer,
    );
  return id;
}
