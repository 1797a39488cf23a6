import {
  Button,
  ContextMenuPopover,
  Menu,
  MenuDivider,
  MenuItem,
  type MenuProps,
  NonIdealState,
  showContextMenu,
} from '@blueprintjs/core';
import { ChevronDown, ChevronUp, More } from '@blueprintjs/icons';
import {
  ColumnHeaderCell,
  FocusMode,
  RenderMode,
  Column as TableColumn,
  type TableProps,
} from '@blueprintjs/table';
import { TABLE_HEIGHT_OFFSET } from '@contract/limits';
import { formatSort, parseSort, type SortKey } from '@contract/paging';
import { type ReactElement, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowOpened } from '../app/cameFrom';
import { useDesk } from '../app/desk';
import { useGo } from '../app/go';
import { useSpeech } from '../app/language';
import { copyLink, isLinkable } from '../app/links';
import { openOwnWindow, wishOwnWindow } from '../app/ownWindow';
import { ROW_HEIGHT } from '../app/theme';
import type { ShowContext } from '../kinds/kind';
import { targetsOf, useLookups } from '../kinds/lookups';
import { atOnce } from '../ui/atOnce';
import { BusyButton } from '../ui/BusyButton';
import { Skeleton } from '../ui/Loading';
import { buttonsOf, comboText, isComposing, useShortcuts } from '../ui/shortcuts';
import { notifyFailed } from '../ui/toaster';
import { useSteady } from '../ui/useSteady';
import { Trouble, useRetry } from './Answered';
import { type Arrangement, filledWidths, mostPinned, pinnedOf, withMoved } from './arrange';
import { ColumnMenu } from './ColumnMenu';
import { type Column, useLayout } from './columns';
import { GridCell, placeOf } from './GridCell';
import { GridHead } from './GridHead';
import { GridRoles } from './GridRoles';
import { farTo } from './gridKeys';
import { useNextFrame } from './nextFrame';
import { Peek, type PeekChoice } from './Peek';
import type { Rows } from './rows';
import { StillTable } from './StillTable';
import { chosenCount, isChosen, toggled } from './selection';
import { rowsSeen, useCell } from './useCell';
import type { ChosenInTable } from './useChosen';
import { useCopy } from './useCopy';
import { useGrid } from './useGrid';
import { useRoom } from './useRoom';

interface Identified {
  readonly id: number | string;
}

export interface RecordTableProps<Row extends Identified> extends Partial<ChosenInTable> {
  /** Under which name the arrangement of columns is kept. */
  readonly list: string;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: Rows<Row>;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** What a row opens on double click and Enter, and with Ctrl behind; without it, the screen of its path. */
  readonly onOpen?: ((row: Row, behind: boolean) => void) | undefined;
  /** Path of the screen that a row opens, where it opens one: its menu then leads to it in other ways, too. */
  readonly pathOf?: ((row: Row) => string) | undefined;
  /** What may be done with a row: a menu of it, to which the table adds what can be done with any. */
  readonly actions?: ((row: Row) => ReactElement<MenuProps> | null) | undefined;
  /** How a row reads at the side of the table; by its columns where nothing is said. */
  readonly peek?: PeekChoice<Row> | undefined;
  /** Shows the focused row at the side from the start, without Space. */
  readonly peekAtFirst?: boolean;
  /** What to say when there is nothing at all, and when nothing matches. */
  readonly empty: ReactElement;
  /** Pixels by which it is higher than the window less 288, where it does not fill its screen by itself: within a record. */
  readonly offset?: number | undefined;
  /** Other things stand above it, for which one comes to the screen: the rows do not take the focus by themselves. */
  readonly below?: boolean | undefined;
}

/** What the library's table tells by one of its properties. */
type Told<Name extends 'onFocusedRegion' | 'onVisibleCellsChange' | 'bodyContextMenuRenderer'> = Parameters<
  NonNullable<TableProps[Name]>
>[0];

/** Rows by which one goes on so that each can be heard of, and milliseconds after which one who went further has arrived. */
const STEP = 3;
const RESTING = 80;
/** Where the number of a row stands in words that are said of many. */
const ROW = '#';
const CHECK = 36;
const MORE = 36;
/** Pixels that the bar by which rows are scrolled takes, with the line around the table. */
const SCROLLS = 17;

/** The one table of the product: virtual, arranged by its user, worked by keyboard, read by screen readers. */
export function RecordTable<Row extends Identified>(props: RecordTableProps<Row>) {
  const { list, columns, rows, selection, onSelection, actions, offset = 0 } = props;
  const { t } = useTranslation();
  const go = useGo();
  const speech = useSpeech();
  const id = useId();
  const usual = useDesk(({ settings }) => settings.density);
  const { layout, ordered, visible, change } = useLayout(list, columns);
  const density = layout.density ?? usual;
  const targets = useMemo(() => targetsOf(columns.flatMap(({ meta }) => meta ?? [])), [columns]);
  const lookups = useLookups(targets);
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ from: 0, to: 0 });
  const library = useRef<StillTable>(null);
  const rowHeight = ROW_HEIGHT[density];
  const { loading, length } = rows;
  const { focused, focus } = useCell(list, library, place, { loading, total: length, rowHeight });
  const room = useRoom(place, length > 0);
  const [peeking, setPeeking] = useState(props.peekAtFirst ?? false);
  /** The column whose menu is open, and where in the window. */
  const [headMenu, setHeadMenu] = useState<{ name: string; at: { left: number; top: number } } | null>(null);

  const choosable = selection !== undefined && onSelection !== undefined;
  const lead = choosable ? 1 : 0;
  const acts = actions !== undefined;
  const arranged: Arrangement = {
    layout,
    names: visible.map(({ name }) => name),
    most: mostPinned(lead),
  };
  const pinned = lead + pinnedOf(arranged);
  const widths = useMemo(() => {
    const beside = (choosable ? CHECK : 0) + (acts ? MORE : 0) + SCROLLS;
    return filledWidths(
      visible.map(({ name, width, wordy }) => ({ width, wordy, set: layout.widths[name] })),
      (room ?? 0) - beside,
    );
  }, [visible, layout.widths, room, choosable, acts]);
  const contextOf = useCallback(
    (row: Row): ShowContext => ({ speech, lookups, row: row as unknown as Record<string, unknown> }),
    [speech, lookups],
  );
  const chosen = useCallback(
    (index: number) => {
      const row = rows.at(index);
      return row !== undefined && selection !== undefined && isChosen(selection, row.id);
    },
    [rows, selection],
  );
  const untold = useRef<typeof view>(undefined);
  const tell = (next: typeof view) => {
    untold.current = undefined;
    setView((before) => (before.from === next.from && before.to === next.to ? before : next));
  };
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // The screen may go behind another before the rows have come to rest: they have when it is in front again.
    if (untold.current) setView(untold.current);
    return () => clearTimeout(resting.current);
  }, []);
  const see = useNextFrame((from: number, to: number) => {
    rows.want(from, to);
    clearTimeout(resting.current);
    // Rows that fly past are told to nobody: it would take a fifth of the time in which they are drawn.
    untold.current = { from, to };
    if (Math.abs(from - view.from) > STEP) resting.current = setTimeout(tell, RESTING, untold.current);
    else tell(untold.current);
  });
  const focusGrid = () =>
    place.current?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
  const copying = useCopy({ rows, visible, lead, selection, contextOf });
  /** What may be done with a row, with all that are chosen where it is one of them, and copying what is marked or chosen. */
  const menuOf = (row: Row) => {
    const own = actions?.(row);
    const path = props.pathOf?.(row);
    const many = selection && isChosen(selection, row.id) ? chosenCount(selection, length) : 0;
    const copy = <MenuItem text={t('common.copyHeaded')} onClick={() => void copying.copy(true)} />;
    return (
      <Menu>
        {many > 1 && (
          <>
            <MenuDivider title={t('common.selected', { count: many })} />
            {buttonsOf(props.bar?.current).map(({ label, run }) => (
              <MenuItem key={label} text={label} onClick={run} />
            ))}
            {copy}
            {/* Nobody shall take the one for the other. */}
            <MenuDivider title={t('common.rowAlone')} />
          </>
        )}
        {/* A table that says nothing of its rows opens them at least. */}
        {!actions && <MenuItem text={t('common.open')} label="Enter" onClick={() => openRow(row, false)} />}
        {own?.props.children}
        {(own || !actions) && (path !== undefined || many <= 1) && <MenuDivider />}
        {path !== undefined && (
          <MenuItem
            text={t('app.ownOpen')}
            label={comboText('shift+enter')}
            onClick={() => void openOwnWindow(path)}
          />
        )}
        {path !== undefined && isLinkable(path) && (
          <MenuItem text={t('app.linkCopy')} onClick={() => void copyLink(path, t('app.linkCopied'))} />
        )}
        {many <= 1 && copy}
      </Menu>
    );
  };
  const openRow = (row: Row, behind: boolean) => {
    const path = props.pathOf?.(row);
    if (props.onOpen) props.onOpen(row, behind);
    else if (path !== undefined) go(path, behind);
  };
  const met = (row: Row, index: number) =>
    rowOpened(rows.keyAt(index), row, { index, total: length, totalCapped: rows.totalCapped });
  const open = (row: Row, index: number, behind: boolean) => {
    if (!rows.live) return;
    met(row, index);
    openRow(row, behind);
  };
  const openMenu = (row: Row, index: number, event: { clientX: number; clientY: number }) => {
    if (!rows.live) return;
    met(row, index);
    showContextMenu({
      ...atOnce,
      content: menuOf(row),
      targetOffset: { left: event.clientX, top: event.clientY },
      isDarkTheme: document.body.classList.contains('bp6-dark'),
    });
  };

  /** The row that was chosen or let go last, and where it stood. */
  const lastChosen = useRef<{ readonly index: number; readonly id: Row['id'] } | null>(null);
  /** Chooses a row or lets it go; on wish with all of them from the one before. */
  const choose = async (index: number, all: boolean) => {
    const row = rows.at(index);
    if (!choosable || !row) return;
    const before = lastChosen.current;
    lastChosen.current = { index, id: row.id };
    // In another order of the rows, what lies between is not what one sees.
    const stands = before && (rows.at(before.index)?.id ?? before.id) === before.id;
    if (!all || !stands || selection === 'matching') return onSelection(toggled(selection, row.id));
    const [from, to] = [Math.min(before.index, index), Math.max(before.index, index)];
    try {
      const there = Array.from({ length: to - from + 1 }, (_, at) => rows.at(from + at));
      const loaded = there.includes(undefined) ? (await rows.load(to + 1)).slice(from) : there;
      const between = new Set(loaded.flatMap((one) => one?.id ?? []));
      const others = [...selection.ids].filter((one) => !between.has(one));
      onSelection({ ids: new Set(isChosen(selection, row.id) ? others : [...others, ...between]) });
    } catch (error) {
      notifyFailed(error);
    }
  };
  // Said once: to look words up for each row that comes takes longer than to draw its cells.
  const words = {
    choose: t('common.selectRow', { row: ROW }),
    more: t('common.more'),
    lost: t('common.rowLost'),
  };
  const cellFor = (index: number, column: number) => {
    const row = rows.drawn(index);
    const common = { grid: id, row: index, column, chosen: chosen(index) };
    if (!row)
      return (
        <GridCell {...common} align="start">
          {column === lead && rows.isLost(index) ? <span className="fc-muted">{words.lost}</span> : null}
        </GridCell>
      );
    if (choosable && column === 0) {
      return (
        <GridCell {...common} align="start">
          <input
            type="checkbox"
            className="fc-check"
            tabIndex={-1}
            aria-label={words.choose.replace(ROW, String(index + 1))}
            checked={isChosen(selection, row.id)}
            onChange={({ nativeEvent }) => void choose(index, (nativeEvent as MouseEvent).shiftKey)}
          />
        </GridCell>
      );
    }
    const found = visible[column - lead];
    if (!found) {
      return (
        <GridCell {...common} align="end">
          <Button
            variant="minimal"
            size="small"
            tabIndex={-1}
            className="fc-row-more"
            icon={<More />}
            aria-label={words.more}
            onClick={(event) => openMenu(row, index, event)}
          />
        </GridCell>
      );
    }
    const context = contextOf(row);
    return (
      <GridCell {...common} align={found.align}>
        {found.cell(row, context)}
      </GridCell>
    );
  };

  const sorts = parseSort(props.sort);
  const order = useSteady((keys: readonly SortKey[]) => props.onSort(formatSort(keys)));
  const header = (found: Column<Row>, column: number) => {
    const at = sorts.findIndex(({ field }) => field === found.name);
    const sorted = sorts[at];
    const direction = sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined;
    const toggleSort = (add: boolean) => {
      if (!found.sortable) return;
      const next = sorted?.descending ? [] : [{ field: found.name, descending: sorted !== undefined }];
      // One that is in the order already is turned round at its place.
      order(add ? (sorted ? sorts.toSpliced(at, 1, ...next) : [...sorts, ...next]) : next);
    };
    return (
      <ColumnHeaderCell
        className={`fc-header fc-${found.align}`}
        nameRenderer={() => (
          <>
            <GridHead id={`${id}-head-${column}`} column={column} pinned={pinned} sort={direction ?? 'none'}>
              <button
                type="button"
                tabIndex={-1}
                disabled={!found.sortable}
                title={found.label}
                onClick={(event) => toggleSort(event.shiftKey)}
              >
                <span>{found.label}</span>
                {direction === 'ascending' && <ChevronUp size={12} />}
                {direction === 'descending' && <ChevronDown size={12} />}
                {sorted && sorts.length > 1 && (
                  <span
                    className="fc-sort-place"
                    title={t('common.sortPlace', { place: at + 1, count: sorts.length })}
                  >
                    <span aria-hidden>{at + 1}</span>
                    <span className="fc-hidden">
                      {t('common.sortPlace', { place: at + 1, count: sorts.length })}
                    </span>
                  </span>
                )}
              </button>
            </GridHead>
            {/* One menu for all heads: each with its own, as the library has it, would cost more than all the rest of them. */}
            <div className="bp6-table-th-menu-container">
              <div className="bp6-table-th-menu-container-background" />
              <button
                type="button"
                className="bp6-table-th-menu fc-head-menu"
                tabIndex={-1}
                aria-hidden
                onClick={({ currentTarget }) => {
                  const { left, bottom } = currentTarget.getBoundingClientRect();
                  setHeadMenu({ name: found.name, at: { left, top: bottom } });
                }}
              >
                <ChevronDown />
              </button>
            </div>
          </>
        )}
      />
    );
  };
  const headed = visible.findIndex(({ name }) => name === headMenu?.name);
  const ofHead = visible[headed];

  const keys = (event: React.KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (isComposing(event) || target.closest('input[type=text],textarea,select')) return;
    // It leads out of the rows, which are one stop; the library would go through every cell of them.
    if (event.key === 'Tab') {
      event.stopPropagation();
      return;
    }
    const mod = event.ctrlKey || event.metaKey;
    const bounds = {
      lastRow: length - 1,
      firstCol: 0,
      lastCol: lead + visible.length - 1,
      page: rowsSeen(place, rowHeight),
    };
    const to = event.shiftKey || event.altKey ? undefined : farTo(event.key, mod, focused, bounds);
    if (to) {
      event.preventDefault();
      event.stopPropagation();
      library.current?.goTo(to.row, to.col);
      return;
    }
    const row = rows.at(focused.row);
    if (!row) {
      // Nothing can be done with a row of another question, or one that is not there; the library would go on or mark cells.
      if (event.key === 'Enter' || event.key === ' ' || mod) event.stopPropagation();
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (event.shiftKey) wishOwnWindow();
      open(row, focused.row, mod);
    } else if (event.key === ' ' && (event.shiftKey || mod)) {
      event.preventDefault();
      const marked = copying.marked();
      const first = marked && rows.at(marked.from);
      if (first) lastChosen.current = { index: marked.from, id: first.id };
      void choose(first ? marked.to : focused.row, Boolean(first));
    } else if (event.key === ' ' && !target.closest('input,button')) {
      event.preventDefault();
      setPeeking(!peeking);
    } else if (mod && event.key.toLowerCase() === 'a' && choosable) {
      event.preventDefault();
      choosePage();
    } else if (mod && event.key.toLowerCase() === 'c' && !window.getSelection()?.toString()) {
      event.preventDefault();
      void copying.copy(false);
    } else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      event.preventDefault();
      const cell = document.getElementById(`${id}-${focused.row}-${focused.col}`)?.getBoundingClientRect();
      if (cell) openMenu(row, focused.row, { clientX: cell.left + 12, clientY: cell.bottom });
    }
    // The library would move on at Enter, and mark every cell besides at Ctrl+A.
    if (event.isDefaultPrevented()) event.stopPropagation();
  };
  const choosePage = () => {
    if (!choosable) return;
    const ids = new Set<number | string>(rows.there().map(({ id }) => id));
    const all = selection !== 'matching' && ids.size > 0 && [...ids].every((one) => selection.ids.has(one));
    onSelection({ ids: all ? new Set() : ids });
  };

  useShortcuts(
    (
      [
        ['enter', t('common.open')],
        ['mod+enter', t('common.openBehind')],
        ['space', t('common.peek')],
        ...(choosable
          ? ([
              ['shift+space', t('common.choose')],
              ['mod+a', t('common.selectPage')],
            ] as const)
          : []),
        ['home', t('common.rowStart')],
        ['end', t('common.rowEnd')],
        ['mod+home', t('common.firstRow')],
        ['mod+end', t('common.lastRow')],
        ['mod+c', t('common.copyCells')],
      ] as const
    ).map(([combo, label]) => ({ combo, label, run: null })),
  );
  const columnCount = lead + visible.length + (acts ? 1 : 0);
  useGrid(place, {
    label: props.label,
    owns: `${id}-rows`,
    rows: length + 1,
    columns: columnCount,
    choosable,
    busy: rows.stale,
    active: `${id}-${focused.row}-${focused.col}`,
  });

  const nameAt = (index: number) => visible[index - lead]?.name;
  // The table is drawn again when something of it has changed, and not whenever the list around it is: its heads are dear.
  const drawCell = useSteady(cellFor);
  const onChoosePage = useSteady(choosePage);
  const allChosen = selection === 'matching';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a head is drawn from the order of the rows and the arrangement of the columns
  const drawn = useMemo(
    () => [
      ...(choosable
        ? [
            <TableColumn
              key="check"
              id="check"
              cellRenderer={drawCell}
              columnHeaderCellRenderer={() =>
                checkHeader({
                  id: `${id}-head-0`,
                  pinned,
                  label: t('common.selectPage'),
                  onChoose: onChoosePage,
                  all: allChosen,
                })
              }
            />,
          ]
        : []),
      ...visible.map((found, index) => (
        <TableColumn
          key={found.name}
          id={found.name}
          name={found.label}
          cellRenderer={drawCell}
          columnHeaderCellRenderer={() => header(found, index + lead)}
        />
      )),
      ...(acts
        ? [
            <TableColumn
              key="more"
              id="more"
              cellRenderer={drawCell}
              columnHeaderCellRenderer={() => (
                <ColumnHeaderCell
                  className="fc-header fc-fixed"
                  nameRenderer={() => (
                    <GridHead
                      id={`${id}-head-${visible.length + lead}`}
                      column={visible.length + lead}
                      pinned={pinned}
                      label={t('common.operation')}
                    />
                  )}
                />
              )}
            />,
          ]
        : []),
    ],
    [visible, layout, props.sort, pinned, choosable, acts, allChosen, id, t, drawCell, onChoosePage],
  );
  const onRegions = useSteady(copying.onRegions);
  const onFocused = useSteady((region: Told<'onFocusedRegion'>) => {
    if (region.type === FocusMode.CELL) focus({ row: region.row, col: region.col });
  });
  const onSeen = useSteady(({ rowIndexStart: from, rowIndexEnd: to }: Told<'onVisibleCellsChange'>) => {
    // Where rows came, and nobody scrolls, they are told of in the same moment as their cells are there.
    if (from === view.from && to !== view.to) setView({ from, to });
    see(from, to);
  });
  const onWidth = useSteady((index: number, size: number) => {
    const name = nameAt(index);
    if (name && size) change({ widths: { ...layout.widths, [name]: Math.round(size) } });
  });
  const onReordered = useSteady((from: number, to: number, length: number) =>
    change(withMoved(arranged, from - lead, to - lead, length)),
  );
  const menuAt = useSteady((context: Told<'bodyContextMenuRenderer'>) => {
    const cells = context.getTarget().rows;
    const row = cells && rows.at(cells[0]);
    if (!row) return <Menu />;
    met(row, cells[0]);
    return menuOf(row);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a cell is drawn from what the table is told that cells depend on
  const table = useMemo(
    () => (
      <StillTable
        ref={library}
        numRows={length}
        rowHeights={undefined}
        defaultRowHeight={rowHeight}
        minRowHeight={rowHeight}
        maxRowHeight={rowHeight}
        columnWidths={[...(choosable ? [CHECK] : []), ...widths, ...(acts ? [MORE] : [])]}
        enableRowHeader={false}
        enableRowResizing={false}
        enableColumnReordering
        enableMultipleSelection
        numFrozenColumns={pinned}
        focusMode={FocusMode.CELL}
        renderMode={RenderMode.BATCH}
        cellRendererDependencies={[rows.version, rows.stale, selection, lookups, speech, visible, density]}
        onSelection={onRegions}
        focusedRegion={{ type: FocusMode.CELL, ...focused, focusSelectionIndex: 0 }}
        onFocusedRegion={onFocused}
        onVisibleCellsChange={onSeen}
        onColumnWidthChanged={onWidth}
        onColumnsReordered={onReordered}
        bodyContextMenuRenderer={menuAt}
      >
        {drawn}
      </StillTable>
    ),
    [drawn, widths, focused, length, rows.version, rows.stale, selection, lookups, speech, density],
  );

  const height = `calc(var(--fc-height, 100vh) - ${TABLE_HEIGHT_OFFSET - offset}px)`;
  const failed = useRetry({
    error: rows.state === 'failed' ? rows.error : null,
    pending: rows.state === 'pending',
    retry: rows.retry,
  });
  const instead = failed.failure ? (
    <NonIdealState
      title={t('common.listFailed')}
      description={failed.failure.message}
      action={
        <BusyButton intent="primary" busy={failed.busy} onClick={() => void failed.again()}>
          {t('common.retry')}
        </BusyButton>
      }
    />
  ) : rows.live ? (
    length === 0 && props.empty
  ) : (
    length === 0 && <Skeleton lines={12} />
  );
  if (instead)
    return (
      <div className="fc-table-beside" style={{ height }}>
        <div className="fc-table-place" role={failed.failure ? 'alert' : undefined}>
          {instead}
        </div>
      </div>
    );

  const peeked = peeking ? rows.drawn(focused.row) : undefined;
  const grid = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table within has the focus, and its keys and clicks come up here
    <div
      ref={place}
      className={`fc-table-place${rows.stale ? ' fc-stale' : ''}`}
      data-density={density}
      data-below={props.below || undefined}
      onKeyDownCapture={keys}
      onFocus={({ target }) => {
        // A cell that was clicked goes when it is scrolled out of view, and would take the keys with it.
        if (target.matches('[role=gridcell], .bp6-table-quadrant-scroll-container')) focusGrid();
      }}
      onMouseDown={(event) => {
        // The table itself leaves the focus where it was when the cell had been chosen before.
        const place = placeOf(event.target);
        if (place) focus(place);
      }}
      onDoubleClick={(event) => {
        const place = placeOf(event.target);
        const row = place && rows.at(place.row);
        if (row) open(row, place.row, event.ctrlKey || event.metaKey);
      }}
    >
      {table}
      {rows.stale && <p className="fc-table-former">{t('common.formerRows')}</p>}
      {rows.error && (
        <Trouble
          text={
            rows.lost
              ? t('common.rowsLost', { ...rows.lost, reason: rows.error.message })
              : t('common.notRefreshed', { reason: rows.error.message })
          }
          onRetry={rows.retry}
        />
      )}
      <GridRoles
        id={id}
        columns={columnCount}
        from={view.from}
        to={Math.min(view.to, length - 1)}
        chosen={chosen}
      />
      {headMenu && ofHead && (
        <ContextMenuPopover
          {...atOnce}
          isOpen
          placement="bottom-start"
          targetOffset={headMenu.at}
          onClose={() => setHeadMenu(null)}
          content={
            <ColumnMenu
              column={{ ...ofHead, width: widths[headed] ?? ofHead.width }}
              index={headed}
              table={arranged}
              sorts={sorts}
              onSort={order}
              onLayout={change}
            />
          }
        />
      )}
    </div>
  );
  const close = () => {
    setPeeking(false);
    // The keys go on where they were.
    focusGrid();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is read at the side is left by the same key wherever the focus is
    <div
      className="fc-table-beside"
      style={{ height }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !peeking) return;
        event.stopPropagation();
        close();
      }}
    >
      {grid}
      {peeked && (
        <Peek
          row={peeked}
          former={rows.stale}
          context={contextOf(peeked)}
          peek={
            props.peek ?? {
              nameOf: (row) => columns[0]?.text(row, contextOf(row)) ?? '',
              groups: [
                { title: t('common.peekShown'), of: visible },
                { title: t('common.peekMore'), of: ordered.filter((one) => !visible.includes(one)) },
              ].filter(({ of }) => of.length > 0),
            }
          }
          onOpen={() => open(peeked, focused.row, false)}
          onClose={close}
        />
      )}
    </div>
  );
}

/** No component of its own: the library gives the width to the very element that a renderer answers. */
function checkHeader(props: {
  id: string;
  pinned: number;
  label: string;
  onChoose: () => void;
  all: boolean;
}) {
  const { id, pinned, label, onChoose, all } = props;
  return (
    <ColumnHeaderCell
      className="fc-header fc-fixed"
      nameRenderer={() => (
        <GridHead id={id} column={0} pinned={pinned}>
          <input
            type="checkbox"
            className="fc-check"
            tabIndex={-1}
            aria-label={label}
            checked={all}
            onChange={onChoose}
          />
        </GridHead>
      )}
    />
  );
}
