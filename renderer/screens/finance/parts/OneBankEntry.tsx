import { Button, Callout, FormGroup } from '@blueprintjs/core';
import {
  type BankEntry,
  type BankEntryAction,
  type BankEntryDetail,
  bankEntryDetail,
  bankEntryMachine,
} from '@contract/finance/bankEntry';
import type { SetAgainst } from '@contract/finance/billPayment';
import { permit } from '@contract/permissions';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { LongSelect } from '../../../kinds/ChoiceInput';
import { useOptions } from '../../../kinds/ref';
import { Loaded } from '../../../resource/Answered';
import { FieldGroups } from '../../../resource/DetailScreen';
import { StateActions } from '../../../resource/StateActions';
import { SidePanel } from '../../../ui/SidePanel';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { useMoney } from '../../shared/finance/Totals';
import { BankProposals } from './BankProposals';
import { OpenLines } from './OpenLines';
import { reopenEntry } from './reopenEntry';
import { useBooking } from './useBooking';

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
  const { state, paymentId, reversal, proposals } = entry;
  const isOpen = state === 'open' && !reversal;
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
          {proposals.length === 0 && <p className="fc-muted">{t('finance.bankNoProposal')}</p>}
          <BankProposals entry={entry} mayBook={mayBook} mayLink={mayLink} />
        </>
      )}
      {isOpen && mayBook && <OtherParty entry={entry} />}
    </div>
  );
}

/** Booking for a party that a person selects, applied to its open lines. */
function OtherParty({ entry }: { entry: BankEntryDetail }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const field = useId();
  const { book } = useBooking(entry);
  const [partyId, setPartyId] = useState<number | null>(null);
  const [parts, setParts] = useState<readonly SetAgainst[]>([]);
  const direction = entry.amount.startsWith('-') ? 'out' : 'in';
  const customers = useOptions('customer', []);
  const suppliers = useOptions('clientCompany', [], undefined, undefined, 'supplier');
  const party =
    direction === 'in' ? { customerId: partyId, companyId: null } : { customerId: null, companyId: partyId };
  return (
    <>
      <FormGroup label={t(`finance.bankOther_${direction}`)} labelFor={field} style={{ margin: 0 }}>
        <LongSelect
          {...(direction === 'in' ? customers : suppliers)}
          id={field}
          value={partyId}
          onChange={(chosen) => {
            setPartyId(chosen === null ? null : Number(chosen));
            setParts([]);
          }}
        />
      </FormGroup>
      {partyId !== null && (
        <>
          <OpenLines
            direction={direction}
            partyId={partyId}
            currency={entry.currency}
            amount={entry.amount.replace('-', '')}
            parts={parts}
            onParts={setParts}
          />
          <div>
            <Button intent="primary" onClick={() => void book(party, parts)}>
              {speech.action('bankEntry', 'book')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
