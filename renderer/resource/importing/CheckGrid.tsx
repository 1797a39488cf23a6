import { Button, Checkbox, FormGroup, InputGroup } from '@blueprintjs/core';
import { Cell, Column, ColumnHeaderCell, RenderMode, RowHeaderCell, Table } from '@blueprintjs/table';
import type { ImportRow } from '@contract/desktop';
import type { ImportTemplate } from '@contract/importing/template';
import type { MessageCode, Param } from '@contract/words';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../api/bridge';
import { useDesk } from '../../app/desk';
import { useSpeech } from '../../app/language';
import { ROW_HEIGHT } from '../../app/theme';
import { AppDialog } from '../../ui/AppDialog';
import { useNextFrame } from '../nextFrame';
import type { Import } from './useImport';

export type View = 'all' | 'errors' | 'warnings';
const WINDOW = 200;
/** The column that says what is wrong with a row; no field is called so. */
const PROBLEMS = '!';
const COLUMN_WIDTH = 130;

interface Editing {
  readonly row: ImportRow;
  readonly column: string;
  readonly value: string;
}

/** The rows as read, those with problems first to hand; a click or Enter on a cell corrects it. */
export function CheckGrid({
  session,
  view,
  template,
  onEdited,
}: {
  session: string;
  view: View;
  template: ImportTemplate;
  onEdited: Import['edited'];
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const queries = useQueryClient();
  const density = useDesk(({ settings }) => settings.density);
  const [from, setFrom] = useState(0);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({ [PROBLEMS]: 340 });
  const { data } = useQuery({
    queryKey: ['importing', session, view, from],
    queryFn: async () => ({
      from,
      ...(await desktop.importing.rows({ session, view, offset: from, limit: WINDOW })),
    }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  const total = data?.total ?? 0;
  const columns = data?.columns ?? [];
  const names = [PROBLEMS, ...columns];
  // While the next rows are on their way, those that are here keep their own places.
  const at = (index: number) => data?.rows[index - data.from];
  const title = (key: string) => template.columns.find((one) => one.key === key)?.[speech.language] ?? key;
  const messageOf = (issue: ImportRow['issues'][number]) =>
    issue.message ??
    speech.message(
      { code: issue.code as MessageCode, params: (issue.params ?? {}) as Record<string, Param> },
      title(issue.column),
    );

  const see = useNextFrame((first: number, last: number) => {
    if (first < from || last >= from + WINDOW) setFrom(Math.max(0, first - WINDOW / 2));
  });
  if (data && total === 0) return <p className="fc-muted fc-import-none">{t('importing.noErrors')}</p>;
  return (
    <div className="fc-import-grid">
      <Table
        numRows={total}
        defaultRowHeight={ROW_HEIGHT[density]}
        minRowHeight={ROW_HEIGHT[density]}
        enableRowResizing={false}
        renderMode={RenderMode.BATCH_ON_UPDATE}
        cellRendererDependencies={[data, speech, density]}
        columnWidths={names.map((name) => widths[name] ?? COLUMN_WIDTH)}
        onColumnWidthChanged={(index, width) => setWidths({ ...widths, [names[index] ?? '']: width })}
        rowHeaderCellRenderer={(index) => <RowHeaderCell name={String(at(index)?.row ?? '')} />}
        onVisibleCellsChange={({ rowIndexStart, rowIndexEnd }) => see(rowIndexStart, rowIndexEnd)}
      >
        {[
          <Column
            key={PROBLEMS}
            name={t('importing.problems')}
            columnHeaderCellRenderer={() => <ColumnHeaderCell name={t('importing.problems')} />}
            cellRenderer={(index) => {
              const said = at(index)?.issues.map(messageOf).join(' · ') ?? '';
              return (
                <Cell tooltip={said}>
                  <span>{said}</span>
                </Cell>
              );
            }}
          />,
          ...columns.map((key, column) => (
            <Column
              key={key}
              name={title(key)}
              columnHeaderCellRenderer={() => <ColumnHeaderCell name={title(key)} />}
              cellRenderer={(index) => {
                const row = at(index);
                const issue = row?.issues.find((one) => one.column === key);
                const value = row?.cells[column] ?? '';
                return (
                  <Cell
                    className={issue ? `fc-bad fc-bad-${issue.level}` : ''}
                    intent={issue ? (issue.level === 'error' ? 'danger' : 'warning') : 'none'}
                    tooltip={issue ? messageOf(issue) : value}
                    interactive
                  >
                    {/* biome-ignore lint/a11y/useSemanticElements: a button in each of thousands of cells would be in the way of the keyboard */}
                    <div
                      role="button"
                      tabIndex={issue ? 0 : -1}
                      className="fc-import-cell"
                      aria-label={issue ? `${title(key)}: ${value}. ${messageOf(issue)}` : undefined}
                      onClick={() => row && issue && setEditing({ row, column: key, value })}
                      onDoubleClick={() => row && setEditing({ row, column: key, value })}
                      onKeyDown={(event) =>
                        row && event.key === 'Enter' && setEditing({ row, column: key, value })
                      }
                    >
                      {value || (issue ? '∅' : '')}
                    </div>
                  </Cell>
                );
              }}
            />
          )),
        ]}
      </Table>
      {editing && (
        <CellDialog
          title={`${title(editing.column)} · ${t('importing.row')} ${editing.row.row}`}
          value={editing.value}
          message={editing.row.issues
            .filter((one) => one.column === editing.column)
            .map(messageOf)
            .join(' ')}
          onClose={() => setEditing(null)}
          onApply={async (value, everywhere) => {
            const answer = await desktop.importing.edit({
              session,
              row: editing.row.row,
              column: editing.column,
              value,
              everywhere,
            });
            setEditing(null);
            onEdited(answer.counts);
            await queries.invalidateQueries({ queryKey: ['importing', session] });
          }}
        />
      )}
    </div>
  );
}

function CellDialog(props: {
  title: string;
  value: string;
  message: string;
  onClose: () => void;
  onApply: (value: string, everywhere: boolean) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(props.value);
  const [everywhere, setEverywhere] = useState(false);
  return (
    <AppDialog
      title={props.title}
      onClose={props.onClose}
      onSubmit={() => void props.onApply(typed, everywhere)}
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary">
            {t('importing.apply')}
          </Button>
        </>
      }
    >
      <FormGroup
        label={t('importing.fixCell')}
        labelFor="import-cell"
        intent={props.message ? 'danger' : 'none'}
        helperText={props.message}
      >
        <InputGroup id="import-cell" autoFocus value={typed} onValueChange={setTyped} />
      </FormGroup>
      <Checkbox
        label={t('importing.everywhereAll', { value: props.value })}
        checked={everywhere}
        onChange={() => setEverywhere(!everywhere)}
      />
    </AppDialog>
  );
}
