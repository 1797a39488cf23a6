import { Callout, NonIdealState } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../api/answers';
import type { Failure } from '../api/bridge';
import { BusyButton } from '../ui/BusyButton';
import { Skeleton } from '../ui/Loading';

interface Asking {
  readonly error: Failure | null;
  /** Nothing of the present question is there, and it did not fail. */
  readonly pending: boolean;
  readonly retry: () => Promise<unknown>;
}

/** Asks again after a failure, which stays in view with its button busy until something else is known. */
export function useRetry({ error, pending, retry }: Asking) {
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

/** Button that asks again, busy until that has an outcome. */
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

/** Line on what could not be loaded or renewed, with a button to ask again. */
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
 * Part of a screen that an answer fills: grey lines while it is on its way, its failure with a retry, and a note over
 * what could not be renewed. Nothing is drawn for a question that is not asked yet.
 */
export function Answered<T>(props: {
  readonly answer: Answer<T>;
  /** Grey lines in place of the answer. */
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

/** In place of a part or a screen that could not be loaded: the reason, and a button to ask again. */
export function NotLoaded({ error, onRetry }: { error: Failure; onRetry: () => Promise<unknown> }) {
  return (
    <div role="alert">
      <NonIdealState title={error.message} action={<RetryButton onRetry={onRetry} />} />
    </div>
  );
}

/** Note over what stands as it was read before, because it could not be read again. */
export function NotRefreshed({ error, retry }: { error: Failure; retry: () => Promise<unknown> }) {
  const { t } = useTranslation();
  return (
    <Callout compact intent="warning">
      <Trouble text={t('common.notRefreshed', { reason: error.message })} onRetry={retry} />
    </Callout>
  );
}

/**
 * Numbers beside a list, by the same question as its rows: those of the question before are dimmed at once and soon gone,
 * and a failure is said with a retry.
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
