import { taxation } from '@contract/business/taxation';
import { useTranslation } from 'react-i18next';
import type { PlainScreen } from '../../../resource/ListScreen';
import { listOf, ofDocuments } from '../../shared/business/documents';
import { fixedUnlessDraft } from './contractScreen';
import { LastDay } from './LastDay';

function useHints() {
  const { t } = useTranslation();
  return () => ({
    taxNo: t('business.hintTaxNo'),
    hsCode: t('business.hintHs'),
    additional: t('business.hintAdditional'),
  });
}

export const taxationScreen: PlainScreen = {
  group: 'taxation',
  menu: 'business.taxation',
  resource: taxation,
  columns: [
    { name: 'taxNo', width: 150 },
    { name: 'state', width: 145 },
    { name: 'countryCode', width: 90 },
    { name: 'hsCode', width: 110 },
    { name: 'dutyRate', width: 100 },
    { name: 'vatRate', width: 100 },
    { name: 'additional', width: 170 },
    'validFrom',
    { name: 'validTo', width: 205, cell: (row) => <LastDay row={row} /> },
    { name: 'waiting', width: 200 },
    { name: 'source', width: 180 },
    { name: 'reducedVat', hidden: true },
    { name: 'specificDuty', hidden: true },
    { name: 'specificUnit', hidden: true },
    { name: 'currency', hidden: true },
    { name: 'versionNo', hidden: true },
    ...ofDocuments,
  ],
  form: [
    { title: 'business.groupGoods', fields: ['countryCode', 'hsCode', 'taxNo'] },
    {
      title: 'common.rates',
      fields: ['dutyRate', 'vatRate', 'reducedVat', 'currency', 'specificDuty', 'specificUnit', 'additional'],
    },
    { title: 'business.groupValid', fields: ['validFrom', 'validTo', 'source', 'remark'] },
  ],
  addText: 'business.addRate',
  open: (row) => `${listOf.taxation}/detail/${row.id}`,
  fixed: fixedUnlessDraft,
  useHints,
  nameOf: (row) => String(row.taxNo),
};
