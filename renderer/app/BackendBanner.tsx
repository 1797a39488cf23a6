import { Button, Callout } from '@blueprintjs/core';
import type { MessageCode } from '@contract/words';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../api/bridge';
import { queryClient } from '../api/queries';
import { DiagnosticsButton } from './DiagnosticsButton';
import { setBoot, useDesk } from './desk';
import { useSpeech } from './language';

/** Says that the embedded API is down, why, and offers to start it again. Silent while all is well. */
export function BackendBanner() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { environment, backend } = useDesk();
  const { status, code, detail } = backend;
  useEffect(() => {
    // What failed while it was away is asked for again.
    if (status === 'ready')
      void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' });
  }, [status]);
  if (environment !== 'embedded' || status === 'ready' || status === 'absent') return null;
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
      {code
        ? speech.message({
            code: code as MessageCode,
            params: { detail: detail ?? '', version: detail ?? '' },
          })
        : t('app.backendFailed')}{' '}
      <Button size="small" onClick={() => void restart()}>
        {t('common.retry')}
      </Button>{' '}
      <DiagnosticsButton />
    </Callout>
  );
}
