import { type Customer, customer, customerDraft } from '@contract/customer/customer';
import { freshOf } from '@contract/resource';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidate, queryClient } from '../../../api/queries';
import { RecordForm } from '../../../resource/RecordForm';
import { recordValues } from '../../../resource/recordValues';
import type { SubmittedValues, Values } from '../../../resource/useRecordForm';
import { notify } from '../../../ui/toaster';
import { customerScreen } from '../../shared/customer/customerScreen';

/** The form of a customer, on the screens that add and change one. */
export function CustomerForm(props: {
  title: string;
  existing?: Customer;
  save: (values: SubmittedValues<typeof customerDraft>, key: string) => Promise<Customer>;
  onSaved: (saved: Customer) => void;
  onCancel?: () => void;
}) {
  const { title, existing, onSaved } = props;
  const { t } = useTranslation();
  const initial = useMemo(
    (): Values => (existing ? { ...recordValues(existing, customer.draft) } : freshOf(customer)),
    [existing],
  );
  return (
    <section className="fc-form-screen">
      <h1>{title}</h1>
      <RecordForm
        resource="customer"
        row={customer.row}
        schema={customerDraft}
        groups={customerScreen.form.map((group) => ({ title: t(group.title), fields: group.fields }))}
        initial={initial}
        {...(existing ? { about: { customerId: existing.id } } : {})}
        hints={{ photoRequired: t('config.photoHint'), callbackUrl: t('config.callbackHint') }}
        draft={`customer/${existing?.id ?? 'new'}`}
        save={props.save}
        onSaved={(saved) => {
          notify({ text: t('common.saved'), intent: 'success' });
          void invalidate(queryClient, 'customer');
          onSaved(saved);
        }}
        {...(props.onCancel ? { onCancel: props.onCancel } : {})}
      />
    </section>
  );
}
