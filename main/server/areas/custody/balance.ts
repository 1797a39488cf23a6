import type { Place } from '@contract/custody/place';
import { type RawBuilder, sql } from 'kysely';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { idsIn } from './ranges';

/** Most faults of a kind that are listed: the first ones tell enough. */
const MOST = 20;

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
  'is missing at its delivery, but is elsewhere': sql`box.missingOnCmrId is not null
    and box.place in ('truck', 'hub', 'delivered')`,
};

/**
 * Checks the custody ledger, of all bills or of some, and returns what is wrong, in words for the log; none when it is
 * whole: its moves lead to where the goods stand, times and trucks say the same, and parcels are completed exactly where
 * they were handed over.
 */
export async function custodyFaults(read: Reader, billIds?: readonly number[]): Promise<string[]> {
  const within = (column: string) =>
    billIds === undefined ? sql`true` : sql`${sql.ref(column)} in ${listed(billIds)}`;
  if (billIds?.length === 0) return [];
  return [
    ...(await ledgerFaults(read, within)),
    ...(await boxFaults(read, within)),
    ...(await parcelFaults(read, within)),
  ];
}

type Within = (column: string) => RawBuilder<unknown>;

const words = (place: Place | null, id: number | null) => (id === null ? `${place}` : `${place} ${id}`);

/** Boxes and parcels whose place differs from that of their last move. */
async function ledgerFaults(read: Reader, within: Within): Promise<string[]> {
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
  ].slice(0, MOST);
}

interface Standing {
  readonly id: number;
  readonly billId: number;
  readonly no: string;
  readonly place: Place;
  readonly placeId: number | null;
}

const astray = ({ billId, no, place, placeId }: Standing, to: string | undefined): string[] =>
  words(place, placeId) === to
    ? []
    : [`bill ${billId}: ${no} stands at ${words(place, placeId)}, its moves lead to ${to}`];

async function boxFaults(read: Reader, within: Within): Promise<string[]> {
  const faults: string[] = [];
  for (const [broken, rule] of Object.entries(RULES)) {
    const { rows } = await sql<{ billId: number; boxNo: string }>`
      select box.billId, box.boxNo from box left join pallet on pallet.id = box.palletId
        left join cmr on cmr.id = pallet.cmrId
      where ${within('box.billId')} and ${rule} order by box.id limit ${MOST}`.execute(read);
    faults.push(...rows.map(({ billId, boxNo }) => `bill ${billId}: box ${boxNo} ${broken}`));
  }
  return faults;
}

/** Parcels completed without having been handed over. */
async function parcelFaults(read: Reader, within: Within): Promise<string[]> {
  const { rows } = await sql<{ billId: number; trackingNo: string; place: string }>`
    select parcel.billId, parcel.trackingNo, coalesce(parcel.place, box.place) as place
    from parcel left join box on box.id = parcel.boxId
    where ${within('parcel.billId')} and parcel.state = 'completed'
      and coalesce(parcel.place, box.place) not in ('delivered', 'collected')
    order by parcel.id limit ${MOST}`.execute(read);
  return rows.map(
    ({ billId, trackingNo, place }) => `bill ${billId}: ${trackingNo} is completed at ${place}`,
  );
}
