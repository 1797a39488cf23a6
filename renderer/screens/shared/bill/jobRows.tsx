import { type FileJob, fileJobStates } from '@contract/files/fileJobRow';
import { useEffect, useMemo, useRef } from 'react';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import type { Rows } from '../../../resource/rows';
import { Progress } from '../../../ui/Progress';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { isUnderWay } from './JobView';

/** Milliseconds between two looks while something is under way. */
const LOOK = 700;

type JobState = Pick<FileJob, 'status' | 'progress'>;

/** Milliseconds after which a list with conversions under way is asked for again; false where none is. */
export const whileUnderWay = (page: { readonly list: readonly JobState[] } | undefined) =>
  page?.list.some(isUnderWay) ? LOOK : false;

/** Asks again for what a conversion wrote, once it has ended. */
export function useEndings(rows: Rows<JobState>): void {
  const underWay = rows.there().filter(isUnderWay).length;
  const working = useRef(0);
  useEffect(() => {
    if (underWay < working.current) void invalidate(queryClient, 'fileJob');
    working.current = underWay;
  }, [underWay]);
}

/** Where a conversion stands, as its column says it. */
export function useJobStatus<Row extends JobState>() {
  const speech = useSpeech();
  return useMemo(
    () =>
      ({
        name: 'status',
        width: 200,
        cell: (job: Row) => <Status job={job} />,
        text: (job: Row) => speech.state('fileJob', job.status),
      }) as const,
    [speech],
  );
}

function Status({ job }: { job: JobState }) {
  const speech = useSpeech();
  const text = speech.state('fileJob', job.status);
  return (
    <span className="fc-job-progress">
      <StateTag tone={toneOf(fileJobStates, job.status)}>{text}</StateTag>
      {job.status === 'processing' && (
        <>
          <Progress label={text} part={job.progress / 100} />
          <span>{job.progress}%</span>
        </>
      )}
    </span>
  );
}
