import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon, Refresh } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../ui/toaster';
import { Boundary } from './Boundary';

/** Confines a failure to one part of the desk, such as the menu or the top bar, and lets the user retry that part. */
export function PartBoundary({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Boundary fallback={(_failed, reset) => <PartFailed className={className} onRetry={reset} />}>
      {children}
    </Boundary>
  );
}

/** Confines a failure to an overlay of the desk: closes it with a message. */
export function OverlayBoundary({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  const close = () => {
    onClose();
    notify({ text: t('app.partFailed'), intent: 'danger' });
  };
  return (
    <Boundary fallback={() => null} onFailed={close}>
      {children}
    </Boundary>
  );
}

function PartFailed({ className = '', onRetry }: { className?: string | undefined; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={`fc-part-failed ${className}`} role="alert">
      <ErrorIcon />
      <span>{t('app.partFailed')}</span>
      <Button size="small" variant="minimal" icon={<Refresh />} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
