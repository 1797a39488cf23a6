import { Button } from '@blueprintjs/core';
import { type SetAgainst, setAgainst } from '@contract/finance/billPayment';
import { negated, settleInOrder, sumOf } from '@contract/rules/money';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useMoney } from '../../shared/finance/Totals';
import { PaymentLines } from './PaymentLines';

/** Open lines of a party, to apply parts of an amount to; nothing until the party is known. */
export function OpenLines({
  direction,
  refund,
  partyId,
  currency,
  amount,
  parts,
  onParts,
}: {
  direction: 'in' | 'out';
  /** True for money that goes back: it is applied to negative lines and to payments that were too much. */
  refund: boolean;
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
    ...read('billPayment', 'open', { query: { direction, refund, partyId: partyId ?? 1, currency } }),
    enabled: partyId !== null && /^[A-Z]{3}$/.test(currency),
  });
  if (!lines || partyId === null) return null;
  if (lines.length === 0)
    return <p className="fc-muted">{t(refund ? 'finance.noCredits' : 'finance.noOpenLines')}</p>;
  const known = setAgainst.shape.amount.safeParse(amount);
  const turned = (value: string) => (refund ? negated(value, currency) : value);
  const sum = sumOf(
    parts.flatMap((part) => (setAgainst.shape.amount.safeParse(part.amount).success ? [part.amount] : [])),
    currency,
  );
  const inOrder = (given: string) => {
    const open = lines.map((line) => turned(line.open));
    const settled = settleInOrder(given, open, currency).map(turned);
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
        <span role="status">{t('finance.setAgainstSum', { sum: money(turned(sum), currency) })}</span>
      </div>
      <PaymentLines lines={lines} parts={parts} onParts={onParts} />
    </>
  );
}
