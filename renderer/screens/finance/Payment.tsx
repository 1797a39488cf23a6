import { Button, MenuItem } from '@blueprintjs/core';
import { problem } from '@contract/errors';
import {
  type BillPayment,
  billPaymentApi,
  billPaymentRow,
  paymentFilters,
  paymentMachine,
  paymentSorts,
  type SetAgainst,
  setAgainst,
} from '@contract/finance/billPayment';
import type { RowIssue } from '@contract/importing/template';
import { permit } from '@contract/permissions';
import { settleInOrder, sumOf } from '@contract/rules/money';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useData, usePart } from '../../api/unshownFailures';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { today } from '../../app/zone';
import { idOf } from '../../kinds/recordId';
import { NotLoaded } from '../../resource/Answered';
import { FieldGroups } from '../../resource/DetailScreen';
import { ReasonDialog } from '../../resource/ReasonDialog';
import { RecordForm } from '../../resource/RecordForm';
import type { Values } from '../../resource/useRecordForm';
import { AddButton } from '../../ui/AddButton';
import { Skeleton } from '../../ui/Loading';
import { SidePanel } from '../../ui/SidePanel';
import { notify, notifyFailed } from '../../ui/toaster';
import { Totals, useMoney } from '../shared/finance/Totals';
import { refreshBooks } from '../shared/finance/useBooks';
import { BookList } from './parts/BookList';
import { PaymentLines } from './parts/PaymentLines';

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

const formRow = billPaymentApi.create.body;
type Draft = z.output<typeof formRow>;

/** Outgoing and incoming payments, and the lines they settle. */
export default function Payments() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayEdit = useAllowed(permit('finance.payment.edit'), 'billPayment.open');
  const [open, setOpen] = useKept<BillPayment | 'new' | null>('open', null);
  const [reversing, setReversing] = useState<BillPayment | null>(null);
  return (
    <>
      <BookList
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
        head={mayEdit && <AddButton onAdd={() => setOpen('new')}>{t('finance.addPayment')}</AddButton>}
        totalsOf={(query) => read('billPayment', 'totals', { query })}
        totals={(found) => (
          <Totals
            rows={found.currencies.map((one) => ({
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
          title={`${t('finance.reverse')} ${reversing.paymentNo}`}
          label={t('finance.reversePaymentWhy')}
          intent="danger"
          onClose={() => setReversing(null)}
          onReason={async (reason) => {
            const { id, version } = reversing;
            try {
              await client.billPayment.reverse({ params: { id }, body: { version, reason } });
            } finally {
              await refreshBooks();
            }
          }}
        />
      )}
    </>
  );
}

/** Fields that determine the lines a payment may be applied to. */
const DECIDES: readonly string[] = ['direction', 'companyId', 'customerId', 'currency'];

/** Form of a new payment, with the party's open lines to apply it to. */
function NewPayment({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [direction, setDirection] = useState<unknown>('in');
  const party = direction === 'out' ? 'companyId' : 'customerId';
  const rules = useCallback(
    (values: Values): RowIssue[] =>
      values[party] === null ? [{ column: party, level: 'error', problem: problem('REQUIRED') }] : [],
    [party],
  );
  return (
    <SidePanel isOpen width={900} title={t('finance.addPayment')} onClose={onClose}>
      <RecordForm
        resource="billPayment"
        row={formRow}
        schema={formRow}
        groups={[
          {
            title: t('finance.groupPayment'),
            fields: [
              ...['direction', party, 'amount', 'currency'],
              ...['paymentDate', 'method', 'bankReference', 'remark'],
            ],
          },
        ]}
        initial={{
          ...Object.fromEntries(Object.keys(formRow.shape).map((name) => [name, null])),
          ...{ direction: 'in', paymentDate: today(), currency: 'EUR', method: 'bank', lines: [] },
        }}
        draft="billPayment/new"
        rules={rules}
        watch={(values) => setDirection(values.direction)}
        follow={(changed) => (DECIDES.includes(changed) ? { lines: [] } : {})}
        more={({ values, set }) => (
          <OpenLines
            direction={values.direction === 'out' ? 'out' : 'in'}
            partyId={idOf(values[party])}
            currency={String(values.currency)}
            amount={values.amount}
            parts={values.lines as SetAgainst[]}
            onParts={(parts) => set('lines', parts)}
          />
        )}
        save={(given, key) => {
          const body = given as Draft;
          const other = party === 'companyId' ? { customerId: null } : { companyId: null };
          return client.billPayment.create({ body: { ...body, ...other } }, { key });
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

/** Open lines of a party, to apply parts of an amount to; nothing until the party is known. */
function OpenLines({
  direction,
  partyId,
  currency,
  amount,
  parts,
  onParts,
}: {
  direction: 'in' | 'out';
  partyId: number | null;
  currency: string;
  /** Typed amount, possibly not valid yet. */
  amount: unknown;
  parts: readonly SetAgainst[];
  onParts: (parts: readonly SetAgainst[]) => void;
}) {
  const { t } = useTranslation();
  const money = useMoney();
  const lines = useData({
    ...read('billPayment', 'open', { query: { direction, partyId: partyId ?? 1, currency } }),
    enabled: partyId !== null && /^[A-Z]{3}$/.test(currency),
  });
  if (!lines || partyId === null) return null;
  if (lines.length === 0) return <p className="fc-muted">{t('finance.noOpenLines')}</p>;
  const known = setAgainst.shape.amount.safeParse(amount);
  const sum = sumOf(
    parts.flatMap((part) => (setAgainst.shape.amount.safeParse(part.amount).success ? [part.amount] : [])),
    currency,
  );
  const inOrder = (given: string) => {
    const open = lines.map((line) => line.open);
    const settled = settleInOrder(given, open, currency);
    onParts(
      lines.flatMap(({ type, id }, at) => {
        const part = settled[at] ?? '0';
        return Number(part) === 0 ? [] : [{ type, id, amount: part }];
      }),
    );
  };
  return (
    <>
      <div className="fc-list-head">
        <Button disabled={!known.success} onClick={() => known.success && inOrder(known.data)}>
          {t('finance.oldestFirst')}
        </Button>
        <span role="status">{t('finance.setAgainstSum', { sum: money(sum, currency) })}</span>
      </div>
      <PaymentLines lines={lines} parts={parts} onParts={onParts} />
    </>
  );
}

/** Lines settled by a payment; its remainder can be applied to more lines. */
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
  const [parts, setParts] = useKept<readonly SetAgainst[]>(`allocate ${payment.id}`, []);
  const { data, error, retry } = usePart(read('billPayment', 'get', { params: { id: payment.id } }));
  const allocatable = mayEdit && data?.state === 'booked' && Number(data.unallocated) > 0;
  const allocate = async () => {
    if (!data) return;
    try {
      await client.billPayment.allocate({
        params: { id: payment.id },
        body: { version: data.version, lines: [...parts] },
      });
      setParts([]);
      notify({ text: t('common.saved'), intent: 'success' });
    } catch (failed) {
      notifyFailed(failed);
    }
    await refreshBooks();
  };
  return (
    <SidePanel isOpen width={900} title={payment.paymentNo} onClose={onClose}>
      {error && !data ? (
        <NotLoaded error={error} onRetry={retry} />
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
          {allocatable && (
            <>
              <h2>{t('finance.openLines')}</h2>
              <OpenLines
                direction={payment.direction}
                partyId={payment.companyId ?? payment.customerId}
                currency={payment.currency}
                amount={data.unallocated}
                parts={parts}
                onParts={setParts}
              />
              <div>
                <Button intent="primary" disabled={parts.length === 0} onClick={() => void allocate()}>
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
