import { euRate } from '@contract/business/euRate';
import { useTranslation } from 'react-i18next';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

function useHints() {
  const { t } = useTranslation();
  return () => ({
    amount: t('business.hintEuAmount'),
    validTo: t('business.hintLastDay'),
    source: t('business.hintSource'),
  });
}

const screen: PlainScreen = {
  group: 'euRate',
  menu: 'business.taxation',
  resource: euRate,
  columns: [
    { name: 'kind', width: 170 },
    { name: 'amount', width: 130 },
    'validFrom',
    'validTo',
    { name: 'source', width: 420 },
    { name: 'remark', hidden: true },
  ],
  form: [
    { title: 'common.rates', fields: ['kind', 'amount'] },
    { title: 'business.groupValid', fields: ['validFrom', 'validTo', 'source', 'remark'] },
  ],
  addText: 'business.addEuRate',
  useHints,
  nameOf: (row) => `${row.kind} ${row.validFrom}`,
};

/** List of the rates and limits of EU customs, with their periods of validity. */
export default function EuRates() {
  return <PlainList screen={screen} />;
}
