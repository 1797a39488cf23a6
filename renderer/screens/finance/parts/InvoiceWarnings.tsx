import type { InvoiceRead, SumFinding } from '@contract/finance/supplierInvoice';
import { useTranslation } from 'react-i18next';
import { Warnings } from '../../../ui/Warnings';
import { useMoney } from '../../shared/finance/Totals';

/** Names of the sums that the rules are about. */
const SUMS = {
  'BR-CO-10': 'finance.invoiceLineSum',
  'BR-CO-11': 'finance.invoiceAllowances',
  'BR-CO-12': 'finance.invoiceCharges',
  'BR-CO-13': 'finance.invoiceNet',
  'BR-CO-14': 'finance.invoiceTax',
  'BR-CO-15': 'finance.invoiceGross',
  'BR-CO-16': 'finance.invoicePayable',
  'BR-CO-17': 'finance.invoiceTaxByRate',
  'BR-S-08': 'finance.invoiceTaxable',
} as const satisfies Record<SumFinding['rule'], string>;

/** What keeps a supplier's invoice from being recorded, and what a person should look at before. */
export function InvoiceWarnings({ found }: { found: InvoiceRead }) {
  const { t } = useTranslation();
  const money = useMoney();
  const { seller, buyer, findings, currency } = found;
  const sums = findings.map(({ rule, about, stated, calculated, blocks }) => ({
    blocks,
    text: t('finance.invoiceSum', {
      ...{ rule, about, sum: t(SUMS[rule]) },
      ...{ stated: money(stated, currency), calculated: money(calculated, currency) },
    }),
  }));
  const blocking = sums.filter(({ blocks }) => blocks);
  const stops = [
    ...(found.recorded ? [t('finance.invoiceKnown', { no: found.invoiceNo })] : []),
    ...(blocking.length > 0 ? [t('finance.invoiceSumsWrong'), ...blocking.map(({ text }) => text)] : []),
  ];
  const notes = [
    ...(found.supplierId === null
      ? [
          t(seller.vatNo ? 'finance.invoiceNoSupplier' : 'finance.invoiceNoSupplierNo', {
            vatNo: seller.vatNo,
          }),
        ]
      : []),
    ...(found.ownCompanyId === null
      ? [t('finance.invoiceNoBuyer', { name: buyer.name || buyer.vatNo })]
      : []),
    ...(found.otherAccount ? [t('finance.invoiceOtherAccount', { account: found.iban })] : []),
    ...sums.filter(({ blocks }) => !blocks).map(({ text }) => text),
  ];
  return (
    <>
      <Warnings intent="danger" texts={stops} />
      <Warnings intent="warning" texts={notes} />
    </>
  );
}
