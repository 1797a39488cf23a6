import { Button, Callout } from '@blueprintjs/core';
import {
  type BillPayment,
  type BillPaymentDetail,
  billPaymentDetail,
  type PaymentAction,
  paymentMachine,
  type SetAgainst,
} from '@contract/finance/billPayment';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useKept } from '../../../app/drafts';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { Loaded } from '../../../resource/Answered';
import { FieldGroups } from '../../../resource/DetailScreen';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import { StateActions } from '../../../resource/StateActions';
import { SidePanel } from '../../../ui/SidePanel';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { notify, notifyFailed } from '../../../ui/toaster';
import { Deciders } from '../../shared/business/Deciders';
import { refreshBooks } from '../../shared/finance/useBooks';
import { OpenLines } from './OpenLines';
import { PaymentLines } from './PaymentLines';
import { WriteOffForm } from './WriteOffForm';

const DECISIONS = ['approve', 'reject', 'withdraw'] as const satisfies readonly PaymentAction[];

const FIELDS = [
  ...(['direction', 'companyId', 'customerId', 'amount', 'unallocated', 'paymentDate', 'method'] as const),
  ...(['bankReference', 'rate', 'baseAmount', 'reason', 'createdBy', 'approvedBy'] as const),
  ...(['approvedAt', 'remark'] as const),
];

/** Amounts that most payments do not have. */
const OPTIONAL = ['bankCharge', 'realised'] as const;
/** Payments that a return by the bank joins. */
const RETURNS = ['returnsNo', 'returnedByNo'] as const;

/** A payment with the lines it settles: its remainder can be applied to more lines, and a pending one decided. */
export function OnePayment({ id, mayEdit, onClose }: { id: number; mayEdit: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const answer = usePart(read('billPayment', 'get', { params: { id } }));
  return (
    <SidePanel
      isOpen
      width={900}
      title={answer.data?.paymentNo ?? t('finance.groupPayment')}
      onClose={onClose}
    >
      <Loaded answer={answer} lines={6}>
        {(data) => (
          <div className="fc-books">
            <Decision payment={data} />
            <FieldGroups
              schema={billPaymentDetail}
              resource="billPayment"
              row={data}
              groups={[
                {
                  title: t('finance.groupPayment'),
                  fields: [
                    ...FIELDS,
                    ...OPTIONAL.filter((name) => Number(data[name]) !== 0),
                    ...RETURNS.filter((name) => data[name] !== null),
                  ],
                },
              ]}
            />
            <h2>{t('finance.settles')}</h2>
            <PaymentLines lines={data.lines} />
            {mayEdit && data.state === 'booked' && Number(data.unallocated) > 0 && <Rest payment={data} />}
          </div>
        )}
      </Loaded>
    </SidePanel>
  );
}

/** State of a payment, and the decision about a pending one. */
function Decision({ payment }: { payment: BillPaymentDetail }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [rejecting, setRejecting] = useState(false);
  const { id, version, state, facts, paymentNo: no } = payment;
  const tag = (
    <StateTag tone={toneOf(paymentMachine.states, state)}>{speech.state('billPayment', state)}</StateTag>
  );
  if (state !== 'pending') return <p>{tag}</p>;
  const tell = (after: BillPayment) =>
    notify({
      text: t('finance.paymentDecided', { no, state: speech.state('billPayment', after.state) }),
      intent: 'success',
    });
  const act = async (action: PaymentAction) => {
    if (action === 'reject') return setRejecting(true);
    const call = action === 'approve' ? client.billPayment.approve : client.billPayment.withdraw;
    try {
      tell(await call({ params: { id }, body: { version } }));
    } catch (failed) {
      notifyFailed(failed);
    }
    await refreshBooks();
  };
  return (
    <Callout compact intent="primary">
      <p>
        {tag} <Deciders waiting={payment.waiting} deciders={payment.deciders} />
      </p>
      <p>{t('finance.pendingHint')}</p>
      <StateActions
        machine={paymentMachine}
        row={{ ...payment, ...facts }}
        first={facts.submitter ? ['withdraw'] : ['approve', 'reject']}
        all={DECISIONS}
        onAct={(action) => void act(action)}
      />
      {rejecting && (
        <ReasonDialog
          title={`${speech.action('billPayment', 'reject')} ${no}`}
          label={t('finance.rejectPaymentWhy')}
          intent="danger"
          onClose={() => setRejecting(false)}
          onReason={async (reason) => {
            try {
              tell(await client.billPayment.reject({ params: { id }, body: { version, reason } }));
            } finally {
              await refreshBooks();
            }
          }}
        />
      )}
    </Callout>
  );
}

/** Applies what is left of a booked payment to more lines. */
function Rest({ payment }: { payment: BillPayment }) {
  const { t } = useTranslation();
  const { id, version, direction, companyId, customerId, currency, unallocated } = payment;
  const [parts, setParts] = useKept<readonly SetAgainst[]>(`allocate ${id}`, []);
  const mayWriteOff = useServed('billPayment.writeOff');
  const [writingOff, setWritingOff] = useState(false);
  const allocate = async () => {
    try {
      await client.billPayment.allocate({ params: { id }, body: { version, lines: [...parts] } });
      setParts([]);
      notify({ text: t('common.saved'), intent: 'success' });
    } catch (failed) {
      notifyFailed(failed);
    }
    await refreshBooks();
  };
  return (
    <>
      <h2>{t('finance.openLines')}</h2>
      <OpenLines
        direction={direction}
        // A refund is applied in full when it is booked.
        refund={false}
        partyId={companyId ?? customerId}
        currency={currency}
        amount={unallocated}
        parts={parts}
        onParts={setParts}
      />
      <div>
        <Button intent="primary" disabled={parts.length === 0} onClick={() => void allocate()}>
          {t('finance.allocateRest')}
        </Button>{' '}
        {mayWriteOff && <Button onClick={() => setWritingOff(true)}>{t('finance.writeOff')}</Button>}
      </div>
      {writingOff && (
        <WriteOffForm
          of={{ type: 'payment', id, number: payment.paymentNo }}
          onClose={() => setWritingOff(false)}
        />
      )}
    </>
  );
}
