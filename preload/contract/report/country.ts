import { count, id, money, ref, share, weight } from '../fields';
import { object } from '../shape';
import { reportAt } from './menu';
import { billDays, LONGEST_SPAN, report, reportApi } from './report';

/** Countries that parcels go to. */
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
    /** In the currency of the books, at the last rate there is. */
    value: money('EUR'),
    averageValue: money('EUR').nullable(),
    /** What the country's rate comes to on the value, where VAT is not paid through IOSS already or is: an estimate. */
    vatEstimate: money('EUR').nullable(),
    /** Parcels that customs wanted to see, of those that are declared. */
    inspectionRate: share().nullable(),
    /** Of all parcels. */
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
