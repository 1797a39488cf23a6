import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { fileJobMachine } from '@contract/files/fileJob';
import type { FileJob } from '@contract/files/fileJobRow';
import type { ToolKind } from '@contract/files/fileKindNames';
import type { Api } from '@contract/index';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type * as z from 'zod';
import { ActionItems } from '../../../resource/ActionItems';
import type { ColumnChoice } from '../../../resource/columns';
import { RecordList } from '../../../resource/RecordList';
import { useRecordList } from '../../../resource/useRecordList';
import { SidePanel } from '../../../ui/SidePanel';
import { useFilePermits } from '../../shared/bill/filePermits';
import { isUnderWay, JobView } from '../../shared/bill/JobView';
import { useEndings, useJobStatus, whileUnderWay } from '../../shared/bill/jobRows';
import { correctPath } from '../../shared/bill/UploadMenu';
import { type JobAction, useJobActions } from '../../shared/bill/useJobActions';

/** Row of a tool's list: a conversion with the labels of the tool. */
export type ToolRow = Pick<FileJob, 'id' | 'fileName' | 'status' | 'progress' | 'hasErrorFile' | 'createdAt'>;
type Group = 'invoiceFile' | 'awbFile' | 'tariffReading';

const TO_DO = ['restart', 'cancel', 'delete'] as const satisfies readonly JobAction[];

/** List of a tool's files, with their state, their result, and the actions. */
export function ToolFiles<Row extends ToolRow>(props: {
  kind: ToolKind;
  group: Group & keyof Api;
  row: z.ZodObject;
  columns: readonly ColumnChoice<Row>[];
  filters: readonly string[];
  sorts: readonly string[];
  empty: { readonly title: string; readonly detail: string };
  /** Menu items that save a row's output. */
  menu: (row: Row) => ReactNode;
  /** Buttons of the view of one file; `view` is its further content. */
  buttons: (row: Row) => ReactNode;
  view?: (row: Row) => ReactNode;
  actions?: readonly JobAction[];
}) {
  const { kind, group, row, filters, sorts, menu, buttons, view } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useFilePermits()('send', kind);
  const { act, save, dialogs } = useJobActions();
  const [opened, setOpened] = useState<number | null>(null);
  const status = useJobStatus<Row>();
  const columns = useMemo(
    (): ColumnChoice<Row>[] => props.columns.map((choice) => (choice === 'status' ? status : choice)),
    [props.columns, status],
  );
  const list = useRecordList<Row>({
    group,
    row,
    columns,
    filters,
    sorts,
    order: '-createdAt',
    every: whileUnderWay,
  });
  useEndings(list.rows);
  const shown = list.rows.there().find(({ id }) => id === opened);
  const correct = (job: Pick<FileJob, 'id'>) => {
    setOpened(null);
    navigate(correctPath({ id: job.id, kind }));
  };
  const asJob = (one: Row) => one as unknown as FileJob;
  return (
    <RecordList
      of={list}
      label={t('tools.before')}
      above={<h2>{t('tools.before')}</h2>}
      onOpen={(one) => setOpened(one.id)}
      actions={(one) => (
        <Menu>
          <MenuItem text={t('common.details')} onClick={() => setOpened(one.id)} />
          {menu(one)}
          {one.hasErrorFile && may && <MenuItem text={t('files.correct')} onClick={() => correct(one)} />}
          <MenuItem text={t('files.sourceFile')} onClick={() => void save(asJob(one), 'file')} />
          {may && (
            <>
              <MenuDivider />
              <ActionItems
                machine={fileJobMachine}
                actions={props.actions ?? TO_DO}
                row={{ ...asJob(one), kind }}
                onAct={(action) => void act(action, { ...asJob(one), kind })}
              />
            </>
          )}
        </Menu>
      )}
      empty={props.empty}
      offset={330}
    >
      <SidePanel
        isOpen={opened !== null}
        width={760}
        title={t('common.details')}
        onClose={() => setOpened(null)}
      >
        {opened !== null && (
          <>
            <JobView id={opened} onCorrect={correct} onGone={() => setOpened(null)}>
              {shown && buttons(shown)}
            </JobView>
            {shown && !isUnderWay(shown) && view?.(shown)}
          </>
        )}
      </SidePanel>
      {dialogs}
    </RecordList>
  );
}
