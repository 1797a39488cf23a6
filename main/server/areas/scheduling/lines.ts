import { type Bill, closedBill } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { problem } from '@contract/errors';
import { namesOf, pickOf } from '@contract/names';
import type { Warning } from '@contract/resource';
import { bookedKg, freeKg } from '@contract/rules/capacity';
import { airMachine, airTransport } from '@contract/scheduling/airTransport';
import { type LinkedBill, type PlannedBill, plannedBill, scheduleChange } from '@contract/scheduling/parts';
import { seaMachine, seaTransport } from '@contract/scheduling/seaTransport';
import type { TransportFacts, TransportStep } from '@contract/scheduling/states';
import type { Context } from '../../core/context';
import { itself, record } from '../../core/record';
import { Refusal, refuse } from '../../core/refusal';
import { byName } from '../../store/byName';
import { codecByName, codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { readBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { inWords } from '../bill/nodeWrites';

/** A flight or a voyage. */
export type Mode = 'air' | 'sea';

/** Fields common to flights and voyages. */
export interface Line extends TransportFacts {
  readonly id: number;
  readonly version: number;
  readonly transportNo: string | null;
  readonly etd: string;
  readonly eta: string;
  readonly atd: string | null;
  readonly ata: string | null;
}

/** A line with all its fields. */
export type FullLine = Line & Readonly<Record<string, unknown>>;

export const LINES = {
  air: {
    table: 'airTransport',
    key: 'airTransportId',
    codec: codecByName(airTransport.row),
  },
  sea: {
    table: 'seaTransport',
    key: 'seaTransportId',
    codec: codecByName(seaTransport.row),
  },
} as const;

/** Loads a flight or voyage. Throws NOT_FOUND. */
export async function readLine(db: Reader, mode: Mode, id: number): Promise<FullLine> {
  const { table, codec } = LINES[mode];
  const row = await byName(db).selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return codec.decode(row);
}

/** Changes of flights and of voyages, by their state machines. */
export const lines = {
  air: record({
    table: 'airTransport',
    row: airTransport.row,
    machine: airMachine,
    load: ({ read }, id: number) => readLine(read, 'air', id),
    about: itself,
  }),
  sea: record({
    table: 'seaTransport',
    row: seaTransport.row,
    machine: seaMachine,
    load: ({ read }, id: number) => readLine(read, 'sea', id),
    about: itself,
  }),
} as const;

/** Writes an action on a line to the operation log. */
export const logLine = (
  context: Context,
  mode: Mode,
  action: TransportStep | 'link' | 'unlink' | 'update',
  line: Line,
  before: unknown,
  after: unknown,
) =>
  context.log({
    module: 'transport',
    action,
    objectType: LINES[mode].table,
    objectId: line.id,
    objectNo: `${line.transportNo}`,
    before,
    after,
  });

const billColumns = [
  'bill.id',
  'bill.billNo',
  'bill.batchNo',
  'bill.customerId',
  'bill.originAirportId',
  'bill.landingAirportId',
  'bill.flightNo',
  'bill.boxCount',
  'bill.packageCount',
  'bill.weight',
  'bill.billingWeight',
  'bill.stage',
  'bill.eta',
  'bill.ata',
] as const;
type Columns = Omit<PlannedBill, 'kg'> & { readonly weight: number; readonly billingWeight: number | null };

/** Chargeable weight of a bill, in kg. */
const kgOf = ({ weight, billingWeight }: Pick<Bill, 'weight' | 'billingWeight'>): number =>
  billingWeight ?? weight;

export const plannedOf = ({ weight, billingWeight, ...row }: Columns): PlannedBill => {
  const bill = { ...row, kg: (billingWeight ?? weight) / 1000 };
  return pickOf(bill, namesOf(plannedBill.shape));
};

/** Bills that planners may select, the latest first: not landed unless requested, not removed, not archived. */
export function choosable(db: Reader, landedToo = false) {
  const found = db
    .selectFrom('bill')
    .select(billColumns)
    .where('bill.archived', '=', 0)
    .where('bill.removedAt', 'is', null);
  return (landedToo ? found : found.where('bill.ata', 'is', null))
    .orderBy('bill.createdAt', 'desc')
    .limit(200);
}

/** The bills on a flight or voyage. */
export async function billsOn(db: Reader, mode: Mode, id: number): Promise<LinkedBill[]> {
  const rows = await db
    .selectFrom('booking')
    .innerJoin('bill', 'bill.id', 'booking.billId')
    .select(billColumns)
    .select(['booking.kg', 'booking.positions', 'booking.bookedAt', 'booking.bookedBy'])
    .where(`booking.${LINES[mode].key}`, '=', id)
    .orderBy('booking.id')
    .execute();
  return rows.map(({ kg, positions, bookedAt, bookedBy, ...bill }) => ({
    ...plannedOf(bill),
    bookedKg: kg / 1000,
    ...{ positions, bookedAt, bookedBy },
  }));
}

const changeCodec = codecOf(scheduleChange);

/** Changes of a line's times, the latest first. */
export async function changesOf(db: Reader, mode: Mode, id: number) {
  const rows = await db
    .selectFrom('scheduleChange')
    .selectAll()
    .where(LINES[mode].key, '=', id)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(changeCodec.decode);
}

/** Bookings of a flight, and its allotments to customers, in kg. */
export async function sharesOf(db: Reader, id: number) {
  const bookings = await db
    .selectFrom('booking')
    .innerJoin('bill', 'bill.id', 'booking.billId')
    .select(['bill.customerId', 'booking.billId', 'booking.kg', 'booking.positions'])
    .where('booking.airTransportId', '=', id)
    .execute();
  const allocations = await db
    .selectFrom('airAllocation')
    .select(['customerId', 'kg'])
    .where('airTransportId', '=', id)
    .orderBy('customerId')
    .execute();
  return {
    booked: bookings.map((one) => ({ ...one, kg: one.kg / 1000 })),
    promised: allocations.map((one) => ({ ...one, kg: one.kg / 1000 })),
  };
}

/** Recomputes the counters of a line. Everything that links, unlinks or allots ends here. */
export async function refreshLine({ write }: Pick<Context, 'write'>, mode: Mode, id: number): Promise<void> {
  if (mode === 'air') {
    const { capacityKg } = await write
      .selectFrom('airTransport')
      .select('capacityKg')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { booked, promised } = await sharesOf(write, id);
    const counts = {
      bookedKg: bookedKg(booked),
      freeKg: freeKg(capacityKg / 1000, booked, promised),
      bookedPositions: booked.reduce((sum, { positions }) => sum + positions, 0),
      billCount: booked.length,
    };
    await write
      .updateTable('airTransport')
      .set(codecOf(airTransport.row).encode(counts))
      .where('id', '=', id)
      .execute();
    return;
  }
  const count = (table: 'booking' | 'seaContainer') =>
    write
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('seaTransportId', '=', id)
      .executeTakeFirstOrThrow();
  const [bills, containers] = [await count('booking'), await count('seaContainer')];
  await write
    .updateTable('seaTransport')
    .set({ billCount: bills.n, containerCount: containers.n })
    .where('id', '=', id)
    .execute();
}

/** A bill to book; kg null for its chargeable weight. */
interface BookingRequest {
  readonly billId: number;
  readonly kg: number | null;
  readonly positions: number;
}

/** Throws if a bill cannot go on a line. */
async function requireFits({ write }: Context, mode: Mode, line: FullLine, bill: Bill): Promise<void> {
  const closed = closedBill(bill);
  if (closed) throw new Refusal(closed);
  const named = { bill: billName(bill) };
  if (bill.mode !== mode) throw refuse('BOOKING_MODE', named);
  if (bill.ata !== null) throw refuse('BOOKING_LANDED', named);
  const sameRoute =
    bill.originAirportId === line.originAirportId && bill.landingAirportId === line.landingAirportId;
  if (mode === 'air' && !sameRoute) throw refuse('BOOKING_ROUTE', named);
  const other = await write
    .selectFrom('booking')
    .leftJoin('airTransport', 'airTransport.id', 'booking.airTransportId')
    .leftJoin('seaTransport', 'seaTransport.id', 'booking.seaTransportId')
    .select(['airTransport.transportNo as air', 'seaTransport.transportNo as sea'])
    .where('booking.billId', '=', bill.id)
    .where((is) => is.or([is(LINES[mode].key, 'is', null), is(LINES[mode].key, '!=', line.id)]))
    .executeTakeFirst();
  if (other) throw refuse('BOOKING_EXISTS', { ...named, no: `${other.air ?? other.sea}` });
}

/** Throws AIR_FULL or AIR_POSITIONS_FULL, with the free amount, when a bill exceeds the space left on its flight. */
async function requireSpace(
  { write }: Context,
  line: FullLine,
  bill: Bill,
  wish: BookingRequest,
): Promise<void> {
  const { booked, promised } = await sharesOf(write, line.id);
  const others = booked.filter(({ billId }) => billId !== bill.id);
  const free = freeKg(Number(line.capacityKg), others, promised, bill.customerId);
  const kg = wish.kg ?? kgOf(bill);
  const no = `${line.transportNo}`;
  if (kg > free) {
    const { code } = await write
      .selectFrom('customer')
      .select('code')
      .where('id', '=', bill.customerId)
      .executeTakeFirstOrThrow();
    throw refuse('AIR_FULL', { no, free: Math.max(0, free), kg, customer: code, bill: billName(bill) });
  }
  const left = Number(line.positions) - others.reduce((sum, { positions }) => sum + positions, 0);
  if (wish.positions > left)
    throw refuse('AIR_POSITIONS_FULL', { no, free: left, wanted: wish.positions, bill: billName(bill) });
}

/**
 * Books bills on a flight or a voyage, all of them or none; one that is booked there already is booked again. Throws
 * {@link Refusal} with the obstacle, see `linkErrors`. Returns warnings about them.
 */
export async function linkBills(
  context: Context,
  mode: Mode,
  id: number,
  wishes: readonly BookingRequest[],
): Promise<{ linked: number; warnings: Warning[] }> {
  const { write, now, caller } = context;
  const line = await lines[mode].open(context, id, 'link');
  const warnings: Warning[] = [];
  const cutOff = mode === 'air' ? line.cutOffAt : line.cutOffCargo;
  if (typeof cutOff === 'string' && cutOff < now)
    warnings.push(...inWords(context, [problem('AIR_CUT_OFF')]));
  for (const wish of wishes) {
    const bill = await readBill(write, wish.billId);
    await requireFits(context, mode, line, bill);
    if (mode === 'air') await requireSpace(context, line, bill, wish);
    const kg = wish.kg ?? kgOf(bill);
    const taken = { kg: Math.round(kg * 1000), positions: wish.positions };
    await write
      .insertInto('booking')
      .values({
        billId: bill.id,
        airTransportId: mode === 'air' ? id : null,
        seaTransportId: mode === 'sea' ? id : null,
        ...taken,
        ...{ bookedAt: now, bookedBy: caller.id },
      })
      .onConflict((again) => again.column('billId').doUpdateSet(taken))
      .execute();
    const booked = String(mode === 'air' ? line.flightNo : line.voyageNo);
    if (bill.flightNo !== null && bill.flightNo !== booked)
      warnings.push(
        ...inWords(context, [
          problem('BOOKING_FLIGHT', { bill: billName(bill), flight: bill.flightNo, booked }),
        ]),
      );
    await logLine(context, mode, 'link', line, undefined, { billNo: billName(bill), bookedKg: kg });
    await logBill(context, 'link', bill, { remark: line.transportNo });
  }
  await refreshLine(context, mode, id);
  return { linked: wishes.length, warnings };
}

/** Takes bills off a flight or voyage in any state; the caller has checked that. Returns how many were on it. */
export async function takeOff(
  context: Context,
  mode: Mode,
  line: Line,
  bills: readonly Pick<Bill, 'id' | 'billNo' | 'batchNo'>[],
): Promise<number> {
  for (const bill of bills) {
    await context.write.deleteFrom('booking').where('billId', '=', bill.id).execute();
    await logLine(context, mode, 'unlink', line, { billNo: billName(bill) }, undefined);
    await logBill(context, 'unlink', bill, { remark: line.transportNo });
  }
  await refreshLine(context, mode, line.id);
  return bills.length;
}

/** Frees the space of a removed or deleted bill, wherever it was booked. */
export async function freeSpaceOf(
  context: Context,
  bill: Pick<Bill, 'id' | 'billNo' | 'batchNo'>,
): Promise<void> {
  const found = await context.write
    .selectFrom('booking')
    .select(['airTransportId', 'seaTransportId'])
    .where('billId', '=', bill.id)
    .executeTakeFirst();
  if (!found) return;
  const mode = found.airTransportId === null ? 'sea' : 'air';
  const line = await readLine(context.write, mode, Number(found.airTransportId ?? found.seaTransportId));
  await takeOff(context, mode, line, [bill]);
}

/** Removes the records that depend on a line to be removed. Throws if the machine refuses that. */
export async function clearLine(
  context: Context,
  mode: Mode,
  id: number,
  own: 'airAllocation' | 'seaContainer',
): Promise<void> {
  await lines[mode].open(context, id, 'remove');
  for (const table of [own, 'scheduleChange'])
    await byName(context.write).deleteFrom(table).where(LINES[mode].key, '=', id).execute();
}
