import './finance.css';
import type { Language } from '@contract/limits';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../app/language';
import { amountText } from '../../../kinds/money';
import { formatNumber } from '../../../kinds/NumberInput';

/** An amount as people read it: only for showing. */
export function useMoney(): (amount: string, currency: string) => string {
  const language = useLanguage();
  return (amount, currency) => amountText(amount, currency, language);
}

/** A share of a hundred as people read it, its decimals beneath each other. */
export const percentText = (share: number, language: Language): string =>
  `${formatNumber(share, language, { min: 1, max: 1 })} %`;

/** What all that a filter finds comes to: some amounts, each with its word, by currency. */
export function Totals({
  rows,
  more,
}: {
  rows: readonly { readonly currency: string; readonly amounts: readonly (readonly [string, string])[] }[];
  more?: string | null;
}) {
  const { t } = useTranslation();
  const money = useMoney();
  return (
    <span className="fc-totals">
      <b>{t('common.totals')}</b>
      {rows.map(({ currency, amounts }) => (
        <span key={currency + amounts[0]?.[0]}>
          {amounts.map(([word, amount]) => `${word} ${money(amount, currency)}`).join(' · ')}
        </span>
      ))}
      {more && <span>{more}</span>}
    </span>
  );
}
