import { Button, NonIdealState } from '@blueprintjs/core';
import { Error as ErrorIcon, Refresh, Reset } from '@blueprintjs/icons';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../api/bridge';
import { Boundary } from './Boundary';
import { DiagnosticsButton } from './DiagnosticsButton';
import { saveAllNow } from './saveSoon';

/** Outermost error boundary: shows this page, instead of an empty window, for errors outside screens and parts. */
export function WindowBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary
      fallback={(failed, reset) => <WindowFailed detail={failed.message} onRetry={reset} />}
      onFailed={saveAllNow}
    >
      {children}
    </Boundary>
  );
}

function WindowFailed({ detail, onRetry }: { detail: string; onRetry: () => void }) {
  const { t } = useTranslation();
  useEffect(() => {
    // The desk that listens for F5 is gone. Ctrl+R belongs to the View menu and works without the page.
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F5') window.location.reload();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <main className="fc-page-centre" role="alert">
      <NonIdealState
        className="fc-screen-error"
        icon={<ErrorIcon size={40} />}
        title={t('app.windowFailed')}
        description={
          <>
            <p>{t('app.windowFailedDetail')}</p>
            <code>{detail}</code>
          </>
        }
        action={
          <>
            <Button icon={<Refresh />} intent="primary" onClick={onRetry}>
              {t('common.retry')}
            </Button>{' '}
            <Button icon={<Reset />} onClick={() => void desktop.settings.restart({ gpu: false })}>
              {t('app.windowRestart')}
            </Button>{' '}
            <DiagnosticsButton />
          </>
        }
      />
    </main>
  );
}
