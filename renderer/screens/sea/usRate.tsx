import { usRate } from '@contract/sea/usRate';
import { useTranslation } from 'react-i18next';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

function useHints() {
  const { t } = useTranslation();
  return () => ({
    code: t('sea.hintRateCode'),
    perUnit: t('sea.hintPerUnit'),
    hts: t('sea.hintRateHts'),
    countries: t('sea.hintAll'),
    entryTypes: t('sea.hintAll'),
    modes: t('sea.hintAll'),
    programs: t('sea.hintPrograms'),
    exemptCountries: t('sea.hintExemptCountries'),
    replaces: t('sea.hintReplaces'),
  });
}

const screen: PlainScreen = {
  group: 'usRate',
  menu: 'sea.entry',
  resource: usRate,
  columns: [
    { name: 'kind', width: 120 },
    { name: 'code', width: 120 },
    { name: 'name', width: 280 },
    { name: 'rate', width: 100 },
    { name: 'perUnit', width: 110 },
    { name: 'perEntry', width: 110 },
    { name: 'minimum', width: 110 },
    { name: 'maximum', width: 110 },
    { name: 'countries', width: 140 },
    { name: 'hts', width: 180 },
    'validFrom',
    'validTo',
    { name: 'source', width: 240 },
    { name: 'entryTypes', hidden: true },
    { name: 'modes', hidden: true },
    { name: 'programs', hidden: true },
    { name: 'exemptCountries', hidden: true },
    { name: 'replaces', hidden: true },
    { name: 'remark', hidden: true },
  ],
  form: [
    {
      title: 'sea.groupRate',
      fields: ['kind', 'code', 'name', 'rate', 'perUnit', 'perEntry', 'minimum', 'maximum'],
    },
    {
      title: 'sea.groupOn',
      fields: [
        ...(['countries', 'hts', 'entryTypes', 'modes', 'programs'] as const),
        ...(['exemptCountries', 'replaces'] as const),
      ],
    },
    { title: 'sea.groupDays', fields: ['validFrom', 'validTo', 'source', 'remark'] },
  ],
  addText: 'sea.addRate',
  useHints,
  nameOf: (row) => `${row.code} ${row.name}`,
};

/** List of US customs rates and codes, with their periods of validity. */
export default function UsRates() {
  return <PlainList screen={screen} />;
}
