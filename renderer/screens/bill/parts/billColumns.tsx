import { Tag } from '@blueprintjs/core';
import { TickCircle } from '@blueprintjs/icons';
import type { Bill } from '@contract/bill/bill';
import { useTranslation } from 'react-i18next';
import type { ColumnChoice } from '../../../resource/columns';
import { ClearanceTag } from '../../shared/bill/ClearanceTag';

/** Number of a bill, with marks if its data is checked and if it is archived. */
function BillNo({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  return (
    <span className="fc-bill-no">
      {bill.billNo}
      {bill.checked && <TickCircle size={12} className="fc-ok" title={t('bill.checkedBadge')} />}
      {bill.archived && (
        <Tag minimal className="fc-mini">
          {t('bill.archivedToo')}
        </Tag>
      )}
    </span>
  );
}

/** Columns of the bill list, in its order; the hidden ones are added from the menu of columns. */
export const billColumns: ColumnChoice<Bill>[] = [
  { name: 'billNo', width: 150, cell: (bill) => <BillNo bill={bill} /> },
  { name: 'batchNo', width: 130 },
  'stage',
  'nextDueAt',
  { name: 'clearanceStatus', width: 150, cell: (bill) => <ClearanceTag bill={bill} /> },
  'customerId',
  { name: 'flightNo', width: 112 },
  { name: 'originAirportId', width: 105 },
  { name: 'landingAirportId', width: 110 },
  'eta',
  'ata',
  'boxCount',
  'packageCount',
  'weight',
  { name: 'noaAt' },
  { name: 'noaBoxCount', width: 100 },
  { name: 'shortageCount', width: 95 },
  { name: 'exceptionCount', width: 100 },
  { name: 'channelCode', width: 120 },
  'destinationId',
  'lastMileId',
  'podAt',
  { name: 'podBoxCount', width: 100 },
  { name: 'totalValue', hidden: true },
  { name: 'billingWeight', hidden: true },
  { name: 'houseNo', hidden: true },
  { name: 'carrierCode', hidden: true },
  { name: 'routeCode', hidden: true },
  { name: 'exportDate', hidden: true },
  { name: 'etd', hidden: true },
  { name: 'pickupAt', hidden: true },
  { name: 'atWarehouseAt', hidden: true },
  { name: 't1At', hidden: true },
  { name: 'tatAt', hidden: true },
  { name: 'clearanceReleasedAt', hidden: true },
  { name: 'firstParcelAt', hidden: true },
  { name: 'cargoStationId', hidden: true },
  { name: 'warehouseId', hidden: true },
  { name: 'serviceId', hidden: true },
  { name: 'tapeColor', hidden: true },
  { name: 'uldNumbers', hidden: true },
  { name: 'remarks', hidden: true },
  { name: 'createdAt', hidden: true },
  { name: 'createdBy', hidden: true },
  { name: 'updatedAt', hidden: true },
];
