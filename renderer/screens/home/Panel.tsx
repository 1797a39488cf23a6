import './home.css';
import type { BillStage } from '@contract/bill/bill';
import { billStages } from '@contract/bill/bill';
import { formatInstant } from '@contract/rules/zonedTime';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/queries';
import { useSpeech } from '../../app/language';
import { ownZone } from '../../app/zone';
import { formatNumber } from '../../kinds/NumberInput';
import { Skeleton } from '../../ui/Loading';
import { useHomeLists } from './parts/useHomeLists';

const EVERY = 60_000;
const STAGES = (Object.keys(billStages) as BillStage[]).filter((stage) => stage !== 'removed');

/** A panel for the wall of a warehouse: today's counts and alerts, large, refreshing by themselves. */
export default function Panel() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { data, dataUpdatedAt } = useQuery({ ...read('bill', 'count', {}), refetchInterval: EVERY });
  const { attention } = useHomeLists();
  if (!data) return <Skeleton />;
  const number = (count: number) => formatNumber(count, speech.language, { min: 0, max: 0 });
  return (
    <section className="fc-panel">
      <header>
        <h1>{t('access.panelTitle')}</h1>
        <span className="fc-muted">
          {t('access.panelUpdated', { time: formatInstant(new Date(dataUpdatedAt).toISOString(), ownZone) })}
        </span>
      </header>
      <ul className="fc-tiles">
        {STAGES.map((stage) => (
          <li key={stage} className={`fc-tile fc-tone-${billStages[stage].tone}`}>
            <strong>{number(data[stage])}</strong>
            <span>{speech.state('bill', stage)}</span>
          </li>
        ))}
      </ul>
      <ul className="fc-alerts" aria-label={t('access.homeAttention')}>
        {attention.map(({ key, total }) => (
          <li key={key} className={total > 0 ? 'fc-tone-bad' : 'fc-tone-good'}>
            <strong>{number(total)}</strong>
            <span>{t(key)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
