import { Button, FormGroup, Switch } from '@blueprintjs/core';
import { metaOf } from '@contract/fields';
import type { BankEntryDetail } from '@contract/finance/bankEntry';
import { isOfCustomer, type SetAgainst, setAgainst } from '@contract/finance/billPayment';
import { negated, sumOf } from '@contract/rules/money';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { kindOf } from '../../../kinds';
import { LongSelect } from '../../../kinds/ChoiceInput';
import { useOptions } from '../../../kinds/ref';
import { useMoney } from '../../shared/finance/Totals';
import { OpenLines } from './OpenLines';
import { useBooking } from './useBooking';

const amountMeta = metaOf(setAgainst.shape.amount);
const { Input: AmountInput } = kindOf(amountMeta);

/** Booking of a bank entry for a party that a person selects, applied to its open lines. */
export function BookOther({ entry }: { entry: BankEntryDetail }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const field = useId();
  const { book } = useBooking(entry);
  const [refund, setRefund] = useState(false);
  const [partyId, setPartyId] = useState<number | null>(null);
  const [parts, setParts] = useState<readonly SetAgainst[]>([]);
  const [charge, setCharge] = useState<string | null>(null);
  const direction = entry.amount.startsWith('-') ? 'out' : 'in';
  const customers = useOptions('customer', []);
  const suppliers = useOptions('clientCompany', [], undefined, undefined, 'supplier');
  const ofCustomer = isOfCustomer(direction, refund);
  const party = ofCustomer
    ? { customerId: partyId, companyId: null }
    : { customerId: null, companyId: partyId };
  return (
    <>
      <Switch
        checked={refund}
        label={t('finance.refundHint')}
        onChange={({ currentTarget }) => {
          setRefund(currentTarget.checked);
          setPartyId(null);
        }}
      />
      <FormGroup
        label={t(`finance.bankOther_${ofCustomer ? 'in' : 'out'}`)}
        labelFor={field}
        style={{ margin: 0 }}
      >
        <LongSelect
          {...(ofCustomer ? customers : suppliers)}
          id={field}
          value={partyId}
          onChange={(chosen) => {
            setPartyId(chosen === null ? null : Number(chosen));
            setParts([]);
            setCharge(null);
          }}
        />
      </FormGroup>
      {partyId !== null && (
        <>
          <OpenLines
            direction={direction}
            refund={refund}
            partyId={partyId}
            currency={entry.currency}
            amount={settledBy(entry, charge)}
            parts={parts}
            onParts={setParts}
          />
          <ChargeField entry={entry} parts={parts} charge={charge} onCharge={setCharge} />
          <div>
            <Button intent="primary" onClick={() => void book(party, parts, charge ?? '0')}>
              {speech.action('bankEntry', 'book')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

const isAmount = (text: string | null) => setAgainst.shape.amount.safeParse(text).success;

/** What a payment of an entry settles: more than the bank moved if it came in, less if it went out. */
function settledBy({ amount, currency }: BankEntryDetail, charge: string | null): string {
  const size = amount.replace('-', '');
  if (charge === null || !isAmount(charge)) return size;
  return sumOf([size, amount.startsWith('-') ? negated(charge, currency) : charge], currency);
}

/** The bank charge in an entry: what the selected lines and the entry differ by is offered, never taken by itself. */
function ChargeField(props: {
  entry: BankEntryDetail;
  parts: readonly SetAgainst[];
  charge: string | null;
  onCharge: (charge: string | null) => void;
}) {
  const { entry, parts, charge, onCharge } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const money = useMoney();
  const field = useId();
  const { amount, currency } = entry;
  const sum = sumOf(
    parts.flatMap((part) => (isAmount(part.amount) ? [part.amount] : [])),
    currency,
  );
  // The sign of an entry of money paid turns the difference round.
  const differs = amount.startsWith('-')
    ? sumOf([negated(amount, currency), negated(sum, currency)], currency)
    : sumOf([sum, negated(amount, currency)], currency);
  const isOffered = parts.length > 0 && Number(differs) > 0 && Number(differs) !== Number(charge);
  return (
    <FormGroup
      label={speech.label('bankCharge')}
      labelFor={field}
      helperText={t(`finance.chargeHint_${amount.startsWith('-') ? 'out' : 'in'}`)}
      style={{ margin: 0 }}
    >
      <div className="fc-list-head">
        <AmountInput
          id={field}
          name="bankCharge"
          meta={amountMeta}
          value={charge}
          row={{ currency }}
          invalid={false}
          disabled={false}
          required={false}
          onBlur={() => undefined}
          onChange={(value) => onCharge(value === null ? null : String(value))}
        />
        {isOffered && (
          <Button onClick={() => onCharge(differs)}>
            {t('finance.bankTakeCharge', { amount: money(differs, currency) })}
          </Button>
        )}
      </div>
    </FormGroup>
  );
}
