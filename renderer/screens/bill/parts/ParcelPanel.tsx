import { type Bill, billMachine } from '@contract/bill/bill';
import type { ParcelRow } from '@contract/customs/parcel';
import type { FileKind } from '@contract/files/fileKindNames';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnChoice } from '../../../resource/columns';
import { UploadMenu } from '../../shared/bill/UploadMenu';
import { ParcelTable } from '../../shared/customs/ParcelTable';
import type { ParcelTask } from '../../shared/customs/useParcelActions';

const FIRST: readonly ParcelTask[] = ['free', 'hold'];
const REST: readonly ParcelTask[] = [
  'fail',
  'select',
  'results',
  'setBack',
  'redeclare',
  'dispose',
  'abnormal',
  'removeAbnormal',
  'deliver',
  'complete',
  'undoComplete',
];
/** Kinds of files with customs responses on many parcels. */
const BY_FILE: readonly FileKind[] = ['hold', 'free', 'failure', 'abnormal'];
const COLUMNS: readonly ColumnChoice<ParcelRow>[] = [
  { name: 'trackingNo', width: 165 },
  { name: 'boxNo', width: 150 },
  { name: 'state', width: 110 },
  { name: 'place', width: 140 },
  { name: 'stateAt' },
  { name: 'holdReason', width: 130 },
  { name: 'failReason', width: 130 },
  { name: 'abnormalType', width: 120 },
  { name: 'stateRemark', width: 180 },
  { name: 'clearanceBatch', width: 120 },
  { name: 'mrn', width: 165 },
  { name: 'hsStatus', width: 120 },
  { name: 'declarationSystem', width: 90 },
  'value',
  'currency',
  'grossWeight',
  { name: 'destinationCode', width: 120 },
  { name: 'palletNo', width: 140 },
  { name: 'outboundAt' },
  { name: 'prefix', width: 70 },
  { name: 'totalParcelCount', width: 110 },
  { name: 'consigneeName', width: 110 },
  { name: 'city', width: 120 },
  { name: 'country', width: 80 },
  { name: 'previousState', hidden: true },
  { name: 'disposition', hidden: true },
  { name: 'fyco', hidden: true },
  { name: 'vatScheme', hidden: true },
  { name: 'sellerName', hidden: true },
  { name: 'orderNo', hidden: true },
  { name: 'heldAt', hidden: true },
  { name: 'releasedAt', hidden: true },
  { name: 'failedAt', hidden: true },
  { name: 'completedAt', hidden: true },
  { name: 'createdAt', hidden: true },
];

/** Parcels of one bill by their customs state. */
export function ParcelPanel({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const { id, landingAirportId } = bill;
  const open = billMachine.always.every(({ guard }) => !guard(bill));
  const scope = useMemo(() => ({ id, landingAirportId, open }), [id, landingAirportId, open]);
  return (
    <ParcelTable
      list="parcel"
      label={t('common.parcels')}
      bill={scope}
      columns={COLUMNS}
      sort="trackingNo"
      first={FIRST}
      rest={REST}
      empty={{ title: t('customs.parcelsEmpty'), detail: t('customs.parcelsEmptyDetail') }}
      tools={open && <UploadMenu billId={id} of={BY_FILE} />}
    />
  );
}
