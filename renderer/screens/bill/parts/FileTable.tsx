import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { fileJobMachine } from '@contract/files/fileJob';
import { type FileJob, fileJobRow } from '@contract/files/fileJobRow';
import { refusalOf } from '@contract/machine';
import { type ReactElement, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { columnsOf } from '../../../resource/columns';
import type { Asked } from '../../../resource/FilterBar';
import { ListFoot } from '../../../resource/ListFoot';
import { RecordTable } from '../../../resource/RecordTable';
import { SidePanel } from '../../../ui/SidePanel';
import { billPath } from './billPath';
import { useFilePermits } from './filePermits';
import { JobView } from './JobView';
import { useJobRows, useJobStatus } from './jobRows';
import { correctPath } from './UploadMenu';
import { JOB_ACTIONS, useJobActions } from './useJobActions';

/** Columns of the list of conversions. */
export function useFileColumns(ofOne: boolean) {
  const speech = useSpeech();
  const status = useJobStatus<FileJob>();
  return useMemo(
    () =>
      columnsOf<FileJob>(
        fileJobRow,
        [
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
        {
          sorts: ['createdAt', 'fileName', 'finishedAt', 'size'],
          label: (field) => speech.label(field, 'fileJob'),
        },
      ),
    [speech, status, ofOne],
  );
}

/** Conversions as a list that follows them while they are under way: of one bill, or of all that match. */
export function FileTable(props: {
  asked: Asked;
  ofOne: boolean;
  empty: ReactElement;
  /** The conversion that is shown at the side. */
  opened: number | null;
  onOpen: (id: number | null) => void;
}) {
  const { asked, ofOne, empty, opened, onOpen } = props;
  const mayOpen = useServed('fileJob.get', 'fileJob.issues');
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const may = useFilePermits();
  const { act, save, dialogs } = useJobActions();
  const [sort, setSort] = useState('-createdAt');
  const columns = useFileColumns(ofOne);
  const rows = useJobRows<FileJob>('fileJob', { ...asked, sort: sort || '-createdAt' });
  const correct = (job: FileJob) => {
    onOpen(null);
    navigate(correctPath(job));
  };
  return (
    <>
      <RecordTable
        list={ofOne ? 'fileJobOfBill' : 'fileJob'}
        label={speech.words.menu['bill.files']}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={setSort}
        {...(mayOpen ? { onOpen: (job: FileJob) => onOpen(job.id) } : {})}
        actions={(job) => (
          <Menu>
            {mayOpen && <MenuItem text={t('files.details')} onClick={() => onOpen(job.id)} />}
            {job.hasErrorFile && may('send', job.kind) && (
              <MenuItem text={t('files.correct')} onClick={() => correct(job)} />
            )}
            {job.hasErrorFile && (
              <MenuItem text={t('files.errorFile')} onClick={() => void save(job, 'errorFile')} />
            )}
            <MenuItem text={t('files.sourceFile')} onClick={() => void save(job, 'file')} />
            {!ofOne && job.billId !== null && (
              <MenuItem text={t('files.openBill')} onClick={() => navigate(billPath(job.billId, 'files'))} />
            )}
            <MenuDivider />
            {JOB_ACTIONS.filter((action) => may(action === 'undo' ? 'undo' : 'send', job.kind)).map(
              (action) => {
                const refused = refusalOf(fileJobMachine, action, job);
                return (
                  <MenuItem
                    key={action}
                    text={speech.action('fileJob', action)}
                    disabled={refused !== undefined}
                    label={refused ? speech.message(refused) : ''}
                    intent={action === 'delete' || action === 'undo' ? 'danger' : 'none'}
                    // What would be replaced is looked at before it is accepted.
                    onClick={() => (action === 'accept' ? onOpen(job.id) : void act(action, job))}
                  />
                );
              },
            )}
          </Menu>
        )}
        empty={empty}
        offset={-120}
      />
      <ListFoot total={rows.total} capped={rows.totalCapped} chosen={0} />
      <SidePanel isOpen={opened !== null} width={760} title={t('files.details')} onClose={() => onOpen(null)}>
        {opened !== null && <JobView id={opened} onCorrect={correct} onGone={() => onOpen(null)} />}
      </SidePanel>
      {dialogs}
    </>
  );
}
