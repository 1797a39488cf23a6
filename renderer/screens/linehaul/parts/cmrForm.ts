import { cmrDraftFields } from '@contract/linehaul/cmr';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormGroupChoice } from '../../../resource/RecordForm';
import type { Values } from '../../../resource/useRecordForm';

/** Returns the groups of the form, in the order of the printed note's boxes. */
export function useCmrGroups(): readonly FormGroupChoice[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { title: t('cmr.groupRoute'), fields: ['fromWarehouseId', 'toDestinationId'] },
      {
        title: t('cmr.groupCarrier'),
        fields: ['carrierCompanyId', 'vehicleType', 'plateNo', 'trailerNo', 'driverName', 'driverPhone'],
      },
      { title: t('cmr.groupDocuments'), fields: ['mrnList', 'sealNos'] },
      { title: t('cmr.groupOthers'), fields: ['successiveCarriers', 'agreements', 'reservations', 'remark'] },
      { title: t('cmr.groupGoods'), fields: ['totalPallets', 'goods', 'statisticalNo'] },
      { title: t('cmr.groupInstructions'), fields: ['instructions', 'payment'] },
    ],
    [t],
  );
}

export function useCmrHints(): Readonly<Record<string, string>> {
  const { t } = useTranslation();
  return {
    totalPallets: t('cmr.hintPallets'),
    goods: t('cmr.hintGoods'),
    reservations: t('cmr.hintReservations'),
  };
}

/** Initial values of a new note. */
export const newCmr: Values = {
  ...Object.fromEntries(cmrDraftFields.map((name) => [name, null])),
  vehicleType: 'trailer_13_6m',
  payment: 'paid',
  totalPallets: 0,
  sealNos: [],
  mrnList: [],
};
