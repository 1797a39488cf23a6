import { expect, test } from 'vitest';
import { billToCharge, category, dayFrom } from '../support/apiFinance';
import { hoursAgo } from '../support/apiNodes';
import { copyRow, newCode } from '../support/apiRecords';
import { actOn, deliver, noteOf } from '../support/apiTrucks';
import { testApi } from '../support/server';

const api = testApi();
const carrier = () => api.count("select id from clientCompany where code = 'WINDMILL'");
const numberOf = (id: number) => {
  const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', id);
  return `${billNo}/${batchNo}`;
};

/** The category of tests, billed by a basis. */
function categoryBy(basis: string): number {
  const id = category(api, 'linehaul');
  api.db.exec(`update feeCategory set auditBasis = '${basis}' where id = ${id}`);
  return id;
}

/** Records an invoice of one line, and returns its id. */
async function billed(
  basis: string,
  bills: readonly number[],
  quantity: number | null,
  unit: string | null = null,
) {
  const body = {
    ...{ supplierId: carrier(), invoiceNo: newCode('AUD'), invoiceDate: dayFrom(0), currency: 'EUR' },
    ...{ netAmount: '100.00', taxAmount: '0.00', grossAmount: '100.00' },
    taxes: [{ vatCategory: 'Z' as const, vatRate: 0, taxAmount: '0.00' }],
    ...{ fileName: 'a.xml', fileHash: 'a'.repeat(64) },
    lines: [
      {
        ...{ no: '1', netAmount: '100.00', vatCategory: 'Z' as const, vatRate: 0 },
        ...{ feeCategoryId: categoryBy(basis), bills: bills.map(numberOf), by: 'boxes' as const },
        ...{ billedQuantity: quantity, billedUnit: unit },
      },
    ],
  };
  const { id } = await api.call.supplierInvoice.record({ body });
  return { id, invoiceNo: body.invoiceNo };
}
const auditOf = async (id: number) => (await api.call.supplierInvoice.audit({ params: { id } })).lines[0];

/** A truck with two bills on it. */
async function truck() {
  const { cmr, trips } = await noteOf(api, 2);
  return { cmr, bills: trips.map(({ id }) => id) };
}

test('finds a trip that is billed twice, on two invoices for two bills of one truck', async () => {
  const { cmr, bills } = await truck();
  const [one = 0, two = 0] = bills;
  const first = await billed('trips', [one], 1, 'E54');
  // The invoice came before the truck departed.
  const before = await auditOf(first.id);
  expect(before).toMatchObject({ result: 'unknown', happened: 0 });
  expect(before?.gaps).toContainEqual({ gap: 'noteOpen', no: cmr.cmrNo });
  await actOn(api, cmr, 'load', { at: hoursAgo(30) });
  const departedAt = hoursAgo(29);
  await actOn(api, cmr, 'depart', { at: departedAt });
  // The same invoice is compared with what is known now.
  expect(await auditOf(first.id)).toMatchObject({
    ...{ result: 'agrees', billed: 1, happened: 1, gaps: [] },
    proofs: [{ kind: 'cmr', no: cmr.cmrNo, at: departedAt, cmrId: cmr.id, by: expect.any(String) }],
  });
  const second = await billed('trips', [two], 1);
  expect(await auditOf(second.id)).toMatchObject({
    ...{ result: 'differs', billed: 1, happened: 0 },
    proofs: [
      { kind: 'cmr', quantity: 1 },
      { kind: 'billed', no: first.invoiceNo, quantity: -1 },
    ],
  });
  expect(await auditOf(first.id)).toMatchObject({ result: 'agrees' });
});

test('compares a line that is shared over several bills as one', async () => {
  const { cmr, bills } = await truck();
  await actOn(api, cmr, 'load', { at: hoursAgo(30) });
  await actOn(api, cmr, 'depart', { at: hoursAgo(29) });
  const { id } = await billed('trips', bills, 1);
  expect(await auditOf(id)).toMatchObject({ result: 'agrees', billed: 1, happened: 1 });
  // An earlier line in another unit cannot be set against pallets.
  api.db.exec(`update billCost set billedUnit = 'E54' where supplierInvoiceId = ${id}`);
  const { id: mixed } = await billed('pallets', bills, 3, 'XPX');
  expect(await auditOf(mixed)).toMatchObject({ result: 'unknown', happened: 2 });
  expect((await auditOf(mixed))?.gaps).toEqual([{ gap: 'unit', no: expect.stringContaining('AUD') }]);
  for (const one of [id, mixed])
    api.db.exec(`update billCost set billedQuantity = null where supplierInvoiceId = ${one}`);
  const { id: pallets } = await billed('pallets', bills, 3, 'XPX');
  expect(await auditOf(pallets)).toMatchObject({ result: 'differs', billed: 3, happened: 2 });
});

test('does not count the trip of a truck that was cancelled', async () => {
  const { cmr, bills } = await truck();
  await actOn(api, cmr, 'cancel', { reason: 'Broken down' });
  const { id } = await billed('trips', bills, 1);
  const found = await auditOf(id);
  expect(found).toMatchObject({ happened: 0, proofs: [] });
  expect(found?.result).not.toBe('agrees');
});

test('counts parcels by the proof of delivery of their truck', async () => {
  const { cmr, bills } = await truck();
  await actOn(api, cmr, 'load', { at: hoursAgo(30) });
  api.db.exec(`update pick set outboundStartAt = '${hoursAgo(31)}'`);
  await actOn(api, cmr, 'depart', { at: hoursAgo(29) });
  const { id } = await billed('parcels', bills, 8, 'XPC');
  expect(await auditOf(id)).toMatchObject({ result: 'unknown', happened: 0 });
  await actOn(api, cmr, 'arrive', { at: hoursAgo(8) });
  const podAt = hoursAgo(2);
  await deliver(api, cmr, 8, podAt);
  expect(await auditOf(id)).toMatchObject({
    ...{ result: 'agrees', happened: 8, gaps: [] },
    proofs: [{ kind: 'pod', no: cmr.cmrNo, at: podAt, quantity: 8, by: expect.any(String) }],
  });
});

test('compares storage at the station, the chargeable weight and the days of pallets with the facts', async () => {
  const cargoStationId = copyRow(api, 'cargoStation', 1, { code: newCode('ST'), freeHours: 24 });
  const billId = billToCharge(api, {
    ...{
      cargoStationId,
      noaAt: '2026-10-01T00:00:00Z',
      weight: 500_000,
      boxCount: 10,
      billingWeight: 620_500,
    },
  });
  api.db.exec(`delete from pick where billId = ${billId}`);
  const kg = await billed('chargeable_kg', [billId], 620.5, 'KGM');
  expect(await auditOf(kg.id)).toMatchObject({ result: 'agrees', happened: 620.5 });
  const station = await billed('station_kg_days', [billId], 1000, 'KGM');
  expect(await auditOf(station.id)).toMatchObject({ result: 'unknown', gaps: [{ gap: 'pickupOpen' }] });
  const days = await billed('pallet_days', [billId], 2);
  expect(await auditOf(days.id)).toMatchObject({ result: 'unknown' });
});

test('says nothing of a category without a basis, of lines without a quantity and of hidden bills', async () => {
  const billId = billToCharge(api);
  const { id } = await billed('chargeable_kg', [billId], null);
  expect((await auditOf(id))?.gaps).toContainEqual({ gap: 'quantity', no: '' });
  api.db.exec('update feeCategory set auditBasis = null');
  expect(await auditOf(id)).toMatchObject({ result: null, basis: null, happened: null });
  const [mine, other] = api.rows('select id from warehouse order by id limit 2').map((row) => Number(row.id));
  const hidden = billToCharge(api, { warehouseId: other ?? 0 });
  const limited = api.actor({ permissions: ['finance.cost.edit'], warehouseIds: [mine ?? 0] });
  const line = { no: '1', feeCategoryId: categoryBy('trips'), bills: [numberOf(hidden)], billedQuantity: 1 };
  const body = { supplierId: carrier(), lines: [line] };
  const { lines } = await api.call.supplierInvoice.auditRead({ body }, { as: limited });
  expect(lines).toMatchObject([{ result: 'unknown', proofs: [], gaps: [{ gap: 'noBills' }] }]);
});
