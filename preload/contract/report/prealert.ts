import { choice, dateTime, id, ref } from '../fields';
import { cmrRow } from '../linehaul/cmr';
import { object } from '../shape';
import { reportAt } from './menu';
import { report, reportApi } from './report';

/** Trucks expected at each hub, and whether the hub was notified. */
export const prealertReport = report({
  name: 'reportPrealert',
  call: 'outbound-prealert',
  ...reportAt('prealert'),
  row: object(() => ({
    id: id(),
    ...cmrRow.pick({ cmrNo: true, state: true, toDestinationId: true }).shape,
    lastMileId: ref('lastMile').nullable(),
    ...cmrRow.pick({ plateNo: true, loadedAt: true, departedAt: true }).shape,
    /** Departure, else loading, plus the hours of the route. */
    expectedAt: dateTime('hub').nullable(),
    ...cmrRow.pick({ arrivedAt: true, totalPallets: true, totalBoxes: true, totalParcels: true }).shape,
    totalWeight: cmrRow.shape.totalWeight,
    told: choice('prealertTold', ['sent', 'waiting', 'failed', 'none']),
    /** Time of its first mail. */
    mailSentAt: dateTime().nullable(),
    fromWarehouseId: cmrRow.shape.fromWarehouseId,
  })),
  hidden: ['loadedAt'],
  days: ['loadedAt', 'departedAt', 'createdAt', 'podAt'],
  filters: ['toDestinationId', 'state', 'told', 'departedAt'],
  order: '-loadedAt',
  keyword: ['cmrNo', 'plateNo'],
  tiles: {
    trucksToday: { unit: 'count' },
    parcelsToday: { unit: 'count' },
    trucks: { unit: 'count' },
    parcels: { unit: 'count' },
    toldShare: { unit: 'percent' },
  },
  charts: {
    byHub: {
      kind: 'columns',
      by: 'toDestinationId',
      series: { parcels: { unit: 'count' }, trucks: { unit: 'count', line: true } },
    },
    lights: { kind: 'pie', by: 'told', series: { trucks: { unit: 'count' } } },
  },
  leads: ({ id }) => ({ path: `/config/cmr/detail/${id}` }),
});
export const prealertReportApi = reportApi(prealertReport);
