import { billDraftFields } from '@contract/bill/bill';
import type { RowValues } from '@contract/importing/template';
import { checkBillDraft } from '@contract/rules/billDraft';
import { useTranslation } from 'react-i18next';
import type { FormGroupChoice } from '../../../resource/RecordForm';
import type { Values } from '../../../resource/useRecordForm';

/** The form of a bill in groups, in the order an operator has the papers in hand. */
export function useBillGroups(mode: unknown): readonly FormGroupChoice[] {
  const { t } = useTranslation();
  return [
    {
      title: t('bill.groupIdentity'),
      fields: [
        'mode',
        'billNo',
        'batchNo',
        'houseNo',
        'customerId',
        'serviceId',
        'channelCode',
        'clearanceType',
      ],
    },
    {
      title: t(routeTitle(mode)),
      fields: [
        'originAirportId',
        'landingAirportId',
        'flightNo',
        ...(mode === 'sea' ? ['vesselName'] : ['carrierCode']),
        'exportDate',
        'etd',
        'eta',
        'cargoStationId',
        'warehouseId',
      ],
    },
    {
      title: t('bill.groupCargo'),
      fields: [
        'boxCount',
        'packageCount',
        'weight',
        'volume',
        'billingWeight',
        'totalValue',
        'currency',
        'uldNumbers',
        'tapeColor',
        'markId',
      ],
    },
    { title: t('bill.groupDelivery'), fields: ['destinationId', 'remarks'] },
  ];
}

/** Whose words the fields of a bill have. Its places are no ports, by sea either: those are known of its voyage. */
export const billWords = (mode: unknown) => (mode === 'sea' ? 'seaBill' : 'bill');

/** What the fields of the route stand under. */
export const routeTitle = (mode: unknown) => (mode === 'sea' ? 'bill.groupVoyage' : 'bill.groupRoute');

/** Where the value of a field comes from when it is left empty. */
export function useBillHints(): Readonly<Record<string, string>> {
  const { t } = useTranslation();
  return {
    carrierCode: t('bill.fromNumber'),
    billingWeight: t('bill.fromWeight'),
    destinationId: t('bill.fromChannel'),
    markId: t('bill.fromChannel'),
  };
}

/** What must hold between the fields of a bill, as the API will check it. */
export const billRules = (values: Values) => checkBillDraft(values as RowValues);

/** A bill before anything is typed. */
export const newBill: Values = {
  ...Object.fromEntries(billDraftFields.map((name) => [name, null])),
  mode: 'air',
  clearanceType: 'ioss',
  currency: 'EUR',
  uldNumbers: [],
};
