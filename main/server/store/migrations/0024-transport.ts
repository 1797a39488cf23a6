import { type Kysely, sql } from 'kysely';
import { createIndex, createTable, recordColumns } from '../columns';

/** Flights and voyages with the bills booked on them, and forecasts of what customers will send. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'airTransport',
    {
      ...recordColumns,
      transportNo: 'text',
      state: 'text!',
      flightNo: 'text!',
      carrierCode: 'text!',
      originAirportId: 'integer! -> airport',
      landingAirportId: 'integer! -> airport',
      weekdays: 'text',
      cutOffAt: 'text',
      etd: 'text!',
      eta: 'text!',
      atd: 'text',
      ata: 'text',
      capacityKg: 'integer!',
      bookedKg: 'count',
      freeKg: 'integer!',
      uldPlan: 'list',
      positions: 'count',
      bookedPositions: 'count',
      billCount: 'count',
      bookingNo: 'text',
      cancelReason: 'text',
      remark: 'text',
    },
    { unique: [['transportNo']] },
  );
  await createTable(
    db,
    'airAllocation',
    { airTransportId: 'integer! -> airTransport', customerId: 'integer! -> customer', kg: 'integer!' },
    { primary: ['airTransportId', 'customerId'] },
  );
  await createTable(
    db,
    'seaTransport',
    {
      ...recordColumns,
      transportNo: 'text',
      state: 'text!',
      carrierScac: 'text!',
      vesselName: 'text!',
      imoNo: 'text',
      voyageNo: 'text!',
      polCode: 'text!',
      podCode: 'text!',
      siCutOff: 'text',
      cutOffDoc: 'text',
      cutOffCargo: 'text',
      etd: 'text!',
      eta: 'text!',
      atd: 'text',
      ata: 'text',
      containersBooked: 'list',
      containerCount: 'count',
      billCount: 'count',
      bookingNo: 'text',
      cancelReason: 'text',
      remark: 'text',
    },
    { unique: [['transportNo']] },
  );
  await createTable(
    db,
    'seaContainer',
    {
      id: 'id',
      seaTransportId: 'integer! -> seaTransport',
      containerNo: 'text!',
      containerType: 'text!',
      sealNo: 'text',
      packages: 'integer',
      weight: 'integer',
      volume: 'integer',
    },
    { unique: [['seaTransportId', 'containerNo']] },
  );
  await createTable(db, 'scheduleChange', {
    id: 'id',
    airTransportId: 'integer -> airTransport',
    seaTransportId: 'integer -> seaTransport',
    field: 'text!',
    before: 'text',
    after: 'text',
    reason: 'text',
    at: 'text!',
    by: 'integer -> staff',
  });
  // A bill travels on one flight or one voyage.
  await createTable(
    db,
    'booking',
    {
      id: 'id',
      billId: 'integer! -> bill',
      airTransportId: 'integer -> airTransport',
      seaTransportId: 'integer -> seaTransport',
      kg: 'count',
      positions: 'count',
      bookedAt: 'text!',
      bookedBy: 'integer -> staff',
    },
    { unique: [['billId']] },
  );
  await createTable(
    db,
    'parcelForecast',
    {
      ...recordColumns,
      forecastNo: 'text',
      state: 'text!',
      customerId: 'integer! -> customer',
      forecastDate: 'text!',
      originAirportId: 'integer! -> airport',
      landingAirportId: 'integer! -> airport',
      channelCode: 'text!',
      destinationCountry: 'text!',
      expectedParcels: 'integer!',
      expectedBoxes: 'integer',
      expectedWeight: 'integer!',
      expectedEta: 'text',
      serviceId: 'integer -> service',
      billCount: 'count',
      actualParcels: 'integer',
      accuracy: 'integer',
      cancelReason: 'text',
      remark: 'text',
    },
    { unique: [['forecastNo']] },
  );
  await createTable(
    db,
    'forecastBill',
    { billId: 'integer! -> bill', parcelForecastId: 'integer! -> parcelForecast' },
    { primary: ['billId'] },
  );
  await createIndex(db, 'airTransport', ['etd']);
  await createIndex(db, 'seaTransport', ['etd']);
  await createIndex(db, 'parcelForecast', ['forecastDate']);
  await createIndex(db, 'parcelForecast', ['customerId', 'forecastDate']);
  await createIndex(db, 'booking', ['airTransportId']);
  await createIndex(db, 'booking', ['seaTransportId']);
  await createIndex(db, 'scheduleChange', ['seaTransportId']);
  await createIndex(db, 'scheduleChange', ['airTransportId']);
  await createIndex(db, 'forecastBill', ['parcelForecastId']);
  await grant(db);
}

/** Who sees bills sees how they travel; who makes them plans it. */
async function grant(db: Kysely<unknown>): Promise<void> {
  const menus = ['90801', '90802', '90803'];
  for (const [held, granted] of [
    ['9020101', ['9080000', ...menus.flatMap((menu) => [`${menu}00`, `${menu}01`])]],
    ['9020102', menus.map((menu) => `${menu}02`)],
  ] as const)
    for (const id of granted)
      await sql`
        insert or ignore into groupPermission (groupId, permissionId)
        select groupId, ${id} from groupPermission where permissionId = ${held}`.execute(db);
}
