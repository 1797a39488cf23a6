import type { Bill } from '@contract/bill/bill';
import { FREE_HOURS } from '@contract/rules/lateness';
import type { AuditBasis } from '@contract/vocabulary';
import { sql } from 'kysely';
import { officeZone } from '../../../core/officeClock';
import type { Reader } from '../../../store/open';
import { goodsFollow } from '../../linehaul/cmrFacts';
import { billName } from '../allocation';
import type { Happened } from './compare';
import { type PalletFacts, palletDaysOf, palletsMoved } from './pallets';
import { type ParcelFacts, parcelsDelivered } from './parcels';
import { chargeableKg, type StationFact, stationKgDays } from './station';
import { type TripFacts, tripsOf } from './trips';

/** Facts about bills, and all bills that the same trucks and pallets carried. */
export interface Found extends Happened {
  readonly reach: ReadonlySet<number>;
}

type Bills = readonly Bill[];
const idsOf = (bills: Bills) => bills.map(({ id }) => id);

/** Names of the persons who recorded the moves that notes prove, by note. */
async function recordedBy(db: Reader, proof: 'cmr' | 'pod', notes: readonly number[]) {
  if (notes.length === 0) return new Map<number | null, string>();
  const rows = await db
    .selectFrom('custodyMove')
    .innerJoin('staff', 'staff.id', 'custodyMove.recordedBy')
    .select(['custodyMove.proofId', 'staff.realName'])
    .where('custodyMove.proof', '=', proof)
    .where('custodyMove.proofId', 'in', notes)
    .where('custodyMove.reverses', 'is', null)
    .orderBy('custodyMove.id')
    .execute();
  return new Map(rows.map(({ proofId, realName }) => [proofId, realName]));
}

const notesOf = (db: Reader, bills: Bills) =>
  db
    .selectFrom('cmr')
    .select(['id', 'cmrNo', 'carrierCompanyId', 'state', 'departedAt', 'podAt'])
    .where('state', '!=', 'cancelled')
    .where('id', 'in', (of) => of.selectFrom('cmrBill').select('cmrId').where('billId', 'in', idsOf(bills)))
    .orderBy('id')
    .execute();

/** Numbers of bills with goods that no truck has taken yet, and of those without boxes, of which nothing is known. */
async function openBillsOf(db: Reader, bills: Bills): Promise<string[]> {
  const boxed = await db
    .selectFrom('box')
    .select('billId')
    .distinct()
    .where('billId', 'in', idsOf(bills))
    .execute();
  const known = new Set(boxed.map(({ billId }) => billId));
  const open: string[] = [];
  for (const bill of bills)
    if (!known.has(bill.id) || (await goodsFollow(db, bill))) open.push(billName(bill));
  return open;
}

async function tripFacts(db: Reader, bills: Bills): Promise<TripFacts> {
  const notes = await notesOf(db, bills);
  const names = await recordedBy(
    db,
    'cmr',
    notes.map(({ id }) => id),
  );
  return {
    notes: notes.map((note) => ({ ...note, departedBy: names.get(note.id) ?? null })),
    openBills: await openBillsOf(db, bills),
  };
}

async function palletFacts(db: Reader, bills: Bills): Promise<PalletFacts> {
  const rows = await db
    .selectFrom('box')
    .innerJoin('pallet', 'pallet.id', 'box.palletId')
    .leftJoin('warehouse', 'warehouse.id', 'pallet.warehouseId')
    .leftJoin('staff', 'staff.id', 'pallet.builtBy')
    .leftJoin('cmr', 'cmr.id', 'pallet.cmrId')
    .select(['pallet.id', 'pallet.palletNo', 'pallet.cmrId', 'staff.realName', 'warehouse.freeDays'])
    .select(['warehouse.timeZone', 'cmr.departedAt', 'box.inboundAt', 'box.outboundAt', 'box.place'])
    .where('box.billId', 'in', idsOf(bills))
    .orderBy('pallet.id')
    .execute();
  const pallets = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((boxes) => {
    const [first] = boxes;
    if (!first) return [];
    const isThere = boxes.some(({ place }) => place === 'warehouse' || place === 'announced');
    const times = (column: 'inboundAt' | 'outboundAt') => boxes.flatMap((box) => box[column] ?? []).sort();
    return [
      {
        ...{ palletNo: first.palletNo, builtBy: first.realName, cmrId: first.cmrId },
        came: times('inboundAt')[0] ?? null,
        left: isThere ? null : (times('outboundAt').at(-1) ?? first.departedAt),
        ...{ freeDays: first.freeDays ?? 0, zone: first.timeZone ?? officeZone() },
      },
    ];
  });
  return { pallets, openBills: await openBillsOf(db, bills) };
}

/** Places from which parcels may still be delivered. */
const ON_THEIR_WAY: ReadonlySet<string> = new Set(['announced', 'warehouse', 'truck', 'hub', 'customs']);

async function parcelFacts(db: Reader, bills: Bills): Promise<ParcelFacts> {
  const rows = await db
    .selectFrom('parcel')
    .leftJoin('box', 'box.id', 'parcel.boxId')
    .leftJoin('pallet', 'pallet.id', 'box.palletId')
    .select(['parcel.billId', 'pallet.cmrId'])
    .select(({ fn }) => [
      fn.coalesce('parcel.place', 'box.place', sql<string>`'announced'`).as('at'),
      fn.countAll<number>().as('parcels'),
    ])
    .where('parcel.billId', 'in', idsOf(bills))
    .groupBy(['parcel.billId', 'pallet.cmrId', 'at'])
    .execute();
  const notes = await notesOf(db, bills);
  const names = await recordedBy(
    db,
    'pod',
    notes.map(({ id }) => id),
  );
  const delivered = rows.filter(({ at }) => at === 'delivered');
  const unproven = new Set(
    rows.flatMap(({ billId, at, cmrId }) =>
      ON_THEIR_WAY.has(at) || (at === 'delivered' && cmrId === null) ? billId : [],
    ),
  );
  return {
    deliveries: notes.flatMap(({ id, cmrNo, podAt }) => {
      const parcels = delivered.reduce((sum, row) => sum + (row.cmrId === id ? Number(row.parcels) : 0), 0);
      return parcels === 0 ? [] : [{ id, cmrNo, podAt, podBy: names.get(id) ?? null, parcels }];
    }),
    openBills: bills
      .filter(({ id }) => unproven.has(id) || rows.every(({ billId }) => billId !== id))
      .map(billName),
  };
}

async function stationFacts(db: Reader, bills: Bills): Promise<StationFact[]> {
  const trips = await db
    .selectFrom('pick')
    .select(['billId', 'pickNo', 'pickupBoxes', 'pickupStartAt', 'pickupFinishAt', 'pickupFinished'])
    .where('billId', 'in', idsOf(bills))
    .orderBy('id')
    .execute();
  const stations = await db.selectFrom('cargoStation').select(['id', 'freeHours']).execute();
  return bills.map((bill) => ({
    ...{ billId: bill.id, billNo: billName(bill), noaAt: bill.noaAt, boxCount: bill.boxCount },
    freeHours: stations.find(({ id }) => id === bill.cargoStationId)?.freeHours ?? FREE_HOURS,
    grams: Math.round(bill.weight * 1000),
    pickups: trips.flatMap(
      ({ billId, pickNo, pickupBoxes, pickupStartAt, pickupFinishAt, pickupFinished }) =>
        billId === bill.id
          ? [
              {
                ...{ pickNo, boxes: pickupBoxes, by: null },
                pickedUpAt: pickupFinished ? (pickupFinishAt ?? pickupStartAt) : null,
              },
            ]
          : [],
    ),
  }));
}

/** All bills on the notes or on the pallets of bills. */
async function reachOf(db: Reader, basis: AuditBasis, bills: Bills): Promise<ReadonlySet<number>> {
  const own = idsOf(bills);
  if (basis === 'trips') {
    const rows = await db
      .selectFrom('cmrBill')
      .select('billId')
      .where('cmrId', 'in', (of) => of.selectFrom('cmrBill').select('cmrId').where('billId', 'in', own))
      .execute();
    return new Set([...own, ...rows.map(({ billId }) => billId)]);
  }
  if (basis !== 'pallets' && basis !== 'pallet_days') return new Set(own);
  const rows = await db
    .selectFrom('box')
    .select('billId')
    .distinct()
    .where('palletId', 'in', (of) =>
      of.selectFrom('box').select('palletId').where('billId', 'in', own).where('palletId', 'is not', null),
    )
    .execute();
  return new Set([...own, ...rows.map(({ billId }) => billId)]);
}

async function happened(db: Reader, basis: AuditBasis, bills: Bills, supplierId: number): Promise<Happened> {
  switch (basis) {
    case 'trips':
      return tripsOf(await tripFacts(db, bills), supplierId);
    case 'pallets':
      return palletsMoved(await palletFacts(db, bills));
    case 'pallet_days':
      return palletDaysOf(await palletFacts(db, bills));
    case 'parcels':
      return parcelsDelivered(await parcelFacts(db, bills));
    case 'station_kg_days':
      return stationKgDays(await stationFacts(db, bills));
    case 'chargeable_kg':
      return chargeableKg(
        bills.map((bill) => ({
          ...{ billId: bill.id, billNo: billName(bill) },
          grams: bill.billingWeight === null ? null : Math.round(bill.billingWeight * 1000),
        })),
      );
  }
}

/** Finds what happened to bills by a basis, for a supplier. */
export async function factsFor(
  db: Reader,
  basis: AuditBasis,
  bills: Bills,
  supplierId: number,
): Promise<Found> {
  return { ...(await happened(db, basis, bills, supplierId)), reach: await reachOf(db, basis, bills) };
}
