import './finance.css';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../app/language';
import { amountText } from '../../../kinds/money';

/** Returns a formatter for amounts, for display only. */
export function useMoney(): (amount: string, currency: string) => string {
  const language = useLanguage();
  return (amount, currency) => amountText(amount, currency, language);
}

/** Totals of all rows that match a filter: labelled amounts, by currency. */
export function Totals({
  rows,
  more,
}: {
  rows: readonly { readonly currency: string; readonly amounts: readonly (readonly [string, string])[] }[];
  more?: string | null;
}) {
  const { t } = useTranslation();
  const money = useMoney();
  if (rows.length === 0 && !more) return null;
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
