import { Callout, NonIdealState } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../api/answers';
import type { Failure } from '../api/bridge';
import { BusyButton } from '../ui/BusyButton';
import { Skeleton } from '../ui/Loading';

interface LoadState {
  readonly error: Failure | null;
  /** The current query has neither data nor an error yet. */
  readonly pending: boolean;
  readonly retry: () => Promise<unknown>;
}

/** Retries after a failure; the error stays in view, its button busy, until the retry has an outcome. */
export function useRetry({ error, pending, retry }: LoadState) {
  const [before, setBefore] = useState<Failure | null>(null);
  return {
    failure: error ?? (pending ? before : null),
    busy: before !== null,
    again: async () => {
      setBefore(error);
      await retry();
      setBefore(null);
    },
  };
}

/** Retry button, busy until the retry has an outcome. */
export function RetryButton({ onRetry, busy }: { onRetry: () => Promise<unknown>; busy?: boolean }) {
  const { t } = useTranslation();
  const [own, setOwn] = useState(false);
  const again = async () => {
    setOwn(true);
    await onRetry();
    setOwn(false);
  };
  return (
    <BusyButton size="small" busy={busy ?? own} onClick={() => void again()}>
      {t('common.retry')}
    </BusyButton>
  );
}

/** Line of text on a failed load or refresh, with a retry button. */
export function Trouble(props: {
  readonly text: string;
  readonly onRetry: () => Promise<unknown>;
  readonly busy?: boolean;
}) {
  return (
    <div className="fc-trouble" role="alert">
      <span>{props.text}</span>
      <RetryButton onRetry={props.onRetry} {...(props.busy === undefined ? {} : { busy: props.busy })} />
    </div>
  );
}

/**
 * Part of a screen filled by a query's data: a skeleton while it loads, its error with a retry, and a note over data
 * that could not be refreshed. Draws nothing for a disabled query.
 */
export function Answered<T>(props: {
  readonly answer: Answer<T>;
  /** Number of skeleton lines while loading. */
  readonly lines?: number;
  /** Fills the place of a screen, a tab or a panel: the failure is shown in its middle. */
  readonly whole?: boolean;
  readonly children: (data: T) => ReactNode;
}) {
  const { answer, lines = 3, whole = false, children } = props;
  const { t } = useTranslation();
  const { data, error, state, retry } = answer;
  const { failure, busy, again } = useRetry({
    error: state === 'failed' ? error : null,
    pending: state === 'pending',
    retry,
  });
  if (failure)
    return whole ? (
      <NonIdealState
        title={failure.message}
        action={
          <BusyButton intent="primary" busy={busy} onClick={() => void again()}>
            {t('common.retry')}
          </BusyButton>
        }
      />
    ) : (
      <Callout compact intent="danger">
        <Trouble text={failure.message} busy={busy} onRetry={again} />
      </Callout>
    );
  if (data === undefined) return state === 'pending' ? <Skeleton lines={lines} /> : null;
  return (
    <>
      {state === 'notRefreshed' && error && <NotRefreshed error={error} retry={retry} />}
      {children(data)}
    </>
  );
}

/**
 * Part of a panel filled by a query of `usePart`: its data, the reason why it could not be loaded with a retry, or a
 * skeleton.
 */
export function Loaded<T>(props: {
  readonly answer: Answer<T>;
  /** Number of skeleton lines while loading. */
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}) {
  const { answer, lines, children } = props;
  const { data, error, retry } = answer;
  if (data !== undefined) return children(data);
  return error ? <NotLoaded error={error} onRetry={retry} /> : <Skeleton {...(lines ? { lines } : {})} />;
}

/** Placeholder for a part or screen that could not be loaded: the reason, and a retry button. */
export function NotLoaded({ error, onRetry }: { error: Failure; onRetry: () => Promise<unknown> }) {
  return (
    <div role="alert">
      <NonIdealState title={error.message} action={<RetryButton onRetry={onRetry} />} />
    </div>
  );
}

/** Note over older data that could not be refreshed. */
export function NotRefreshed({ error, retry }: { error: Failure; retry: () => Promise<unknown> }) {
  const { t } = useTranslation();
  return (
    <Callout compact intent="warning">
      <Trouble text={t('common.notRefreshed', { reason: error.message })} onRetry={retry} />
    </Callout>
  );
}

/**
 * Numbers beside a list, from the same query as its rows: those of the previous query are dimmed at once and soon
 * removed; an error is shown with a retry.
 */
export function AnsweredNumbers<T>(props: {
  readonly answer: Answer<T>;
  readonly children: (data: T) => ReactNode;
}) {
  const { answer, children } = props;
  const { t } = useTranslation();
  const { data, former, error, state, retry } = answer;
  const failed = useRetry({
    error: state === 'failed' ? error : null,
    pending: state === 'pending',
    retry,
  });
  if (failed.failure)
    return (
      <Trouble
        text={t('common.totalsFailed', { reason: failed.failure.message })}
        busy={failed.busy}
        onRetry={failed.again}
      />
    );
  if (data !== undefined)
    return (
      <>
        {children(data)}
        {state === 'notRefreshed' && error && (
          <Trouble text={t('common.notRefreshed', { reason: error.message })} onRetry={retry} />
        )}
      </>
    );
  return former === undefined ? null : (
    <span className="fc-former" aria-hidden inert>
      {children(former)}
    </span>
  );
}
