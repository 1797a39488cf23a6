import { count, hours, id, ref, share, weight } from '../fields';
import { object } from '../shape';
import { reportAt } from './menu';
import { report, reportApi } from './report';

/** Volume and quality of the trucks to each hub. */
export const destinationReport = report({
  name: 'reportDestination',
  call: 'destination',
  ...reportAt('destination'),
  row: object(() => ({
    id: id(),
    toDestinationId: ref('destination'),
    lastMileId: ref('lastMile').nullable(),
    trucks: count(),
    bills: count(),
    boxes: count(),
    parcels: count(),
    weight: weight(),
    /** Weight in percent of the vehicles' capacity. */
    loadFactor: share().nullable(),
    /** Median from departure to arrival. */
    lineHaul: hours().nullable(),
    lineHaul90: hours().nullable(),
    /** Share signed for within a day of arrival, of those signed for. */
    podOnTime: share().nullable(),
  })),
  hidden: [],
  days: ['departedAt', 'loadedAt', 'podAt', 'createdAt'],
  filters: ['toDestinationId'],
  order: '-parcels',
  keyword: ['code', 'nameEn', 'nameCn'],
  tiles: {
    trucks: { unit: 'count' },
    parcels: { unit: 'count' },
    weight: { unit: 'kg' },
    loadFactor: { unit: 'percent' },
    lineHaul: { unit: 'hours' },
    podOnTime: { unit: 'percent' },
  },
  charts: {
    volume: {
      kind: 'columns',
      by: 'toDestinationId',
      series: { parcels: { unit: 'count' }, loadFactor: { unit: 'percent', line: true } },
    },
    lineHauls: {
      kind: 'bars',
      by: 'toDestinationId',
      series: { lineHaul: { unit: 'hours' }, lineHaul90: { unit: 'hours' } },
    },
  },
  leads: ({ toDestinationId }) => ({
    path: '/config/cmr',
    as: 'asked',
    asked: { toDestinationId: [toDestinationId] },
  }),
});
export const destinationReportApi = reportApi(destinationReport);
