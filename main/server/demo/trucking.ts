import { ssccOf } from '@contract/rules/codes';
import type { Insertable } from 'kysely';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { handOf } from './billRow';
import type { BuiltBill } from './bills';
import { DAY, HOUR, iso, MINUTE } from './clock';
import { companyData } from './companyData';
import { staffId } from './people';
import type { Random } from './random';
import { idsOf } from './reference';
import { insertRows } from './rows';

/** A trip with its number and key. */
export type TripRow = Insertable<Database['pick']> & { id: number };
type BoxRow = Insertable<Database['box']> & { id: number };
type CmrRow = Insertable<Database['cmr']> & { id: number };
type PalletRow = Insertable<Database['pallet']> & { id: number };
type PmcRow = Omit<Insertable<Database['pmc']>, 'id'>;

/** Line-haul carriers. */
const HAULIERS = ['WINDMILL', 'ARDENNES', 'RHEINBOGEN'] as const;
const companyId = idsOf(companyData.map(({ code }) => code));

/** Issues numbers by the day of creation. */
class DayNumbers {
  private readonly counts = new Map<string, number>();
  private readonly prefix: string;
  constructor(prefix: string) {
    this.prefix = prefix;
  }
  next(at: string): string {
    const day = at.slice(0, 10).replaceAll('-', '');
    const count = (this.counts.get(day) ?? 0) + 1;
    this.counts.set(day, count);
    return `${this.prefix}${day}-${String(count).padStart(4, '0')}`;
  }
}

const made = (at: string, by: string) => ({
  version: 1,
  createdAt: at,
  createdBy: staffId(by),
  updatedAt: at,
  updatedBy: staffId(by),
});

/** Builds the consignment notes of all departed trucks, one per trip; trips get the number of their note. */
export function consignmentNotes(
  bills: readonly BuiltBill[],
  picks: ReadonlyMap<number, readonly TripRow[]>,
  random: Random,
): { cmrs: CmrRow[]; cmrBills: Insertable<Database['cmrBill']>[]; ofPick: ReadonlyMap<number, number> } {
  const numbers = new DayNumbers('CMR');
  const ofPick = new Map<number, number>();
  const departed = bills
    .flatMap((bill) => (picks.get(bill.row.id) ?? []).map((pick) => ({ bill, pick })))
    .filter(({ pick, bill: { row } }) => pick.outboundFinishAt && row.warehouseId && row.destinationId)
    .sort((a, b) => (`${a.pick.outboundFinishAt}` < `${b.pick.outboundFinishAt}` ? -1 : 1));
  const cmrs = departed.map(({ bill, pick }, index): CmrRow => {
    const { row } = bill;
    const departedAt = String(pick.outboundFinishAt);
    const loadedAt = iso(Date.parse(departedAt) - 10 * MINUTE);
    const boxes = pick.outboundBoxes ?? 0;
    const share = boxes / Math.max(1, row.boxCount);
    const arrivedAt = row.tatAt ?? null;
    const podAt = row.podAt ?? null;
    pick.cmrNo = numbers.next(loadedAt);
    ofPick.set(pick.id, index + 1);
    return {
      id: index + 1,
      ...made(loadedAt, handOf(bill.shipment)),
      cmrNo: pick.cmrNo,
      carrierCompanyId: companyId(random.pick(HAULIERS)),
      plateNo: `${random.int(10, 99)}-B${random.pick(['VX', 'ZK', 'RT', 'NL'])}-${random.int(1, 9)}`,
      trailerNo: `OP-${random.int(10, 99)}-${random.pick(['RT', 'KX', 'ZB'])}`,
      vehicleType: boxes > 200 ? 'trailer_13_6m' : boxes > 60 ? 'truck_12t' : 'box_truck',
      driverName: null,
      driverPhone: null,
      fromWarehouseId: row.warehouseId as number,
      toDestinationId: row.destinationId as number,
      totalPallets: pick.outboundPallets ?? 0,
      totalBoxes: boxes,
      totalParcels: Math.round(row.packageCount * share),
      totalWeight: Math.round((row.weight * share) / 100) * 100,
      state: podAt ? 'delivered' : arrivedAt ? 'arrived' : 'in_transit',
      loadedAt,
      departedAt,
      arrivedAt,
      podAt,
      podBoxCount: podAt ? boxes : null,
      podPalletCount: podAt ? (pick.outboundPallets ?? 0) : null,
      sealNos: JSON.stringify([`NG${random.int(100_000, 999_999)}`]),
      mrnList: '[]',
      goods: null,
      statisticalNo: null,
      instructions: null,
      payment: 'paid',
      successiveCarriers: null,
      reservations: null,
      agreements: null,
      cancelReason: null,
      remark: null,
    };
  });
  const cmrBills = departed.map(({ bill }, index) => ({ cmrId: index + 1, billId: bill.row.id }));
  return { cmrs, cmrBills, ofPick };
}

/** Days until an aircraft pallet is returned: truckers collect empties in rounds. */
const KEPT = { low: 1.2, mode: 2.6, high: 5.5 };
/** Milliseconds of history for which pallets are recorded. */
const REMEMBERED = 30 * DAY;

/** Builds the aircraft pallets of the last weeks. One was forgotten and is not returned after nine days. */
export function pmcsOf(
  bills: readonly BuiltBill[],
  picks: ReadonlyMap<number, readonly TripRow[]>,
  random: Random,
  now: number,
): PmcRow[] {
  let forgotten = false;
  return bills.flatMap((bill) => {
    const { row, shipment } = bill;
    const trips = picks.get(row.id) ?? [];
    const ulds = shipment.cargo.ulds;
    return ulds.flatMap((uldNo, index): PmcRow[] => {
      const trip = trips[Math.floor((index * trips.length) / ulds.length)];
      const collected = trip?.pickupFinishAt ? Date.parse(String(trip.pickupFinishAt)) : Number.NaN;
      if (!trip || !(now - collected < REMEMBERED)) return [];
      const unloadedAt = trip.inboundFinishAt ? String(trip.inboundFinishAt) : null;
      const age = now - collected;
      const unreturned: boolean = !forgotten && unloadedAt !== null && age > 9 * DAY && age < 10 * DAY;
      forgotten ||= unreturned;
      const back = Math.max(
        collected + random.triangular(KEPT.low, KEPT.mode, KEPT.high) * DAY,
        unloadedAt ? Date.parse(unloadedAt) + HOUR : 0,
      );
      const returnedAt = unloadedAt && !unreturned && back < now ? iso(back) : null;
      const collectedAt = iso(collected);
      return [
        {
          ...made(collectedAt, handOf(shipment)),
          updatedAt: returnedAt ?? unloadedAt ?? collectedAt,
          billId: row.id,
          pickId: trip.id,
          uldNo,
          boxes: Math.round(trip.pickupBoxes / Math.max(1, Math.ceil(ulds.length / trips.length))),
          weight: null,
          state: returnedAt ? 'returned' : unloadedAt ? 'unloaded' : 'collected',
          collectedAt,
          collectedFrom: row.cargoStationId ?? null,
          unloadedAt,
          returnedAt,
          returnedTo: returnedAt ? 'ULD desk of the handler' : null,
          freeDays: 5,
          netCount: 1,
          strapCount: random.int(4, 12),
          lostReason: null,
          remark: unreturned ? 'Not returned after nine days; the handler charges rent' : null,
        },
      ];
    });
  });
}

/** Approximate number of boxes on a pallet. */
const PER_PALLET = 24;

/** GS1's prefix for examples in place of a company prefix: its numbers are unassigned. */
const SSCC = { companyPrefix: '9521234', extensionDigit: 3 };
const SSCC_HEAD = `${SSCC.extensionDigit}${SSCC.companyPrefix}`;
/** Returns the SSCC of a pallet of the demo by its id. */
export const demoSscc = (id: number): string | null => ssccOf(SSCC_HEAD, id);

/** Writes the SSCC settings, with the last number used by the existing pallets. */
export async function writeNumbering(writer: Writer, updatedAt: string): Promise<void> {
  const { last } = await writer
    .selectFrom('pallet')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  await insertRows(writer, 'labelSettings', [{ id: 1, version: 1, updatedAt, updatedBy: null, ...SSCC }]);
  await insertRows(writer, 'ssccSerial', [{ head: SSCC_HEAD, last: last ?? 0 }]);
}

/** Builds pallets from a bill's boxes: departed ones, and some waiting while the truck is loaded. */
export class PalletYard {
  readonly #numbers = new DayNumbers('PLT');
  readonly #cmrOf: ReadonlyMap<number, number>;
  #last = 0;

  constructor(cmrOf: ReadonlyMap<number, number>) {
    this.#cmrOf = cmrOf;
  }

  /** Puts boxes on pallets; returns the pallets, which must be written before the boxes. */
  palletise(bill: BuiltBill, boxes: readonly BoxRow[], trips: readonly TripRow[]): PalletRow[] {
    return trips.flatMap((trip) => {
      const start = trip.outboundStartAt ? String(trip.outboundStartAt) : null;
      if (start === null) return [];
      const boxesOfTrip = boxes.filter(({ pickId }) => pickId === trip.id);
      const loaded = boxesOfTrip.filter(({ outboundAt }) => outboundAt);
      const waiting = boxesOfTrip.filter(({ state }) => state === 'ready').slice(0, PER_PALLET);
      return [
        ...this.#build(bill, loaded, trip, start, bill.row.podAt ? 'delivered' : 'loaded'),
        ...(trip.outboundFinishAt ? [] : this.#build(bill, waiting, trip, start, 'closed')),
      ];
    });
  }

  #build(
    bill: BuiltBill,
    boxes: readonly BoxRow[],
    trip: TripRow,
    start: string,
    state: 'closed' | 'loaded' | 'delivered',
  ): PalletRow[] {
    const pallets: PalletRow[] = [];
    for (let from = 0; from < boxes.length; from += PER_PALLET) {
      const standing = boxes.slice(from, from + PER_PALLET);
      const counted = trip.inboundFinishAt ? Date.parse(String(trip.inboundFinishAt)) : 0;
      const builtAt = iso(Math.max(Date.parse(start) - 90 * MINUTE, counted));
      this.#last += 1;
      for (const box of standing) {
        box.palletId = this.#last;
        if (state === 'closed') box.state = 'palletised';
      }
      pallets.push({
        id: this.#last,
        ...made(builtAt, handOf(bill.shipment)),
        palletNo: this.#numbers.next(builtAt),
        sscc: demoSscc(this.#last),
        warehouseId: bill.row.warehouseId ?? null,
        destinationCode: bill.shipment.destination,
        type: 'eur',
        height: 120 + ((standing.length * 4) % 80),
        weight: standing.reduce((sum, box) => sum + (box.measuredWeight ?? box.weight), 0),
        state,
        builtAt,
        builtBy: staffId(handOf(bill.shipment)),
        closedAt: iso(Date.parse(builtAt) + 20 * MINUTE),
        cmrId: state === 'closed' ? null : (this.#cmrOf.get(trip.id) ?? null),
        remark: null,
      });
    }
    return pallets;
  }
}
