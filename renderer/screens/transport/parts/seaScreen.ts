import { refusalOf } from '@contract/machine';
import { type SeaTransport, seaMachine, seaTransport } from '@contract/scheduling/seaTransport';
import { useTranslation } from 'react-i18next';
import type { PlainScreen } from '../../../resource/ListScreen';
import { timeRules } from '../../shared/transport/airScreen';

export const SEA_LIST = '/transport/sea';
export const seaPath = (id: number) => `/transport/sea/detail/${id}`;

function useHints() {
  const { t } = useTranslation();
  return () => ({
    containersBooked: t('transport.hintContainers'),
    bookingNo: t('transport.hintBookingNo'),
  });
}

/** Voyages: their list, and the groups of fields of the screen of one. */
export const seaScreen: PlainScreen<SeaTransport> = {
  group: 'seaTransport',
  menu: 'transport.sea',
  resource: seaTransport,
  columns: [
    { name: 'transportNo', width: 150 },
    { name: 'state', width: 100 },
    { name: 'vesselName', width: 150 },
    { name: 'voyageNo', width: 100 },
    { name: 'carrierScac', width: 90 },
    { name: 'polCode', width: 90 },
    { name: 'podCode', width: 90 },
    'cutOffCargo',
    'etd',
    'eta',
    'atd',
    'ata',
    { name: 'containersBooked', width: 120 },
    { name: 'containerCount', width: 90 },
    { name: 'billCount', width: 70 },
    { name: 'bookingNo', width: 120 },
    { name: 'imoNo', hidden: true },
    { name: 'siCutOff', hidden: true },
    { name: 'cutOffDoc', hidden: true },
    { name: 'cancelReason', hidden: true },
    { name: 'remark', hidden: true },
    { name: 'createdAt', hidden: true },
  ],
  form: [
    { title: 'transport.groupShip', fields: ['carrierScac', 'vesselName', 'imoNo', 'voyageNo'] },
    { title: 'transport.groupRoute', fields: ['polCode', 'podCode'] },
    { title: 'common.when', fields: ['siCutOff', 'cutOffDoc', 'cutOffCargo', 'etd', 'eta'] },
    { title: 'transport.groupSpace', fields: ['containersBooked', 'bookingNo'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'transport.addVoyage',
  open: (row) => seaPath(row.id),
  fixed: (row) => refusalOf(seaMachine, 'update', row),
  rules: timeRules,
  useHints,
  nameOf: (row) => String(row.transportNo),
};
