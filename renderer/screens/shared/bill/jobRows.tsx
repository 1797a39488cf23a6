import { type FileJob, fileJobStates } from '@contract/files/fileJobRow';
import { useEffect, useMemo, useRef } from 'react';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import type { Rows } from '../../../resource/rows';
import { Progress } from '../../../ui/Progress';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { isUnderWay } from './JobView';

/** Milliseconds between polls while any conversion is running. */
const LOOK = 700;

type JobState = Pick<FileJob, 'status' | 'progress'>;

/** Returns the polling interval in milliseconds for a list with running conversions; false if none is running. */
export const whileUnderWay = (page: { readonly list: readonly JobState[] } | undefined) =>
  page?.list.some(isUnderWay) ? LOOK : false;

/** Refetches the records written by a conversion, once it has ended. */
export function useEndings(rows: Rows<JobState>): void {
  const underWay = rows.there().filter(isUnderWay).length;
  const working = useRef(0);
  useEffect(() => {
    if (underWay < working.current) void invalidate(queryClient, 'fileJob');
    working.current = underWay;
  }, [underWay]);
}

/** Column with the status of a conversion. */
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
