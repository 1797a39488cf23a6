import { Menu, MenuDivider, MenuItem, NonIdealState } from '@blueprintjs/core';
import { fileJobMachine } from '@contract/files/fileJob';
import type { FileJob } from '@contract/files/fileJobRow';
import type { ToolKind } from '@contract/files/fileKindNames';
import type { Api } from '@contract/index';
import { refusalOf } from '@contract/machine';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type * as z from 'zod';
import { useSpeech } from '../../../app/language';
import { type ColumnChoice, columnsOf } from '../../../resource/columns';
import { FilterBar } from '../../../resource/FilterBar';
import { ListFoot } from '../../../resource/ListFoot';
import { ListMenus } from '../../../resource/ListMenus';
import { NoMatch } from '../../../resource/NoMatch';
import { RecordTable } from '../../../resource/RecordTable';
import { useListState } from '../../../resource/useListState';
import { SidePanel } from '../../../ui/SidePanel';
import { useFilePermits } from '../../bill/parts/filePermits';
import { isUnderWay, JobView } from '../../bill/parts/JobView';
import { useJobRows, useJobStatus } from '../../bill/parts/jobRows';
import { correctPath } from '../../bill/parts/UploadMenu';
import { type JobAction, useJobActions } from '../../bill/parts/useJobActions';

/** A row of a tool's list: a conversion under the words of the tool. */
export type ToolRow = Pick<FileJob, 'id' | 'fileName' | 'status' | 'progress' | 'hasErrorFile' | 'createdAt'>;
type Group = 'invoiceFile' | 'awbFile' | 'tariffReading';

/** The files that a tool was given: how each stands, what came of it, and what may be done with it. */
export function ToolFiles<Row extends ToolRow>(props: {
  kind: ToolKind;
  group: Group & keyof Api;
  row: z.ZodObject;
  columns: readonly ColumnChoice<Row>[];
  filters: readonly string[];
  sorts: readonly string[];
  empty: { readonly title: string; readonly detail: string };
  /** What may be saved of a row, in its menu. */
  menu: (row: Row) => ReactNode;
  /** Buttons of the view of one, and what else stands in it. */
  buttons: (row: Row) => ReactNode;
  view?: (row: Row) => ReactNode;
  actions?: readonly JobAction[];
}) {
  const { kind, group, row, filters, sorts, menu, buttons, view } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const may = useFilePermits()('send', kind);
  const { act, save, dialogs } = useJobActions();
  const state = useListState(group, '-createdAt');
  const { asked, setAsked, sort, setSort } = state;
  const [opened, setOpened] = useState<number | null>(null);
  const status = useJobStatus<Row>();
  const columns = useMemo(
    () =>
      columnsOf<Row>(
        row,
        props.columns.map((choice) => (choice === 'status' ? status : choice)),
        { sorts, label: (field) => speech.label(field, group) },
      ),
    [row, props.columns, sorts, speech, status, group],
  );
  const rows = useJobRows<Row>(group, { ...asked, sort: sort || '-createdAt' });
  const shown = rows.there().find(({ id }) => id === opened);
  const correct = (job: Pick<FileJob, 'id'>) => {
    setOpened(null);
    navigate(correctPath({ id: job.id, kind }));
  };
  const asJob = (one: Row) => one as unknown as FileJob;
  return (
    <section className="fc-list">
      <h2>{t('tools.before')}</h2>
      <FilterBar schema={row} filters={filters} resource={group} asked={state.kept} onAsk={setAsked}>
        <ListMenus state={state} columns={columns} />
      </FilterBar>
      <RecordTable
        list={group}
        label={t('tools.before')}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={setSort}
        onOpen={(one) => setOpened(one.id)}
        actions={(one) => (
          <Menu>
            <MenuItem text={t('files.details')} onClick={() => setOpened(one.id)} />
            {menu(one)}
            {one.hasErrorFile && may && <MenuItem text={t('files.correct')} onClick={() => correct(one)} />}
            <MenuItem text={t('files.sourceFile')} onClick={() => void save(asJob(one), 'file')} />
            {may && <MenuDivider />}
            {may &&
              (props.actions ?? (['restart', 'cancel', 'delete'] as const)).map((action) => {
                const refused = refusalOf(fileJobMachine, action, { ...asJob(one), kind });
                return (
                  <MenuItem
                    key={action}
                    text={speech.action('fileJob', action)}
                    disabled={refused !== undefined}
                    label={refused ? speech.message(refused) : ''}
                    intent={action === 'delete' || action === 'undo' ? 'danger' : 'none'}
                    onClick={() => void act(action, { ...asJob(one), kind })}
                  />
                );
              })}
          </Menu>
        )}
        empty={
          Object.keys(asked).length > 0 ? (
            <NoMatch onClear={() => setAsked({})} />
          ) : (
            <NonIdealState title={props.empty.title} description={props.empty.detail} />
          )
        }
        offset={330}
      />
      <ListFoot rows={rows} chosen={0} />
      <SidePanel
        isOpen={opened !== null}
        width={760}
        title={t('files.details')}
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
    </section>
  );
}
