import { Callout } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnsaidContext, UnsaidFailures, useUnsaid } from '../api/unsaid';
import { Trouble } from '../resource/Answered';

/** Adds a strip at the foot of a screen for failures that its parts do not show themselves. */
export function WithUnsaid({ children }: { children: ReactNode }) {
  const [failures] = useState(() => new UnsaidFailures());
  return (
    <UnsaidContext value={failures}>
      {children}
      <UnsaidStrip failures={failures} />
    </UnsaidContext>
  );
}

function UnsaidStrip({ failures }: { failures: UnsaidFailures }) {
  const { t } = useTranslation();
  const [first] = useUnsaid(failures);
  if (!first) return null;
  const reason = first.error.message;
  return (
    <div className="fc-unsaid">
      <Callout compact intent={first.stands ? 'warning' : 'danger'}>
        <Trouble
          text={first.stands ? t('common.notRefreshed', { reason }) : t('common.partFailed', { reason })}
          onRetry={first.retry}
        />
      </Callout>
    </div>
  );
}
