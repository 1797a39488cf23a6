import { count, id, money, ref, share, weight } from '../fields';
import { object } from '../shape';
import { reportAt } from './menu';
import { billDays, report, reportApi } from './report';

/** Customers by volume and profit. */
export const customerReport = report({
  name: 'reportCustomer',
  call: 'customer',
  ...reportAt('customer'),
  row: object(() => ({
    id: id(),
    customerId: ref('customer'),
    groupId: ref('clientGroup'),
    salesStaffId: ref('staff').nullable(),
    bills: count(),
    parcels: count(),
    weight: weight(),
    /** Share delivered within the time of their service, of those delivered under one. */
    onTime: share().nullable(),
    cases: count(),
    /** In the currency of the books; lines without a rate are left out. */
    revenue: money('EUR'),
    cost: money('EUR'),
    profit: money('EUR'),
    margin: share().nullable(),
    /** Growth in parcels, compared with the previous span of the same length. */
    growth: share().nullable(),
  })),
  hidden: ['groupId'],
  days: billDays,
  filters: ['salesStaffId'],
  order: '-parcels',
  keyword: ['code', 'nameEn', 'nameCn'],
  tiles: {
    customers: { unit: 'count' },
    bills: { unit: 'count' },
    parcels: { unit: 'count' },
    weight: { unit: 'kg' },
    profit: { unit: 'EUR' },
    margin: { unit: 'percent' },
    topFiveShare: { unit: 'percent' },
    costPerKg: { unit: 'EUR' },
    costPerParcel: { unit: 'EUR' },
    dso: { unit: 'days', goal: { atMost: 45 } },
    forecastAccuracy: { unit: 'percent', goal: { atLeast: 85 } },
  },
  charts: {
    volume: {
      kind: 'columns',
      by: 'customerId',
      series: { parcels: { unit: 'count' }, growth: { unit: 'percent', line: true } },
    },
    profitability: {
      kind: 'scatter',
      by: 'customerId',
      series: { parcels: { unit: 'count' }, margin: { unit: 'percent' } },
    },
  },
  leads: ({ customerId }) => ({
    path: '/bill/bill_manage',
    asked: { customerId: [customerId] },
    within: true,
  }),
});
export const customerReportApi = reportApi(customerReport);
