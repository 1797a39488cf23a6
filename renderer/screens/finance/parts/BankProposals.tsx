import { Button, Card, Tag } from '@blueprintjs/core';
import type { BankEntryDetail, BankProposal } from '@contract/finance/bankEntry';
import { negated, sumOf } from '@contract/rules/money';
import { formatDay } from '@contract/rules/zonedTime';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { useLookups } from '../../../kinds/lookups';
import { labelOf } from '../../../kinds/ref';
import { useMoney } from '../../shared/finance/Totals';
import { PaymentLines } from './PaymentLines';
import { useBooking } from './useBooking';

/** Returns the names of customers and suppliers. */
function usePartyName(): (of: Pick<BankProposal, 'companyId' | 'customerId'>) => string {
  const speech = useSpeech();
  const lookups = useLookups(useMemo(() => ['customer', 'clientCompany'] as const, []));
  return ({ companyId, customerId }) => {
    const [to, id] =
      customerId === null ? (['clientCompany', companyId] as const) : (['customer', customerId] as const);
    const row = id === null ? undefined : lookups.find(to, id);
    return row ? labelOf(to, row, speech.name(row)) : '';
  };
}

/** Proposals for an entry, each with its reason; one press books or links it. */
export function BankProposals(props: {
  entry: BankEntryDetail;
  mayBook: boolean;
  mayLink: boolean;
  mayReturn: boolean;
}) {
  const { entry, mayBook, mayLink, mayReturn } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const money = useMoney();
  const nameOf = usePartyName();
  const { book, link, bookReturn } = useBooking(entry);
  const { currency, amount } = entry;
  const size = amount.startsWith('-') ? negated(amount, currency) : amount;
  const restOf = ({ lines }: BankProposal) =>
    sumOf([size, ...lines.map((line) => negated(line.amount ?? '0', currency))], currency);
  const confirm = ({ by, paymentId, companyId, customerId, lines }: BankProposal) => {
    if (paymentId !== null) return by === 'return' ? bookReturn(paymentId) : link(paymentId);
    return book(
      { companyId, customerId },
      lines.map(({ type, id, amount: part }) => ({ type, id, amount: part ?? '0' })),
    );
  };
  const bookInFull = ({ companyId, customerId, lines }: BankProposal, bankCharge: string) =>
    book(
      { companyId, customerId },
      lines.map(({ type, id, open }) => ({ type, id, amount: open })),
      bankCharge,
    );
  return entry.proposals.map((one) => {
    const isLink = one.paymentId !== null;
    const action = one.by === 'return' ? 'bookReturn' : isLink ? 'link' : 'book';
    const isAllowed = { book: mayBook, link: mayLink, bookReturn: mayReturn }[action];
    const label = speech.action('bankEntry', action);
    const name = [one.paymentNo, nameOf(one), one.paymentDate && formatDay(one.paymentDate)]
      .filter(Boolean)
      .join(' · ');
    return (
      <Card
        key={`${one.by} ${one.paymentId} ${one.companyId} ${one.customerId}`}
        compact
        className="fc-books"
      >
        <div className="fc-list-head">
          <b>{name}</b>
          <Tag minimal>{speech.choice('bankMatch', one.by)}</Tag>
          {one.certain && (
            <Tag minimal intent="success">
              {t('finance.bankSure')}
            </Tag>
          )}
          {isAllowed && (
            <Button
              intent={one.certain ? 'primary' : 'none'}
              aria-label={`${label} ${name}`}
              onClick={() => void confirm(one)}
            >
              {label}
            </Button>
          )}
        </div>
        {one.lines.length > 0 && <PaymentLines lines={one.lines} />}
        {one.bankCharge !== null && mayBook && (
          <div>
            <Button onClick={() => void bookInFull(one, one.bankCharge ?? '0')}>
              {t('finance.bankWithCharge', { amount: money(one.bankCharge, currency) })}
            </Button>
          </div>
        )}
        {!isLink && Number(restOf(one)) !== 0 && (
          <p className="fc-muted">{t('finance.bankRest', { amount: money(restOf(one), currency) })}</p>
        )}
      </Card>
    );
  });
}
