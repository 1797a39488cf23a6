import { MenuItem } from '@blueprintjs/core';
import { problem } from '@contract/errors';
import { flag } from '@contract/fields';
import {
  type BillPayment,
  billPaymentApi,
  billPaymentRow,
  isOfCustomer,
  paymentFilters,
  paymentMachine,
  paymentSorts,
  type SetAgainst,
} from '@contract/finance/billPayment';
import type { RowIssue } from '@contract/importing/template';
import { permit } from '@contract/permissions';
import { extended } from '@contract/shape';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type * as z from 'zod';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { today } from '../../app/zone';
import { idIn, idOf } from '../../kinds/recordId';
import { ReasonDialog } from '../../resource/ReasonDialog';
import { RecordForm } from '../../resource/RecordForm';
import type { Values } from '../../resource/useRecordForm';
import { AddButton } from '../../ui/AddButton';
import { SidePanel } from '../../ui/SidePanel';
import { notify } from '../../ui/toaster';
import { Totals } from '../shared/finance/Totals';
import { refreshBooks } from '../shared/finance/useBooks';
import { BookList } from './parts/BookList';
import { OnePayment } from './parts/OnePayment';
import { OpenLines } from './parts/OpenLines';

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
  { name: 'bankCharge', hidden: true },
  { name: 'rate', hidden: true },
  { name: 'reason', hidden: true },
  { name: 'reversedAt', hidden: true },
  { name: 'reversedBy', hidden: true },
  { name: 'approvedAt', hidden: true },
  { name: 'approvedBy', hidden: true },
  { name: 'remark', hidden: true },
  { name: 'createdAt', hidden: true },
] as const;

/** The fields of a new payment, and whether it goes back: then a customer is paid, or a supplier pays. */
const formRow = extended(billPaymentApi.create.body, () => ({ refund: flag() }));
type Draft = z.output<typeof formRow>;

/** Outgoing and incoming payments, and the lines they settle. */
export default function Payments() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayEdit = useAllowed(permit('finance.payment.edit'), 'billPayment.open');
  const [search] = useSearchParams();
  const [open, setOpen] = useKept<number | 'new' | null>('opened', idIn(search.get('id')));
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
        onAct={(row, action) => (action === 'allocate' ? setOpen(row.id) : setReversing(row))}
        onOpen={({ id }) => setOpen(id)}
        more={({ id }) => <MenuItem text={t('finance.showLines')} onClick={() => setOpen(id)} />}
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
      {open && open !== 'new' && <OnePayment id={open} mayEdit={mayEdit} onClose={() => setOpen(null)} />}
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
const DECIDES: readonly string[] = ['direction', 'refund', 'companyId', 'customerId', 'currency'];

/** Form of a new payment, with the party's open lines to apply it to. */
function NewPayment({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [direction, setDirection] = useState<'in' | 'out'>('in');
  const [refund, setRefund] = useState(false);
  const party = isOfCustomer(direction, refund) ? 'customerId' : 'companyId';
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
              ...['direction', 'refund', party, 'amount', 'currency', 'bankCharge'],
              ...['paymentDate', 'method', 'bankReference', 'remark'],
            ],
          },
        ]}
        initial={{
          ...Object.fromEntries(Object.keys(formRow.shape).map((name) => [name, null])),
          ...{ direction: 'in', paymentDate: today(), currency: 'EUR', method: 'bank', lines: [] },
          ...{ bankCharge: '0.00', refund: false },
        }}
        hints={{
          bankCharge: t(`finance.chargeHint_${direction}`),
          refund: t('finance.refundHint'),
        }}
        draft="billPayment/new"
        rules={rules}
        watch={(values) => {
          setDirection(values.direction === 'out' ? 'out' : 'in');
          setRefund(values.refund === true);
        }}
        follow={(changed) => (DECIDES.includes(changed) ? { lines: [] } : {})}
        more={({ values, set }) => (
          <OpenLines
            direction={direction}
            refund={refund}
            partyId={idOf(values[party])}
            currency={String(values.currency)}
            amount={values.amount}
            parts={values.lines as SetAgainst[]}
            onParts={(parts) => set('lines', parts)}
          />
        )}
        save={(given, key) => {
          const { refund: _, ...body } = given as Draft;
          const other = party === 'companyId' ? { customerId: null } : { companyId: null };
          return client.billPayment.create({ body: { ...body, ...other } }, { key });
        }}
        onSaved={({ paymentNo: no, state }) => {
          const key = state === 'pending' ? 'finance.paymentSubmitted' : 'finance.paymentMade';
          notify({ text: t(key, { no }), intent: 'success' });
          void refreshBooks();
          onClose();
        }}
        onCancel={onClose}
      />
    </SidePanel>
  );
}
