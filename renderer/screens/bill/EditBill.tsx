import { Button, NonIdealState } from '@blueprintjs/core';
import {
  type Bill,
  billDraft,
  billIdentity,
  billMachine,
  billRow,
  identityLocked,
} from '@contract/bill/bill';
import { problem } from '@contract/errors';
import { refusalOf } from '@contract/machine';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useDesk } from '../../app/desk';
import { useSpeech } from '../../app/language';
import { useTabPath, useTabTitle } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { RecordForm } from '../../resource/RecordForm';
import { Skeleton } from '../../ui/Loading';
import { notify } from '../../ui/toaster';
import { billRules, draftFrom, useBillGroups, useBillHints } from './parts/billForm';

/** A bill being changed. The form begins with the record as it was; what others change meanwhile is merged. */
export default function EditBill() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = Number(search.get('id'));
  const { data, error, refetch } = useQuery({
    ...read('bill', 'get', { params: { id: id || 1 } }),
    enabled: id > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useTabTitle(data ? `${t('bill.editBill')} ${data.billNo}` : null);
  if (!id) return <Navigate to="/bill/bill_manage" replace />;
  // A form that stands there stays: what was typed into it is nobody else's.
  if (error && !data) {
    return (
      <NonIdealState
        title={error.message}
        action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
      />
    );
  }
  return data ? <EditForm bill={data} /> : <Skeleton />;
}

function EditForm({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const path = useTabPath();
  const [mode, setMode] = useState<unknown>(bill.mode);
  const groups = useBillGroups(mode);
  const hints = useBillHints();
  const superAdmin = useDesk(({ session }) => session.profile?.superAdmin === true);
  const fixed = identityLocked(bill, { superAdmin }) ? billIdentity : [];
  const whyFixed: Record<string, string> =
    fixed.length > 0 ? { billNo: speech.message(problem('BILL_IDENTITY_LOCKED')) } : {};
  const refused = refusalOf(billMachine, 'update', bill);
  const leave = () => {
    closeTab(path);
    navigate(`/bill/bill_manage/detail/${bill.id}`, { replace: true });
  };
  if (refused) {
    return (
      <NonIdealState
        title={speech.message(refused)}
        action={<Button onClick={leave}>{t('bill.openBill')}</Button>}
      />
    );
  }
  return (
    <section className="fc-form-screen">
      <h1>
        {t('bill.editBill')} {bill.billNo}
      </h1>
      <RecordForm<Bill>
        resource="bill"
        row={billRow}
        schema={billDraft}
        rules={billRules}
        groups={groups}
        initial={{ ...draftFrom(bill), version: bill.version }}
        draft={`bill/${bill.id}`}
        hints={{ ...hints, ...whyFixed }}
        fixed={fixed}
        watch={(values) => setMode(values.mode)}
        save={(values) => client.bill.update({ params: { id: bill.id }, body: values as never })}
        onSaved={() => {
          notify({ text: t('common.saved'), intent: 'success' });
          void invalidate(queryClient, 'bill');
          leave();
        }}
        onCancel={leave}
      />
    </section>
  );
}
