import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { fileJobMachine } from '@contract/files/fileJob';
import { type FileJob, fileJobRow } from '@contract/files/fileJobRow';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { ActionItems } from '../../../resource/ActionItems';
import type { ColumnChoice } from '../../../resource/columns';
import { RecordList, type RecordListProps } from '../../../resource/RecordList';
import { useRecordList } from '../../../resource/useRecordList';
import { SidePanel } from '../../../ui/SidePanel';
import { billPath } from '../../shared/bill/billPath';
import { useFilePermits } from '../../shared/bill/filePermits';
import { JobView } from '../../shared/bill/JobView';
import { useEndings, useJobStatus, whileUnderWay } from '../../shared/bill/jobRows';
import { correctPath, UploadMenu } from '../../shared/bill/UploadMenu';
import { JOB_ACTIONS, useJobActions } from '../../shared/bill/useJobActions';

/** Views by the four statuses, and all; jobs in process are listed with the waiting ones. */
export const fileViews = {
  all: undefined,
  unprocessed: ['unprocessed', 'processing'],
  success: ['success'],
  failed: ['failed'],
  exception: ['exception'],
} as const;
export type FileView = keyof typeof fileViews;
/** Returns the query parts that restrict conversions to a view. */
export const viewOf = (view: FileView) => (fileViews[view] ? { status: [...fileViews[view]] } : {});

const FILTERS = ['kind', 'billNo', 'fileName', 'createdAt', 'createdBy'] as const;
const SORTS = ['createdAt', 'fileName', 'finishedAt', 'size'] as const;

/** List of conversions of one bill or all, refreshed while any are under way. */
export function useFileList(billId?: number) {
  const status = useJobStatus<FileJob>();
  const ofOne = billId !== undefined;
  const columns = useMemo(
    (): ColumnChoice<FileJob>[] => [
      { name: 'fileName', width: 290 },
      { name: 'kind', width: 140 },
      ...(ofOne
        ? []
        : ([
            { name: 'billNo', width: 120 },
            { name: 'batchNo', width: 120 },
          ] as const)),
      status,
      { name: 'totalRows', width: 80 },
      { name: 'okRows', width: 105 },
      { name: 'errorRows', width: 135 },
      { name: 'warningRows', width: 155 },
      'createdAt',
      { name: 'createdBy', width: 130 },
      { name: 'size', hidden: true },
      { name: 'finishedAt', hidden: true },
      { name: 'appliedAt', hidden: true },
      { name: 'restartCount', hidden: true },
      { name: 'undoneAt', hidden: ofOne },
    ],
    [status, ofOne],
  );
  const list = useRecordList<FileJob, FileView>({
    group: 'fileJob',
    ...(ofOne ? { list: 'fileJobOfBill', within: 'fileJobOfBill-' } : {}),
    row: fileJobRow,
    columns,
    filters: FILTERS,
    sorts: SORTS,
    order: '-createdAt',
    tab: 'all',
    narrow: (view) => (ofOne ? { billId: [billId] } : viewOf(view)),
    every: whileUnderWay,
  });
  useEndings(list.rows);
  return list;
}

/** Table of conversions with their actions, and a side panel for one. */
export function FileTable<Counts = never>({
  ofOne = false,
  opened,
  onOpen,
  ...rest
}: Pick<RecordListProps<FileJob, FileView, never, Counts>, 'of' | 'tabs' | 'buttons'> & {
  /** True within the record of a bill. */
  ofOne?: boolean;
  /** Id of the conversion in the side panel. */
  opened: number | null;
  onOpen: (id: number | null) => void;
}) {
  const mayOpen = useServed('fileJob.get', 'fileJob.issues');
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const may = useFilePermits();
  const { act, save, dialogs } = useJobActions();
  const correct = (job: FileJob) => {
    onOpen(null);
    navigate(correctPath(job));
  };
  return (
    <RecordList
      {...rest}
      bare={ofOne}
      label={speech.words.menu['bill.files']}
      {...(mayOpen ? { onOpen: (job: FileJob) => onOpen(job.id) } : {})}
      actions={(job) => (
        <Menu>
          {mayOpen && <MenuItem text={t('common.details')} onClick={() => onOpen(job.id)} />}
          {job.hasErrorFile && may('send', job.kind) && (
            <MenuItem text={t('files.correct')} onClick={() => correct(job)} />
          )}
          {job.hasErrorFile && (
            <MenuItem text={t('files.errorFile')} onClick={() => void save(job, 'errorFile')} />
          )}
          <MenuItem text={t('files.sourceFile')} onClick={() => void save(job, 'file')} />
          {!ofOne && job.billId !== null && (
            <MenuItem text={t('common.openBill')} onClick={() => navigate(billPath(job.billId, 'files'))} />
          )}
          <MenuDivider />
          <ActionItems
            machine={fileJobMachine}
            actions={JOB_ACTIONS.filter((action) => may(action === 'undo' ? 'undo' : 'send', job.kind))}
            row={job}
            // Accepting opens the panel first, to show what would be replaced.
            onAct={(action) => (action === 'accept' ? onOpen(job.id) : void act(action, job))}
          />
        </Menu>
      )}
      empty={{
        title: t('files.listEmpty'),
        detail: t('files.listEmptyDetail'),
        action: !ofOne && <UploadMenu />,
      }}
      offset={-120}
    >
      <SidePanel
        isOpen={opened !== null}
        width={760}
        title={t('common.details')}
        onClose={() => onOpen(null)}
      >
        {opened !== null && <JobView id={opened} onCorrect={correct} onGone={() => onOpen(null)} />}
      </SidePanel>
      {dialogs}
    </RecordList>
  );
}
