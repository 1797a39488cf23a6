import { count, id, money, ref, share, weight } from '../fields';
import { object } from '../shape';
import { reportAt } from './menu';
import { billDays, LONGEST_SPAN, report, reportApi } from './report';

/** Destination countries of parcels. */
export const countryReport = report({
  name: 'reportCountry',
  call: 'country',
  ...reportAt('country'),
  row: object(() => ({
    id: id(),
    countryId: ref('country').nullable(),
    bills: count(),
    parcels: count(),
    weight: weight(),
    /** In the currency of the books, at the last known rate. */
    value: money('EUR'),
    averageValue: money('EUR').nullable(),
    /** An estimate: the country's VAT rate on the whole value, whether or not VAT is already paid through IOSS. */
    vatEstimate: money('EUR').nullable(),
    /** Share of declared parcels that customs selected for inspection. */
    inspectionRate: share().nullable(),
    /** Share of all parcels. */
    parcelShare: share(),
  })),
  hidden: [],
  days: billDays,
  longest: LONGEST_SPAN,
  filters: ['countryId'],
  order: '-parcels',
  keyword: ['code', 'nameEn', 'nameCn'],
  tiles: {
    countries: { unit: 'count' },
    parcels: { unit: 'count' },
    weight: { unit: 'kg' },
    value: { unit: 'EUR' },
    topTenShare: { unit: 'percent' },
  },
  charts: {
    volume: {
      kind: 'bars',
      by: 'countryId',
      series: { parcels: { unit: 'count' } },
    },
    shares: { kind: 'pie', by: 'countryId', series: { value: { unit: 'EUR' } } },
  },
  leads: ({ countryId }) => ({
    path: '/bill/bill_manage',
    asked: countryId ? { toCountryId: [countryId] } : {},
    within: true,
  }),
});
export const countryReportApi = reportApi(countryReport);
