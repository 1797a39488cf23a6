import { containerTariff } from '@contract/finance/containerTariff';
import { useTranslation } from 'react-i18next';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

function useHints() {
  const { t } = useTranslation();
  return () => ({
    carrierScac: t('sea.hintAll'),
    podCode: t('sea.hintAll'),
    containerTypes: t('sea.hintAll'),
    freeDays: t('finance.hintFreeDays'),
    steps: t('finance.hintTariffSteps'),
  });
}

const screen: PlainScreen = {
  group: 'containerTariff',
  menu: 'finance.chargeItem',
  resource: containerTariff,
  columns: [
    { name: 'code', width: 140 },
    { name: 'kind', width: 110 },
    { name: 'carrierScac', width: 90 },
    { name: 'podCode', width: 110 },
    { name: 'containerTypes', width: 150 },
    { name: 'freeDays', width: 100 },
    { name: 'currency', width: 80 },
    { name: 'chargeItemId', width: 130 },
    'validFrom',
    'validTo',
    { name: 'source', width: 240 },
    { name: 'remark', hidden: true },
  ],
  form: [
    {
      title: 'finance.groupTariff',
      fields: ['code', 'kind', 'carrierScac', 'podCode', 'containerTypes', 'freeDays'],
    },
    { title: 'finance.groupPrice', fields: ['currency', 'chargeItemId', 'steps'] },
    { title: 'sea.groupDays', fields: ['validFrom', 'validTo', 'source', 'remark'] },
  ],
  addText: 'finance.addTariff',
  useHints,
  nameOf: (row) => `${row.code} ${row.validFrom}`,
};

/** List of the tariffs of demurrage and detention. */
export default function ContainerTariffs() {
  return <PlainList screen={screen} />;
}
