import type { ImportRow } from '@contract/desktop/importing';
import type { ImportTemplate } from '@contract/importing/template';
import type { MessageCode, Param } from '@contract/words';
import { useState } from 'react';
import { useAnswer } from '../../api/answers';
import { desktop } from '../../api/bridge';
import { useSpeech } from '../../app/language';
import { useNextFrame } from '../nextFrame';

export type View = 'all' | 'errors' | 'warnings' | 'left';
/** Key of the column with the problems of a row; no field has this name. */
export const PROBLEMS = '!';
const WINDOW = 200;

/** Reads the rows of a sheet that are in sight, filtered by `view`. */
export function useImportRows(session: string, part: number, view: View) {
  const [from, setFrom] = useState(0);
  const [seen, setSeen] = useState({ from: 0, to: 0 });
  const of = `${session} ${part} ${view}`;
  const answer = useAnswer({
    queryKey: ['importing', session, part, view, from],
    queryFn: async () => ({
      of,
      from,
      ...(await desktop.importing.rows({ session, part, view, offset: from, limit: WINDOW })),
    }),
    gcTime: 10_000,
  });
  // Rows of another view or sheet do not belong here; other rows of this one keep their positions.
  const former = answer.former?.of === of ? answer.former : undefined;
  const data = answer.data ?? former;
  const see = useNextFrame((first: number, last: number) => {
    setSeen((before) => (before.from === first && before.to === last ? before : { from: first, to: last }));
    if (first < from || last >= from + WINDOW) setFrom(Math.max(0, first - WINDOW / 2));
  });
  return {
    data,
    total: data?.total ?? 0,
    // While the next rows are loading, the present ones keep their positions.
    at: (index: number) => data?.rows[index - data.from],
    seen,
    see,
  };
}

/** Returns the names of the columns, and the messages of problems. */
export function useIssueWords(template: ImportTemplate) {
  const speech = useSpeech();
  const titleOf = (key: string) => template.columns.find((one) => one.key === key)?.[speech.language] ?? key;
  const messageOf = (issue: ImportRow['issues'][number]) =>
    issue.message ??
    speech.message(
      { code: issue.code as MessageCode, params: (issue.params ?? {}) as Record<string, Param> },
      titleOf(issue.column),
    );
  return { titleOf, messageOf };
}
