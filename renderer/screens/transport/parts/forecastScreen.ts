import { refusalOf } from '@contract/machine';
import { forecastMachine, type ParcelForecast, parcelForecast } from '@contract/scheduling/parcelForecast';
import { useTranslation } from 'react-i18next';
import type { PlainScreen } from '../../../resource/ListScreen';
import { ForecastTotals } from './ForecastTotals';
import { useForecastActions } from './useForecastActions';

export const FORECAST_LIST = '/transport/parcel-forecast';
export const forecastPath = (id: number) => `${FORECAST_LIST}/detail/${id}`;

function useHints() {
  const { t } = useTranslation();
  return () => ({ forecastDate: t('transport.hintForecastDate') });
}

/** Forecasts: their list, and the groups of fields of the screen of one. */
export const forecastScreen: PlainScreen<ParcelForecast> = {
  group: 'parcelForecast',
  menu: 'transport.forecast',
  resource: parcelForecast,
  columns: [
    { name: 'forecastNo', width: 150 },
    { name: 'state', width: 110 },
    { name: 'customerId', width: 90 },
    { name: 'forecastDate', width: 110 },
    { name: 'expectedParcels', width: 100 },
    { name: 'actualParcels', width: 100 },
    { name: 'accuracy', width: 110 },
    { name: 'originAirportId', width: 90 },
    { name: 'landingAirportId', width: 100 },
    { name: 'channelCode', width: 130 },
    { name: 'destinationCountry', width: 80 },
    { name: 'expectedBoxes', width: 90 },
    { name: 'expectedWeight', width: 120 },
    'expectedEta',
    { name: 'serviceId', width: 90 },
    { name: 'billCount', width: 70 },
    { name: 'cancelReason', width: 200, hidden: true },
    { name: 'remark', hidden: true },
    { name: 'createdAt', hidden: true },
  ],
  form: [
    { title: 'transport.groupWho', fields: ['customerId', 'forecastDate', 'serviceId'] },
    {
      title: 'transport.groupRoute',
      fields: ['originAirportId', 'landingAirportId', 'channelCode', 'destinationCountry', 'expectedEta'],
    },
    { title: 'transport.groupGoods', fields: ['expectedParcels', 'expectedBoxes', 'expectedWeight'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'transport.addForecast',
  open: (row) => forecastPath(row.id),
  fixed: (row) => refusalOf(forecastMachine, 'update', row),
  foot: ForecastTotals,
  useMore: useForecastActions,
  useHints,
  nameOf: (row) => String(row.forecastNo),
};
