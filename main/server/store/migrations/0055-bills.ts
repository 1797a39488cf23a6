import { type Kysely, sql } from 'kysely';
import { createEndIndex, createIndex, createTable, recordColumns } from '../columns';

/** Bills with their history and files, and the counts and waybills that triggers derive from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await bills(db);
  await history(db);
  await ulds(db);
  await counts(db);
  await waybills(db);
  await waybillSums(db);
}

/** Columns of a waybill as sums over those of its batches that are not removed. */
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

/** True for a column that bills also have, and whose change does not move the bill to another waybill. */
const isOfBill = (column: string) => !['id', 'billNo', 'batchCount'].includes(column);

const billColumns = {
  ...recordColumns,
  mode: 'text!',
  billNo: 'text!',
  houseNo: 'text',
  batchNo: 'text!',
  customerId: 'integer! -> customer',
  serviceId: 'integer! -> service',
  flightNo: 'text',
  vesselName: 'text',
  carrierCode: 'text',
  routeCode: 'text',
  originAirportId: 'integer! -> airport',
  landingAirportId: 'integer! -> airport',
  exportDate: 'text',
  etd: 'text',
  eta: 'text',
  atd: 'text',
  ata: 'text',
  cargoStationId: 'integer -> cargoStation',
  warehouseId: 'integer -> warehouse',
  destinationId: 'integer -> destination',
  lastMileId: 'integer -> lastMile',
  channelCode: 'text!',
  totalValue: 'integer!',
  currency: 'text!',
  boxCount: 'integer!',
  packageCount: 'integer!',
  weight: 'integer!',
  volume: 'integer',
  billingWeight: 'integer',
  uldNumbers: 'text!',
  noaBoxCount: 'integer',
  pickedBoxes: 'count',
  inboundBoxes: 'count',
  outboundBoxes: 'count',
  podBoxCount: 'integer',
  tapeColor: 'text',
  markId: 'integer -> mark',
  clearanceType: 'text!',
  stage: 'text!',
  clearanceStatus: 'text',
  partial: 'flag',
  checked: 'flag',
  checkedAt: 'text',
  checkedBy: 'integer -> staff',
  archived: 'flag',
  archivedAt: 'text',
  removedAt: 'text',
  removedBy: 'integer -> staff',
  removeReason: 'text',
  stageBeforeRemove: 'text',
  firstParcelAt: 'text',
  declaredAt: 'text',
  noaAt: 'text',
  t1At: 'text',
  t1Mrn: 'text',
  pickupAt: 'text',
  atWarehouseAt: 'text',
  clearanceReleasedAt: 'text',
  handoverAt: 'text',
  tatAt: 'text',
  podAt: 'text',
  pickupFinished: 'flag',
  parcelsClearance: 'count',
  parcelsFree: 'count',
  parcelsHeld: 'count',
  parcelsFailed: 'count',
  parcelsAbnormal: 'count',
  parcelsCompleted: 'count',
  shortageCount: 'count',
  exceptionCount: 'count',
  source: 'text!',
  importJobId: 'integer',
  remarks: 'text',
  hsCheckedAt: 'text',
  handoverTo: 'text',
  /** End of the working day on which the landed bill had no releases. */
  blockedAt: 'text',
  pickupClosedBoxes: 'integer',
  nextDueAt: 'text',
  dueOrder: 'text',
};

async function bills(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'bill', billColumns);
  // A removed bill releases its number.
  await sql`create unique index billByNumber on bill (billNo, batchNo) where removedAt is null`.execute(db);
  // Sorts of the list: each index has the columns of the default filters, so that deep pages read the index alone.
  await createIndex(
    db,
    'bill',
    ['archived', 'billNo', 'id', 'stage'],
    ['archived', 'batchNo', 'id', 'stage'],
    ['archived', 'customerId', 'id', 'stage'],
    ['archived', 'flightNo', 'id', 'stage'],
    ['archived', 'etd', 'id', 'stage'],
    ['archived', 'eta', 'id', 'stage'],
    ['archived', 'ata', 'id', 'stage'],
    ['archived', 'noaAt', 'id', 'stage'],
    ['archived', 'podAt', 'id', 'stage'],
    ['archived', 'createdAt', 'id', 'stage'],
    ['archived', 'updatedAt', 'id', 'stage'],
    ['archived', 'boxCount', 'id', 'stage'],
    ['archived', 'packageCount', 'id', 'stage'],
    ['archived', 'weight', 'id', 'stage'],
    ['archived', 'stage', 'eta', 'id'],
    ['customerId', 'eta'],
    ['importJobId'],
  );
  // People read the last six digits aloud.
  await sql`create index billByLastSix on bill (substr(billNo, -6))`.execute(db);
  // Bills of one customer by arrival. It starts with the columns of the sorts by customer and needs no sorting, so
  // it is always used.
  await createIndex(db, 'bill', ['archived', 'customerId', 'eta', 'id', 'stage']);
  await createEndIndex(db, 'bill', 'houseNo', 't1Mrn');
  await createIndex(db, 'bill', ['destinationId', 'eta', 'id']);
  // The list in its default order: the condition avoids checking the stage of each skipped row.
  await sql`create index billStanding on bill (archived, eta, id, stage) where stage <> 'removed'`.execute(
    db,
  );
  // People say the last four digits of a waybill: finds the newest with that ending.
  await sql`create index billByLastFour on bill (substr(billNo, -4), id)`.execute(db);
  await sql`create index billDue on bill (archived, dueOrder, id, stage) where stage <> 'removed'`.execute(
    db,
  );
  await createIndex(
    db,
    'bill',
    ['archived', 'dueOrder', 'id', 'stage'],
    ['archived', 'stage', 'dueOrder', 'id'],
  );
}

async function history(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'timelineEvent', {
    id: 'id',
    billId: 'integer! -> bill',
    code: 'text!',
    textEn: 'text!',
    textCn: 'text!',
    location: 'text',
    occurredAt: 'text!',
    recordedAt: 'text!',
    source: 'text!',
  });
  await createIndex(db, 'timelineEvent', ['billId', 'occurredAt']);
  // No reference to the bill: the log stays when the bill is deleted.
  await createTable(db, 'billLog', {
    id: 'id',
    billId: 'integer!',
    at: 'text!',
    operatorId: 'integer',
    operatorName: 'text!',
    action: 'text!',
    field: 'text',
    oldValue: 'text',
    newValue: 'text',
    remark: 'text',
  });
  await createIndex(db, 'billLog', ['billId', 'at']);
  // `insert or replace` deletes a row without firing the delete trigger.
  for (const change of ['update', 'delete'])
    await sql`
        create trigger ${sql.id(`billLogNo${change}`)} before ${sql.raw(change)} on ${sql.table('billLog')}
        begin select raise(abort, 'the log is append-only'); end`.execute(db);
  await sql`
      create trigger ${sql.id('billLogNoreplace')} before insert on ${sql.table('billLog')}
      when exists (select 1 from ${sql.table('billLog')} where id = new.id)
      begin select raise(abort, 'the log is append-only'); end`.execute(db);
  await createTable(
    db,
    'attachment',
    {
      id: 'text!',
      billId: 'integer! -> bill',
      category: 'text!',
      fileName: 'text!',
      size: 'integer!',
      mime: 'text!',
      fileId: 'text! -> storedFile',
      uploadedBy: 'integer -> staff',
      uploadedAt: 'text!',
    },
    { primary: ['id'] },
  );
  await createIndex(db, 'attachment', ['billId'], ['uploadedAt']);
  // Joined, not copied: the number of a bill can change.
  await sql`
    create view attachmentOfBill as
    select attachment.*, bill.billNo, bill.batchNo from attachment join bill on bill.id = attachment.billId`.execute(
    db,
  );
}

async function ulds(db: Kysely<unknown>): Promise<void> {
  // An index cannot search a list inside a row: triggers copy the list into rows here.
  await createTable(
    db,
    'billUld',
    {
      uldNo: 'text!',
      billId: 'integer! -> bill',
    },
    { primary: ['billId', 'uldNo'] },
  );
  await createEndIndex(db, 'billUld', 'uldNo');
  const listed = (row: string) =>
    sql.raw(`json_each(case when json_valid(${row}.uldNumbers) then ${row}.uldNumbers else '[]' end)`);
  await sql`
    create trigger billUldMade after insert on bill when new.uldNumbers != '[]' begin
      insert or ignore into billUld (billId, uldNo) select new.id, value from ${listed('new')};
    end`.execute(db);
  await sql`
    create trigger billUldChanged after update of uldNumbers on bill when new.uldNumbers != old.uldNumbers begin
      delete from billUld where billId = new.id;
      insert or ignore into billUld (billId, uldNo) select new.id, value from ${listed('new')};
    end`.execute(db);
  await sql`create trigger billUldGone before delete on bill begin delete from billUld where billId = old.id; end`.execute(
    db,
  );
}

/** Counts of bills on the tabs of lists, updated by triggers. */
async function counts(db: Kysely<unknown>): Promise<void> {
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
  await sql`create trigger billCountMade after insert on bill begin ${more}; end`.execute(db);
  await sql`
    create trigger billCountChanged after update of customerId, archived, stage, clearanceStatus on bill
    when (${kindOf('old')}) is not (${kindOf('new')}) begin ${less}; ${more}; end`.execute(db);
  await sql`create trigger billCountGone after delete on bill begin ${less}; end`.execute(db);
}

/** Waybills as rows that triggers derive from their bills: a view would group all bills for each page. */
async function waybills(db: Kysely<unknown>): Promise<void> {
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
  await createIndex(
    db,
    'awb',
    ['archived', 'billNo', 'id'],
    ['archived', 'flightNo', 'id'],
    ['archived', 'etd', 'id'],
    ['archived', 'eta', 'id'],
    ['archived', 'ata', 'id'],
    ['archived', 'batchCount', 'id'],
    ['archived', 'boxCount', 'id'],
    ['archived', 'packageCount', 'id'],
    ['archived', 'weight', 'id'],
  );
  // The staff of an airport list its arrivals.
  await createIndex(db, 'awb', ['archived', 'landingAirportId', 'eta', 'id']);
}

async function waybillSums(db: Kysely<unknown>): Promise<void> {
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
  await sql`create trigger awbMade after insert on bill begin ${again('new')}; end`.execute(db);
  // The waybill that a bill leaves is updated first: the new one may take over its id.
  await sql`
    create trigger awbLeft after update of billNo on bill when new.billNo != old.billNo
    begin ${again('old')}; ${again('new')}; end`.execute(db);
  const columnsOfBill = columns.map((column) => (column === 'finished' ? 'stage' : column)).filter(isOfBill);
  const changed = sql.raw(
    [...columnsOfBill, 'removedAt'].map((name) => `new.${name} is not old.${name}`).join(' or '),
  );
  await sql`
    create trigger awbChanged after update of ${sql.raw([...columnsOfBill, 'removedAt'].join(', '))} on bill
    when new.billNo = old.billNo and (${changed}) begin ${again('new')}; end`.execute(db);
  await sql`create trigger awbGone after delete on bill begin ${again('old')}; end`.execute(db);
}
