import '../../../resource/importing/importing.css';
import { Button, Callout, Checkbox, HTMLTable } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import type { Problem } from '@contract/errors';
import {
  type FileChanges,
  fileJobMachine,
  jobChanges,
  jobProblem,
  jobRecords,
} from '@contract/files/fileJob';
import { type FileIssue, type FileJob, fileJobStates } from '@contract/files/fileJobRow';
import { type FileKind, isToolKind } from '@contract/files/fileKindNames';
import { fileKinds } from '@contract/files/fileKinds';
import type { LeftRow } from '@contract/files/fileReading';
import { refusalOf } from '@contract/machine';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData } from '../../../api/unsaid';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { useNumber } from '../../../kinds/NumberInput';
import { RecordCounts } from '../../../resource/importing/RecordsSummary';
import { StateActions } from '../../../resource/StateActions';
import { AppDialog } from '../../../ui/AppDialog';
import { Progress } from '../../../ui/Progress';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { useMoney } from '../finance/Totals';
import { useFilePermits } from './filePermits';
import { JobStatistic } from './JobStatistic';
import { endingOf, JOB_ACTIONS, type JobAction, useJobActions } from './useJobActions';

/** Milliseconds between polls of a running conversion. */
const LOOK = 500;
const ISSUES = 50;

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
        <Callout compact intent={tone[job.status as keyof typeof tone] ?? 'none'} role="status">
          {speech.message(found as Problem)}
        </Callout>
      )}
      {records && !isUnderWay(job) && <RecordCounts records={records} />}
      {DECLARATIONS.has(job.kind) && !isUnderWay(job) && <JobStatistic id={id} />}
      {changes && <Changes changes={changes} done={job.appliedAt !== null} />}
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
        <Issues id={id} onLeave={mayLeave ? (rows) => leaveOut(job, rows) : undefined} />
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

/** Values before and after the import, actual or expected: numbers, and the first few names. */
function Changes({ changes, done }: { changes: FileChanges; done: boolean }) {
  const { t } = useTranslation();
  const { list: listed } = useSpeech();
  const number = useNumber(3);
  const money = useMoney();
  const { parcels, boxes, before, after } = changes;
  const value = ({ value: amount, currency }: FileChanges['before']) =>
    amount === null ? '—' : money(amount, currency ?? '');
  const names = (list: readonly string[], count: number) =>
    list.length < count ? t('files.names', { names: list }) : listed(list);
  const rows = [
    { label: t('common.parcels'), counts: parcels, from: before.parcels, to: after.parcels },
    { label: t('files.boxes'), counts: { ...boxes, changed: null }, from: before.boxes, to: after.boxes },
    { label: t('files.lines'), counts: null, from: before.lines, to: after.lines },
    { label: t('files.weight'), counts: null, from: before.weight, to: after.weight },
  ];
  const columns = ['before', 'after', 'added', 'removed', 'changedOnes', 'same'] as const;
  return (
    <section>
      <h3>{t(done ? 'files.changed' : 'files.changes')}</h3>
      <div className="fc-job-scroll">
        <HTMLTable compact striped aria-label={t(done ? 'files.changed' : 'files.changes')}>
          <thead>
            <tr>
              <th />
              {columns.map((name) => (
                <th key={name} className="fc-number">
                  {t(`files.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, counts, from, to }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {[from, to, counts?.added, counts?.removed, counts?.changed, counts?.same].map(
                  (count, index) => (
                    <td key={columns[index]} className="fc-number">
                      {count === null || count === undefined ? '' : number(count)}
                    </td>
                  ),
                )}
              </tr>
            ))}
            <tr>
              <th scope="row">{t('files.value')}</th>
              <td className="fc-number">{value(before)}</td>
              <td className="fc-number">{value(after)}</td>
              <td colSpan={4} />
            </tr>
          </tbody>
        </HTMLTable>
      </div>
      {(
        [
          ['added', changes.added, parcels.added],
          ['removed', changes.removed, parcels.removed],
          ['changedOnes', changes.changed, parcels.changed],
        ] as const
      ).map(
        ([name, list, count]) =>
          list.length > 0 && (
            <p key={name} className="fc-muted">
              {t(`files.${name}`)}: {names(list, count)}
            </p>
          ),
      )}
    </section>
  );
}

/** Issues of the conversion by cell. Rows of a file that is not imported yet can be left out. */
function Issues({
  id,
  onLeave,
}: {
  id: number;
  onLeave: ((rows: readonly LeftRow[]) => Promise<boolean>) | undefined;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [shown, setShown] = useState(ISSUES);
  const [selected, setSelected] = useState<readonly RowOfFile[]>([]);
  const [asked, setAsked] = useState(false);
  const data = useData({
    ...read('fileJob', 'issues', { params: { id }, query: { pageSize: shown } }),
  });
  if (!data || data.total === 0) return null;
  const inSheets = data.list.some(({ sheet }) => sheet !== '');
  const isSelected = (one: RowOfFile) => selected.some((other) => isSame(one, other));
  const toggle = ({ sheet, row }: RowOfFile) => {
    const others = selected.filter((one) => !isSame(one, { sheet, row }));
    setSelected(others.length < selected.length ? others : [...selected, { sheet, row }]);
  };
  return (
    <section>
      <h3>
        {t('files.issues')}{' '}
        <span className="fc-muted">
          {t('files.issuesShown', { shown: data.list.length, total: data.total })}
        </span>
        {onLeave && (
          <Button
            className="fc-job-leave"
            size="small"
            disabled={selected.length === 0}
            onClick={() => setAsked(true)}
          >
            {t('files.leaveOut')}
          </Button>
        )}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
      <section className="fc-job-issues" tabIndex={0} aria-label={t('files.issues')}>
        <HTMLTable compact striped>
          <thead>
            <tr>
              {onLeave && <th />}
              {inSheets && <th>{t('importing.sheet')}</th>}
              <th className="fc-number">{t('importing.row')}</th>
              <th>{speech.label('field')}</th>
              <th>{t('importing.problems')}</th>
            </tr>
          </thead>
          <tbody>
            {data.list.map((issue, at) => (
              <tr key={`${issue.sheet} ${issue.row} ${issue.column} ${issue.code}`}>
                {onLeave && (
                  <td>
                    {/* A row with several problems is selected once. */}
                    {data.list.findIndex((one) => isSame(one, issue)) === at && (
                      <Checkbox
                        className="fc-job-select"
                        aria-label={t('common.selectRow', { row: issue.row })}
                        checked={isSelected(issue)}
                        onChange={() => toggle(issue)}
                      />
                    )}
                  </td>
                )}
                {inSheets && <td>{issue.sheet && speech.choice('importSheet', issue.sheet)}</td>}
                <td className="fc-number">{issue.row}</td>
                <td>{issue.header}</td>
                <td className={issue.level === 'warning' ? 'fc-late' : ''}>{issue.message}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
        {data.list.length < data.total && shown < 500 && (
          <Button variant="minimal" onClick={() => setShown(Math.min(500, shown * 4))}>
            {t('files.issuesMore')}
          </Button>
        )}
      </section>
      {onLeave && asked && (
        <LeaveDialog
          rows={selected}
          onClose={() => setAsked(false)}
          onLeave={async (alike) => {
            if (!(await onLeave(selected.map((one) => ({ ...one, alike }))))) return;
            setAsked(false);
            setSelected([]);
          }}
        />
      )}
    </section>
  );
}

/** Row of a file, identified by the key of its sheet and its number. */
type RowOfFile = Pick<FileIssue, 'sheet' | 'row'>;
const isSame = (one: RowOfFile, other: RowOfFile) => one.sheet === other.sheet && one.row === other.row;

/** Confirms converting a file again without some of its rows. */
function LeaveDialog({
  rows,
  onClose,
  onLeave,
}: {
  rows: readonly RowOfFile[];
  onClose: () => void;
  onLeave: (alike: boolean) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [alike, setAlike] = useState(false);
  const count = rows.length;
  const numbers = rows.map(({ row }) => row).toSorted((a, b) => a - b);
  return (
    <AppDialog
      title={t('files.leaveRows', { count })}
      onClose={onClose}
      onSubmit={() => void onLeave(alike)}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary">
            {t('files.leaveRows', { count })}
          </Button>
        </>
      }
    >
      <p>{t('files.leaveDetail', { count, rows: numbers })}</p>
      <Checkbox autoFocus label={t('files.leaveAlike')} checked={alike} onChange={() => setAlike(!alike)} />
    </AppDialog>
  );
}
