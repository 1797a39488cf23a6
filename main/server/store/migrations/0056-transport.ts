import type { Kysely } from 'kysely';
import { createEndIndex, createIndex, createTable, recordColumns } from '../columns';

/** Flights and voyages with the bills booked on them, and forecasts by customers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await flights(db);
  await voyages(db);
  await forecasts(db);
}

async function flights(db: Kysely<unknown>): Promise<void> {
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
  await createIndex(db, 'airTransport', ['etd']);
  await createEndIndex(db, 'airTransport', 'transportNo', 'bookingNo');
  await createTable(
    db,
    'airAllocation',
    {
      airTransportId: 'integer! -> airTransport',
      customerId: 'integer! -> customer',
      kg: 'integer!',
    },
    { primary: ['airTransportId', 'customerId'] },
  );
}

async function voyages(db: Kysely<unknown>): Promise<void> {
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
  await createIndex(db, 'seaTransport', ['etd']);
  await createEndIndex(db, 'seaTransport', 'transportNo', 'bookingNo');
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
  await createIndex(db, 'scheduleChange', ['seaTransportId'], ['airTransportId']);
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
  await createIndex(db, 'booking', ['airTransportId'], ['seaTransportId']);
}

async function forecasts(db: Kysely<unknown>): Promise<void> {
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
  await createIndex(db, 'parcelForecast', ['forecastDate'], ['customerId', 'forecastDate']);
  await createEndIndex(db, 'parcelForecast', 'forecastNo');
  await createTable(
    db,
    'forecastBill',
    {
      billId: 'integer! -> bill',
      parcelForecastId: 'integer! -> parcelForecast',
    },
    { primary: ['billId'] },
  );
  await createIndex(db, 'forecastBill', ['parcelForecastId']);
}
