import { NonIdealState } from '@blueprintjs/core';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../ui/BusyButton';
import { Skeleton } from '../ui/Loading';
import { useRetry } from './Answered';
import type { Rows } from './rows';

/** Returns the placeholder of a table without rows: the reason, or that they are loading; undefined if it has rows. */
export function useInstead<Row extends { readonly id: number | string }>(
  rows: Rows<Row>,
  empty: ReactElement,
  height: string,
): ReactElement | undefined {
  const { t } = useTranslation();
  const failed = useRetry({
    error: rows.state === 'failed' ? rows.error : null,
    pending: rows.state === 'pending',
    retry: rows.retry,
  });
  const none = rows.length === 0 && (rows.live ? empty : <Skeleton lines={12} />);
  const instead = failed.failure ? (
    <NonIdealState
      title={t('common.listFailed')}
      description={failed.failure.message}
      action={
        <BusyButton intent="primary" busy={failed.busy} onClick={() => void failed.again()}>
          {t('common.retry')}
        </BusyButton>
      }
    />
  ) : (
    none
  );
  if (!instead) return undefined;
  return (
    <div className="fc-table-beside" style={{ height }}>
      <div className="fc-table-place" role={failed.failure ? 'alert' : undefined}>
        {instead}
      </div>
    </div>
  );
}
