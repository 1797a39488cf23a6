import { type CustomerInvoice, customerInvoiceApi } from '@contract/finance/customerInvoice';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { LetterForm } from '../../../resource/LetterForm';
import { notify } from '../../../ui/toaster';
import { SendPanel } from './SendPanel';

const written = customerInvoiceApi.send.body.omit({ language: true });

/** Form that sends an invoice by email, prefilled and editable. */
export function SendInvoice({ invoice, onClose }: { invoice: CustomerInvoice; onClose: () => void }) {
  const { t } = useTranslation();
  const params = { id: invoice.id };
  return (
    <SendPanel
      no={invoice.invoiceNo}
      languageLabel={t('finance.invoiceLanguage')}
      proposal={(language) =>
        read('customerInvoice', 'mail', { params, query: language ? { language } : {} })
      }
      onClose={onClose}
    >
      {({ language, toEmails, ccEmails, subject, text }) => (
        <LetterForm
          key={language}
          resource="customerInvoice"
          schema={written}
          files={['attachXml']}
          initial={{ toEmails, ccEmails, subject, text, attachXml: true }}
          draft={`invoice mail/${invoice.id}/${language}`}
          send={(values, key) =>
            client.customerInvoice.send({ params, body: { ...values, language } }, { key })
          }
          onSent={() => {
            notify({ text: t('finance.statementSent', { no: invoice.invoiceNo }), intent: 'success' });
            onClose();
          }}
          onCancel={onClose}
        />
      )}
    </SendPanel>
  );
}
