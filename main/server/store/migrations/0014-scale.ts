import { type Kysely, sql } from 'kysely';
import { createIndex, createTable } from '../columns';

/** What a hundred thousand bills and five million parcels are listed and counted by, so that no answer reads all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await billCounts(db);
  await waybills(db);
  await parcelNumbers(db);
  await parcelView(db);
}

/** How many bills there are of each kind that the tabs of lists count, kept by the database itself, whoever writes bills. */
async function billCounts(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'billCount',
    {
      customerId: 'integer!',
      archived: 'integer!',
      stage: 'text!',
      /** `none` before the first declaration. */
      clearanceStatus: 'text!',
      n: 'integer!',
    },
    { primary: ['customerId', 'archived', 'stage', 'clearanceStatus'] },
  );
  const kindOf = (row: string) =>
    sql.raw(`${row}.customerId, ${row}.archived, ${row}.stage, coalesce(${row}.clearanceStatus, 'none')`);
  const kind = sql.raw('customerId, archived, stage, clearanceStatus');
  const more = sql`
    insert into billCount (${kind}, n) values (${kindOf('new')}, 1) on conflict (${kind}) do update set n = n + 1`;
  const less = sql`update billCount set n = n - 1 where (${kind}) = (${kindOf('old')})`;
  await sql`
    insert into billCount (${kind}, n) select ${kindOf('bill')}, count(*) from bill group by 1, 2, 3, 4`.execute(
    db,
  );
  await sql`create trigger billCountMade after insert on bill begin ${more}; end`.execute(db);
  await sql`
    create trigger billCountChanged after update of customerId, archived, stage, clearanceStatus on bill
    when (${kindOf('old')}) is not (${kindOf('new')}) begin ${less}; ${more}; end`.execute(db);
  await sql`create trigger billCountGone after delete on bill begin ${less}; end`.execute(db);
}

/** What the batches of a waybill add up to, of those that are not removed. */
const SUMS = {
  id: 'min(id)',
  billNo: 'billNo',
  mode: 'min(mode)',
  flightNo: 'max(flightNo)',
  carrierCode: 'max(carrierCode)',
  originAirportId: 'min(originAirportId)',
  landingAirportId: 'min(landingAirportId)',
  etd: 'max(etd)',
  eta: 'max(eta)',
  ata: 'case when count(ata) = count(*) then max(ata) end',
  batchCount: 'count(*)',
  boxCount: 'sum(boxCount)',
  packageCount: 'sum(packageCount)',
  weight: 'sum(weight)',
  finished: "min(case when stage = 'delivery' then 1 else 0 end)",
  archived: 'min(archived)',
} as const;

/**
 * Waybills as rows, where a view grouped all bills for each page of them. The database writes them with every bill that
 * is made, changed or deleted, so that they can never differ from their bills.
 */
async function waybills(db: Kysely<unknown>): Promise<void> {
  await sql`drop view awb`.execute(db);
  await createTable(
    db,
    'awb',
    {
      id: 'id',
      billNo: 'text!',
      mode: 'text!',
      flightNo: 'text',
      carrierCode: 'text',
      originAirportId: 'integer!',
      landingAirportId: 'integer!',
      etd: 'text',
      eta: 'text',
      ata: 'text',
      batchCount: 'integer!',
      boxCount: 'integer!',
      packageCount: 'integer!',
      weight: 'integer!',
      finished: 'flag',
      archived: 'flag',
    },
    { unique: [['billNo']] },
  );
  const columns = Object.keys(SUMS);
  const summed = (which: string) =>
    sql.raw(`
      insert into awb (${columns}) select ${Object.values(SUMS)} from bill where removedAt is null ${which} group by billNo
        on conflict (billNo) do update set ${columns
          .filter((column) => column !== 'billNo')
          .map((column) => `${column} = excluded.${column}`)}`);
  const again = (row: 'old' | 'new') => sql`
    delete from awb where billNo = ${sql.raw(`${row}.billNo`)}
      and not exists (select 1 from bill where billNo = awb.billNo and removedAt is null);
    ${summed(`and billNo = ${row}.billNo`)}`;
  await summed('').execute(db);
  for (const sort of [
    'billNo',
    'flightNo',
    'etd',
    'eta',
    'ata',
    'batchCount',
    'boxCount',
    'packageCount',
    'weight',
  ])
    await createIndex(db, 'awb', ['archived', sort, 'id']);
  // What arrives at one airport is what its people ask for.
  await createIndex(db, 'awb', ['archived', 'landingAirportId', 'eta', 'id']);

  await sql`create trigger awbMade after insert on bill begin ${again('new')}; end`.execute(db);
  // The waybill that a bill leaves comes first: the one it comes to may take over the id.
  await sql`
    create trigger awbLeft after update of billNo on bill when new.billNo != old.billNo
    begin ${again('old')}; ${again('new')}; end`.execute(db);
  const told = columns.map((column) => (column === 'finished' ? 'stage' : column)).filter(isOfBill);
  const changed = sql.raw(
    [...told, 'removedAt'].map((name) => `new.${name} is not old.${name}`).join(' or '),
  );
  await sql`
    create trigger awbChanged after update of ${sql.raw([...told, 'removedAt'].join(', '))} on bill
    when new.billNo = old.billNo and (${changed}) begin ${again('new')}; end`.execute(db);
  await sql`create trigger awbGone after delete on bill begin ${again('old')}; end`.execute(db);
}

/** A column of the waybill that its bills have too, and that changes without the waybill becoming another. */
const isOfBill = (column: string) => !['id', 'billNo', 'batchCount'].includes(column);

/**
 * One index finds a parcel by its whole number and by its last six characters alike; two would cost every import of
 * parcels one more. It has the last six and the six before: of postal items, hundreds end alike and few in both.
 */
async function parcelNumbers(db: Kysely<unknown>): Promise<void> {
  await sql`drop index parcelBy_trackingNo`.execute(db);
  await sql`drop index parcelByLastSix`.execute(db);
  await sql`create index parcelByLastSix on parcel (substr(trackingNo, -6), substr(trackingNo, -12, 6))`.execute(
    db,
  );
}

/** Parcels as lists show them, anew: a page deep in a bill is found by an index alone. */
async function parcelView(db: Kysely<unknown>): Promise<void> {
  await sql`drop view parcelOfBill`.execute(db);
  // Whoever receives a parcel leaves the database masked, so that no list, filter or export can tell.
  // Left joins that a query does not need are left out of it, unless another one leads on from them: so does the pallet.
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
      parcel.boxId
    from parcel
      left join bill on bill.id = parcel.billId
      left join box on box.id = parcel.boxId
      left join batch on batch.id = parcel.batchId`.execute(db);
}
