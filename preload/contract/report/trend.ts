import { count, date, hours, id, share, weight } from '../fields';
import { object } from '../shape';
import { reportAt } from './menu';
import { billDays, LONGEST_SPAN, report, reportApi } from './report';

/** Business trend by day, week or month. */
export const trendReport = report({
  name: 'reportTrend',
  call: 'charts',
  ...reportAt('trend'),
  row: object(() => ({
    id: id(),
    /** First day of the period. */
    period: date(),
    bills: count(),
    parcels: count(),
    weight: weight(),
    onTime: share().nullable(),
    /** From landing to release: the median, and the 90th percentile. */
    clearance: hours().nullable(),
    clearance90: hours().nullable(),
    endToEnd: hours().nullable(),
    endToEnd90: hours().nullable(),
  })),
  hidden: [],
  days: billDays,
  longest: LONGEST_SPAN,
  grained: true,
  filters: [],
  order: '-period',
  keyword: ['period'],
  tiles: {
    bills: { unit: 'count' },
    parcels: { unit: 'count' },
    weight: { unit: 'kg' },
    onTime: { unit: 'percent', goal: { atLeast: 95 } },
    releaseRate: { unit: 'percent', goal: { atLeast: 95 } },
    clearance: { unit: 'hours', goal: { atMost: 24 } },
    clearanceDeclared: { unit: 'hours', goal: { atMost: 24 } },
    noaLead: { unit: 'hours', goal: { atMost: 8 } },
    pickupLead: { unit: 'hours', goal: { atMost: 12 } },
    dwell: { unit: 'hours', goal: { atMost: 24 } },
    storageTime: { unit: 'days', goal: { atMost: 0 } },
    inboundLead: { unit: 'hours', goal: { atMost: 4 } },
    warehouseTime: { unit: 'hours', goal: { atMost: 12 } },
    endToEnd: { unit: 'hours', goal: { atMost: 72 } },
  },
  charts: {
    volume: {
      kind: 'lines',
      by: 'period',
      series: { parcels: { unit: 'count' }, bills: { unit: 'count', line: true } },
    },
    quality: {
      kind: 'columns',
      by: 'period',
      series: { onTime: { unit: 'percent' }, clearance: { unit: 'hours', line: true } },
    },
    customers: { kind: 'columns', by: 'customerId', series: { parcels: { unit: 'count' } } },
    countries: { kind: 'pie', by: 'toCountryId', series: { parcels: { unit: 'count' } } },
    lastMiles: { kind: 'bars', by: 'lastMileId', series: { parcels: { unit: 'count' } } },
  },
  leads: ({ period }) => ({ path: '/bill/bill_manage', period, within: true }),
});
export const trendReportApi = reportApi(trendReport);
