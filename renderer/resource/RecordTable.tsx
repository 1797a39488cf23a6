import { TABLE_HEIGHT_OFFSET } from '@contract/limits';
import { formatSort, parseSort, type SortKey } from '@contract/paging';
import {
  type KeyboardEventHandler,
  type ReactNode,
  type RefObject,
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../app/desk';
import { useSpeech } from '../app/language';
import { ROW_HEIGHT } from '../app/theme';
import type { ShowContext } from '../kinds/kind';
import { targetsOf, useLookups } from '../kinds/lookups';
import { useStableCallback } from '../ui/useStableCallback';
import { Trouble } from './Answered';
import type { OpenedHead } from './columnHead';
import type { FrozenTable } from './FrozenTable';
import { placeOf } from './GridCell';
import { GridRoles } from './GridRoles';
import { HeadMenu } from './HeadMenu';
import { Peek } from './Peek';
import type { RecordTableProps, RowWithId } from './recordTableProps';
import type { Rows } from './rows';
import { isChosen } from './selection';
import { tableKeys, useTableShortcuts } from './tableKeys';
import { type ArrangedColumns, useArranged, useWidths } from './useArranged';
import { rowsSeen, useCell } from './useCell';
import { useCells } from './useCells';
import { useCopy } from './useCopy';
import { useGrid } from './useGrid';
import { useInstead } from './useInstead';
import { useLibraryTable, useTableColumns } from './useLibraryTable';
import { useRoom } from './useRoom';
import { useRowChoice } from './useRowChoice';
import { useRowMenu } from './useRowMenu';
import { useSeenRows } from './useSeenRows';

/** Returns what a cell needs besides its value, for a row. */
function useRowContext<Row extends RowWithId>(columns: RecordTableProps<Row>['columns']) {
  const speech = useSpeech();
  const targets = useMemo(() => targetsOf(columns.flatMap(({ meta }) => meta ?? [])), [columns]);
  const lookups = useLookups(targets);
  return useCallback(
    (row: Row): ShowContext => ({ speech, lookups, row: row as unknown as Record<string, unknown> }),
    [speech, lookups],
  );
}

/** Moves the keyboard to the table in a place. */
const focusGrid = (place: Place) =>
  place.current?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
type Place = RefObject<HTMLDivElement | null>;

/** The table of all lists: virtual, with user-arranged columns, keyboard operation and screen reader support. */
export function RecordTable<Row extends RowWithId>(props: RecordTableProps<Row>) {
  const { list, rows, selection, onSelection, offset = 0 } = props;
  const id = useId();
  const usual = useDesk(({ settings }) => settings.density);
  const columns = useArranged(props);
  const { visible, lead, choosable } = columns;
  const density = columns.layout.density ?? usual;
  const rowHeight = ROW_HEIGHT[density];
  const contextOf = useRowContext<Row>(props.columns);
  const place: Place = useRef(null);
  const library = useRef<FrozenTable>(null);
  const { loading, length } = rows;
  const { view, onSeen } = useSeenRows(rows);
  const { focused, focus } = useCell(list, library, place, { loading, total: length, rowHeight });
  const { widths, all } = useWidths(columns, useRoom(place, length > 0));
  const [peeking, setPeeking] = useState(props.peekAtFirst ?? false);
  const [headMenu, setHeadMenu] = useState<OpenedHead | null>(null);
  const copying = useCopy({ rows, visible, lead, selection, contextOf });
  const menu = useRowMenu(props, copying.copy);
  const { choose, chooseMarked, choosePage } = useRowChoice(rows, selection, onSelection);
  const sorts = useMemo(() => parseSort(props.sort), [props.sort]);
  const onSort = useStableCallback((keys: readonly SortKey[]) => props.onSort(formatSort(keys)));
  useTableShortcuts(choosable);
  const chosen = useCallback(
    (index: number) => {
      const row = rows.at(index);
      return row !== undefined && selection !== undefined && isChosen(selection, row.id);
    },
    [rows, selection],
  );
  useGrid(place, {
    ...{ label: props.label, owns: `${id}-rows`, rows: length + 1, columns: columns.count, choosable },
    busy: rows.stale,
    active: `${id}-${focused.row}-${focused.col}`,
  });
  const { openMenu, open } = menu;
  const drawCell = useCells({ id, rows, columns, chosen, contextOf, choose, openMenu });
  const drawn = useTableColumns({
    ...{ id, columns, drawCell, sorts, onSort, onMenu: setHeadMenu },
    ...{ allChosen: selection === 'matching', onChoosePage: choosePage },
  });
  const table = useLibraryTable({
    ...{ library, rows, rowHeight, columns, drawn, widths: all, focused, menu },
    on: { focus, seen: onSeen, regions: copying.onRegions },
    shows: [selection, contextOf],
  });
  const height = `calc(var(--fc-height, 100vh) - ${TABLE_HEIGHT_OFFSET - offset}px)`;
  const instead = useInstead(rows, props.empty, height);
  if (instead) return instead;
  const keys = tableKeys({
    ...{ id, rows, focused, choosable, open, openMenu, choosePage },
    bounds: () => ({
      ...{ lastRow: length - 1, firstCol: 0, lastCol: lead + visible.length - 1 },
      page: rowsSeen(place, rowHeight),
    }),
    goTo: ({ row, col }) => library.current?.goTo(row, col),
    peek: () => setPeeking(!peeking),
    copy: () => void copying.copy(false),
    choose: () => chooseMarked(copying.marked(), focused.row),
  });
  return (
    <Beside
      {...{ props, columns, contextOf, height, place }}
      row={peeking ? rows.drawn(focused.row) : undefined}
      onOpen={(row) => open(row, focused.row, false)}
      onClose={peeking ? () => setPeeking(false) : null}
    >
      <TablePlace {...{ place, rows, density, focus, open }} below={props.below} onKeys={keys}>
        {table}
        <RowTroubles rows={rows} />
        <GridRoles
          {...{ id, columns: columns.count, chosen }}
          from={view.from}
          to={Math.min(view.to, length - 1)}
        />
        {headMenu && (
          <HeadMenu
            {...{ head: headMenu, columns, widths, sorts, onSort }}
            onClose={() => setHeadMenu(null)}
          />
        )}
      </TablePlace>
    </Beside>
  );
}

/** The place of a table: handles its keys, and the clicks that go to a cell or open a row. */
function TablePlace<Row extends RowWithId>(props: {
  readonly place: Place;
  readonly rows: Rows<Row>;
  readonly density: string;
  readonly below: boolean | undefined;
  readonly onKeys: KeyboardEventHandler;
  readonly focus: ReturnType<typeof useCell>['focus'];
  readonly open: ReturnType<typeof useRowMenu<Row>>['open'];
  readonly children: ReactNode;
}) {
  const { place, rows, density, below, onKeys, focus, open, children } = props;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys and clicks that bubble from the table
    <div
      ref={place}
      className={`fc-table-place${rows.stale ? ' fc-stale' : ''}`}
      data-density={density}
      data-below={below || undefined}
      onKeyDownCapture={onKeys}
      onFocus={({ target }) => {
        // A clicked cell is removed when scrolled out of view, and the keyboard focus would be lost with it.
        if (target.matches('[role=gridcell], .bp6-table-quadrant-scroll-container')) focusGrid(place);
      }}
      onMouseDown={(event) => {
        // The library does not move the focus to a cell that was already selected.
        const cell = placeOf(event.target);
        if (cell) focus(cell);
      }}
      onDoubleClick={(event) => {
        const cell = placeOf(event.target);
        const row = cell && rows.at(cell.row);
        if (row) open(row, cell.row, event.ctrlKey || event.metaKey);
      }}
    >
      {children}
    </div>
  );
}

/** Warns that the rows shown are of the previous query, or that some could not be loaded. */
function RowTroubles<Row>({ rows: { stale, error, lost, retry } }: { readonly rows: Rows<Row> }) {
  const { t } = useTranslation();
  return (
    <>
      {stale && <p className="fc-table-former">{t('common.formerRows')}</p>}
      {error && (
        <Trouble
          text={
            lost
              ? t('common.rowsLost', { ...lost, reason: error.message })
              : t('common.notRefreshed', { reason: error.message })
          }
          onRetry={retry}
        />
      )}
    </>
  );
}

/** A table, and beside it the preview of its focused row. */
function Beside<Row extends RowWithId>({
  props: { columns: all, rows, peek },
  columns: { visible, ordered },
  contextOf,
  height,
  place,
  row,
  onOpen,
  onClose,
  children,
}: {
  readonly props: RecordTableProps<Row>;
  readonly columns: ArrangedColumns<Row>;
  readonly contextOf: (row: Row) => ShowContext;
  readonly height: string;
  readonly place: Place;
  /** The focused row, if its preview is shown. */
  readonly row: Row | undefined;
  readonly onOpen: (row: Row) => void;
  /** Null while no preview is shown. */
  readonly onClose: (() => void) | null;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const close = () => {
    onClose?.();
    // The keyboard returns to the table.
    focusGrid(place);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same key closes the preview wherever the focus is
    <div
      className="fc-table-beside"
      style={{ height }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onClose) return;
        event.stopPropagation();
        close();
      }}
    >
      {children}
      {row && (
        <Peek
          row={row}
          former={rows.stale}
          context={contextOf(row)}
          peek={
            peek ?? {
              nameOf: (one) => all[0]?.text(one, contextOf(one)) ?? '',
              groups: [
                { title: t('common.peekShown'), of: visible },
                { title: t('common.peekMore'), of: ordered.filter((one) => !visible.includes(one)) },
              ].filter(({ of }) => of.length > 0),
            }
          }
          onOpen={() => onOpen(row)}
          onClose={close}
        />
      )}
    </div>
  );
}
