import type { InvoiceRead } from '@contract/finance/supplierInvoice';
import { formatDay } from '@contract/rules/zonedTime';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { Facts } from '../../../ui/Facts';
import { useMoney } from '../../shared/finance/Totals';

/** What the file of a supplier's invoice says of the whole invoice. */
export function InvoiceFacts({ found }: { found: InvoiceRead }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const money = useMoney();
  const { currency, seller, buyer } = found;
  const label = (field: string) => speech.label(field, 'customerInvoice');
  const party = ({ name, vatNo }: InvoiceRead['seller']) => [name, vatNo].filter(Boolean).join(' · ');
  const sums: [string, string][] = [
    [label('netAmount'), money(found.netAmount, currency)],
    [label('taxAmount'), money(found.taxAmount, currency)],
    [label('grossAmount'), money(found.grossAmount, currency)],
    ...(found.payableAmount === found.grossAmount
      ? []
      : [[t('finance.invoicePayable'), money(found.payableAmount, currency)] satisfies [string, string]]),
  ];
  return (
    <Facts
      of={[
        [label('invoiceNo'), `${found.invoiceNo}${found.credit ? ` · ${t('finance.invoiceIsCredit')}` : ''}`],
        [label('invoiceDate'), formatDay(found.invoiceDate)],
        [label('dueDate'), found.dueDate === null ? t('common.nothing') : formatDay(found.dueDate)],
        [t('finance.invoiceSeller'), party(seller)],
        [speech.label('iban'), found.iban ?? t('common.nothing')],
        [t('finance.invoiceBuyer'), party(buyer)],
        ...sums,
      ]}
    />
  );
}
