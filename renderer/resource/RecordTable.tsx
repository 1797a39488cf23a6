import { Button, ContextMenuPopover, Menu } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import { FocusMode, RenderMode, Column as TableColumn, type TableProps } from '@blueprintjs/table';
import { TABLE_HEIGHT_OFFSET } from '@contract/limits';
import { formatSort, parseSort, type SortKey } from '@contract/paging';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../app/desk';
import { useSpeech } from '../app/language';
import { ROW_HEIGHT } from '../app/theme';
import type { ShowContext } from '../kinds/kind';
import { targetsOf, useLookups } from '../kinds/lookups';
import { atOnce } from '../ui/atOnce';
import { useStableCallback } from '../ui/useStableCallback';
import { Trouble } from './Answered';
import { type Arrangement, filledWidths, mostPinned, pinnedOf, withMoved } from './arrange';
import { ColumnMenu } from './ColumnMenu';
import { checkHead, columnHead, operationHead } from './columnHead';
import { type Column, useLayout } from './columns';
import { FrozenTable } from './FrozenTable';
import { GridCell, placeOf } from './GridCell';
import { GridRoles } from './GridRoles';
import { Peek } from './Peek';
import type { Identified, RecordTableProps } from './recordTableProps';
import { isChosen } from './selection';
import { tableKeys, useTableShortcuts } from './tableKeys';
import { rowsSeen, useCell } from './useCell';
import { useCopy } from './useCopy';
import { useGrid } from './useGrid';
import { useInstead } from './useInstead';
import { useRoom } from './useRoom';
import { useRowChoice } from './useRowChoice';
import { useRowMenu } from './useRowMenu';
import { useSeenRows } from './useSeenRows';

/** Argument of a callback of the library's table. */
type TableArg<Name extends 'onFocusedRegion' | 'onVisibleCellsChange' | 'bodyContextMenuRenderer'> =
  Parameters<NonNullable<TableProps[Name]>>[0];

/** Placeholder for the row number in a text that is translated once for all rows. */
const ROW = '#';
const CHECK = 36;
const MORE = 36;
/** Width in pixels of the vertical scroll bar and the border of the table. */
const SCROLLS = 17;

/** The table of all lists: virtual, with user-arranged columns, keyboard operation and screen reader support. */
export function RecordTable<Row extends Identified>(props: RecordTableProps<Row>) {
  const { list, columns, rows, selection, onSelection, actions, offset = 0 } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  const usual = useDesk(({ settings }) => settings.density);
  const { layout, ordered, visible, change } = useLayout(list, columns);
  const density = layout.density ?? usual;
  const targets = useMemo(() => targetsOf(columns.flatMap(({ meta }) => meta ?? [])), [columns]);
  const lookups = useLookups(targets);
  const place = useRef<HTMLDivElement>(null);
  const library = useRef<FrozenTable>(null);
  const rowHeight = ROW_HEIGHT[density];
  const { loading, length } = rows;
  const { view, onSeen: see } = useSeenRows(rows);
  const { focused, focus } = useCell(list, library, place, { loading, total: length, rowHeight });
  const room = useRoom(place, length > 0);
  const [peeking, setPeeking] = useState(props.peekAtFirst ?? false);
  /** The column whose menu is open, and its position in the window. */
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
  const focusGrid = () =>
    place.current?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
  const copying = useCopy({ rows, visible, lead, selection, contextOf });
  const { noteOpened, menuOf, open, openMenu } = useRowMenu(props, copying.copy);
  const { choose, chooseMarked, choosePage } = useRowChoice(rows, selection, onSelection);
  // Translated once: translating for each new row takes longer than drawing its cells.
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
  const order = useStableCallback((keys: readonly SortKey[]) => props.onSort(formatSort(keys)));
  const header = (found: Column<Row>, column: number) =>
    columnHead({ id, pinned, sorts, onSort: order, onMenu: setHeadMenu, t }, found, column);
  const headed = visible.findIndex(({ name }) => name === headMenu?.name);
  const ofHead = visible[headed];

  const keys = tableKeys({
    ...{ id, rows, focused, choosable, open, openMenu, choosePage },
    bounds: () => ({
      lastRow: length - 1,
      firstCol: 0,
      lastCol: lead + visible.length - 1,
      page: rowsSeen(place, rowHeight),
    }),
    goTo: ({ row, col }) => library.current?.goTo(row, col),
    peek: () => setPeeking(!peeking),
    copy: () => void copying.copy(false),
    choose: () => chooseMarked(copying.marked(), focused.row),
  });
  useTableShortcuts(choosable);
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
  // Stable callbacks, so that the table is drawn again only when it changes, not with the list: its heads are slow.
  const drawCell = useStableCallback(cellFor);
  const onChoosePage = useStableCallback(choosePage);
  const allChosen = selection === 'matching';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a head depends on sorting and column layout only
  const drawn = useMemo(
    () => [
      ...(choosable
        ? [
            <TableColumn
              key="check"
              id="check"
              cellRenderer={drawCell}
              columnHeaderCellRenderer={() =>
                checkHead({
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
              columnHeaderCellRenderer={() => operationHead({ id, pinned, t }, visible.length + lead)}
            />,
          ]
        : []),
    ],
    [visible, layout, props.sort, pinned, choosable, acts, allChosen, id, t, drawCell, onChoosePage],
  );
  const onRegions = useStableCallback(copying.onRegions);
  const onFocused = useStableCallback((region: TableArg<'onFocusedRegion'>) => {
    if (region.type === FocusMode.CELL) focus({ row: region.row, col: region.col });
  });
  const onSeen = useStableCallback(
    ({ rowIndexStart: from, rowIndexEnd: to }: TableArg<'onVisibleCellsChange'>) => {
      see(from, to);
    },
  );
  const onWidth = useStableCallback((index: number, size: number) => {
    const name = nameAt(index);
    if (name && size) change({ widths: { ...layout.widths, [name]: Math.round(size) } });
  });
  const onReordered = useStableCallback((from: number, to: number, length: number) =>
    change(withMoved(arranged, from - lead, to - lead, length)),
  );
  const menuAt = useStableCallback((context: TableArg<'bodyContextMenuRenderer'>) => {
    const cells = context.getTarget().rows;
    const row = cells && rows.at(cells[0]);
    if (!row) return <Menu />;
    noteOpened(row, cells[0]);
    return menuOf(row);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: cells depend on the listed values only
  const table = useMemo(
    () => (
      <FrozenTable
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
      </FrozenTable>
    ),
    [drawn, widths, focused, length, rows.version, rows.stale, selection, lookups, speech, density],
  );

  const height = `calc(var(--fc-height, 100vh) - ${TABLE_HEIGHT_OFFSET - offset}px)`;
  const instead = useInstead(rows, props.empty, height);
  if (instead) return instead;

  const peeked = peeking ? rows.drawn(focused.row) : undefined;
  const grid = (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys and clicks that bubble from the table
    <div
      ref={place}
      className={`fc-table-place${rows.stale ? ' fc-stale' : ''}`}
      data-density={density}
      data-below={props.below || undefined}
      onKeyDownCapture={keys}
      onFocus={({ target }) => {
        // A clicked cell is removed when scrolled out of view, and the keyboard focus would be lost with it.
        if (target.matches('[role=gridcell], .bp6-table-quadrant-scroll-container')) focusGrid();
      }}
      onMouseDown={(event) => {
        // The library does not move the focus to a cell that was already selected.
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
    // The keyboard returns to the table.
    focusGrid();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same key closes the preview wherever the focus is
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
