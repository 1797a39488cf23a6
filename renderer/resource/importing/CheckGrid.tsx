import { Button } from '@blueprintjs/core';
import { Column, ColumnHeaderCell, RenderMode, RowHeaderCell } from '@blueprintjs/table';
import type { ImportRow } from '@contract/desktop/importing';
import type { ImportTemplate } from '@contract/importing/template';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useInsertionEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../api/bridge';
import { useDesk } from '../../app/desk';
import { useSpeech } from '../../app/language';
import { ROW_HEIGHT } from '../../app/theme';
import { useShortcuts } from '../../ui/shortcuts';
import { FrozenTable } from '../FrozenTable';
import { GridCell, placeOf } from '../GridCell';
import { GridHead } from '../GridHead';
import { GridRoles } from '../GridRoles';
import { type Bounds, farTo, nearTo, type Place } from '../gridKeys';
import { useGrid } from '../useGrid';
import { CellDialog } from './CellDialog';
import { useGoTo, useJump } from './errorJumps';
import { PROBLEMS, useImportRows, useIssueWords, type View } from './importView';
import type { Import } from './useImport';
import { useLeaving } from './useLeaving';

const COLUMN_WIDTH = 130;

interface Editing {
  readonly row: ImportRow;
  readonly column: string;
  readonly value: string;
}

/** The rows of the file, filtered by `view`; a click or Enter on a cell corrects it. */
export function CheckGrid({
  session,
  part,
  view,
  template,
  jumps,
  onEdited,
}: {
  session: string;
  /** Index of the sheet; `template` names its columns. */
  part: number;
  view: View;
  template: ImportTemplate;
  /** Increased to go to the next cell with an error. */
  jumps: number;
  onEdited: Import['edited'];
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const density = useDesk(({ settings }) => settings.density);
  const [editing, setEditing] = useState<Editing | null>(null);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const table = useRef<FrozenTable>(null);
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({ [PROBLEMS]: 340 });
  const { data, total, at, seen, see } = useImportRows(session, part, view);
  const columns = data?.columns ?? [];
  const names = [PROBLEMS, ...columns];
  const { titleOf, messageOf } = useIssueWords(template);
  const mending = useRef(false);
  useInsertionEffect(() => {
    mending.current = editing !== null;
  });
  const goTo = useGoTo(id, table, mending);
  const jump = useJump({ jumps, session, part, view, total, names, goTo, mending });
  const focused = useFocusedCell(at, names, jump.startAt);
  const leaving = useLeaving({ session, part, left: view !== 'left', onEdited, toNext: jump.toNext });
  useShortcuts([{ combo: 'delete', label: t('importing.leaveOut'), run: null }]);
  const byKey = importKeys({
    // The column of problems cannot be edited.
    bounds: { lastRow: total - 1, firstCol: 1, lastCol: columns.length, page: seen.to - seen.from },
    goTo: (to) => void goTo(to.row, to.col),
    leaveOut: (index) => {
      const row = view === 'left' ? undefined : at(index);
      if (row) void leaving.ask(row);
      return row !== undefined;
    },
  });
  const apply = useApply({ session, part, view, onEdited, toNext: jump.toNext }, () => setEditing(null));
  useGrid(place, {
    label: t('importing.stepCheck'),
    owns: `${id}-rows`,
    rows: total + 1,
    columns: names.length,
    choosable: false,
    busy: data === undefined,
  });
  const drawn = {
    ...{ grid: id, at, titleOf, messageOf },
    onEdit: (row: ImportRow, column: string, value: string) => setEditing({ row, column, value }),
  };
  if (data && total === 0) return <p className="fc-muted fc-import-none">{t('importing.noErrors')}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles events of its cells */}
      <div className="fc-import-grid" ref={place} onKeyDown={byKey} onFocus={focused.onFocus}>
        <FrozenTable
          ref={table}
          numRows={total}
          defaultRowHeight={ROW_HEIGHT[density]}
          minRowHeight={ROW_HEIGHT[density]}
          enableRowResizing={false}
          renderMode={RenderMode.BATCH}
          cellRendererDependencies={[data, speech, density]}
          columnWidths={names.map((name) => widths[name] ?? COLUMN_WIDTH)}
          onColumnWidthChanged={(index, width) => setWidths({ ...widths, [names[index] ?? '']: width })}
          rowHeaderCellRenderer={(index) => <RowHeaderCell name={String(at(index)?.row ?? '')} />}
          onVisibleCellsChange={({ rowIndexStart, rowIndexEnd }) => see(rowIndexStart, rowIndexEnd)}
        >
          {[
            problemColumn(drawn, t('importing.problems')),
            ...columns.map((key, index) => valueColumn(drawn, key, index + 1)),
          ]}
        </FrozenTable>
        <GridRoles
          id={id}
          columns={names.length}
          from={seen.from}
          to={Math.min(seen.to, total - 1)}
          chosen={noRow}
        />
        {editing && (
          <CellDialog
            title={`${titleOf(editing.column)} · ${t('importing.rowAt', { row: editing.row.row })}`}
            value={editing.value}
            message={editing.row.issues
              .filter((one) => one.column === editing.column)
              .map(messageOf)
              .join(' ')}
            onClose={() => setEditing(null)}
            onApply={(value, everywhere) => apply(editing, value, everywhere)}
          />
        )}
      </div>
      {/* The column of problems is out of sight beside most cells, and too narrow for all problems of a row. */}
      <div className="fc-import-said">
        {focused.row && (
          <FocusedRow
            {...{ row: focused.row, column: focused.column, messageOf }}
            leaveText={t(view === 'left' ? 'importing.takeIn' : 'importing.leaveOut')}
            onLeave={leaving.ask}
          />
        )}
      </div>
      {leaving.dialog}
    </>
  );
}

const noRow = () => false;

/** Head of a column. */
const headCell = (grid: string, column: number, text: string) => (
  <ColumnHeaderCell
    className="fc-header fc-start"
    nameRenderer={() => (
      <GridHead id={`${grid}-head-${column}`} column={column} pinned={0}>
        <span title={text}>{text}</span>
      </GridHead>
    )}
  />
);

/** Returns the row and the column of the cell that has the focus. */
function useFocusedCell(
  at: (index: number) => ImportRow | undefined,
  names: readonly string[],
  startAt: ReturnType<typeof useJump>['startAt'],
) {
  const [cell, setCell] = useState({ at: -1, column: PROBLEMS });
  const onFocus = ({ target }: React.FocusEvent) => {
    const here = placeOf(target);
    const row = here && at(here.row)?.row;
    if (!here || row === undefined) return;
    const there = { at: here.row, column: names[here.col] ?? PROBLEMS };
    startAt({ ...there, row });
    setCell(there);
  };
  return { row: at(cell.at), column: cell.column, onFocus };
}

/** Returns the handler of the keys that move between cells, and of the one that leaves a row out. */
const importKeys =
  (grid: {
    readonly bounds: Bounds;
    readonly goTo: (place: Place) => void;
    /** Leaves a row out; returns false if it cannot be left out. */
    readonly leaveOut: (index: number) => boolean;
  }) =>
  (event: React.KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const here = placeOf(event.target) ?? { row: -1, col: 1 };
    if (shiftKey || altKey) return;
    if (key === 'Delete' && grid.leaveOut(here.row)) {
      event.preventDefault();
      return;
    }
    const mod = ctrlKey || metaKey;
    const to = farTo(key, mod, here, grid.bounds) ?? (mod ? undefined : nearTo(key, here, grid.bounds));
    if (!to || to.row < 0) return;
    event.preventDefault();
    grid.goTo(to);
  };

/** Contents and handlers of the table's cells. */
interface DrawnCells extends ReturnType<typeof useIssueWords> {
  readonly grid: string;
  readonly at: (index: number) => ImportRow | undefined;
  readonly onEdit: (row: ImportRow, column: string, value: string) => void;
}

const problemColumn = ({ grid, at, messageOf }: DrawnCells, title: string) => (
  <Column
    key={PROBLEMS}
    name={title}
    columnHeaderCellRenderer={() => headCell(grid, 0, title)}
    cellRenderer={(index) => {
      const messages = at(index)?.issues.map(messageOf).join(' · ') ?? '';
      return (
        <GridCell {...{ grid, row: index, column: 0, align: 'start', chosen: false }} title={messages}>
          <span>{messages}</span>
        </GridCell>
      );
    }}
  />
);

/** Column of the file; a wrong cell is marked and says why. */
const valueColumn = ({ grid, at, titleOf, messageOf, onEdit }: DrawnCells, key: string, column: number) => (
  <Column
    key={key}
    name={titleOf(key)}
    columnHeaderCellRenderer={() => headCell(grid, column, titleOf(key))}
    cellRenderer={(index) => {
      const row = at(index);
      const issue = row?.issues.find((one) => one.column === key);
      const value = row?.cells[column - 1] ?? '';
      return (
        <GridCell
          {...{ grid, row: index, column, align: 'start', chosen: false }}
          mark={issue ? `fc-bad fc-bad-${issue.level}` : ''}
          title={issue ? messageOf(issue) : value}
        >
          <CellValue
            value={value}
            problem={issue && `${titleOf(key)}: ${value}. ${messageOf(issue)}`}
            onEdit={() => row && onEdit(row, key, value)}
          />
        </GridCell>
      );
    }}
  />
);

/** Returns the function that applies a correction, and goes on to the next error. */
function useApply(
  grid: {
    readonly session: string;
    readonly part: number;
    readonly view: View;
    readonly onEdited: Import['edited'];
    readonly toNext: () => void;
  },
  onApplied: () => void,
) {
  const { session, part, view, onEdited, toNext } = grid;
  const queries = useQueryClient();
  return async ({ row: { row }, column }: Editing, value: string, everywhere: boolean) => {
    const mended = { part, row, column, value, everywhere };
    const { counts } = await desktop.importing.edit({ session, ...mended });
    onApplied();
    onEdited(counts, mended);
    await queries.invalidateQueries({ queryKey: ['importing', session] });
    // Goes on to the next error; after the last one the import can continue.
    if (view === 'errors' && counts.parts[part]?.errors) toNext();
  };
}

/** Content of a cell: a click on a wrong one, a double click or a key on any, edits it. */
function CellValue(props: {
  readonly value: string;
  readonly problem: string | undefined;
  readonly onEdit: () => void;
}) {
  const { value, problem, onEdit } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: thousands of buttons would obstruct the keyboard
    <div
      role="button"
      tabIndex={problem ? 0 : -1}
      className="fc-import-cell"
      aria-label={problem}
      onClick={() => problem && onEdit()}
      onDoubleClick={onEdit}
      onKeyDown={(event) => {
        if (!['Enter', 'F2'].includes(event.key)) return;
        // The same key press would submit the dialog.
        event.preventDefault();
        onEdit();
      }}
    >
      {value || (problem ? '∅' : '')}
    </div>
  );
}

/** The focused row: left out by a button, with the problems of the cell; of the whole row if the cell has none. */
function FocusedRow(props: {
  readonly row: ImportRow;
  readonly column: string;
  readonly messageOf: (issue: ImportRow['issues'][number]) => string;
  readonly leaveText: string;
  readonly onLeave: (row: ImportRow) => Promise<void>;
}) {
  const { row, column, messageOf, leaveText, onLeave } = props;
  const { t } = useTranslation();
  const here = row.issues.filter((issue) => issue.column === column);
  const wrong = here.length > 0 ? here : row.issues;
  return (
    <>
      <Button size="small" onClick={() => void onLeave(row)}>
        {leaveText}
      </Button>
      <span>
        {t('importing.rowAt', { row: row.row })}
        {wrong.length > 0 && (
          <>
            {' · '}
            <strong className={`fc-said-${wrong[0]?.level}`}>{wrong.map(messageOf).join(' · ')}</strong>
          </>
        )}
      </span>
    </>
  );
}
