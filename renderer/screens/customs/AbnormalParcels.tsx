import type { ParcelRow } from '@contract/customs/parcel';
import { useTranslation } from 'react-i18next';
import type { ColumnChoice } from '../../resource/columns';
import { ParcelTable } from '../shared/customs/ParcelTable';
import type { ParcelTask } from '../shared/customs/useParcelActions';

const FIRST: readonly ParcelTask[] = ['removeAbnormal', 'deliver'];
const COLUMNS: readonly ColumnChoice<ParcelRow>[] = [
  { name: 'trackingNo', width: 165 },
  { name: 'billNo', width: 130 },
  { name: 'batchNo', width: 120 },
  { name: 'boxNo', width: 150 },
  { name: 'abnormalType', width: 140 },
  { name: 'previousState', width: 120 },
  { name: 'stateAt' },
  { name: 'stateRemark', width: 220 },
  { name: 'destinationCode', width: 120 },
  { name: 'clearanceBatch', width: 130 },
  'value',
  'currency',
  'grossWeight',
  { name: 'country', width: 80 },
  { name: 'orderNo', hidden: true },
];

/** Abnormal parcels of all bills: to be resolved, or delivered anyway with a proof of outbound. */
export default function AbnormalParcels() {
  const { t } = useTranslation();
  return (
    <ParcelTable
      list="abnormalParcel"
      label={t('customs.abnormalTitle')}
      state="abnormal"
      columns={COLUMNS}
      sort="-stateAt"
      first={FIRST}
      rest={[]}
      empty={{ title: t('customs.abnormalEmpty'), detail: t('customs.abnormalEmptyDetail') }}
    />
  );
}
