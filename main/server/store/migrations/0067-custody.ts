import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable } from '../columns';

/**
 * The custody ledger: where each box stands, parcels outside of their boxes, and the moves with their proofs. Goods that
 * are under way get their place from their times and trucks, with one opening move for each bill and place.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'box', { place: 'text = announced', placeId: 'integer', placedAt: 'text' });
  await addColumns(db, 'parcel', { place: 'text', placeId: 'integer', placedAt: 'text' });
  await createTable(db, 'custodyMove', {
    id: 'id',
    billId: 'integer! -> bill',
    at: 'text!',
    recordedAt: 'text!',
    recordedBy: 'integer -> staff',
    unit: 'text!',
    fromPlace: 'text!',
    fromId: 'integer',
    toPlace: 'text!',
    toId: 'integer',
    quantity: 'integer!',
    members: 'text!',
    proof: 'text!',
    proofId: 'integer',
    proofText: 'text',
    reverses: 'integer -> custodyMove',
    remark: 'text',
  });
  await createIndex(db, 'custodyMove', ['billId']);
  await sql`create index custodyMoveIn on custodyMove (toId, at) where toPlace = 'warehouse'`.execute(db);
  await sql`create index custodyMoveOut on custodyMove (fromId, at) where fromPlace = 'warehouse'`.execute(
    db,
  );
  await sql`create index boxInStock on box (placeId, placedAt) where place = 'warehouse'`.execute(db);
  await sql`create index parcelOut on parcel (billId) where place is not null`.execute(db);
  await placeBoxes(db);
  await placeParcels(db);
  await openLedger(db, 'box');
  await openLedger(db, 'parcel');
  await createViews(db);
}

async function createViews(db: Kysely<unknown>): Promise<void> {
  await sql`drop view parcelOfBill`.execute(db);
  await sql`drop view customsBox`.execute(db);
  await sql`
    create view custodyMoveOfBill as
    select custodyMove.*, bill.billNo, bill.batchNo, bill.warehouseId, bill.landingAirportId,
      case when fromPlace = 'warehouse' then (select code from warehouse where warehouse.id = fromId)
        else (select cmrNo from cmr where cmr.id = fromId) end as fromName,
      case when toPlace = 'warehouse' then (select code from warehouse where warehouse.id = toId)
        else (select cmrNo from cmr where cmr.id = toId) end as toName
    from custodyMove join bill on bill.id = custodyMove.billId`.execute(db);
  await sql`
    create view parcelOfBill as
    select parcel.id, parcel.billId, bill.billNo, bill.batchNo, bill.landingAirportId, parcel.trackingNo,
      box.boxNo, (select pallet.palletNo from pallet where pallet.id = box.palletId) as palletNo,
      batch.batchNo as clearanceBatch, coalesce(parcel.destinationCode, box.destinationCode) as destinationCode,
      nullif(substr(parcel.trackingNo, 1, min(6, length(parcel.trackingNo)
        - length(ltrim(parcel.trackingNo, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')))), '') as prefix,
      box.declaredParcels as totalParcelCount, parcel.state, parcel.stateAt, parcel.previousState, parcel.fyco,
      parcel.holdReason, parcel.failReason, parcel.disposition, parcel.abnormalType, parcel.stateRemark,
      coalesce(parcel.mrn, batch.mrn) as mrn, parcel.hsStatus, parcel.declarationSystem, parcel.vatScheme,
      parcel.value, parcel.currency, parcel.grossWeight, substr(parcel.consigneeName, 1, 1) || '***' as consigneeName,
      parcel.city, parcel.country, parcel.sellerName, parcel.orderNo, parcel.createdAt, parcel.releasedAt,
      parcel.heldAt, parcel.failedAt, coalesce(parcel.outboundAt, box.outboundAt) as outboundAt, parcel.completedAt,
      parcel.boxId, coalesce(parcel.place, box.place) as place
    from parcel
      left join bill on bill.id = parcel.billId
      left join box on box.id = parcel.boxId
      left join batch on batch.id = parcel.batchId`.execute(db);
  await sql`
    create view customsBox as
    select box.id, box.billId, box.boxNo, box.state as boxState, box.place, batch.batchNo as clearanceBatch, box.destinationCode,
      box.declaredParcels as totalParcelCount, box.weight, box.inboundAt, box.outboundAt,
      (select count(*) from parcel where boxId = box.id and state = 'clearance') as parcelsClearance,
      (select count(*) from parcel where boxId = box.id and state = 'free') as parcelsFree,
      (select count(*) from parcel where boxId = box.id and state = 'held') as parcelsHeld,
      (select count(*) from parcel where boxId = box.id and state = 'failed') as parcelsFailed,
      (select count(*) from parcel where boxId = box.id and state = 'abnormal') as parcelsAbnormal,
      (select count(*) from parcel where boxId = box.id and state = 'completed') as parcelsCompleted
    from box left join batch on batch.id = box.batchId`.execute(db);
}

async function placeBoxes(db: Kysely<unknown>): Promise<void> {
  // Boxes that were counted without being scanned are delivered if a parcel of theirs is.
  await sql`
    update box set (place, placeId, placedAt) = (
      select
        case when known.missingOnCmrId is not null then 'lost'
          when known.outboundAt is null and known.inboundAt is not null and bill.podAt is null then 'warehouse'
          when coalesce(cmr.podAt, bill.podAt) is not null then 'delivered'
          when cmr.arrivedAt is not null or (cmr.id is null and bill.tatAt is not null) then 'hub'
          when known.outboundAt is not null then 'truck' else 'warehouse' end,
        case when known.missingOnCmrId is not null then known.missingOnCmrId
          when known.outboundAt is null and known.inboundAt is not null and bill.podAt is null then bill.warehouseId
          when coalesce(cmr.podAt, bill.podAt) is not null and cmr.podAt is null then null else cmr.id end,
        case when known.missingOnCmrId is not null then cmr.podAt
          when known.outboundAt is null and known.inboundAt is not null and bill.podAt is null then known.inboundAt
          else coalesce(cmr.podAt, bill.podAt, cmr.arrivedAt, bill.tatAt, known.outboundAt) end
      from box as known join bill on bill.id = known.billId
        left join pallet on pallet.id = known.palletId left join cmr on cmr.id = pallet.cmrId
      where known.id = box.id)
    where outboundAt is not null or missingOnCmrId is not null
      or exists (select 1 from parcel where boxId = box.id and parcel.state = 'completed')`.execute(db);
  await sql`
    update box set place = 'warehouse', placedAt = inboundAt,
      placeId = (select warehouseId from bill where bill.id = box.billId)
    where place = 'announced' and inboundAt is not null`.execute(db);
}

async function placeParcels(db: Kysely<unknown>): Promise<void> {
  await sql`
    update parcel set placedAt = stateAt, place = case
      when state = 'completed' then 'delivered' when state = 'abnormal' then 'lost'
      when disposition in ('returned', 'destroyed') then disposition else 'customs' end
    where (state = 'failed' and disposition is not null) or (state = 'abnormal' and abnormalType = 'shortage')
      or (state = 'completed' and exists (
        select 1 from box where box.id = parcel.boxId and box.place <> 'delivered'))`.execute(db);
}

interface Standing {
  readonly id: number;
  readonly billId: number;
  readonly place: string;
  readonly placeId: number | null;
  readonly placedAt: string | null;
}

/** Writes a move for the goods of each bill at each place, bill by bill in one pass over the goods. */
async function openLedger(db: Kysely<unknown>, unit: 'box' | 'parcel'): Promise<void> {
  const PIECE = 20_000;
  let last = { billId: 0, id: 0 };
  let rest: Standing[] = [];
  for (;;) {
    const { rows } = await sql<Standing>`
      select id, billId, place, placeId, placedAt from ${sql.table(unit)}
      where place is not null and place <> 'announced' and (billId > ${last.billId} or (billId = ${last.billId} and id > ${last.id}))
      order by billId, id limit ${PIECE}`.execute(db);
    const end = rows.at(-1);
    const found = [...rest, ...rows];
    // The last bill of a piece may go on in the next one.
    rest = end && rows.length === PIECE ? found.filter(({ billId }) => billId === end.billId) : [];
    const whole = found.slice(0, found.length - rest.length);
    const groups = Map.groupBy(whole, ({ billId, place, placeId }) => `${billId} ${place} ${placeId}`);
    for (const goods of groups.values()) await open(db, unit, goods);
    if (!end || rows.length < PIECE) return;
    last = end;
  }
}

async function open(db: Kysely<unknown>, unit: 'box' | 'parcel', goods: readonly Standing[]): Promise<void> {
  const [first] = goods;
  if (!first) return;
  const ranges: [number, number][] = [];
  for (const { id } of goods) {
    const range = ranges.at(-1);
    if (range && range[1] === id - 1) range[1] = id;
    else ranges.push([id, id]);
  }
  const times = goods.flatMap(({ placedAt }) => placedAt ?? []).sort();
  const at = times.at(-1) ?? '2000-01-01T00:00:00Z';
  await sql`
    insert into custodyMove (billId, at, recordedAt, unit, fromPlace, toPlace, toId, quantity, members, proof)
    values (${first.billId}, ${at}, ${at}, ${unit}, 'announced', ${first.place}, ${first.placeId}, ${goods.length},
      ${JSON.stringify(ranges)}, 'opening')`.execute(db);
}
