import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../api/client';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { CUSTOMER_LIST, customerPath } from '../shared/customer/customerScreen';
import { CustomerForm } from './parts/CustomerForm';

/** A new customer. */
export default function AddCustomer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const path = useTabPath();
  const leave = (to: string) => {
    closeTab(path);
    navigate(to, { replace: true });
  };
  return (
    <CustomerForm
      title={t('config.addCustomer')}
      save={(values, key) => client.customer.create({ body: values }, { key })}
      onSaved={({ id }) => leave(customerPath(id))}
      onCancel={() => leave(CUSTOMER_LIST)}
    />
  );
}
