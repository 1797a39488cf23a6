import { type BlockedBox, type Goods, hindranceOf, type Movement, mayMove } from '@contract/rules/custody';
import { type RawBuilder, sql } from 'kysely';
import { Refusal, refuseFields } from '../../core/refusal';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';

/** The boxes whose goods are read: those given, of a bill, of a pallet, or on a consignment note. */
type BoxChoice =
  | { readonly boxIds: readonly number[] }
  | { readonly billId: number }
  | { readonly palletId: number }
  | { readonly cmrId: number };

function chosenIds(chosen: BoxChoice): RawBuilder<unknown> {
  if ('boxIds' in chosen) return listed(chosen.boxIds);
  if ('billId' in chosen) return sql`(select id from box where billId = ${chosen.billId})`;
  if ('palletId' in chosen) return sql`(select id from box where palletId = ${chosen.palletId})`;
  return sql`(select box.id from box join pallet on pallet.id = box.palletId where pallet.cmrId = ${chosen.cmrId})`;
}

/** Reads the goods in boxes, by box id. */
export async function goodsOf(read: Reader, chosen: BoxChoice): Promise<ReadonlyMap<number, Goods>> {
  if ('boxIds' in chosen && chosen.boxIds.length === 0) return new Map();
  const ids = chosenIds(chosen);
  const { rows } = await sql<
    Omit<Goods, 'announced' | 'cleared'> & Record<'id' | 'announced' | 'cleared', number>
  >`
    select box.id, box.boxNo as no, box.place,
      case when box.place = 'truck' and cmr.state in ('in_transit', 'arrived', 'delivered') then cmr.cmrNo end as departedOn,
      case when box.declaredParcels > 0 or box.weight > 0 or box.repacked = 1 then 1 else 0 end as announced,
      case when bill.clearanceStatus in ('success', 'handover') then 1 else 0 end as cleared,
      coalesce(inside.parcels, 0) as parcels, coalesce(inside.waiting, 0) as waiting,
      coalesce(inside.held, 0) as held, coalesce(inside.refused, 0) as refused,
      coalesce(inside.abnormal, 0) as abnormal, inside.releasedAt
    from box join bill on bill.id = box.billId
    left join cmr on box.place = 'truck' and cmr.id = box.placeId
    left join (
      select boxId, count(*) as parcels,
        sum(case when state = 'clearance' then 1 else 0 end) as waiting,
        sum(case when state = 'held' then 1 else 0 end) as held,
        sum(case when state = 'failed' and disposition is null then 1 else 0 end) as refused,
        sum(case when state = 'abnormal' then 1 else 0 end) as abnormal,
        max(releasedAt) as releasedAt
      from parcel where boxId in ${ids} and place is null
      group by boxId
    ) inside on inside.boxId = box.id
    where box.id in ${ids} order by box.boxNo`.execute(read);
  return new Map(
    rows.map(({ id, announced, cleared, ...goods }) => [
      id,
      { ...goods, announced: announced === 1, cleared: cleared === 1 },
    ]),
  );
}

/**
 * Refuses a move of boxes if one of them may not make it; `time` is a stated time of the move. Throws the reason of
 * `mayMove`; NODE_ORDER at the field of the time.
 */
export async function requireMovable(
  read: Reader,
  chosen: BoxChoice,
  movement: Movement,
  time?: { readonly field: string; readonly at: string },
): Promise<void> {
  for (const goods of (await goodsOf(read, chosen)).values()) {
    const found = mayMove(goods, movement, time);
    if (found)
      throw time && found.code === 'NODE_ORDER' ? refuseFields({ [time.field]: found }) : new Refusal(found);
  }
}

const NO_BLOCK: BlockedBox = { blockedBox: null, blockedBy: null };

/** Returns a function with the first blocked box of each pallet or note, by its id. */
export async function keptOn(
  read: Reader,
  by: 'box.palletId' | 'pallet.cmrId',
  ids: readonly number[],
): Promise<(id: number) => BlockedBox> {
  const { rows } = await sql<{ on: number; id: number; boxNo: string }>`
    select ${sql.ref(by)} as "on", box.id, box.boxNo from box join pallet on pallet.id = box.palletId
    where ${sql.ref(by)} in ${listed(ids)} and box.state = 'blocked' order by box.boxNo desc`.execute(read);
  const first = new Map(rows.map((row) => [row.on, row]));
  const goods = await goodsOf(read, { boxIds: [...first.values()].map(({ id }) => id) });
  return (on) => {
    const box = first.get(on);
    const own = box && goods.get(box.id);
    const blockedBy = own && hindranceOf(own);
    return blockedBy ? { blockedBox: box.boxNo, blockedBy } : NO_BLOCK;
  };
}
