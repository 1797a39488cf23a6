import { problem } from '@contract/errors';
import type { RowIssue } from '@contract/importing/template';
import { refusalOf } from '@contract/machine';
import { type AirTransport, airMachine, airTransport } from '@contract/scheduling/airTransport';
import { useTranslation } from 'react-i18next';
import type { PlainScreen } from '../../../resource/ListScreen';
import type { Values } from '../../../resource/useRecordForm';

export const AIR_LIST = '/transport/air';
export const airPath = (id: number) => `/transport/air/detail/${id}`;

/** Rules between the times of a flight or a voyage. */
export const timeRules = ({ etd, eta }: Values): readonly RowIssue[] =>
  typeof etd === 'string' && typeof eta === 'string' && eta <= etd
    ? [
        {
          column: 'eta',
          level: 'error',
          problem: problem('NODE_ORDER', { node: { field: 'eta' }, previous: { field: 'etd' } }),
        },
      ]
    : [];

function useHints() {
  const { t } = useTranslation();
  return () => ({
    weekdays: t('transport.hintWeekdays'),
    uldPlan: t('transport.hintUlds'),
    bookingNo: t('transport.hintBookingNo'),
  });
}

/** Flights: their list, and the groups of fields of the screen of one. */
export const airScreen: PlainScreen<AirTransport> = {
  group: 'airTransport',
  menu: 'transport.air',
  resource: airTransport,
  columns: [
    { name: 'transportNo', width: 150 },
    { name: 'state', width: 100 },
    { name: 'flightNo', width: 90 },
    { name: 'originAirportId', width: 90 },
    { name: 'landingAirportId', width: 100 },
    { name: 'etd', width: 130 },
    { name: 'freeKg', width: 105 },
    { name: 'bookedKg', width: 105 },
    { name: 'capacityKg', width: 105 },
    'cutOffAt',
    'eta',
    { name: 'uldPlan', width: 120 },
    { name: 'positions', width: 80 },
    { name: 'bookedPositions', width: 80 },
    { name: 'billCount', width: 70 },
    { name: 'bookingNo', width: 110 },
    'atd',
    'ata',
    { name: 'weekdays', width: 100 },
    { name: 'carrierCode', hidden: true },
    { name: 'cancelReason', hidden: true },
    { name: 'remark', hidden: true },
    { name: 'createdAt', hidden: true },
  ],
  form: [
    {
      title: 'transport.groupRoute',
      fields: ['flightNo', 'originAirportId', 'landingAirportId', 'weekdays'],
    },
    { title: 'common.when', fields: ['etd', 'eta', 'cutOffAt'] },
    { title: 'transport.groupSpace', fields: ['capacityKg', 'uldPlan', 'bookingNo'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'transport.addFlight',
  open: (row) => airPath(row.id),
  fixed: (row) => refusalOf(airMachine, 'update', row),
  rules: timeRules,
  useHints,
  nameOf: (row) => String(row.transportNo),
};
