import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { createIndex, createTable } from '../columns';

/** What happens to a bill's cargo: trips, declarations, boxes, parcels and their lines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'pick',
    {
      id: 'id',
      billId: 'integer! -> bill',
      pickNo: 'text!',
      kind: 'text!',
      plateNo: 'text!',
      pickupBoxes: 'integer!',
      pickupWeight: 'integer!',
      pickupStartAt: 'text',
      pickupFinishAt: 'text',
      pickupFinished: 'flag',
      inboundBoxes: 'integer',
      inboundStartAt: 'text',
      inboundFinishAt: 'text',
      inboundFinished: 'flag',
      clearanceBoxes: 'integer',
      clearanceStartAt: 'text',
      clearanceFinishAt: 'text',
      clearanceFinished: 'flag',
      outboundBoxes: 'integer',
      outboundPallets: 'integer',
      outboundStartAt: 'text',
      outboundFinishAt: 'text',
      outboundFinished: 'flag',
      differenceReason: 'text',
      remark: 'text',
    },
    { unique: [['pickNo']] },
  );
  await createIndex(db, 'pick', ['billId']);
  await createTable(
    db,
    'batch',
    {
      id: 'id',
      billId: 'integer! -> bill',
      batchNo: 'text!',
      declarationSystem: 'text!',
      declarationType: 'text!',
      lrn: 'text',
      mrn: 'text',
      lines: 'integer!',
      parcels: 'integer!',
      boxes: 'integer!',
      weight: 'integer!',
      value: 'integer!',
      currency: 'text!',
      status: 'text!',
      declaredAt: 'text',
      releasedAt: 'text',
    },
    { unique: [['billId', 'batchNo']] },
  );
  await createTable(
    db,
    'box',
    {
      id: 'id',
      billId: 'integer! -> bill',
      boxNo: 'text!',
      batchId: 'integer -> batch',
      uldNo: 'text',
      declaredParcels: 'integer!',
      weight: 'integer!',
      measuredWeight: 'integer',
      destinationCode: 'text',
      tapeColor: 'text',
      state: 'text!',
      inboundAt: 'text',
      outboundAt: 'text',
      pickId: 'integer -> pick',
    },
    { unique: [['billId', 'boxNo']] },
  );
  await createIndex(db, 'box', ['boxNo']);
  await createTable(
    db,
    'parcel',
    {
      id: 'id',
      billId: 'integer! -> bill',
      boxId: 'integer! -> box',
      batchId: 'integer -> batch',
      trackingNo: 'text!',
      orderNo: 'text',
      state: 'text!',
      previousState: 'text',
      holdReason: 'text',
      failReason: 'text',
      consigneeName: 'text!',
      city: 'text!',
      postcode: 'text!',
      country: 'text!',
      sellerName: 'text!',
      iossNo: 'text',
      vatScheme: 'text!',
      value: 'integer!',
      currency: 'text!',
      grossWeight: 'integer!',
      declarationSystem: 'text!',
      hsStatus: 'text!',
      createdAt: 'text!',
      releasedAt: 'text',
      completedAt: 'text',
    },
    { unique: [['billId', 'trackingNo']] },
  );
  await createIndex(db, 'parcel', ['trackingNo']);
  await createIndex(db, 'parcel', ['boxId']);
  await createTable(db, 'itemLine', {
    id: 'id',
    parcelId: 'integer! -> parcel',
    lineNo: 'integer!',
    sku: 'text',
    nameEn: 'text!',
    nameCn: 'text',
    hsCode: 'text!',
    quantity: 'integer!',
    unitPrice: 'integer!',
    lineValue: 'integer!',
    netWeight: 'integer',
    originCountry: 'text!',
  });
  await createIndex(db, 'itemLine', ['parcelId', 'lineNo']);
  // The last six digits are how people read a number aloud; an index on the expression finds them among millions.
  for (const [table, column] of [
    ['bill', 'billNo'],
    ['box', 'boxNo'],
    ['parcel', 'trackingNo'],
  ] as const) {
    await sql`create index ${sql.id(`${table}ByLastSix`)} on ${sql.table(table)} (substr(${sql.ref(column)}, -6))`.execute(
      db,
    );
  }
}
