import { FormGroup } from '@blueprintjs/core';
import { type CustomerInvoice, customerInvoiceApi } from '@contract/finance/customerInvoice';
import { LANGUAGES, type Language } from '@contract/limits';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { NotLoaded } from '../../../resource/Answered';
import { LetterForm } from '../../../resource/LetterForm';
import { ChoiceSelect } from '../../../ui/Choices';
import { Skeleton } from '../../../ui/Loading';
import { SidePanel } from '../../../ui/SidePanel';
import { notify } from '../../../ui/toaster';
import { LANGUAGE_NAMES } from './SendStatement';

const written = customerInvoiceApi.send.body.omit({ language: true });

/** Form that sends an invoice by email, prefilled and editable. */
export function SendInvoice({ invoice, onClose }: { invoice: CustomerInvoice; onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<Language | null>(null);
  const params = { id: invoice.id };
  const { data, error, retry } = usePart(
    read('customerInvoice', 'mail', { params, query: chosen ? { language: chosen } : {} }),
  );
  return (
    <SidePanel
      isOpen
      width={640}
      title={`${t('common.sendByEmail')}: ${invoice.invoiceNo}`}
      onClose={onClose}
    >
      {error && !data && <NotLoaded error={error} onRetry={retry} />}
      {data ? (
        <>
          <FormGroup
            label={t('finance.invoiceLanguage')}
            labelFor={id}
            helperText={t('finance.sendLanguageHint')}
          >
            <ChoiceSelect
              id={id}
              value={data.language}
              options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
              onChange={setChosen}
            />
          </FormGroup>
          <LetterForm
            key={data.language}
            resource="customerInvoice"
            schema={written}
            files={['attachXml']}
            initial={{
              ...{ toEmails: data.toEmails, ccEmails: data.ccEmails, subject: data.subject, text: data.text },
              attachXml: true,
            }}
            draft={`invoice mail/${invoice.id}/${data.language}`}
            send={(values, key) =>
              client.customerInvoice.send({ params, body: { ...values, language: data.language } }, { key })
            }
            onSent={() => {
              notify({ text: t('finance.statementSent', { no: invoice.invoiceNo }), intent: 'success' });
              onClose();
            }}
            onCancel={onClose}
          />
        </>
      ) : (
        !error && <Skeleton lines={10} />
      )}
    </SidePanel>
  );
}
