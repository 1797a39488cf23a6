import { endpoint } from '../endpoint';
import { choice, count, dateTime, id, stateOf, text, weight } from '../fields';
import { permit } from '../permissions';
import { object } from '../shape';
import { forecastStates } from './parcelForecast';
import { one } from './parts';
import { transportStates } from './states';

/** Booking and forecast of a bill. */
export const billTransport = object(() => ({
  booking: object(() => ({
    id: id(),
    mode: choice('mode', ['air', 'sea']),
    transportNo: text(20),
    /** Flight, or vessel and voyage. */
    name: text(80),
    state: stateOf({ name: 'transport', states: transportStates }),
    etd: dateTime('origin'),
    eta: dateTime('landing'),
    bookedKg: weight(),
    positions: count(),
  })).nullable(),
  forecast: object(() => ({
    id: id(),
    forecastNo: text(20),
    state: stateOf({ name: 'parcelForecast', states: forecastStates }),
  })).nullable(),
}));

/** The transport of single bills. */
export const billTransportApi = {
  get: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/transport',
    access: permit('bill.manage.view'),
    params: one,
    answer: billTransport,
    extension: true,
  }),
};
