import { Button, NonIdealState } from '@blueprintjs/core';
import { problem } from '@contract/errors';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useAnswer } from '../api/answers';
import { type Failure, failureOf } from '../api/bridge';
import { useUnsavedPaths } from '../app/drafts';
import { useSpeech } from '../app/language';
import { Redirect } from '../app/Redirect';
import { useTabPath, useTabTitle } from '../app/TabFrame';
import { idIn } from '../kinds/recordId';
import { Skeleton } from '../ui/Loading';
import { useEarlyKeys } from '../ui/shortcuts';

type Ask<Answer> = UseQueryOptions<Answer, Failure> & { queryKey: readonly unknown[] };

interface Props<Answer, Asking> {
  /** How it is read; null when the path names none. */
  readonly ask: Asking;
  /** Path of the list it stands in. */
  readonly list: string;
  readonly title: (answer: Answer) => string;
  /** Of an answer that may hold nothing: whether it does. */
  readonly isThere?: (answer: Answer) => boolean;
  /** For forms: it stays as it was read, whatever others change meanwhile. */
  readonly still?: boolean;
  readonly children: (answer: Answer, readAgain: () => void) => ReactNode;
}

/** {@link OneRecord} of the id behind the question mark of a path; a path that has none there leads to the list. */
export function RecordFromQuery<Answer>({ ask, ...shown }: Props<Answer, (id: number) => Ask<Answer>>) {
  const [search] = useSearchParams();
  const id = idIn(search.get('id'));
  if (id === null) return <Redirect to={shown.list} />;
  return <RecordLoader ask={ask(id)} {...shown} />;
}

/**
 * A screen of one record: grey lines until it is there, its name on the tab. One that does not exist, or no longer, leads
 * back to its list; what went wrong otherwise is tried again.
 */
export function RecordLoader<Answer>(props: Props<Answer, Ask<Answer> | null>) {
  const { ask, list, title, isThere, still, children } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const typed = useUnsavedPaths().has(useTabPath());
  const {
    data,
    error,
    retry: refetch,
  } = useAnswer<Answer>({
    ...(ask ?? { queryKey: ['none'] }),
    enabled: ask !== null,
    ...(still ? { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } : {}),
  });
  const found = data !== undefined && (isThere?.(data) ?? true);
  useTabTitle(found ? title(data) : null);
  useEarlyKeys(ask !== null && data === undefined && !error);
  // What stands there stays, though it could not be read again: what was typed into it is nobody else's.
  if (found) return children(data, () => void refetch());
  // What was deleted does not come back by asking again.
  if (ask === null || data !== undefined || (error && failureOf(error).error.code === 'NOT_FOUND'))
    return (
      <NonIdealState
        title={speech.message(problem('NOT_FOUND'))}
        action={
          <>
            {typed && <Button onClick={() => navigate('/home/kept')}>{t('kept.seeTyped')}</Button>}{' '}
            <Button onClick={() => navigate(list)}>{t('common.toList')}</Button>
          </>
        }
      />
    );
  if (error)
    return (
      <NonIdealState
        title={error.message}
        action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
      />
    );
  return <Skeleton lines={14} />;
}
