import { Button, MenuItem } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import {
  type BillPayment,
  billPaymentApi,
  billPaymentRow,
  paymentFilters,
  paymentMachine,
  paymentSorts,
} from '@contract/finance/billPayment';
import { permit } from '@contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { failureOf } from '../../api/bridge';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { FieldGroups } from '../../resource/DetailScreen';
import { RecordForm } from '../../resource/RecordForm';
import type { Values } from '../../resource/useRecordForm';
import { Failed } from '../../ui/Failed';
import { Skeleton } from '../../ui/Loading';
import { ReasonDialog } from '../../ui/ReasonDialog';
import { SidePanel } from '../../ui/SidePanel';
import { notify } from '../../ui/toaster';
import { BookList } from './parts/BookList';
import { today } from './parts/forms';
import { PaymentLines, partsOf } from './parts/PaymentLines';
import { Totals } from './parts/Totals';
import { refreshBooks } from './parts/useBooks';

const columns = [
  { name: 'paymentNo', width: 150 },
  'state',
  { name: 'direction', width: 90 },
  { name: 'companyId', width: 110 },
  { name: 'customerId', width: 110 },
  'paymentDate',
  'amount',
  'unallocated',
  { name: 'baseAmount', width: 120 },
  { name: 'lineCount', width: 80 },
  { name: 'method', width: 110 },
  { name: 'bankReference', width: 150 },
  { name: 'rate', hidden: true },
  { name: 'reason', hidden: true },
  { name: 'reversedAt', hidden: true },
  { name: 'reversedBy', hidden: true },
  { name: 'remark', hidden: true },
  { name: 'createdAt', hidden: true },
] as const;

type Totalled = {
  currencies: { direction: 'out' | 'in'; currency: string; amount: string; unallocated: string }[];
};
const { lines: _, ...bodyShape } = billPaymentApi.create.body.shape;
const formRow = billPaymentApi.create.body.omit({ lines: true });
type Draft = z.output<typeof formRow>;

/** Money that moved, out and in, and what it settles. */
export default function Payments() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayEdit = useAllowed(permit('finance.payment.edit'));
  const [open, setOpen] = useState<BillPayment | 'new' | null>(null);
  const [reversing, setReversing] = useState<BillPayment | null>(null);
  return (
    <>
      <BookList<BillPayment, 'booked' | 'reversed', 'allocate' | 'reverse'>
        group="billPayment"
        menu="finance.payment"
        row={billPaymentRow}
        filters={paymentFilters}
        sorts={paymentSorts}
        order="-paymentDate"
        columns={columns}
        machine={paymentMachine}
        actions={['allocate', 'reverse']}
        onAct={(row, action) => (action === 'allocate' ? setOpen(row) : setReversing(row))}
        onOpen={setOpen}
        more={(row) => <MenuItem text={t('finance.showLines')} onClick={() => setOpen(row)} />}
        head={
          mayEdit && (
            <Button intent="primary" icon={<Plus />} onClick={() => setOpen('new')}>
              {t('finance.addPayment')}
            </Button>
          )
        }
        totals={(found) => (
          <Totals
            rows={(found as Totalled).currencies.map((one) => ({
              currency: one.currency,
              amounts: [
                [speech.choice('paymentDirection', one.direction), one.amount],
                [speech.label('unallocated'), one.unallocated],
              ] as const,
            }))}
          />
        )}
        empty={t('finance.paymentEmpty')}
      />
      {open === 'new' && <NewPayment onClose={() => setOpen(null)} />}
      {open && open !== 'new' && (
        <OnePayment payment={open} mayEdit={mayEdit} onClose={() => setOpen(null)} />
      )}
      {reversing && (
        <ReasonDialog
          title={`${t('finance.reversePayment')} ${reversing.paymentNo}`}
          label={t('finance.reversePaymentWhy')}
          intent="danger"
          onClose={() => setReversing(null)}
          onReason={async (reason) => {
            const { id, version } = reversing;
            setReversing(null);
            try {
              await client.billPayment.reverse({ params: { id }, body: { version, reason } });
            } catch (error) {
              notify({ text: failureOf(error).message, intent: 'danger' });
            }
            await refreshBooks();
          }}
        />
      )}
    </>
  );
}

/** A payment, and the open lines of its party that it may be set against. */
function NewPayment({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [values, setValues] = useState<Values>({});
  const [typed, setTyped] = useState<Record<number, string>>({});
  const out = values.direction !== 'in';
  const partyId = Number((out ? values.companyId : values.customerId) ?? 0);
  const currency = /^[A-Z]{3}$/.test(String(values.currency)) ? String(values.currency) : null;
  const { data: lines = [] } = useQuery({
    ...read('billPayment', 'open', {
      query: { direction: out ? 'out' : 'in', partyId: partyId || 1, currency: currency ?? 'EUR' },
    }),
    enabled: partyId > 0 && currency !== null,
  });
  return (
    <SidePanel isOpen width={820} title={t('finance.addPayment')} onClose={onClose}>
      <RecordForm<BillPayment>
        resource="billPayment"
        row={formRow}
        schema={formRow}
        groups={[
          {
            title: t('finance.groupPayment'),
            fields: [
              'direction',
              out ? 'companyId' : 'customerId',
              ...['amount', 'currency', 'paymentDate', 'method', 'bankReference', 'remark'],
            ],
          },
        ]}
        initial={{
          ...Object.fromEntries(Object.keys(bodyShape).map((name) => [name, null])),
          ...{ direction: 'in', paymentDate: today(), currency: 'EUR', method: 'bank' },
        }}
        draft="billPayment/new"
        watch={setValues}
        more={() =>
          lines.length > 0 && partyId > 0 ? (
            <PaymentLines
              lines={lines}
              typed={typed}
              onType={(id, amount) => setTyped((old) => ({ ...old, [id]: amount }))}
            />
          ) : (
            <p className="fc-muted">{t('finance.noOpenLines')}</p>
          )
        }
        save={(given, key) => {
          const body = given as Draft;
          return client.billPayment.create(
            {
              body: {
                ...body,
                companyId: out ? body.companyId : null,
                customerId: out ? null : body.customerId,
                lines: partsOf(lines, typed),
              },
            },
            { key },
          );
        }}
        onSaved={({ paymentNo }) => {
          notify({ text: t('finance.paymentMade', { no: paymentNo }), intent: 'success' });
          void refreshBooks();
          onClose();
        }}
        onCancel={onClose}
      />
    </SidePanel>
  );
}

/** What a payment settles; what is left of it may be set against more lines. */
function OnePayment({
  payment,
  mayEdit,
  onClose,
}: {
  payment: BillPayment;
  mayEdit: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Record<number, string>>({});
  const { data, error } = useQuery(read('billPayment', 'get', { params: { id: payment.id } }));
  const allocatable = mayEdit && data?.state === 'booked' && Number(data.unallocated) > 0;
  const { data: lines = [] } = useQuery({
    ...read('billPayment', 'open', {
      query: {
        direction: payment.direction,
        partyId: payment.companyId ?? payment.customerId ?? 1,
        currency: payment.currency,
      },
    }),
    enabled: allocatable,
  });
  const allocate = async () => {
    if (!data) return;
    try {
      await client.billPayment.allocate({
        params: { id: payment.id },
        body: { version: data.version, lines: partsOf(lines, typed) as never },
      });
      setTyped({});
      notify({ text: t('common.saved'), intent: 'success' });
    } catch (failed) {
      notify({ text: failureOf(failed).message, intent: 'danger' });
    }
    await refreshBooks();
  };
  return (
    <SidePanel isOpen width={820} title={payment.paymentNo} onClose={onClose}>
      {error && !data ? (
        <Failed text={error.message} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : (
        <div className="fc-books">
          <FieldGroups
            schema={billPaymentRow}
            resource="billPayment"
            row={data}
            groups={[
              {
                title: t('finance.groupPayment'),
                fields: [
                  'direction',
                  'companyId',
                  'customerId',
                  'amount',
                  'unallocated',
                  'paymentDate',
                  'method',
                  'bankReference',
                  'rate',
                  'baseAmount',
                  'reason',
                  'remark',
                ],
              },
            ]}
          />
          <h2>{t('finance.settles')}</h2>
          <PaymentLines lines={data.lines} />
          {allocatable && lines.length > 0 && (
            <>
              <h2>{t('finance.openLines')}</h2>
              <PaymentLines
                lines={lines}
                typed={typed}
                onType={(id, amount) => setTyped((old) => ({ ...old, [id]: amount }))}
              />
              <div>
                <Button
                  intent="primary"
                  disabled={partsOf(lines, typed).length === 0}
                  onClick={() => void allocate()}
                >
                  {t('finance.allocateRest')}
                </Button>
              </div>
            </>
          )}
        </div>
      )}
    </SidePanel>
  );
}
