import { orderQuote, quoteResults } from '@contract/business/orderQuote';
import { offerIssues, offerTerms } from '@contract/rules/offer';
import { chargeableWeight } from '@contract/rules/pricing';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { useNumber } from '../../../kinds/NumberInput';
import type { PlainScreen } from '../../../resource/ListScreen';
import type { Hints } from '../../../resource/RecordForm';
import type { Values } from '../../../resource/useRecordForm';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { listOf, ofDocuments } from '../../shared/business/documents';
import { fixedUnlessDraft } from './contractScreen';
import { LastDay } from './LastDay';
import { TakePrices } from './TakePrices';

function useHints() {
  const { t } = useTranslation();
  const number = useNumber(1);
  return ({ weight, volume, volumetricDivisor }: Values): Hints => {
    const known =
      typeof weight === 'number' && typeof volumetricDivisor === 'number' && volumetricDivisor > 0;
    const kg =
      known &&
      chargeableWeight(weight, typeof volume === 'number' ? volume : null, offerTerms(volumetricDivisor)).kg;
    return {
      billNo: t('business.hintBill'),
      originCode: t('business.hintLane'),
      volumetricDivisor: t('business.hintVolumetric'),
      ...(known && weight > 0
        ? {
            volume: t('business.chargedFor', { kg: number(Number(kg)) }),
          }
        : {}),
    };
  };
}

/** The customer's decision; nothing for a quote that was not offered yet. */
function Result({ row }: { readonly row: Readonly<Record<string, unknown>> }) {
  const speech = useSpeech();
  const result = row.result as keyof typeof quoteResults;
  return (
    row.approvedAt !== null && (
      <StateTag tone={toneOf(quoteResults, result)}>{speech.state('quoteResult', result)}</StateTag>
    )
  );
}

export const orderQuoteScreen: PlainScreen = {
  group: 'orderQuote',
  menu: 'business.orderQuote',
  resource: orderQuote,
  columns: [
    { name: 'quoteNo', width: 150 },
    { name: 'state', width: 130 },
    { name: 'result', width: 90, cell: (row) => <Result row={row} /> },
    { name: 'customerId', width: 90 },
    { name: 'reference', width: 130 },
    { name: 'originCode', width: 75 },
    { name: 'destinationCode', width: 95 },
    { name: 'total', width: 120 },
    { name: 'marginPercent', width: 95 },
    { name: 'validTo', width: 130, cell: (row) => <LastDay row={row} /> },
    { name: 'billNo', width: 130 },
    { name: 'waiting', width: 160 },
    { name: 'serviceId', width: 110 },
    { name: 'goods', width: 160 },
    { name: 'expectedDate', hidden: true },
    { name: 'mode', hidden: true },
    { name: 'packages', hidden: true },
    { name: 'weight', hidden: true },
    { name: 'volume', hidden: true },
    { name: 'chargeableWeight', hidden: true },
    { name: 'incoterm', hidden: true },
    { name: 'lines', hidden: true },
    { name: 'totals', hidden: true },
    { name: 'margin', hidden: true },
    { name: 'lostReason', hidden: true },
    { name: 'versionNo', hidden: true },
    ...ofDocuments,
  ],
  form: [
    {
      title: 'business.groupRequest',
      fields: [
        'customerId',
        'reference',
        'mode',
        'serviceId',
        'originCode',
        'destinationCode',
        'incoterm',
        'billNo',
      ],
    },
    {
      title: 'business.groupConsignment',
      fields: ['goods', 'packages', 'weight', 'volume', 'volumetricDivisor', 'expectedDate'],
    },
    { title: 'business.groupValid', fields: ['validTo', 'currency', 'remark'] },
    { title: 'business.groupCharges', fields: ['lines'] },
  ],
  width: 1120,
  addText: 'business.addOrderQuote',
  open: (row) => `${listOf.orderQuote}/detail/${row.id}`,
  fixed: fixedUnlessDraft,
  rules: (values) => offerIssues(values as never),
  useHints,
  more: TakePrices,
  nameOf: (row) => String(row.quoteNo),
};
