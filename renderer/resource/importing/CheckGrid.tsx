import { Button, Checkbox, FormGroup, InputGroup } from '@blueprintjs/core';
import { Column, ColumnHeaderCell, Regions, RenderMode, RowHeaderCell } from '@blueprintjs/table';
import type { ImportRow } from '@contract/desktop';
import type { ImportTemplate } from '@contract/importing/template';
import type { MessageCode, Param } from '@contract/words';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../api/answers';
import { desktop } from '../../api/bridge';
import { useDesk } from '../../app/desk';
import { useSpeech } from '../../app/language';
import { ROW_HEIGHT } from '../../app/theme';
import { AppDialog } from '../../ui/AppDialog';
import { useShortcuts } from '../../ui/shortcuts';
import { notify, notifyFailed } from '../../ui/toaster';
import { FrozenTable } from '../FrozenTable';
import { GridCell, placeOf } from '../GridCell';
import { GridHead } from '../GridHead';
import { GridRoles } from '../GridRoles';
import { farTo, nearTo } from '../gridKeys';
import { useNextFrame } from '../nextFrame';
import { useGrid } from '../useGrid';
import type { LeftOut } from './importRun';
import type { Import } from './useImport';

export const VIEWS = ['all', 'errors', 'warnings', 'left'] as const;
export type View = (typeof VIEWS)[number];
const WINDOW = 200;
/** Key of the column with the problems of a row; no field has this name. */
const PROBLEMS = '!';
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
  const queries = useQueryClient();
  const density = useDesk(({ settings }) => settings.density);
  const [from, setFrom] = useState(0);
  const [editing, setEditing] = useState<Editing | null>(null);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const table = useRef<FrozenTable>(null);
  const [seen, setSeen] = useState({ from: 0, to: 0 });
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({ [PROBLEMS]: 340 });
  const of = `${session} ${part} ${view}`;
  const answer = useAnswer({
    queryKey: ['importing', session, part, view, from],
    queryFn: async () => ({
      of,
      from,
      ...(await desktop.importing.rows({ session, part, view, offset: from, limit: WINDOW })),
    }),
    gcTime: 10_000,
  });
  // Rows of another view or sheet do not belong here; other rows of this one keep their positions.
  const before = answer.former?.of === of ? answer.former : undefined;
  const data = answer.data ?? before;
  const total = data?.total ?? 0;
  const columns = data?.columns ?? [];
  const names = [PROBLEMS, ...columns];
  // While the next rows are loading, the present ones keep their positions.
  const at = (index: number) => data?.rows[index - data.from];
  const title = (key: string) => template.columns.find((one) => one.key === key)?.[speech.language] ?? key;
  const messageOf = (issue: ImportRow['issues'][number]) =>
    issue.message ??
    speech.message(
      { code: issue.code as MessageCode, params: (issue.params ?? {}) as Record<string, Param> },
      title(issue.column),
    );

  const head = (column: number, text: string) => (
    <ColumnHeaderCell
      className="fc-header fc-start"
      nameRenderer={() => (
        <GridHead id={`${id}-head-${column}`} column={column} pinned={0}>
          <span title={text}>{text}</span>
        </GridHead>
      )}
    />
  );
  const see = useNextFrame((first: number, last: number) => {
    setSeen((before) => (before.from === first && before.to === last ? before : { from: first, to: last }));
    if (first < from || last >= from + WINDOW) setFrom(Math.max(0, first - WINDOW / 2));
  });
  const mending = useRef(false);
  mending.current = editing !== null;
  const goTo = useGoTo(id, table, mending);
  const jump = useJump({ jumps, session, part, view, total, names, goTo, mending });
  const [stood, setStood] = useState({ at: -1, column: PROBLEMS });
  const standThere = ({ target }: React.FocusEvent) => {
    const stands = placeOf(target);
    const row = stands && at(stands.row)?.row;
    if (!stands || row === undefined) return;
    const there = { at: stands.row, column: names[stands.col] ?? PROBLEMS };
    jump.standAt({ ...there, row });
    setStood(there);
  };
  const standing = at(stood.at);
  const wrongHere = standing?.issues.filter(({ column }) => column === stood.column) ?? [];
  const wrong = wrongHere.length > 0 ? wrongHere : (standing?.issues ?? []);
  const leaving = useLeaving({ session, part, left: view !== 'left', onEdited, toNext: jump.toNext });
  useShortcuts([{ combo: 'delete', label: t('importing.leaveOut'), run: null }]);
  const byKey = (event: React.KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const stands = placeOf(event.target) ?? { row: -1, col: 1 };
    if (shiftKey || altKey) return;
    const row = at(stands.row);
    if (key === 'Delete' && view !== 'left' && row) {
      event.preventDefault();
      void leaving.ask(row);
      return;
    }
    // The column of problems cannot be edited.
    const bounds = { lastRow: total - 1, firstCol: 1, lastCol: columns.length, page: seen.to - seen.from };
    const mod = ctrlKey || metaKey;
    const to = farTo(key, mod, stands, bounds) ?? (mod ? undefined : nearTo(key, stands, bounds));
    if (!to || to.row < 0) return;
    event.preventDefault();
    void goTo(to.row, to.col);
  };
  useGrid(place, {
    label: t('importing.stepCheck'),
    owns: `${id}-rows`,
    rows: total + 1,
    columns: names.length,
    choosable: false,
    busy: data === undefined,
  });
  if (data && total === 0) return <p className="fc-muted fc-import-none">{t('importing.noErrors')}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles events of its cells */}
      <div className="fc-import-grid" ref={place} onKeyDown={byKey} onFocus={standThere}>
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
            <Column
              key={PROBLEMS}
              name={t('importing.problems')}
              columnHeaderCellRenderer={() => head(0, t('importing.problems'))}
              cellRenderer={(index) => {
                const messages = at(index)?.issues.map(messageOf).join(' · ') ?? '';
                return (
                  <GridCell
                    {...{ grid: id, row: index, column: 0, align: 'start', chosen: false }}
                    title={messages}
                  >
                    <span>{messages}</span>
                  </GridCell>
                );
              }}
            />,
            ...columns.map((key, column) => (
              <Column
                key={key}
                name={title(key)}
                columnHeaderCellRenderer={() => head(column + 1, title(key))}
                cellRenderer={(index) => {
                  const row = at(index);
                  const issue = row?.issues.find((one) => one.column === key);
                  const value = row?.cells[column] ?? '';
                  return (
                    <GridCell
                      {...{ grid: id, row: index, column: column + 1 }}
                      {...{ align: 'start', chosen: false }}
                      mark={issue ? `fc-bad fc-bad-${issue.level}` : ''}
                      title={issue ? messageOf(issue) : value}
                    >
                      {/* biome-ignore lint/a11y/useSemanticElements: thousands of buttons would obstruct the keyboard */}
                      <div
                        role="button"
                        tabIndex={issue ? 0 : -1}
                        className="fc-import-cell"
                        aria-label={issue ? `${title(key)}: ${value}. ${messageOf(issue)}` : undefined}
                        onClick={() => row && issue && setEditing({ row, column: key, value })}
                        onDoubleClick={() => row && setEditing({ row, column: key, value })}
                        onKeyDown={(event) => {
                          if (!row || !['Enter', 'F2'].includes(event.key)) return;
                          // The same key press would submit the dialog.
                          event.preventDefault();
                          setEditing({ row, column: key, value });
                        }}
                      >
                        {value || (issue ? '∅' : '')}
                      </div>
                    </GridCell>
                  );
                }}
              />
            )),
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
            title={`${title(editing.column)} · ${t('importing.rowAt', { row: editing.row.row })}`}
            value={editing.value}
            message={editing.row.issues
              .filter((one) => one.column === editing.column)
              .map(messageOf)
              .join(' ')}
            onClose={() => setEditing(null)}
            onApply={async (value, everywhere) => {
              const mended = { part, row: editing.row.row, column: editing.column, value, everywhere };
              const answer = await desktop.importing.edit({ session, ...mended });
              setEditing(null);
              onEdited(answer.counts, mended);
              await queries.invalidateQueries({ queryKey: ['importing', session] });
              // Goes on to the next error; after the last one the import can continue.
              if (view === 'errors' && answer.counts.parts[part]?.errors) jump.toNext();
            }}
          />
        )}
      </div>
      {/* The column of problems is out of sight beside most cells, and too narrow for all problems of a row. */}
      <div className="fc-import-said">
        {standing && (
          <>
            <Button size="small" onClick={() => void leaving.ask(standing)}>
              {t(view === 'left' ? 'importing.takeIn' : 'importing.leaveOut')}
            </Button>
            <span>
              {t('importing.rowAt', { row: standing.row })}
              {wrong.length > 0 && (
                <>
                  {' · '}
                  <strong className={`fc-said-${wrong[0]?.level}`}>{wrong.map(messageOf).join(' · ')}</strong>
                </>
              )}
            </span>
          </>
        )}
      </div>
      {leaving.dialog}
    </>
  );
}

/** Leaves a row out or takes it back in; if other rows begin like it, asks whether to include them. */
function useLeaving({
  session,
  part,
  left,
  onEdited,
  toNext,
}: {
  session: string;
  part: number;
  /** False if rows are taken back in. */
  left: boolean;
  onEdited: Import['edited'];
  /** Called if errors remain. */
  toNext: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ row: ImportRow; others: number } | null>(null);
  const leave = async (place: LeftOut) => {
    const { counts } = await desktop.importing.leaveOut({ session, ...place });
    onEdited(counts, place);
    await queries.invalidateQueries({ queryKey: ['importing', session] });
    return counts;
  };
  const carryOut = async (row: ImportRow, alike: boolean) => {
    setAsked(null);
    const place = { part, row: row.row, left, alike };
    try {
      const counts = await leave(place);
      if (left && counts.parts[part]?.errors) toNext();
      notify({
        text: t(left ? 'importing.leftOut' : 'importing.takenIn', { row: row.row }),
        action: {
          text: t('common.undo'),
          run: () => void leave({ ...place, left: !left }).catch(notifyFailed),
        },
      });
    } catch (error) {
      notifyFailed(error);
    }
  };
  const ask = async (row: ImportRow) => {
    try {
      const others = await desktop.importing.alike({ session, part, row: row.row });
      if (others === 0) await carryOut(row, false);
      else setAsked({ row, others });
    } catch (error) {
      notifyFailed(error);
    }
  };
  return {
    ask,
    dialog: asked && <LeaveDialog {...asked} left={left} onClose={() => setAsked(null)} onLeave={carryOut} />,
  };
}

/** Asks whether to include the rows that begin like this one. */
function LeaveDialog(props: {
  row: ImportRow;
  others: number;
  left: boolean;
  onClose: () => void;
  onLeave: (row: ImportRow, alike: boolean) => Promise<void>;
}) {
  const { row, others, left } = props;
  const { t } = useTranslation();
  const [alike, setAlike] = useState(false);
  const [first = ''] = row.cells.filter((text) => text.trim() !== '');
  const verb = t(left ? 'importing.leaveOut' : 'importing.takeIn');
  return (
    <AppDialog
      title={`${verb} · ${t('importing.rowAt', { row: row.row })}`}
      onClose={props.onClose}
      onSubmit={() => void props.onLeave(row, alike)}
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary">
            {verb}
          </Button>
        </>
      }
    >
      <p>{row.cells.filter((text) => text.trim() !== '').join(' · ')}</p>
      <Checkbox
        autoFocus
        label={t('importing.alikeToo', { count: others, value: first })}
        checked={alike}
        onChange={() => setAlike(!alike)}
      />
    </AppDialog>
  );
}

const noRow = () => false;

function isInView(cell: HTMLElement | null): boolean {
  const frame = cell?.closest('.bp6-table-quadrant-scroll-container')?.getBoundingClientRect();
  if (!cell || !frame) return false;
  const { top, bottom, left, right } = cell.getBoundingClientRect();
  return top >= frame.top && bottom <= frame.bottom && left >= frame.left && right <= frame.right;
}

/** Returns a function that scrolls to a cell and focuses it. */
function useGoTo(
  id: string,
  table: React.RefObject<FrozenTable | null>,
  /** True while a cell is being edited: its input keeps the focus. */
  mending: React.RefObject<boolean>,
) {
  return useCallback(
    async (row: number, col: number) => {
      const cellOf = () => document.getElementById(`${id}-${row}-${col}`);
      if (!isInView(cellOf())) table.current?.scrollToRegion(Regions.cell(row, col));
      // The cell is drawn only after the table has scrolled and its rows have loaded.
      for (let frames = 0; frames < 30; frames += 1) {
        await new Promise(requestAnimationFrame);
        if (mending.current) return;
        const cell = cellOf()?.querySelector<HTMLElement>('[role=button]');
        if (!cell) continue;
        cell.focus({ preventScroll: true });
        return;
      }
    },
    [id, table, mending],
  );
}

/** Goes to the next cell with an error, after the last one to the first. */
function useJump(grid: {
  jumps: number;
  session: string;
  part: number;
  view: View;
  total: number;
  names: readonly string[];
  goTo: ReturnType<typeof useGoTo>;
  mending: React.RefObject<boolean>;
}) {
  const latest = useRef(grid);
  latest.current = grid;
  /** Current position; the row number of the file shows whether the grid still has the same row there. */
  const stand = useRef({ at: -1, row: -1, column: '' });
  const step = useCallback(async () => {
    const { session, part, view, total, names, goTo, mending } = latest.current;
    if (total === 0 || mending.current) return;
    const rowAt = async (index: number): Promise<{ at: number; row: number; wrong: string[] }> => {
      const { rows } = await desktop.importing.rows({ session, part, view, offset: index, limit: 1 });
      const [found] = rows;
      // After the last row comes the first; the number of rows may just have decreased.
      if (!found) return index > 0 ? rowAt(0) : { at: 0, row: -1, wrong: [] };
      const { row, issues } = found;
      const wrong = new Set(issues.filter(({ level }) => level === 'error').map(({ column }) => column));
      return { at: index, row, wrong: names.filter((name) => wrong.has(name)) };
    };
    const { at, row, column } = stand.current;
    let found = await rowAt(Math.max(0, at));
    if (at >= 0 && found.row === row) {
      const later = found.wrong.filter((one) => names.indexOf(one) > names.indexOf(column));
      found = later.length > 0 ? { ...found, wrong: later } : await rowAt(found.at + 1);
    }
    const [wrong = PROBLEMS] = found.wrong;
    if (mending.current) return;
    // An issue without a column in the file has no cell to focus.
    stand.current = { at: found.at, row: found.row, column: wrong };
    await goTo(found.at, Math.max(0, names.indexOf(wrong)));
  }, []);
  // Each step starts where the previous one ended, however fast the key is pressed.
  const steps = useRef(Promise.resolve());
  const go = useCallback(() => {
    steps.current = steps.current.then(step).catch(() => undefined);
  }, [step]);
  const { jumps, total } = grid;
  const done = useRef(0);
  useEffect(() => {
    if (jumps === done.current || total === 0) return;
    done.current = jumps;
    go();
  }, [jumps, total, go]);
  return {
    toNext: go,
    /** Makes the next jump start at the focused cell. */
    standAt: (now: typeof stand.current) => {
      stand.current = now;
    },
  };
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
      onSubmit={() => {
        // An unchanged value is no correction.
        if (typed === props.value) props.onClose();
        else void props.onApply(typed, everywhere);
      }}
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
        <InputGroup
          id="import-cell"
          autoFocus
          // Typing replaces the wrong value; an arrow key starts editing it.
          onFocus={({ currentTarget }) => currentTarget.select()}
          value={typed}
          onValueChange={setTyped}
        />
      </FormGroup>
      <Checkbox
        label={t('importing.everywhereAll', { value: props.value })}
        checked={everywhere}
        onChange={() => setEverywhere(!everywhere)}
      />
    </AppDialog>
  );
}
