import { billDraft, billRow } from '@contract/bill/bill';
import { isId } from '@contract/lenient';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../api/client';
import { invalidate, queryClient } from '../../api/queries';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { useLookups } from '../../kinds/lookups';
import { RecordForm } from '../../resource/RecordForm';
import type { Values } from '../../resource/useRecordForm';
import { notify } from '../../ui/toaster';
import { billPath } from '../shared/bill/billPath';
import { newBill, useBillForm } from './parts/billForm';

const CUSTOMERS = ['customer'] as const;

/** A new bill, typed by hand. */
export default function AddBill() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const path = useTabPath();
  const form = useBillForm();
  const lookups = useLookups(CUSTOMERS);
  /** Fills in the defaults agreed with the customer where nothing else has been selected. */
  const follow = useCallback(
    (changed: string, { customerId, serviceId, channelCode }: Values): Values => {
      const customer =
        changed === 'customerId' && isId(customerId) ? lookups.find('customer', customerId) : undefined;
      return customer
        ? {
            serviceId: serviceId ?? customer.defaultServiceId,
            channelCode: channelCode ?? customer.defaultChannelCode,
          }
        : {};
    },
    [lookups],
  );
  return (
    <section className="fc-form-screen">
      <h1>{t('bill.addBill')}</h1>
      <RecordForm
        {...form}
        row={billRow}
        schema={billDraft}
        initial={newBill}
        follow={follow}
        draft="bill/new"
        save={(values, key) => client.bill.create({ body: values }, { key })}
        onSaved={(bill) => {
          notify({ text: t('common.saved'), intent: 'success' });
          void invalidate(queryClient, 'bill');
          const to = billPath(bill.id);
          closeTab(path, to);
          navigate(to, { replace: true });
        }}
      />
    </section>
  );
}
