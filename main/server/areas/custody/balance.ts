import { billName } from '@contract/bill/billName';
import type { Place } from '@contract/custody/place';
import { type RawBuilder, sql } from 'kysely';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { idsIn } from './ranges';

/** Rules that hold for boxes, by the words for a break of each. */
const RULES = {
  'is in stock without having come in': sql`box.place = 'warehouse' and (box.inboundAt is null or box.outboundAt is not null)`,
  'has not come, but was scanned': sql`box.place = 'announced' and (box.inboundAt is not null or box.outboundAt is not null)`,
  'is under way without having left': sql`box.place in ('truck', 'hub') and box.outboundAt is null`,
  'is on another truck than its pallet': sql`box.place in ('truck', 'hub') and pallet.cmrId is not null
    and box.placeId is not null and pallet.cmrId <> box.placeId`,
  'has arrived, but is under way': sql`box.place = 'truck' and cmr.id = box.placeId and cmr.state in ('arrived', 'delivered')`,
  'is at a hub that its truck has not reached': sql`box.place = 'hub' and cmr.id = box.placeId
    and cmr.state not in ('arrived', 'delivered')`,
  'is delivered by a truck that nobody signed for': sql`box.place = 'delivered' and cmr.id = box.placeId
    and cmr.state <> 'delivered'`,
  'is missing at a delivery that nobody signed for': sql`box.place = 'lost'
    and (select state from cmr as note where note.id = box.placeId) <> 'delivered'`,
};

/** A rule that the ledger of a bill breaks, in words for the log. */
interface Fault {
  readonly billId: number;
  readonly text: string;
}

/**
 * Checks the custody ledger, of all bills or of some, and returns what is wrong, in words for the log; none when it is
 * whole: its moves lead to where the goods stand, times and trucks say the same, and parcels are completed exactly where
 * they were handed over.
 */
export async function custodyFaults(read: Reader, billIds?: readonly number[]): Promise<string[]> {
  return (await faultsOf(read, billIds)).map(({ billId, text }) => `bill ${billId}: ${text}`);
}

async function faultsOf(read: Reader, billIds?: readonly number[]): Promise<Fault[]> {
  const within = (column: string) =>
    billIds === undefined ? sql`true` : sql`${sql.ref(column)} in ${listed(billIds)}`;
  if (billIds?.length === 0) return [];
  return [
    ...(await ledgerFaults(read, within)),
    ...(await boxFaults(read, within)),
    ...(await parcelFaults(read, within)),
  ];
}

/** Bills checked at once: the goods of all would not fit into memory. */
const PIECE = 500;
/** Bills that are named. */
const NAMED = 5;

/** Result of a check of the whole ledger: the number of bills that break a rule, and the first fault of a few. */
export interface CustodyCheck {
  readonly bills: number;
  readonly first: readonly string[];
}

/** Checks the ledger of every bill, a piece at a time. */
export async function checkCustody(read: Reader): Promise<CustodyCheck> {
  const first: string[] = [];
  let bills = 0;
  for (let last = 0; ; ) {
    const found = await read
      .selectFrom('bill')
      .select(['id', 'billNo', 'batchNo'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PIECE)
      .execute();
    const byBill = new Map<number, Fault>();
    for (const fault of await faultsOf(
      read,
      found.map(({ id }) => id),
    ))
      if (!byBill.has(fault.billId)) byBill.set(fault.billId, fault);
    bills += byBill.size;
    for (const bill of found) {
      const fault = byBill.get(bill.id);
      if (fault && first.length < NAMED) first.push(`${billName(bill)}: ${fault.text}`);
    }
    if (found.length < PIECE) return { bills, first };
    last = found.at(-1)?.id ?? last;
  }
}

type Within = (column: string) => RawBuilder<unknown>;

const words = (place: Place | null, id: number | null) => (id === null ? `${place}` : `${place} ${id}`);

/** Boxes and parcels whose place differs from that of their last move. */
async function ledgerFaults(read: Reader, within: Within): Promise<Fault[]> {
  const { rows: moves } = await sql<{
    unit: 'box' | 'parcel';
    toPlace: Place;
    toId: number | null;
    members: string;
  }>`
    select unit, toPlace, toId, members from custodyMove where ${within('billId')} order by id`.execute(read);
  const moved = { box: new Map<number, string>(), parcel: new Map<number, string>() };
  for (const { unit, toPlace, toId, members } of moves)
    for (const id of idsIn(members)) moved[unit].set(id, words(toPlace, toId));
  const { rows: boxes } = await sql<Standing>`
    select id, billId, boxNo as no, place, placeId from box where ${within('billId')}`.execute(read);
  const { rows: parcels } = await sql<Standing>`
    select id, billId, trackingNo as no, place, placeId from parcel
    where ${within('billId')} and place is not null`.execute(read);
  return [
    ...boxes.flatMap((box) => astray(box, moved.box.get(box.id) ?? 'announced')),
    ...parcels.flatMap((parcel) => astray(parcel, moved.parcel.get(parcel.id))),
  ];
}

interface Standing {
  readonly id: number;
  readonly billId: number;
  readonly no: string;
  readonly place: Place;
  readonly placeId: number | null;
}

const astray = ({ billId, no, place, placeId }: Standing, to: string | undefined): Fault[] =>
  words(place, placeId) === to
    ? []
    : [{ billId, text: `${no} stands at ${words(place, placeId)}, its moves lead to ${to}` }];

async function boxFaults(read: Reader, within: Within): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [broken, rule] of Object.entries(RULES)) {
    const { rows } = await sql<{ billId: number; boxNo: string }>`
      select box.billId, box.boxNo from box left join pallet on pallet.id = box.palletId
        left join cmr on cmr.id = pallet.cmrId
      where ${within('box.billId')} and ${rule} order by box.id`.execute(read);
    for (const { billId, boxNo } of rows) faults.push({ billId, text: `box ${boxNo} ${broken}` });
  }
  return faults;
}

/** Parcels completed without having been handed over. */
async function parcelFaults(read: Reader, within: Within): Promise<Fault[]> {
  const { rows } = await sql<{ billId: number; trackingNo: string; place: string }>`
    select parcel.billId, parcel.trackingNo, coalesce(parcel.place, box.place) as place
    from parcel left join box on box.id = parcel.boxId
    where ${within('parcel.billId')} and parcel.state = 'completed'
      and coalesce(parcel.place, box.place) not in ('delivered', 'collected')
    order by parcel.id`.execute(read);
  return rows.map(({ billId, trackingNo, place }) => ({
    billId,
    text: `${trackingNo} is completed at ${place}`,
  }));
}
