import { Button, NonIdealState } from '@blueprintjs/core';
import {
  type Bill,
  billDraft,
  billDraftFields,
  billIdentity,
  billMachine,
  billRow,
  identityLocked,
} from '@contract/bill/bill';
import { problem } from '@contract/errors';
import { refusalOf } from '@contract/machine';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useDesk } from '../../app/desk';
import { giveForm } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { RecordForm } from '../../resource/RecordForm';
import { RecordFromQuery } from '../../resource/RecordLoader';
import { recordValues } from '../../resource/recordValues';
import { notify } from '../../ui/toaster';
import { billPath } from '../shared/bill/billPath';
import { newBill, useBillForm } from './parts/billForm';

/** Form for editing a bill. It starts with the record as loaded; later changes by others are merged. */
export default function EditBill() {
  return (
    <RecordFromQuery
      query={(id) => read('bill', 'get', { params: { id } })}
      list="/bill/bill_manage"
      title={({ billNo }) => billNo}
      still
    >
      {(bill) => <EditForm bill={bill} />}
    </RecordFromQuery>
  );
}

function EditForm({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const path = useTabPath();
  const { hints, ...form } = useBillForm(bill);
  const superAdmin = useDesk(({ session }) => session.profile?.superAdmin === true);
  const fixed = identityLocked(bill, { superAdmin }) ? billIdentity : [];
  const whyFixed: Record<string, string> =
    fixed.length > 0 ? { billNo: speech.message(problem('BILL_IDENTITY_LOCKED')) } : {};
  const refused = refusalOf(billMachine, 'update', bill);
  const leave = () => {
    const to = billPath(bill.id);
    closeTab(path, to);
    navigate(to, { replace: true });
  };
  if (refused) {
    return (
      <NonIdealState
        title={speech.message(refused)}
        action={<Button onClick={leave}>{t('common.openBill')}</Button>}
      />
    );
  }
  return (
    <section className="fc-form-screen">
      <h1>
        {t('bill.editBill')} {bill.billNo}
      </h1>
      <RecordForm
        {...form}
        row={billRow}
        schema={billDraft}
        initial={recordValues(bill, billDraftFields)}
        draft={`bill/${bill.id}`}
        hints={{ ...hints, ...whyFixed }}
        fixed={fixed}
        save={(values) => client.bill.update({ params: { id: bill.id }, body: values })}
        onSaved={() => {
          notify({ text: t('common.saved'), intent: 'success' });
          void invalidate(queryClient, 'bill');
          leave();
        }}
        onCancel={leave}
        asNew={(values) => {
          giveForm('form:bill/new', { values, initial: newBill }, '/bill/add_bill');
          closeTab(path, '/bill/add_bill');
          navigate('/bill/add_bill', { replace: true });
        }}
      />
    </section>
  );
}
