import { type FileJob, fileJobStates } from '@contract/files/fileJobRow';
import { useEffect, useMemo, useRef } from 'react';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { type Rows, useRows } from '../../../resource/rows';
import { Progress } from '../../../ui/Progress';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { isUnderWay } from './JobView';

/** Milliseconds between two looks while something is under way. */
const LOOK = 700;

type JobState = Pick<FileJob, 'status' | 'progress'>;

/** Conversions as rows that are followed while they are under way; what one of them wrote is asked for once it has ended. */
export function useJobRows<Row extends JobState>(
  group: 'fileJob' | 'invoiceFile' | 'awbFile' | 'tariffReading',
  query: object,
): Rows<Row> {
  const rows = useRows<Row>((page, pageSize) => ({
    ...read(group, 'list', { query: { ...query, page, pageSize } } as never),
    refetchInterval: ({ state }: { state: { data?: { list: readonly Row[] } } }) =>
      state.data?.list.some(isUnderWay) ? LOOK : false,
  }));
  const underWay = rows.there().filter(isUnderWay).length;
  const working = useRef(0);
  useEffect(() => {
    if (underWay < working.current) void invalidate(queryClient, 'fileJob');
    working.current = underWay;
  }, [underWay]);
  return rows;
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
