import type { BillStage } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { type BuiltBill, buildBill, type Workshop } from './bills';
import { calm } from './cargo';
import { iso, MINUTE } from './clock';
import { conclude } from './conclude';
import type { BatchRow } from './declarations';
import type { PickRow } from './legs';
import { type Change, changesOf, type Entry } from './logs';
import { TrackingNumbers } from './parcels';
import { staffId } from './people';
import { roles } from './peopleData';
import type { Random } from './random';
import type { ReferenceIds } from './reference';
import { breathe } from './rows';
import { scheduleAir } from './schedule';
import { buildSeaBill } from './seaBills';
import type { Shipment } from './shipments';
import { type Story, settle, tales } from './stories';
import { type EventRow, timelineOf } from './timeline';
import { scheduleSea, type Voyage } from './voyages';

/** Number of the newest bills of each stage stored with all parcels, besides those of the stories. */
const STORED: Readonly<Partial<Record<BillStage, number>>> = {
  ...{
    draft: 10,
    arrived: 5,
    pickup: 4,
    clearing: 4,
    inbound: 8,
    clearance: 4,
    outbound: 4,
    transit: 5,
    delivery: 9,
  },
};
/** Larger bills are stored as counts only, to keep the first start fast. */
const MOST_STORED_PARCELS = 2200;

/** A bill with all the rows that go with it. */
export interface WrittenBill {
  readonly row: BuiltBill['row'];
  readonly picks: readonly PickRow[];
  readonly batches: readonly BatchRow[];
  readonly events: readonly EventRow[];
  readonly changes: readonly Change[];
  /** Null for bills by sea, which have no parcels. */
  readonly built: BuiltBill | null;
}

/** Makes all bills of the demo, numbered in the order in which they were announced. */
export async function makeBills(root: Random, now: number, ids: ReferenceIds): Promise<WrittenBill[]> {
  const wishes = tales.map((tale) => ({ tale, wish: tale.wish(now) }));
  const { shipments, storyShipments } = scheduleAir(
    root.fork('air'),
    now,
    wishes.map(({ wish }) => wish),
  );
  const taleOf = new Map<Shipment, Story>();
  for (const { tale, wish } of wishes) {
    (storyShipments.get(wish.label) ?? []).forEach((shipment, index) => {
      taleOf.set(shipment, tale);
      settle(shipment);
      shipment.stored = tale.stored === true;
      tale.prepare?.(shipment, index);
    });
  }
  const practice = await chooseStored(shipments, taleOf, ids, now);

  const shop = workshop(ids, now);
  const made: WrittenBill[] = [];
  for (const item of inOrder(shipments, scheduleSea(root.fork('sea'), now))) {
    await breathe();
    made.push(written(item, made.length + 1));
  }
  return made;

  function written(item: Item, id: number): WrittenBill {
    if (item.voyage) {
      const { row, picks, batches, events, changes } = buildSeaBill(item.voyage, id, shop);
      return { row: touched(row, changes), picks, batches, events, changes, built: null };
    }
    const bill = buildBill(item.shipment, id, shop);
    const { row, picks, batches } = bill;
    const own = taleOf.get(item.shipment)?.finish?.(bill) ?? [];
    practise(bill, practice.indexOf(item.shipment));
    const releasedBefore = bill.stored !== null && item.shipment.reached.firstRelease !== null;
    conclude({ row, picks, batches, releasedBefore }, now);
    const changes = changesOf(bill, own, now);
    return {
      row: touched(row, changes),
      picks,
      batches: bill.batches,
      events: timelineOf(bill, now),
      changes,
      built: bill,
    };
  }
}

type Item = { readonly created: number; readonly key: string } & (
  | { readonly shipment: Shipment; readonly voyage?: undefined }
  | { readonly voyage: Voyage }
);

function inOrder(shipments: readonly Shipment[], voyages: readonly Voyage[]): Item[] {
  const items: Item[] = [
    ...shipments.map((shipment) => ({
      shipment,
      created: shipment.flight.created,
      key: billName(shipment),
    })),
    ...voyages.map((voyage) => ({ voyage, created: voyage.created, key: `sea ${voyage.index}` })),
  ];
  return items.sort((a, b) => a.created - b.created || (a.key < b.key ? -1 : 1));
}

function workshop(ids: ReferenceIds, now: number): Workshop {
  let batch = 0;
  let entry = 1_000_000;
  return {
    ids,
    now,
    tracking: new TrackingNumbers(),
    nextBatch: () => ++batch,
    nextEntry: () => ++entry,
  };
}

/** Marks the bills that are stored with parcels; returns two drafts of them that get errors for the check. */
async function chooseStored(
  shipments: readonly Shipment[],
  taleOf: ReadonlyMap<Shipment, Story>,
  ids: ReferenceIds,
  now: number,
): Promise<readonly Shipment[]> {
  // The stage is computed from a complete bill, so each is built once for this selection.
  const trial = workshop(ids, now);
  const byStage = new Map<BillStage, Shipment[]>();
  const newest = [...shipments].sort((a, b) => b.flight.eta - a.flight.eta);
  for (const shipment of newest) {
    await breathe();
    const able = shipment.uploaded !== null && shipment.cargo.parcels <= MOST_STORED_PARCELS;
    if (taleOf.has(shipment) || shipment.archived !== null || shipment.removed !== null || !able) continue;
    const { row, picks, batches } = buildBill(shipment, 1, trial);
    conclude({ row, picks, batches, releasedBefore: shipment.reached.firstRelease !== null }, now);
    byStage.set(row.stage, [...(byStage.get(row.stage) ?? []), shipment]);
  }
  for (const [stage, found] of byStage) {
    for (const shipment of found.slice(0, STORED[stage] ?? 0)) shipment.stored = true;
    const collected = found.find((shipment) => shipment.collected);
    if (collected) collected.stored = true;
  }
  refuseSmallest((byStage.get('clearance') ?? []).filter(({ stored }) => !stored));
  const practice = (byStage.get('draft') ?? []).filter(({ stored }) => stored).slice(1, 3);
  for (const shipment of practice) shipment.checked = null;
  return practice;
}

/** Lets customs refuse the smallest bill as a whole. */
function refuseSmallest(shipments: readonly Shipment[]): void {
  const [smallest] = [...shipments].sort((a, b) => a.cargo.parcels - b.cargo.parcels);
  if (!smallest) return;
  smallest.trouble = { ...calm, failed: 1 };
  smallest.remark =
    'Declaration rejected: goods under an import ban. Customer to decide on return or destruction';
}

/** Gives two drafts errors that the check finds: a header that differs from the data, and codes that do not exist. */
function practise({ row, stored }: BuiltBill, index: number): void {
  if (!stored || index < 0) return;
  if (index === 0) {
    row.packageCount += 14;
    row.remarks = 'Header counts as announced by the customer';
  } else {
    for (const parcel of [17, 214, 391]) stored.fates.hsFailed.add(parcel);
    row.remarks = 'Three commodity codes to be corrected';
  }
}

/** Sets version and last change of a row by its log. */
function touched(row: BuiltBill['row'], changes: readonly Change[]): BuiltBill['row'] {
  const last = changes.at(-1);
  if (!last) return row;
  row.version = changes.length;
  row.updatedAt = iso(last.at);
  row.updatedBy = last.by === null ? null : staffId(last.by);
  return row;
}

/** Operation log entries of refused actions. */
export function refusedEntries(bills: readonly WrittenBill[]): Entry[] {
  const removed = bills.find(({ row }) => row.billNo === '160-60763872' && row.removedAt !== null);
  if (!removed?.row.removedAt) return [];
  const { billNo, batchNo } = removed.row;
  return [
    {
      at: Date.parse(removed.row.removedAt) + 18 * MINUTE,
      by: roles.documents[0],
      module: 'bill',
      action: 'create',
      objectType: 'bill',
      objectId: null,
      objectNo: billName({ billNo, batchNo }),
      after: { billNo, batchNo, code: 'BILL_DUPLICATE_REMOVED' },
      result: 'fail',
    },
  ];
}
