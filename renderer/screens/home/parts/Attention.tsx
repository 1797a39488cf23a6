import { Callout } from '@blueprintjs/core';
import { billStages } from '@contract/bill/bill';
import { documentPath } from '@contract/business/document';
import type { AlertEvent } from '@contract/monitor/alert';
import type { LateRecord } from '@contract/report/home';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { ownTime } from '../../../app/zone';
import { codeOf, type Lookups, useLookups } from '../../../kinds/lookups';
import { placeTime } from '../../../kinds/PlaceTime';
import { Trouble } from '../../../resource/Answered';
import { Skeleton } from '../../../ui/Loading';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { handlingPath } from './deskLinks';

const TARGETS = ['airport', 'customer'] as const;
const HOUR = 3_600_000;

/** Reads what is late or has failed, by alert event, with the default thresholds of the alert rules. */
export const useAttention = (every: number | false = false) =>
  usePart({ ...read('homeReport', 'attention', {}), refetchInterval: every });

/** Queue of things that need attention, with links; those awaiting the user's decision come first. */
export function Attention() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const attention = useAttention();
  const awaiting = usePart({
    ...read('homeReport', 'approvals', {}),
    enabled: useServed('homeReport.approvals'),
  });
  const lookups = useLookups(TARGETS);
  if (attention.state === 'pending' || awaiting.state === 'pending') return <Skeleton lines={6} />;
  const { data: events = [] } = attention;
  const { data: approvals } = awaiting;
  const failed = [attention, awaiting].find(({ state }) => state === 'failed');
  if (events.length === 0 && !approvals?.total && !failed)
    return <p className="fc-muted">{t('access.homeAttentionNone')}</p>;
  return (
    <>
      {failed?.error && (
        <Callout compact intent="danger">
          <Trouble text={failed.error.message} onRetry={failed.retry} />
        </Callout>
      )}
      {approvals !== undefined && approvals.total > 0 && (
        <Queue title={t('access.homeApprovals')} total={approvals.total}>
          {approvals.first.map(({ docType, docId, docNo, submittedAt }) => (
            <li key={`${docType} ${docId}`}>
              <Link to={documentPath(docType, docId)}>{docNo}</Link>
              <time>{ownTime(submittedAt)}</time>
            </li>
          ))}
        </Queue>
      )}
      {events.map(({ event, total, first }) => (
        <Queue key={event} title={speech.choice('alertEvent', event)} total={total}>
          {first.map((one) => (
            <LateLine key={`${one.objectId} ${one.objectNo}`} event={event} match={one} lookups={lookups} />
          ))}
        </Queue>
      ))}
    </>
  );
}

/** Waiting things of one kind: their number, and the oldest. */
function Queue({ title, total, children }: { title: string; total: number; children: ReactNode }) {
  return (
    <div>
      <h3>
        {title} <span className="fc-muted">{total}</span>
      </h3>
      <ul className="fc-met-lines">{children}</ul>
    </div>
  );
}

/** A record that needs attention: its customer, its stage, the missing step, and the delay. */
function LateLine({ event, match, lookups }: { event: AlertEvent; match: LateRecord; lookups: Lookups }) {
  const speech = useSpeech();
  const lateness = useLateness();
  const customer = match.customerId === null ? undefined : lookups.find('customer', match.customerId);
  const { text, late } = lateness(match);
  const { stage } = match;
  return (
    <li className="fc-met-line">
      <Link to={handlingPath(event, match)}>{match.objectNo}</Link>
      <span title={customer && speech.name(customer)}>{customer && codeOf('customer', customer)}</span>
      <span>
        {stage && <StateTag tone={toneOf(billStages, stage)}>{speech.state('bill', stage)}</StateTag>}
      </span>
      <span title={speech.choice('alertMissing', event)}>{speech.choice('alertMissing', event)}</span>
      <span
        className={late ? 'fc-late' : 'fc-muted'}
        title={placeTime(match.dueAt ?? match.since, 'landing', match, lookups)}
      >
        {text}
      </span>
    </li>
  );
}

/** Returns the text on a delay, on how long something has been open, or on the time left. */
function useLateness() {
  const { t } = useTranslation();
  return ({ dueAt, since }: LateRecord): { text: string; late: boolean } => {
    const hours = (Date.now() - Date.parse(dueAt ?? since)) / HOUR;
    const kind = dueAt === null ? 'Open' : hours >= 0 ? 'Late' : 'Left';
    const whole = Math.floor(Math.abs(hours));
    const text =
      whole >= 48
        ? t(`access.homeDays${kind}`, { days: Math.floor(whole / 24) })
        : t(`access.homeHours${kind}`, { hours: whole });
    return { text, late: kind !== 'Left' };
  };
}
