import { count, hours, id, money, ref, weight } from '../fields';
import { object } from '../shape';
import { reportAt } from './menu';
import { LONGEST_SPAN, report, reportApi } from './report';

/** Quality and cost of each last-mile carrier, country by country. */
export const lastMileReport = report({
  name: 'reportLastMile',
  call: 'lastMile',
  ...reportAt('lastMile'),
  row: object(() => ({
    id: id(),
    lastMileId: ref('lastMile'),
    toCountryId: ref('country').nullable(),
    bills: count(),
    parcels: count(),
    weight: weight(),
    /** Median from arrival at the hub to proof of delivery. */
    handover: hours().nullable(),
    handover90: hours().nullable(),
    /** Boxes that left us but are on no proof of delivery. */
    missingAtHub: count(),
    /** Abnormal cases the carrier is liable for. */
    claims: count(),
    /** Line haul and delivery, in the currency of the books. */
    cost: money('EUR'),
    costPerParcel: money('EUR').nullable(),
  })),
  hidden: [],
  days: ['podAt', 'ata', 'eta', 'createdAt'],
  longest: LONGEST_SPAN,
  filters: ['lastMileId'],
  order: '-parcels',
  keyword: ['code', 'nameEn', 'nameCn'],
  tiles: {
    parcels: { unit: 'count' },
    weight: { unit: 'kg' },
    handover: { unit: 'hours' },
    missingAtHub: { unit: 'count' },
    costPerParcel: { unit: 'EUR' },
  },
  charts: {
    volume: { kind: 'bars', by: 'lastMileId', series: { parcels: { unit: 'count' } } },
    handovers: {
      kind: 'lines',
      by: 'period',
      series: { handover: { unit: 'hours' }, handover90: { unit: 'hours' } },
    },
  },
  leads: ({ lastMileId }) => ({
    path: '/bill/bill_manage',
    asked: { lastMileId: [lastMileId] },
    within: true,
  }),
});
export const lastMileReportApi = reportApi(lastMileReport);
