import './home.css';
import { type BillStage, billStages } from '@contract/bill/bill';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/queries';
import { usePart } from '../../api/unshownFailures';
import { useSpeech } from '../../app/language';
import { ownTime, ownZone } from '../../app/zone';
import { useNumber } from '../../kinds/NumberInput';
import { Answered, NotLoaded } from '../../resource/Answered';
import { Skeleton } from '../../ui/Loading';
import { useAttention } from './parts/Attention';
import { Count } from './parts/Counts';

const EVERY = 60_000;
/** Personal counts, which a wall panel does not show. */
const OWN: readonly string[] = ['unread', 'costsDue'];

/** Wall panel for a warehouse: today's counts and alerts in large type, refreshed automatically. */
export default function Panel() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const number = useNumber();
  const { data, error, answeredAt, retry } = usePart({
    ...read('homeReport', 'counts', { query: { zone: ownZone } }),
    refetchInterval: EVERY,
  });
  const attention = useAttention(EVERY);
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton />;
  const counts = Object.entries(data.counts).flatMap(([name, counted]) =>
    counted && !OWN.includes(name) ? [{ name: name as 'openCases', counted }] : [],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a low screen it must scroll by keyboard
    <section className="fc-panel" tabIndex={0}>
      <header>
        <h1>{t('access.panelTitle')}</h1>
        <span className="fc-muted">
          {t('access.panelUpdated', { time: ownTime(new Date(answeredAt).toISOString()) })}
        </span>
      </header>
      <ul className="fc-tiles">
        {counts.map(({ name, counted }) => (
          <li key={name} className="fc-tile fc-tone-neutral">
            <Count name={name} label={t(`report.desk.${name}`)} counted={counted} />
          </li>
        ))}
      </ul>
      <ul className="fc-tiles">
        {Object.entries(data.stages ?? {}).map(([stage, counted]) => (
          <li key={stage} className={`fc-tile fc-tone-${billStages[stage as BillStage].tone}`}>
            <Count name={stage} label={speech.state('bill', stage)} counted={counted} />
          </li>
        ))}
      </ul>
      <Answered answer={attention}>
        {(alerts) => (
          <ul className="fc-alerts" aria-label={t('access.homeAttention')}>
            {alerts.map(({ event, total }) => (
              <li key={event} className="fc-tone-bad">
                <strong>{number(total)}</strong>
                <span>{speech.choice('alertEvent', event)}</span>
              </li>
            ))}
            {alerts.length === 0 && <li className="fc-tone-good">{t('access.homeAttentionNone')}</li>}
          </ul>
        )}
      </Answered>
    </section>
  );
}
