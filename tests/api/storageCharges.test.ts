import { describe, expect, test } from 'vitest';
import { billToCharge, supplier } from '../support/apiFinance';
import { copyRow, drafts, newCode } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();

/** Makes a bill of a new customer with a charge flow; customs handed the bill over the day after it came. */
async function storedBill(step: object, item: object, changes: Record<string, string | number | null> = {}) {
  const company = { ...drafts.clientCompany(api), kind: 'customer' as const, supplierTypes: [] };
  const { id: companyId } = await api.call.clientCompany.create({ body: company });
  const { id: customerId } = await api.call.customer.create({ body: { ...drafts.customer(), companyId } });
  const { id: chargeItemId } = await api.call.chargeItem.create({
    body: {
      ...drafts.chargeItem(api),
      ...{ minCharge: null, roundUp: 'none', mode: 'any', currency: 'EUR' },
      ...item,
    } as never,
  });
  await api.call.chargeFlow.create({
    body: {
      ...{ code: newCode('FL'), nameEn: 'Storage', nameCn: '仓储', customerId, mode: 'any', priority: 990 },
      validFrom: '2001-01-01',
      steps: [
        {
          ...{ trigger: 'outbound', direction: 'revenue', supplierId: null, price: null, chargeItemId },
          ...{ minCharge: null, overWeight: null, overDays: 0, ...step },
        },
      ],
    } as never,
  });
  const warehouseId = copyRow(api, 'warehouse', 1, {
    ...{ code: newCode('W'), timeZone: 'Europe/Amsterdam', freeDays: 3 },
  });
  const billId = billToCharge(api, {
    ...{ customerId, warehouseId, weight: 1_000_000, billingWeight: null },
    ...{ atWarehouseAt: '2026-11-13T09:00:00Z', handoverAt: '2026-11-14T09:00:00Z' },
    ...{ podAt: '2026-11-28T09:00:00Z', ...changes },
  });
  // Each test makes the bill's trips.
  api.db.exec(`delete from pick where billId = ${billId}`);
  return { billId, warehouseId };
}

/** Stows a pallet of one box of a bill, in and out at the given times. */
function pallet(billId: number, inboundAt: string, outboundAt: string | null) {
  const palletId = copyRow(api, 'pallet', 1, { palletNo: newCode('PLT'), sscc: null });
  api.insert('box', {
    ...{ billId, palletId, boxNo: newCode('BX'), declaredParcels: 1, weight: 1000, state: 'loaded' },
    ...{ inboundAt, outboundAt },
  });
}

/** Creates the lines of the flow: opening a case refreshes the bill. */
const charge = (billId: number) =>
  api.call.abnormalCase.create({ body: { billId, type: 'storage_charge', level: 'bill' } });

const PER_PALLET = { basis: 'per_pallet', defaultPrice: '1.0000' };

describe('storage in the warehouse', () => {
  test('is charged by pallet until the goods left, after the free days of the warehouse', async () => {
    const { billId } = await storedBill({}, PER_PALLET);
    pallet(billId, '2026-11-13T09:00:00Z', '2026-11-26T15:00:00Z');
    await charge(billId);
    const { list } = await api.call.billRevenue.list({ query: { billId: [billId] } });
    expect(list).toMatchObject([{ basis: 'per_pallet', quantity: 11, amount: '11.00' }]);
  });

  test('adds up pallets that came and left on days of their own', async () => {
    const { billId } = await storedBill({}, PER_PALLET);
    pallet(billId, '2026-11-13T09:00:00Z', '2026-11-15T15:00:00Z');
    pallet(billId, '2026-11-13T09:00:00Z', '2026-11-18T15:00:00Z');
    pallet(billId, '2026-11-20T09:00:00Z', '2026-11-26T15:00:00Z');
    await charge(billId);
    const { list } = await api.call.billRevenue.list({ query: { billId: [billId] } });
    expect(list).toMatchObject([{ quantity: 0 + 3 + 4 }]);
  });

  test('takes the days of the step if it has some, and charges nothing within them', async () => {
    const longer = await storedBill({ overDays: 10 }, PER_PALLET);
    pallet(longer.billId, '2026-11-13T09:00:00Z', '2026-11-26T15:00:00Z');
    await charge(longer.billId);
    const { list } = await api.call.billRevenue.list({ query: { billId: [longer.billId] } });
    expect(list).toMatchObject([{ quantity: 4 }]);
    const within = await storedBill({ overDays: 20 }, PER_PALLET);
    pallet(within.billId, '2026-11-13T09:00:00Z', '2026-11-26T15:00:00Z');
    await charge(within.billId);
    expect((await api.call.billRevenue.list({ query: { billId: [within.billId] } })).total).toBe(0);
  });

  test('counts the pallets of a trip that was not scanned by the times of the trip', async () => {
    const { billId } = await storedBill({}, PER_PALLET);
    const trip = { inboundStartAt: '2026-11-13T09:00:00Z', outboundFinishAt: '2026-11-17T15:00:00Z' };
    copyRow(api, 'pick', 1, { billId, pickNo: newCode('PK'), outboundPallets: 4, ...trip });
    await charge(billId);
    const { list } = await api.call.billRevenue.list({ query: { billId: [billId] } });
    expect(list).toMatchObject([{ quantity: 8 }]);
  });
});

describe('storage at the cargo station', () => {
  test('costs its own rate by kilogram and day after its free hours, until each truck took its part', async () => {
    const cargoStationId = copyRow(api, 'cargoStation', 1, {
      ...{ code: newCode('CS'), freeHours: 48, storageRate: 180 },
    });
    const { billId } = await storedBill(
      { trigger: 'pickup', direction: 'cost', supplierId: supplier(api) },
      { basis: 'per_kg', defaultPrice: '9.0000' },
      {
        cargoStationId,
        noaAt: '2026-11-09T08:00:00Z',
        pickupAt: '2026-11-10T08:00:00Z',
        boxCount: 10,
        noaBoxCount: 10,
      },
    );
    const trip = (pickupBoxes: number, pickupFinishAt: string) =>
      copyRow(api, 'pick', 1, {
        ...{ billId, pickNo: newCode('PK'), pickupBoxes, pickupFinishAt, pickupFinished: 1 },
        outboundPallets: null,
      });
    // Six boxes within the free hours, four after two and a half days more.
    trip(6, '2026-11-10T08:00:00Z');
    trip(4, '2026-11-13T20:00:00Z');
    await charge(billId);
    const { list } = await api.call.billCost.list({ query: { billId: [billId] } });
    // 400 kg for three begun days, at 0.18.
    expect(list).toMatchObject([{ basis: 'per_kg', quantity: 1200, unitPrice: '0.1800', amount: '216.00' }]);
  });
});
