import { documentLists } from '@contract/business/document';
import { formatInstant } from '@contract/rules/zonedTime';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { ownZone } from '../../../app/zone';
import { Failed } from '../../../ui/Failed';
import { Skeleton } from '../../../ui/Loading';
import { pathOfMet } from './deskLinks';

/** What is late or has failed, by what of it: as the alert rules judge it where they name no threshold of their own. */
export const useAttention = (every: number | false = false) =>
  useAnswer({ ...read('homeReport', 'attention', {}), refetchInterval: every });

/** The queue of what needs a hand, what awaits the reader's decision before all else, each with the way to it. */
export function Attention() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const met = useAttention();
  const awaiting = useAnswer(read('homeReport', 'approvals', {}));
  if (met.state === 'pending' || awaiting.state === 'pending') return <Skeleton lines={6} />;
  const { data: events = [], error } = met;
  const { data: approvals } = awaiting;
  if (events.length === 0 && !approvals?.total)
    return error ? (
      <Failed text={error.message} />
    ) : (
      <p className="fc-muted">{t('access.homeAttentionNone')}</p>
    );
  return (
    <>
      {approvals !== undefined && approvals.total > 0 && (
        <Queue
          title={t('access.homeApprovals')}
          total={approvals.total}
          lines={approvals.first.map(({ docType, docId, docNo, submittedAt }) => ({
            to: `${documentLists[docType]}/detail/${docId}`,
            no: docNo,
            since: submittedAt,
          }))}
        />
      )}
      {events.map(({ event, total, first }) => (
        <Queue
          key={event}
          title={speech.choice('alertEvent', event)}
          total={total}
          lines={first.map((met) => ({ to: pathOfMet(event, met), no: met.objectNo, since: met.since }))}
        />
      ))}
    </>
  );
}

/** What of one kind waits: how many, and the oldest. */
function Queue({
  title,
  total,
  lines,
}: {
  title: string;
  total: number;
  lines: readonly { readonly to: string; readonly no: string; readonly since: string }[];
}) {
  return (
    <div>
      <h3>
        {title} <span className="fc-muted">{total}</span>
      </h3>
      <ul className="fc-met-lines">
        {lines.map(({ to, no, since }) => (
          <li key={`${to} ${no}`}>
            <Link to={to}>{no}</Link>
            <time>{formatInstant(since, ownZone)}</time>
          </li>
        ))}
      </ul>
    </div>
  );
}
