import { Button, Callout } from '@blueprintjs/core';
import {
  type BankEntry,
  type BankEntryAction,
  type BankEntryDetail,
  bankEntryDetail,
  bankEntryMachine,
} from '@contract/finance/bankEntry';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { Loaded } from '../../../resource/Answered';
import { FieldGroups } from '../../../resource/DetailScreen';
import { StateActions } from '../../../resource/StateActions';
import { SidePanel } from '../../../ui/SidePanel';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { useMoney } from '../../shared/finance/Totals';
import { BankProposals } from './BankProposals';
import { BookOther } from './BookOther';
import { reopenEntry } from './reopenEntry';

const FIELDS = [
  ...(['bookedOn', 'valueDate', 'amount', 'balance', 'counterpartyName', 'counterpartyIban'] as const),
  ...(['remittance', 'endToEndId', 'bankReference', 'account', 'companyId', 'statementNo'] as const),
];
/** Fields of some states only. */
const OF_STATE = ['paymentNo', 'reason'] as const;

interface Props {
  readonly entry: BankEntryDetail;
  readonly onIgnore: (entry: BankEntry) => void;
}

/** A bank entry with its proposals: booked, linked, ignored or opened again here. */
export function OneBankEntry({
  id,
  onIgnore,
  onClose,
}: Pick<Props, 'onIgnore'> & { readonly id: number; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const money = useMoney();
  const answer = usePart(read('bankEntry', 'get', { params: { id } }));
  const { data } = answer;
  return (
    <SidePanel
      isOpen
      width={900}
      title={data ? money(data.amount, data.currency) : t('finance.bank')}
      onClose={onClose}
    >
      <Loaded answer={answer} lines={6}>
        {(entry) => <Shown key={entry.version} entry={entry} onIgnore={onIgnore} />}
      </Loaded>
    </SidePanel>
  );
}

function Shown({ entry, onIgnore }: Props) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayBook = useAllowed(permit('finance.payment.edit'), 'bankEntry.book', 'billPayment.open');
  const mayLink = useAllowed(permit('finance.payment.edit'), 'bankEntry.link');
  const mayReturn = useAllowed(permit('finance.payment.reverse'), 'bankEntry.bookReturn');
  const { state, paymentId, reversal, proposals } = entry;
  const isOpen = state === 'open';
  const action: BankEntryAction = state === 'open' ? 'ignore' : 'reopen';
  return (
    <div className="fc-books">
      <div className="fc-list-head">
        <StateTag tone={toneOf(bankEntryMachine.states, state)}>{speech.state('bankEntry', state)}</StateTag>
        <StateActions
          machine={bankEntryMachine}
          row={entry}
          first={[action]}
          all={[action]}
          onAct={() => (action === 'ignore' ? onIgnore(entry) : void reopenEntry(entry))}
        />
        {paymentId !== null && (
          <Button onClick={() => navigate(`/bil-fee/payment?id=${paymentId}`)}>
            {t('finance.bankShowPayment')}
          </Button>
        )}
      </div>
      {state === 'open' && reversal && (
        <Callout compact intent="warning">
          {t('finance.bankReversalHint')}
        </Callout>
      )}
      <FieldGroups
        schema={bankEntryDetail}
        resource="bankEntry"
        row={entry}
        groups={[
          {
            title: speech.choice('logObject', 'bankEntry'),
            fields: [...FIELDS, ...OF_STATE.filter((name) => entry[name] !== null)],
          },
        ]}
      />
      {isOpen && (
        <>
          <h2>{t('finance.bankProposals')}</h2>
          {proposals.length === 0 && (
            <p className="fc-muted">{t(reversal ? 'finance.bankNoReturn' : 'finance.bankNoProposal')}</p>
          )}
          <BankProposals entry={entry} mayBook={mayBook} mayLink={mayLink} mayReturn={mayReturn} />
        </>
      )}
      {isOpen && !reversal && mayBook && <BookOther entry={entry} />}
    </div>
  );
}
