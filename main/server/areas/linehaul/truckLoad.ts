import { hindranceOf } from '@contract/rules/custody';
import {
  type LoadItem,
  type LoadPart,
  loadItem,
  MAX_LOAD_ITEMS,
  type TruckLoad,
} from '@contract/warehouse/scan';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import type { Database } from '../../store/tables';
import { goodsOf, keptOn } from '../warehouse/goods';
import { destinationCode } from './loading';

const codec = codecOf(loadItem);
type Item = Omit<LoadItem, 'blockedBy'>;

/** Pallets that fulfil a condition; each names its bill while it has the boxes of just one. */
const palletsWith = (condition: RawBuilder<unknown>): RawBuilder<Item> => sql<Item>`
  select 'pallet' as kind, pallet.id as recordId, pallet.palletNo as number, carried.boxes,
    bill.id as billId, bill.billNo, bill.batchNo
  from pallet join (select palletId, count(*) as boxes, min(billId) as first, max(billId) as last from box
      where palletId in (select id from pallet where ${condition}) group by palletId) carried
    on carried.palletId = pallet.id
  left join bill on bill.id = carried.first and carried.first = carried.last
  where ${condition} order by pallet.palletNo`;

/** Boxes on pallets that left without them, or in the warehouse on no pallet. */
const boxesWith = (condition: RawBuilder<unknown>): RawBuilder<Item> => sql<Item>`
  select 'box' as kind, box.id as recordId, box.boxNo as number, 1 as boxes, bill.id as billId, bill.billNo,
    bill.batchNo
  from bill join box on box.billId = bill.id left join pallet on pallet.id = box.palletId
    left join destination on destination.id = bill.destinationId
  where bill.removedAt is null and ${condition} order by bill.id, box.boxNo`;

/** Counts a part of a load, and reads what keeps the listed ones from leaving. */
async function partOf(read: Reader, pallets: readonly Item[], boxes: readonly Item[]): Promise<LoadPart> {
  const sum = [...pallets, ...boxes].reduce((total, item) => total + item.boxes, 0);
  const list = [...pallets, ...boxes].slice(0, MAX_LOAD_ITEMS);
  const ids = (kind: string) => list.flatMap((item) => (item.kind === kind ? item.recordId : []));
  const kept = ids('pallet').length > 0 ? await keptOn(read, 'box.palletId', ids('pallet')) : undefined;
  const goods = await goodsOf(read, { boxIds: ids('box') });
  return {
    pallets: pallets.length,
    boxes: sum,
    list: list.map((item) => {
      const own = item.kind === 'box' ? goods.get(item.recordId) : undefined;
      const blockedBy = (own ? hindranceOf(own) : kept?.(item.recordId).blockedBy) ?? null;
      return codec.decode({ ...item, blockedBy });
    }),
  };
}

/** Reads the load of the truck of a note: what is on it, what is still missing, and what else is due for its hub. */
export async function truckLoadOf(read: Reader, cmr: Selectable<Database['cmr']>): Promise<TruckLoad> {
  const code = await destinationCode(read, cmr);
  const rows = async (query: RawBuilder<Item>) => (await query.execute(read)).rows;
  const onNote = sql`pallet.cmrId = ${cmr.id}`;
  const gone = sql`pallet.state in ('loaded', 'delivered')`;
  const loaded = await rows(palletsWith(sql`${onNote} and ${gone}`));
  const planned = await rows(palletsWith(sql`${onNote} and not (${gone})`));
  // A box may be taken off a truck on its own.
  const left = await rows(
    boxesWith(
      sql`box.palletId in (select id from pallet where ${onNote} and ${gone}) and box.place = 'warehouse'`,
    ),
  );
  const here = sql`pallet.warehouseId is null or pallet.warehouseId = ${cmr.fromWarehouseId}`;
  const free = await rows(
    palletsWith(sql`pallet.cmrId is null and pallet.state in ('open', 'closed') and (${here})
      and pallet.destinationCode = ${code}`),
  );
  const alone = await rows(
    boxesWith(sql`bill.archived = 0 and bill.warehouseId = ${cmr.fromWarehouseId}
      and bill.stage not in ('draft', 'delivery', 'removed') and box.state = 'ready' and box.palletId is null
      and coalesce(box.destinationCode, destination.code) = ${code}`),
  );
  const on = await partOf(read, loaded, []);
  return {
    cmrId: cmr.id,
    cmrNo: cmr.cmrNo,
    state: cmr.state,
    plateNo: cmr.plateNo,
    destinationCode: code,
    loaded: { ...on, boxes: on.boxes - left.length },
    missing: await partOf(read, planned, left),
    due: await partOf(read, free, alone),
  };
}
