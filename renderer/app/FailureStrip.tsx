import { Callout } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnshownFailures, UnshownFailuresContext, useUnshownFailures } from '../api/unshownFailures';
import { Trouble } from '../resource/Answered';

/** Adds a strip at the foot of a screen for failures that its parts do not show themselves. */
export function WithFailureStrip({ children }: { children: ReactNode }) {
  const [failures] = useState(() => new UnshownFailures());
  return (
    <UnshownFailuresContext value={failures}>
      {children}
      <FailureStrip failures={failures} />
    </UnshownFailuresContext>
  );
}

function FailureStrip({ failures }: { failures: UnshownFailures }) {
  const { t } = useTranslation();
  const [first] = useUnshownFailures(failures);
  if (!first) return null;
  const reason = first.error.message;
  return (
    <div className="fc-unshown-failures">
      <Callout compact intent={first.hasData ? 'warning' : 'danger'}>
        <Trouble
          text={first.hasData ? t('common.notRefreshed', { reason }) : t('common.partFailed', { reason })}
          onRetry={first.retry}
        />
      </Callout>
    </div>
  );
}
