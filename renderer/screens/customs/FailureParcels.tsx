import type { ParcelRow } from '@contract/customs/parcel';
import { useTranslation } from 'react-i18next';
import type { ColumnChoice } from '../../resource/columns';
import { ParcelTable } from '../shared/customs/ParcelTable';
import type { ParcelTask } from '../shared/customs/useParcelActions';

const FIRST: readonly ParcelTask[] = ['dispose', 'redeclare'];
const COLUMNS: readonly ColumnChoice<ParcelRow>[] = [
  { name: 'trackingNo', width: 165 },
  { name: 'billNo', width: 130 },
  { name: 'batchNo', width: 120 },
  { name: 'boxNo', width: 150 },
  { name: 'failReason', width: 150 },
  { name: 'disposition', width: 120 },
  { name: 'stateAt' },
  { name: 'stateRemark', width: 200 },
  { name: 'clearanceBatch', width: 130 },
  { name: 'mrn', width: 165 },
  'value',
  'currency',
  'grossWeight',
  { name: 'country', width: 80 },
  { name: 'sellerName', width: 160 },
  { name: 'orderNo', hidden: true },
];

/** Parcels of all bills that customs refused, with their handling. */
export default function FailureParcels() {
  const { t } = useTranslation();
  return (
    <ParcelTable
      list="failureParcel"
      label={t('customs.failureTitle')}
      state="failed"
      columns={COLUMNS}
      sort="-stateAt"
      first={FIRST}
      rest={[]}
      empty={{ title: t('customs.failureEmpty'), detail: t('customs.failureEmptyDetail') }}
    />
  );
}
