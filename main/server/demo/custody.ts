import type { CustodyMove } from '@contract/custody/custody';
import type { Place, Spot } from '@contract/custody/place';
import { sql } from 'kysely';
import { rangesOf } from '../areas/custody/ranges';
import { listed } from '../store/dialect';
import type { Writer } from '../store/open';
import { insertRows } from './rows';

/** A box with the records that tell its way. */
interface BoxWay {
  readonly id: number;
  readonly billId: number;
  readonly inboundAt: string | null;
  readonly outboundAt: string | null;
  readonly warehouseId: number | null;
  readonly pickId: number | null;
  readonly pickNo: string | null;
  readonly cmrId: number | null;
  readonly cmrNo: string | null;
  readonly arrivedAt: string | null;
  readonly cmrPodAt: string | null;
  readonly tatAt: string | null;
  readonly podAt: string | null;
  readonly completed: number;
  readonly collectionId: number | null;
  readonly signer: string | null;
}

type Step = Spot & Pick<CustodyMove, 'at' | 'proof' | 'proofId' | 'proofText'>;
const ANNOUNCED: Spot = { place: 'announced', id: null };

/** The places of a box, in order, with the proof of each. */
function stepsOf(box: BoxWay): Step[] {
  const steps: Step[] = [];
  const add = (
    at: string | null,
    place: Place,
    id: number | null,
    [proof, proofId, proofText]: readonly [CustodyMove['proof'], number | null, string | null],
  ) => {
    if (at !== null) steps.push({ place, id, at, proof, proofId, proofText });
  };
  const note = ['cmr', box.cmrId, box.cmrNo] as const;
  const scan = ['scan', box.pickId, box.pickNo] as const;
  const node = ['node', null, null] as const;
  add(box.inboundAt, 'warehouse', box.warehouseId, scan);
  if (box.collectionId !== null) {
    add(box.outboundAt, 'collected', null, ['gate', box.collectionId, box.signer]);
    return steps;
  }
  add(box.outboundAt, 'truck', box.cmrId, box.cmrId === null ? scan : note);
  if (box.outboundAt === null) {
    // Boxes that trips counted without scanning them are delivered with their bill.
    if (box.inboundAt === null && box.completed === 1) add(box.podAt, 'delivered', null, node);
    return steps;
  }
  if (box.cmrId === null) add(box.tatAt, 'hub', null, node);
  else add(box.arrivedAt, 'hub', box.cmrId, note);
  const pod = ['pod', box.cmrId, box.cmrNo] as const;
  if (box.cmrPodAt !== null) add(box.cmrPodAt, 'delivered', box.cmrId, pod);
  else add(box.podAt, 'delivered', null, node);
  return steps;
}

/**
 * Writes the custody ledger of boxes and parcels by their times, trips and trucks, and the places where they stand; of
 * all bills, or of one.
 */
export async function seedCustody(writer: Writer, billId?: number): Promise<void> {
  const only = billId === undefined ? sql`` : sql`where box.billId = ${billId}`;
  const { rows } = await sql<BoxWay>`
    select box.id, box.billId, box.inboundAt, box.outboundAt, bill.warehouseId, box.pickId, pick.pickNo,
      pallet.cmrId, cmr.cmrNo, cmr.arrivedAt, cmr.podAt as cmrPodAt, bill.tatAt, bill.podAt,
      case when exists (select 1 from parcel where parcel.boxId = box.id and parcel.state = 'completed') then 1 else 0 end
        as completed, box.collectionId, collection.signer
    from box join bill on bill.id = box.billId left join pick on pick.id = box.pickId
      left join collection on collection.id = box.collectionId
      left join pallet on pallet.id = box.palletId left join cmr on cmr.id = pallet.cmrId
    ${only} order by box.billId, box.id`.execute(writer);
  const sets = new Map<string, { billId: number; from: Spot; step: Step; ids: number[] }>();
  for (const box of rows) {
    let from: Spot = ANNOUNCED;
    for (const [index, step] of stepsOf(box).entries()) {
      const key = [index, box.billId, from.place, from.id, step.place, step.id, step.proofId].join(' ');
      const set = sets.get(key) ?? { billId: box.billId, from, step, ids: [] };
      set.ids.push(box.id);
      if (step.at > set.step.at) set.step = { ...set.step, at: step.at };
      sets.set(key, set);
      from = step;
    }
  }
  // A move comes after those that brought its boxes there.
  const moves = [...sets]
    .sort(([a], [b]) => Number(a.split(' ')[0]) - Number(b.split(' ')[0]))
    .map(([, set]) => set);
  const lineOf = (at: string) => ({ at, recordedAt: at, recordedBy: null, reverses: null, remark: null });
  await insertRows(
    writer,
    'custodyMove',
    moves.map(({ billId: bill, from, step: { place, id, at, ...proof }, ids }) => ({
      ...{ billId: bill, ...lineOf(at), unit: 'box' as const, fromPlace: from.place, fromId: from.id },
      ...{ toPlace: place, toId: id, quantity: ids.length, members: rangesOf(ids), ...proof },
    })),
  );
  for (const { step, ids } of moves)
    await writer
      .updateTable('box')
      .set({ place: step.place, placeId: step.id, placedAt: step.at })
      .where('id', 'in', listed(ids))
      .execute();
  await placeOwnParcels(writer, billId);
}

/** A parcel at a place of its own, and where its box stood when it was taken out. */
interface OwnParcel {
  readonly id: number;
  readonly billId: number;
  readonly at: string;
  readonly from: Place;
  readonly fromId: number | null;
  readonly to: Place;
}

/** Places parcels that are not in their boxes: decided on after a refusal, missing, or delivered without their box. */
async function placeOwnParcels(writer: Writer, billId: number | undefined): Promise<void> {
  const only = billId === undefined ? sql`` : sql`and parcel.billId = ${billId}`;
  const decided = sql`coalesce(parcel.stateAt, parcel.createdAt)`;
  // A parcel is taken out of its box in the warehouse, however late it was decided on.
  const { rows } = await sql<OwnParcel>`
    select parcel.id, parcel.billId, max(${decided}, coalesce(box.inboundAt, '')) as at,
      case when parcel.state <> 'completed' and box.inboundAt is not null then 'warehouse' else box.place end as "from",
      case when parcel.state <> 'completed' and box.inboundAt is not null then bill.warehouseId else box.placeId end
        as fromId,
      case when parcel.state = 'completed' then 'delivered' when parcel.state = 'abnormal' then 'lost'
        when parcel.disposition in ('returned', 'destroyed') then parcel.disposition else 'customs' end as "to"
    from parcel join box on box.id = parcel.boxId join bill on bill.id = parcel.billId
    where ((parcel.state = 'failed' and parcel.disposition is not null)
        or (parcel.state = 'abnormal' and parcel.abnormalType = 'shortage')
        or (parcel.state = 'completed' and box.place <> 'delivered')) ${only}
    order by parcel.id`.execute(writer);
  const sets = Map.groupBy(rows, ({ billId: bill, at, from, fromId, to }) =>
    [bill, at, from, fromId, to].join(' '),
  );
  await insertRows(
    writer,
    'custodyMove',
    [...sets.values()].flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const { billId: bill, at, from, fromId, to } = first;
      return {
        ...{ billId: bill, at, recordedAt: at, recordedBy: null, unit: 'parcel' as const },
        ...{ fromPlace: from, fromId, toPlace: to, toId: null },
        ...{ quantity: own.length, members: rangesOf(own.map(({ id }) => id)) },
        ...{
          proof: to === 'lost' ? ('case' as const) : ('decision' as const),
          proofId: null,
          proofText: null,
        },
        ...{ reverses: null, remark: null },
      };
    }),
  );
  for (const own of sets.values())
    await sql`
      update parcel set place = ${own[0]?.to}, placedAt = ${own[0]?.at}
      where id in ${listed(own.map(({ id }) => id))}`.execute(writer);
}
