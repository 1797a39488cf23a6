import { accuracyOf } from '@contract/rules/capacity';
import type { Writer } from '../../store/open';

/**
 * Updates a forecast from its bills: their number, and once all have landed its accuracy. A forecast whose last bill
 * was unlinked waits for a bill again.
 */
export async function refreshForecast(write: Writer, id: number): Promise<void> {
  const bills = await write
    .selectFrom('forecastBill')
    .innerJoin('bill', 'bill.id', 'forecastBill.billId')
    .select(['bill.ata', 'bill.packageCount'])
    .where('forecastBill.parcelForecastId', '=', id)
    .execute();
  const { state, expectedParcels } = await write
    .selectFrom('parcelForecast')
    .select(['state', 'expectedParcels'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const landed = bills.length > 0 && bills.every(({ ata }) => ata !== null);
  const actual = landed ? bills.reduce((sum, { packageCount }) => sum + packageCount, 0) : null;
  const accuracy = actual === null ? undefined : accuracyOf(expectedParcels, actual);
  await write
    .updateTable('parcelForecast')
    .set({
      billCount: bills.length,
      actualParcels: actual,
      accuracy: accuracy === undefined ? null : Math.round(accuracy * 1000),
      state: bills.length > 0 ? 'converted' : state === 'converted' ? 'submitted' : state,
    })
    .where('id', '=', id)
    .execute();
}

/** Updates the forecast of a bill, if the bill has one. */
export async function refreshForecastOf(write: Writer, billId: number): Promise<void> {
  const found = await write
    .selectFrom('forecastBill')
    .select('parcelForecastId')
    .where('billId', '=', billId)
    .executeTakeFirst();
  if (found) await refreshForecast(write, found.parcelForecastId);
}
