import '../../../resource/importing/importing.css';
import { Button, Callout } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { fileJobMachine, jobChanges, jobProblem, jobRecords } from '@contract/files/fileJob';
import { type FileIssue, type FileJob, fileJobStates } from '@contract/files/fileJobRow';
import { type FileKind, isToolKind } from '@contract/files/fileKindNames';
import { fileKinds } from '@contract/files/fileKinds';
import { refusalOf } from '@contract/machine';
import { isKeyOf } from '@contract/names';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { useNumber } from '../../../kinds/NumberInput';
import { RecordCounts } from '../../../resource/importing/RecordsSummary';
import { StateActions } from '../../../resource/StateActions';
import { Progress } from '../../../ui/Progress';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { useFilePermits } from './filePermits';
import { JobChanges } from './JobChanges';
import { JobIssues } from './JobIssues';
import { JobStatistic } from './JobStatistic';
import { endingOf, JOB_ACTIONS, type JobAction, useJobActions } from './useJobActions';

/** Milliseconds between polls of a running conversion. */
const LOOK = 500;

/** Kinds whose files are declarations. */
const DECLARATIONS: ReadonlySet<FileKind> = new Set(['declaration', 'invoice', 'awb_file']);

/** True while a conversion is waiting or running. */
export const isUnderWay = ({ status }: Pick<FileJob, 'status'>): boolean =>
  status === 'unprocessed' || status === 'processing';

/** Fetches the returned rows of a conversion, for the wizard to read. */
export const borrowErrors = (job: Pick<FileJob, 'id' | 'fileName' | 'errorFileName'>) =>
  desktop.files.borrow({
    call: 'fileJob.errorFile',
    input: { params: { id: job.id } },
    name: `${job.fileName.replace(/\.[^.]*$/, '')}${endingOf(job)}`,
  });

/** One conversion: its progress, result, changes, issues, and actions. */
export function JobView({
  id,
  onCorrect,
  onGone,
  children,
}: {
  id: number;
  /** Opens the rows with errors for correction. */
  onCorrect: (job: FileJob, issues: readonly FileIssue[]) => void;
  onGone?: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { act, save, leaveOut, dialogs } = useJobActions();
  const may = useFilePermits();
  const job = useData({
    ...read('fileJob', 'get', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK : false),
  });
  const before = useRef(job?.status);
  const status = job?.status;
  useEffect(() => {
    // Refetch the written records once it has ended.
    if (before.current && status && before.current !== status && !isUnderWay({ status }))
      void invalidate(queryClient, 'fileJob');
    before.current = status;
  }, [status]);
  if (!job) return null;
  const changes = jobChanges(job);
  const records = jobRecords(job);
  const mayUpload = may('send', job.kind);
  const found = jobProblem(job);
  const waits = job.status === 'exception' && refusalOf(fileJobMachine, 'accept', job) === undefined;
  const replaces = waits && job.appliedAt === null && changes !== undefined;
  const correct = async () => {
    const { list } = await client.fileJob.issues({
      params: { id },
      query: { pageSize: 500, level: 'error' },
    });
    onCorrect(job, list);
  };
  const mayLeave =
    mayUpload && job.appliedAt === null && refusalOf(fileJobMachine, 'restart', job) === undefined;
  // A tool's output is deleted with its file, so there is nothing to undo.
  const undoable = !isToolKind(job.kind) || fileKinds[job.kind].undo !== null;
  const tone = { success: 'success', failed: 'danger', exception: 'warning' } as const;
  return (
    <div className="fc-job">
      <header className="fc-job-head">
        <h2>{job.fileName}</h2>
        <StateTag tone={toneOf(fileJobStates, job.status)}>{speech.state('fileJob', job.status)}</StateTag>
        <span className="fc-muted">
          {speech.choice('fileKind', job.kind)}
          {job.billNo && ` · ${billName(job)}`}
        </span>
        {job.undoneAt ? (
          <span className="fc-muted">{t('files.undoneAt', { at: ownTime(job.undoneAt) })}</span>
        ) : (
          job.appliedAt && (
            <span className="fc-muted">{t('files.appliedAt', { at: ownTime(job.appliedAt) })}</span>
          )
        )}
      </header>
      {isUnderWay(job) ? (
        <RunningJob job={job} onCancel={() => void act('cancel', job)} />
      ) : (
        <Numbers job={job} />
      )}
      {found && !isUnderWay(job) && (
        <Callout compact intent={isKeyOf(tone, job.status) ? tone[job.status] : 'none'} role="status">
          {speech.message(found)}
        </Callout>
      )}
      {records && !isUnderWay(job) && <RecordCounts records={records} />}
      {DECLARATIONS.has(job.kind) && !isUnderWay(job) && <JobStatistic id={id} />}
      {changes && <JobChanges changes={changes} done={job.appliedAt !== null} />}
      <div className="fc-buttons">
        {replaces && mayUpload && (
          <Button intent="primary" onClick={() => void act('accept', job)}>
            {t('files.acceptReplace')}
          </Button>
        )}
        {!isUnderWay(job) && job.errorRows > 0 && mayUpload && (
          <Button onClick={() => void correct()}>{t('files.correct')}</Button>
        )}
        {job.hasErrorFile && (
          <Button onClick={() => void save(job, 'errorFile')}>{t('files.errorFile')}</Button>
        )}
        {waits && !replaces && mayUpload && (
          <Button onClick={() => void act('accept', job)}>{t('files.acceptRest')}</Button>
        )}
        {!isUnderWay(job) && children}
        <Button onClick={() => void save(job, 'file')}>{t('files.sourceFile')}</Button>
        <StateActions
          machine={fileJobMachine}
          row={job}
          first={job.status === 'success' && undoable ? ['undo'] : ['restart']}
          all={JOB_ACTIONS.filter(
            (action) => action !== 'accept' && action !== 'cancel' && (action !== 'undo' || undoable),
          )}
          allows={(action) => may(action === 'undo' ? 'undo' : 'send', job.kind)}
          onAct={async (action) => {
            if ((await act(action as JobAction, job)) && action === 'delete') onGone?.();
          }}
        />
      </div>
      {!isUnderWay(job) && job.errorRows + job.warningRows > 0 && (
        <JobIssues id={id} onLeave={mayLeave ? (rows) => leaveOut(job, rows) : undefined} />
      )}
      {dialogs}
    </div>
  );
}

function RunningJob({ job, onCancel }: { job: FileJob; onCancel: () => void }) {
  const { t } = useTranslation();
  const number = useNumber();
  const done = Math.round((job.totalRows * job.progress) / 100);
  const text =
    job.status === 'unprocessed'
      ? t('files.waiting')
      : t('files.working', { done: number(done), total: number(job.totalRows) });
  return (
    <div className="fc-sending" role="status">
      <Progress label={text} part={job.progress > 0 ? job.progress / 100 : undefined} />
      <span>
        {text} <span className="fc-muted">{t('files.goesOn')}</span>
      </span>
      <Button size="small" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

function Numbers({ job }: { job: FileJob }) {
  const speech = useSpeech();
  const number = useNumber();
  return (
    <p className="fc-job-numbers">
      {(['totalRows', 'okRows', 'errorRows', 'warningRows'] as const).map((field) => (
        <span key={field}>
          {speech.label(field)} <strong>{number(job[field])}</strong>
        </span>
      ))}
    </p>
  );
}
