import { Button, Callout } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../api/bridge';
import { queryClient } from '../api/queries';
import { AppDialog } from '../ui/AppDialog';
import { DiagnosticsButton } from './DiagnosticsButton';
import { setBoot, useDesk } from './desk';
import { startFailure, useSpeech } from './language';
import { StartFailure } from './laterParts';
import { ReadOnlyNotice } from './ReadOnlyNotice';

/** Banner while the embedded API is down: the reason, and a button to start it again. Nothing otherwise. */
export function BackendBanner() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const environment = useDesk((desk) => desk.environment);
  const backend = useDesk((desk) => desk.backend);
  const { status, code, detail } = backend;
  const [solving, setSolving] = useState(false);
  useEffect(() => {
    // Refetch the queries that failed during the outage.
    if (status === 'ready')
      void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' });
  }, [status]);
  if (environment !== 'embedded' || status === 'absent') return null;
  if (status === 'ready') return <ReadOnlyNotice />;
  if (status === 'starting') {
    return (
      <Callout compact intent="warning" className="fc-banner" role="status">
        {t('app.backendDown')}
      </Callout>
    );
  }
  const restart = async () => setBoot(await desktop.environments.restart());
  return (
    <Callout compact intent="danger" className="fc-banner" role="alert">
      {startFailure(speech, code, detail) ?? t('app.backendFailed')}{' '}
      <Button size="small" onClick={() => void restart()}>
        {t('common.retry')}
      </Button>{' '}
      <Button size="small" onClick={() => setSolving(true)}>
        {t('backups.solve')}
      </Button>
      {solving && (
        <AppDialog
          wide
          title={t('backups.failedTitle')}
          onClose={() => setSolving(false)}
          actions={<Button onClick={() => setSolving(false)}>{t('common.close')}</Button>}
        >
          <p>{startFailure(speech, code, detail)}</p>
          <StartFailure onDone={() => setSolving(false)} />
        </AppDialog>
      )}
      <DiagnosticsButton />
    </Callout>
  );
}
