import type { Customer } from '@contract/customer/customer';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { RecordFromQuery } from '../../resource/RecordLoader';
import { CUSTOMER_LIST, customerPath } from '../shared/customer/customerScreen';
import { CustomerForm } from './parts/CustomerForm';

/** Form for editing a customer. It starts with the record as loaded; later changes by others are merged. */
export default function EditCustomer() {
  return (
    <RecordFromQuery
      query={(id) => read('customer', 'get', { params: { id } })}
      list={CUSTOMER_LIST}
      title={({ code }) => code}
      still
    >
      {(customer) => <Form customer={customer} />}
    </RecordFromQuery>
  );
}

function Form({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const path = useTabPath();
  const leave = () => {
    const to = customerPath(customer.id);
    closeTab(path, to);
    navigate(to, { replace: true });
  };
  return (
    <CustomerForm
      title={`${t('config.editCustomer')} ${customer.code}`}
      existing={customer}
      save={(values) => client.customer.update({ params: { id: customer.id }, body: values })}
      onSaved={leave}
      onCancel={leave}
    />
  );
}
