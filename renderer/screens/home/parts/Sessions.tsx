import { Tag } from '@blueprintjs/core';
import type { OwnSession } from '@contract/access/session';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { queryClient, read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useServed } from '../../../app/offered';
import { ownTime } from '../../../app/zone';
import { NotLoaded } from '../../../resource/Answered';
import { BusyButton } from '../../../ui/BusyButton';
import { Skeleton } from '../../../ui/Loading';
import { notify, notifyFailed } from '../../../ui/toaster';

/** Sessions of the account, with buttons to end them. */
export function Sessions() {
  const { t } = useTranslation();
  const { data, error, retry } = usePart(read('session', 'sessions'));
  const [busy, setBusy] = useState('');
  const canEndOne = useServed('session.endSession');
  const canEndOthers = useServed('session.endOthers');
  const end = async (what: string, call: () => Promise<unknown>) => {
    setBusy(what);
    try {
      await call();
      notify({ text: t('access.sessionsEnded'), intent: 'success' });
    } catch (thrown) {
      notifyFailed(thrown);
    }
    await queryClient.invalidateQueries({ queryKey: ['session', 'sessions'] });
    setBusy('');
  };
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton />;
  const others = data.filter(({ current }) => !current);
  const nameOf = ({ userAgent, ip }: OwnSession) =>
    [userAgent ?? t('access.sessionUnknown'), ip].filter(Boolean).join(' · ');
  return (
    <>
      <ul className="fc-sessions">
        {data.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{nameOf(session)}</strong>
              <span className="fc-muted">
                {t('access.sessionTimes', {
                  since: ownTime(session.createdAt),
                  used: ownTime(session.lastUsedAt),
                })}
              </span>
            </div>
            {session.current ? (
              <Tag minimal intent="success">
                {t('access.sessionHere')}
              </Tag>
            ) : canEndOne ? (
              <BusyButton
                size="small"
                busy={busy === session.id}
                onClick={() =>
                  void end(session.id, () => client.session.endSession({ params: { id: session.id } }))
                }
              >
                {t('access.sessionEnd')}
              </BusyButton>
            ) : null}
          </li>
        ))}
      </ul>
      {others.length > 1 && canEndOthers && (
        <BusyButton busy={busy === 'all'} onClick={() => void end('all', () => client.session.endOthers())}>
          {t('access.sessionsEndOthers', { count: others.length })}
        </BusyButton>
      )}
    </>
  );
}
