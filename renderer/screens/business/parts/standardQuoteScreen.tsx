import { standardQuote } from '@contract/business/standardQuote';
import { useTranslation } from 'react-i18next';
import type { PlainScreen } from '../../../resource/ListScreen';
import { listOf, ofDocuments } from '../../shared/business/documents';
import { fixedUnlessDraft } from './contractScreen';
import { LastDay } from './LastDay';

function useHints() {
  const { t } = useTranslation();
  return () => ({
    groupId: t('business.hintParty'),
    volumetricDivisor: t('business.hintDivisor'),
    lines: t('business.hintLines'),
  });
}

export const standardQuoteScreen: PlainScreen = {
  group: 'standardQuote',
  menu: 'business.standardQuote',
  resource: standardQuote,
  columns: [
    { name: 'quoteNo', width: 150 },
    { name: 'state', width: 145 },
    { name: 'nameEn', width: 230 },
    { name: 'nameCn', width: 170 },
    'validFrom',
    { name: 'validTo', width: 205, cell: (row) => <LastDay row={row} /> },
    { name: 'direction', width: 90 },
    { name: 'customerId', width: 100 },
    { name: 'groupId', width: 100 },
    { name: 'companyId', width: 110 },
    { name: 'serviceId', width: 110 },
    { name: 'waiting', width: 200 },
    { name: 'currency', width: 80 },
    { name: 'versionNo', width: 70 },
    { name: 'lines', hidden: true },
    { name: 'volumetricDivisor', hidden: true },
    { name: 'roundTo', hidden: true },
    { name: 'fuelSurchargePercent', hidden: true },
    { name: 'taxIncluded', hidden: true },
    ...ofDocuments,
  ],
  form: [
    {
      title: 'business.groupQuote',
      fields: [
        'nameEn',
        'nameCn',
        'direction',
        'serviceId',
        'customerId',
        'groupId',
        'companyId',
        'currency',
      ],
    },
    { title: 'business.groupValid', fields: ['validFrom', 'validTo', 'remark'] },
    {
      title: 'business.groupPricing',
      fields: ['volumetricDivisor', 'roundTo', 'fuelSurchargePercent', 'taxIncluded'],
    },
    { title: 'business.groupLines', fields: ['lines'] },
  ],
  width: 1120,
  addText: 'business.addQuote',
  open: (row) => `${listOf.standardQuote}/detail/${row.id}`,
  fixed: fixedUnlessDraft,
  useHints,
  nameOf: (row) => String(row.quoteNo),
};
