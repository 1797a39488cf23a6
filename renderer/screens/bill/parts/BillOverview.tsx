import { type Bill, billRow } from '@contract/bill/bill';
import { useTranslation } from 'react-i18next';
import { FieldGroups } from '../../../resource/DetailScreen';
import { BillNodes } from './BillNodes';
import { BillTimeline } from './BillTimeline';
import { BillTransport } from './BillTransport';
import { billWords, routeTitle } from './billForm';

/** Overview of a bill: its time nodes, its transport and fields, and its timeline. */
export function BillOverview({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const groups = [
    {
      title: t('common.bill'),
      fields: [
        'customerId',
        'serviceId',
        'channelCode',
        'clearanceType',
        'houseNo',
        'mode',
        'source',
        'remarks',
      ],
    },
    {
      title: t(routeTitle(bill.mode)),
      fields: [
        'flightNo',
        ...(bill.mode === 'sea' ? (['vesselName'] as const) : (['carrierCode', 'routeCode'] as const)),
        'originAirportId',
        'landingAirportId',
        'exportDate',
        'etd',
        'atd',
        'eta',
        'ata',
        'cargoStationId',
        'warehouseId',
      ],
    },
    { title: t('common.delivery'), fields: ['destinationId', 'lastMileId', 'tapeColor', 'markId'] },
    {
      title: t('bill.groupCargo'),
      fields: ['boxCount', 'packageCount', 'weight', 'billingWeight', 'volume', 'totalValue', 'uldNumbers'],
    },
    {
      title: t('bill.groupCounts'),
      fields: [
        'boxCount',
        'noaBoxCount',
        'pickedBoxes',
        'inboundBoxes',
        'outboundBoxes',
        'podBoxCount',
        'shortageCount',
      ],
    },
    {
      title: t('bill.groupParcels'),
      fields: [
        'parcelsClearance',
        'parcelsFree',
        'parcelsHeld',
        'parcelsFailed',
        'parcelsAbnormal',
        'parcelsCompleted',
      ],
    },
    {
      title: t('common.record'),
      fields: [
        'firstParcelAt',
        'clearanceReleasedAt',
        'checkedAt',
        'checkedBy',
        'createdAt',
        'createdBy',
        'updatedAt',
        'updatedBy',
        ...(bill.removedAt ? (['removedAt', 'removedBy', 'removeReason'] as const) : []),
      ],
    },
  ] as const satisfies readonly { title: string; fields: readonly (keyof Bill)[] }[];
  return (
    <>
      <BillNodes bill={bill} />
      <div className="fc-overview">
        <div>
          <BillTransport bill={bill} />
          <FieldGroups schema={billRow} resource={billWords(bill.mode)} row={bill} groups={groups} />
        </div>
        <aside>
          <h2>{t('common.timeline')}</h2>
          <BillTimeline bill={bill} />
        </aside>
      </div>
    </>
  );
}
