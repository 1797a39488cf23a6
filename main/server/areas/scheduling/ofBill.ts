import type { GroupHandlers } from '../../core/context';
import { readBill } from '../bill/billFacts';

/** The transport of a bill, and its forecast. */
export const billTransportHandlers: GroupHandlers<'billTransport'> = {
  get: async ({ read }, { params }) => {
    await readBill(read, params.id);
    const booking = await read
      .selectFrom('booking')
      .select(['airTransportId', 'seaTransportId', 'kg', 'positions'])
      .where('billId', '=', params.id)
      .executeTakeFirst();
    const flight = booking?.airTransportId
      ? await read
          .selectFrom('airTransport')
          .select(['id', 'transportNo', 'flightNo as name', 'state', 'etd', 'eta'])
          .where('id', '=', booking.airTransportId)
          .executeTakeFirstOrThrow()
      : undefined;
    const ship = booking?.seaTransportId
      ? await read
          .selectFrom('seaTransport')
          .select(['id', 'transportNo', 'vesselName', 'voyageNo', 'state', 'etd', 'eta'])
          .where('id', '=', booking.seaTransportId)
          .executeTakeFirstOrThrow()
      : undefined;
    const forecast = await read
      .selectFrom('forecastBill')
      .innerJoin('parcelForecast', 'parcelForecast.id', 'forecastBill.parcelForecastId')
      .select(['parcelForecast.id', 'parcelForecast.forecastNo', 'parcelForecast.state'])
      .where('forecastBill.billId', '=', params.id)
      .executeTakeFirst();
    const line = flight ?? (ship && { ...ship, name: `${ship.vesselName} ${ship.voyageNo}` });
    return {
      booking:
        booking && line
          ? {
              id: line.id,
              mode: flight ? 'air' : 'sea',
              transportNo: `${line.transportNo}`,
              name: line.name,
              state: line.state,
              etd: line.etd,
              eta: line.eta,
              bookedKg: booking.kg / 1000,
              positions: booking.positions,
            }
          : null,
      forecast: forecast
        ? { id: forecast.id, forecastNo: `${forecast.forecastNo}`, state: forecast.state }
        : null,
    };
  },
};
