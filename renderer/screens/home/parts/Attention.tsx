import { formatInstant } from '@contract/rules/zonedTime';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { ownZone } from '../../../app/zone';
import { Skeleton } from '../../../ui/Loading';
import { pathOfMet } from './deskLinks';

/** What is late or has failed, by what of it: as the alert rules judge it where they name no threshold of their own. */
export const useAttention = (every: number | false = false) =>
  useQuery({ ...read('homeReport', 'attention', {}), refetchInterval: every });

/** The queue of what needs a hand, the oldest of each first, each with the way to it. */
export function Attention() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { data } = useAttention();
  if (!data) return <Skeleton lines={6} />;
  if (data.length === 0) return <p className="fc-muted">{t('access.homeAttentionNone')}</p>;
  return data.map(({ event, total, first }) => (
    <div key={event}>
      <h3>
        {speech.choice('alertEvent', event)} <span className="fc-muted">{total}</span>
      </h3>
      <ul className="fc-met-lines">
        {first.map((met) => (
          <li key={met.objectId}>
            <Link to={pathOfMet(event, met)}>{met.objectNo}</Link>
            <time>{formatInstant(met.since, ownZone)}</time>
          </li>
        ))}
      </ul>
    </div>
  ));
}
