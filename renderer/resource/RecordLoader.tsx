import { Button, NonIdealState } from '@blueprintjs/core';
import { problem } from '@contract/errors';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type Question, useAnswer } from '../api/answers';
import { failureOf } from '../api/bridge';
import { useUnsavedPaths } from '../app/drafts';
import { useSpeech } from '../app/language';
import { Redirect } from '../app/Redirect';
import { useTabPath, useTabTitle } from '../app/TabFrame';
import { idIn } from '../kinds/recordId';
import { Skeleton } from '../ui/Loading';
import { useEarlyKeys } from '../ui/shortcuts';

/** Question of a record that has no id yet; never asked. */
const NO_QUESTION: Question<never> = {
  queryKey: ['none'],
  queryFn: () => Promise.reject(new Error('disabled')),
};

interface Props<Answer, Query> {
  /** Query that reads the record; null if the path names none. */
  readonly query: Query;
  /** Path of the list that contains it. */
  readonly list: string;
  readonly title: (answer: Answer) => string;
  /** Returns true if the response contains a record, for queries that may return none. */
  readonly isThere?: (answer: Answer) => boolean;
  /** Keeps the record as first read, even if others change it; for forms. */
  readonly still?: boolean;
  readonly children: (answer: Answer, readAgain: () => void) => ReactNode;
}

/** {@link RecordLoader} for the `id` in a path's query string; redirects to the list if there is none. */
export function RecordFromQuery<Answer>({
  query,
  ...shown
}: Props<Answer, (id: number) => Question<Answer>>) {
  const [search] = useSearchParams();
  const id = idIn(search.get('id'));
  if (id === null) return <Redirect to={shown.list} />;
  return <RecordLoader query={query(id)} {...shown} />;
}

/**
 * Screen of one record: a skeleton until it is loaded, its name on the tab. If it does not exist (any more), offers
 * its list; any other failure can be retried.
 */
export function RecordLoader<Answer>(props: Props<Answer, Question<Answer> | null>) {
  const { query, list, title, isThere, still, children } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const typed = useUnsavedPaths().has(useTabPath());
  const {
    data,
    error,
    retry: refetch,
  } = useAnswer<Answer>({
    ...(query ?? NO_QUESTION),
    enabled: query !== null,
    ...(still ? { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } : {}),
  });
  const found = data !== undefined && (isThere?.(data) ?? true);
  useTabTitle(found ? title(data) : null);
  useEarlyKeys(query !== null && data === undefined && !error);
  // Keeps the loaded record although refetching failed, since the user may have typed into its form.
  if (found) return children(data, () => void refetch());
  // A deleted record is not worth a retry.
  if (query === null || data !== undefined || (error && failureOf(error).error.code === 'NOT_FOUND'))
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
