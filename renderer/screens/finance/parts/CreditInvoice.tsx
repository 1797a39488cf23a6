import { Button, Callout, FormGroup, InputGroup, TextArea } from '@blueprintjs/core';
import type { CustomerInvoice, InvoiceLine, ListedInvoice } from '@contract/finance/customerInvoice';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useTyped } from '../../../app/drafts';
import { Restored } from '../../../app/Restored';
import { Loaded } from '../../../resource/Answered';
import { BusyButton } from '../../../ui/BusyButton';
import { SidePanel } from '../../../ui/SidePanel';
import { notify } from '../../../ui/toaster';
import { InvoiceLines } from '../../shared/finance/InvoiceLines';
import { refreshBooks } from '../../shared/finance/useBooks';

interface CreditInput {
  readonly reason: string;
  /** Net amounts by line; without any, everything that is left is credited. */
  readonly amounts: Readonly<Record<string, string>>;
}
const EMPTY: CreditInput = { reason: '', amounts: {} };

/** Form of a credit note: for all that is left of an invoice, or for net amounts of some of its lines. */
export function CreditInvoice({ invoice, onClose }: { invoice: ListedInvoice; onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { typed, change, forget, restoredAt, discard } = useTyped(`credit ${invoice.id}`, EMPTY);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const answer = usePart(read('customerInvoice', 'get', { params: { id: invoice.id } }));
  const credit = async (data: CustomerInvoice) => {
    setBusy(true);
    setFailed('');
    const lines = data.lines.flatMap(({ no }) => {
      const netAmount = typed.amounts[no]?.trim();
      return netAmount ? [{ no, netAmount }] : [];
    });
    try {
      const made = await client.customerInvoice.credit({
        params: { id: invoice.id },
        body: { version: data.version, reason: typed.reason.trim(), lines },
      });
      notify({ text: t('finance.creditMade', { no: made.invoiceNo }), intent: 'success' });
      forget();
      onClose();
    } catch (thrown) {
      setFailed(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
      await refreshBooks();
    }
  };
  const input = ({ no, nameEn }: InvoiceLine) => (
    <InputGroup
      small
      aria-label={`${t('finance.creditNet')} ${nameEn}`}
      value={typed.amounts[no] ?? ''}
      onValueChange={(value) => change({ ...typed, amounts: { ...typed.amounts, [no]: value } })}
    />
  );
  return (
    <SidePanel isOpen width={980} title={`${t('finance.credit')} ${invoice.invoiceNo}`} onClose={onClose}>
      <Loaded answer={answer} lines={6}>
        {(data) => (
          <div className="fc-books">
            <Restored at={restoredAt} onDiscard={discard} />
            {failed && (
              <Callout compact intent="danger" role="alert">
                {failed}
              </Callout>
            )}
            <FormGroup label={t('finance.creditWhy')} labelFor={id}>
              <TextArea
                id={id}
                fill
                rows={2}
                value={typed.reason}
                onChange={(event) => change({ ...typed, reason: event.currentTarget.value })}
              />
            </FormGroup>
            <div className="fc-payment-lines">
              <InvoiceLines
                lines={data.lines}
                currency={data.currency}
                more={{ head: t('finance.creditNet'), cell: input }}
              />
            </div>
            <p className="fc-muted">{t('finance.creditHint')}</p>
            <div className="fc-list-head">
              <Button onClick={onClose}>{t('common.cancel')}</Button>
              <BusyButton
                intent="danger"
                busy={busy}
                disabled={!typed.reason.trim()}
                onClick={() => void credit(data)}
              >
                {t('finance.makeCredit')}
              </BusyButton>
            </div>
          </div>
        )}
      </Loaded>
    </SidePanel>
  );
}
