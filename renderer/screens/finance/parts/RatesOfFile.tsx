import { Button, Callout, HTMLTable } from '@blueprintjs/core';
import type { LeftOutRate, RatesRead } from '@contract/finance/rateFeed';
import { formatDay } from '@contract/rules/zonedTime';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';

/** Rates listed at most. */
const MAX_SHOWN = 20;

/** What became of the rates in a file: counted, and those that were not stored by day and currency. */
export function RatesOfFile({ found, onClose }: { found: RatesRead; onClose: () => void }) {
  const { t } = useTranslation();
  const { fromDay, toDay, added, changed, same, kept, doubtful } = found;
  const days = [...new Set([fromDay, toDay])].map(formatDay).join(' – ');
  const counts = [
    t('finance.ratesAdded', { count: added }),
    ...(changed > 0 ? [t('finance.ratesChanged', { count: changed })] : []),
    ...(same > 0 ? [t('finance.ratesSame', { count: same })] : []),
  ];
  return (
    <Callout compact icon={null} intent={kept.length + doubtful.length > 0 ? 'warning' : 'success'}>
      <p role="status">{`${days}: ${counts.join(' · ')}`}</p>
      <LeftOut of={doubtful} title={t('finance.ratesDoubtful', { count: doubtful.length })} />
      <LeftOut of={kept} title={t('finance.ratesKept', { count: kept.length })} />
      <Button size="small" onClick={onClose}>
        {t('common.close')}
      </Button>
    </Callout>
  );
}

/** Rates that were not stored, beside those that they differ from; nothing without one. */
function LeftOut({ of, title }: { of: readonly LeftOutRate[]; title: string }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  if (of.length === 0) return null;
  return (
    <>
      <p>{title}</p>
      <HTMLTable compact>
        <thead>
          <tr>
            <th>{speech.label('day', 'dayRate')}</th>
            <th>{speech.label('currency', 'dayRate')}</th>
            <th className="fc-amount">{t('finance.ratesInFile')}</th>
            <th className="fc-amount">{t('finance.ratesHere')}</th>
          </tr>
        </thead>
        <tbody>
          {of.slice(0, MAX_SHOWN).map(({ day, currency, rate, comparedWith }) => (
            <tr key={`${day} ${currency}`}>
              <td>{formatDay(day)}</td>
              <td>{currency}</td>
              <td className="fc-amount">{rate}</td>
              <td className="fc-amount">{comparedWith}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      {of.length > MAX_SHOWN && <p>{t('finance.ratesMore', { count: of.length - MAX_SHOWN })}</p>}
    </>
  );
}
