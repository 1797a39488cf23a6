import { type IsfDraft, isfFiveParties, isfTenParties } from '@contract/sea/seaIsf';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormGroupChoice } from '../../../resource/RecordForm';

/** Returns the field groups of an ISF: only the elements of its type. */
export function useIsfGroups(isfType: unknown): FormGroupChoice[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const ten = isfType !== 'ISF-5';
    const group = (title: string, fields: readonly (keyof IsfDraft)[]) => ({ title, fields });
    return [
      group(t('common.filing'), [
        'isfType',
        'actionReason',
        'shipmentType',
        'modeOfTransport',
        'netchbAccountId',
        'seaBillId',
      ]),
      group(t('common.bill'), ['mblNo', 'billType', 'hblNo', 'amsBillNo', 'scac']),
      group(t('common.voyage'), ['vesselName', 'voyageNo', 'polCode', 'podCode', 'loadingAt', 'etd', 'eta']),
      ten
        ? group(t('sea.groupImporter'), [
            'importerIdType',
            'importerNumber',
            'consigneeIdType',
            'consigneeNumber',
          ])
        : group(t('sea.isfGroupPlaces'), ['foreignPort', 'placeOfDelivery']),
      group(t('sea.isfGroupParties'), ten ? isfTenParties : isfFiveParties),
      group(t('sea.isfGroupGoods'), ['lines', 'containers']),
      group(t('common.bond'), ['bondActivity', 'bondType', 'bondHolder', 'suretyCode', 'singleBondNo']),
      group(t('config.groupOther'), ['poNumber', 'remark']),
    ];
  }, [isfType, t]);
}
