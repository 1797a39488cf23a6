import { Callout } from '@blueprintjs/core';
import { billRevenueApi } from '@contract/finance/billRevenue';
import { type issueBody, issueFields } from '@contract/finance/customerInvoice';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useServed } from '../../../app/offered';
import { today } from '../../../app/zone';
import { NotLoaded } from '../../../resource/Answered';
import { RecordForm } from '../../../resource/RecordForm';
import { type BulkSelection, countOf } from '../../../resource/selection';
import type { Values } from '../../../resource/useRecordForm';
import { Skeleton } from '../../../ui/Loading';
import { SidePanel } from '../../../ui/SidePanel';
import { notify } from '../../../ui/toaster';
import { InvoiceLines, InvoiceTotals } from './InvoiceLines';
import { useMoney } from './Totals';
import { refreshBooks } from './useBooks';

const row = z.object(issueFields);
type IssueInput = z.output<z.ZodObject<typeof issueBody>>;
const FIELDS = ['invoiceDate', 'companyId', 'vatCodeId', 'supplyDate', 'buyerReference'] as const;

/** Form that issues one invoice of selected revenue lines: it shows the proposed tax, and a person decides. */
export function IssueInvoice({
  which,
  onClose,
}: {
  which: BulkSelection;
  onClose: (issued: boolean) => void;
}) {
  const { t } = useTranslation();
  const money = useMoney();
  const mayPreview = useServed('billRevenue.invoicePreview');
  const [decided, setDecided] = useState<IssueInput | null>(null);
  const watch = useCallback((values: Values) => {
    const found = row.safeParse(values);
    setDecided((before) =>
      found.success && JSON.stringify(found.data) !== JSON.stringify(before) ? found.data : before,
    );
  }, []);
  return (
    <SidePanel
      isOpen
      width={820}
      title={t('finance.invoiceAsk', { count: countOf(which) })}
      onClose={() => onClose(false)}
    >
      <RecordForm
        resource="customerInvoice"
        row={row}
        schema={row}
        groups={[{ title: t('finance.groupIssue'), fields: FIELDS }]}
        hints={{ companyId: t('finance.hintIssuer'), vatCodeId: t('finance.hintIssueCode') }}
        initial={{
          ...Object.fromEntries(FIELDS.map((name) => [name, null])),
          invoiceDate: today(),
        }}
        draft={`issue/${'ids' in which ? which.ids.join() : 'all'}`}
        submitText={t('finance.makeInvoice')}
        watch={watch}
        more={() => mayPreview && decided && <Preview which={which} decided={decided} />}
        save={(values, key) => {
          const body = billRevenueApi.invoice.body.parse({ ...which, ...values });
          return client.billRevenue.invoice({ body }, { key });
        }}
        onSaved={({ invoiceNo, grossAmount, currency }) => {
          notify({
            text: t('finance.invoiceMade', { no: invoiceNo, amount: money(grossAmount, currency) }),
            intent: 'success',
          });
          void refreshBooks();
          onClose(true);
        }}
        onCancel={() => onClose(false)}
      />
    </SidePanel>
  );
}

/** The invoice as it would be issued, or why it would be refused. */
function Preview({ which, decided }: { which: BulkSelection; decided: IssueInput }) {
  const { t } = useTranslation();
  const body = billRevenueApi.invoicePreview.body.parse({ ...which, ...decided });
  const { data, error, retry } = usePart(read('billRevenue', 'invoicePreview', { body }));
  if (error) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={4} />;
  return (
    <div className="fc-books">
      <InvoiceLines lines={data.lines} currency={data.currency} />
      <InvoiceTotals of={data} />
      <Callout compact intent="primary">
        {t('finance.invoiceDetail')}
      </Callout>
    </div>
  );
}
