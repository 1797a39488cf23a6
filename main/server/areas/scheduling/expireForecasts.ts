import { dayAt, instantOf } from '@contract/rules/zonedTime';
import type { Store } from '../../store/open';
import { SYSTEM, writeLog } from '../access/writeLog';
import { inBoth, notifyStaff } from '../partners/messages';
import { DAY } from './forecast';

/** Maximum forecasts listed in one message. */
const NAMED = 8;

/** Expires forecasts submitted for a day that is over at their airport and without a bill. */
export async function expireForecasts(store: Store, time: number): Promise<void> {
  const now = instantOf(time);
  const waiting = await store.read
    .selectFrom('parcelForecast')
    .innerJoin('airport', 'airport.id', 'parcelForecast.originAirportId')
    .select([
      'parcelForecast.id',
      'parcelForecast.forecastNo',
      'parcelForecast.forecastDate',
      'parcelForecast.version',
      'airport.timeZone',
    ])
    .where('parcelForecast.state', '=', 'submitted')
    .where('parcelForecast.billCount', '=', 0)
    // No clock is more than a day ahead of UTC.
    .where('parcelForecast.forecastDate', '<', instantOf(time + DAY).slice(0, 10))
    .orderBy('parcelForecast.forecastNo')
    .execute();
  const over = waiting.filter(({ forecastDate, timeZone }) => forecastDate < dayAt(now, timeZone));
  if (over.length === 0) return;
  await store.write(async (write) => {
    for (const { id, forecastNo, version } of over) {
      await write
        .updateTable('parcelForecast')
        .set({ state: 'expired', version: version + 1, updatedAt: now })
        .where('id', '=', id)
        .execute();
      await writeLog(
        write,
        {
          ...{ module: 'transport', action: 'expire', objectType: 'parcelForecast' },
          ...{ objectId: id, objectNo: `${forecastNo}` },
          ...{ before: { state: 'submitted' }, after: { state: 'expired' } },
        },
        { now, caller: SYSTEM, ip: null, userAgent: null },
      );
    }
    const nos = over.slice(0, NAMED).map(({ forecastNo }) => String(forecastNo));
    await notifyStaff(
      { write, now },
      {
        type: 'alert',
        text: inBoth('FORECAST_EXPIRED', { nos: { list: over.length > NAMED ? [...nos, '…'] : nos } }),
        to: ['transport.forecast.edit'],
        link: '/transport/parcel-forecast',
      },
    );
  });
}
