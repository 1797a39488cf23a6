import { Menu } from '@blueprintjs/core';
import { FocusMode, RenderMode, Column as TableColumn, type TableProps } from '@blueprintjs/table';
import type { SortKey } from '@contract/paging';
import { type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStableCallback } from '../ui/useStableCallback';
import { withMoved } from './arrange';
import { checkHead, columnHead, type OpenedHead, operationHead } from './columnHead';
import { FrozenTable } from './FrozenTable';
import type { RowWithId } from './recordTableProps';
import type { Rows } from './rows';
import type { ArrangedColumns } from './useArranged';
import type { useCell } from './useCell';
import type { useCells } from './useCells';
import type { useRowMenu } from './useRowMenu';

/** Argument of a callback of the library's table. */
type TableArg<Name extends 'onFocusedRegion' | 'onVisibleCellsChange' | 'bodyContextMenuRenderer'> =
  Parameters<NonNullable<TableProps[Name]>>[0];

/** The columns of the library's table: check boxes, data, row menus. Drawn again only when they change. */
export function useTableColumns<Row>(table: {
  readonly id: string;
  readonly columns: ArrangedColumns<Row>;
  readonly drawCell: ReturnType<typeof useCells>;
  readonly sorts: readonly SortKey[];
  readonly onSort: (sorts: readonly SortKey[]) => void;
  readonly onMenu: (head: OpenedHead) => void;
  /** True if all rows are selected, and the function that selects those of the page. */
  readonly allChosen: boolean;
  readonly onChoosePage: () => void;
}) {
  const { id, columns, drawCell, sorts, onSort, onMenu, allChosen } = table;
  const { layout, visible, pinned, choosable, acts, lead } = columns;
  const { t } = useTranslation();
  const onChoosePage = useStableCallback(table.onChoosePage);
  const heads = { id, pinned, sorts, onSort, onMenu, t };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a head depends on sorting and column layout only
  return useMemo(
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
          columnHeaderCellRenderer={() => columnHead(heads, found, index + lead)}
        />
      )),
      ...(acts
        ? [
            <TableColumn
              key="more"
              id="more"
              cellRenderer={drawCell}
              columnHeaderCellRenderer={() => operationHead(heads, visible.length + lead)}
            />,
          ]
        : []),
    ],
    [visible, layout, sorts, pinned, choosable, acts, allChosen, id, t, drawCell, onChoosePage],
  );
}

/** Callbacks of the library's table; the same ones with every drawing, since its heads are slow to draw. */
function useTableEvents<Row extends RowWithId>(
  rows: Rows<Row>,
  { layout, visible, arranged, lead, change }: ArrangedColumns<Row>,
  { noteOpened, menuOf }: Pick<ReturnType<typeof useRowMenu<Row>>, 'noteOpened' | 'menuOf'>,
  on: {
    readonly focus: ReturnType<typeof useCell>['focus'];
    readonly seen: (from: number, to: number) => void;
    readonly regions: NonNullable<TableProps['onSelection']>;
  },
) {
  return {
    onSelection: useStableCallback(on.regions),
    onFocusedRegion: useStableCallback((region: TableArg<'onFocusedRegion'>) => {
      if (region.type === FocusMode.CELL) on.focus({ row: region.row, col: region.col });
    }),
    onVisibleCellsChange: useStableCallback(
      ({ rowIndexStart: from, rowIndexEnd: to }: TableArg<'onVisibleCellsChange'>) => on.seen(from, to),
    ),
    onColumnWidthChanged: useStableCallback((index: number, size: number) => {
      const name = visible[index - lead]?.name;
      if (name && size) change({ widths: { ...layout.widths, [name]: Math.round(size) } });
    }),
    onColumnsReordered: useStableCallback((from: number, to: number, length: number) =>
      change(withMoved(arranged, from - lead, to - lead, length)),
    ),
    bodyContextMenuRenderer: useStableCallback((context: TableArg<'bodyContextMenuRenderer'>) => {
      const cells = context.getTarget().rows;
      const row = cells && rows.at(cells[0]);
      if (!row) return <Menu />;
      noteOpened(row, cells[0]);
      return menuOf(row);
    }),
  };
}

/** The library's table. Drawn again only when it changes, not with the list. */
export function useLibraryTable<Row extends RowWithId>(table: {
  readonly library: RefObject<FrozenTable | null>;
  readonly rows: Rows<Row>;
  readonly rowHeight: number;
  readonly columns: ArrangedColumns<Row>;
  readonly drawn: ReturnType<typeof useTableColumns<Row>>;
  readonly widths: readonly number[];
  readonly focused: ReturnType<typeof useCell>['focused'];
  readonly menu: Parameters<typeof useTableEvents<Row>>[2];
  readonly on: Parameters<typeof useTableEvents<Row>>[3];
  /** Values that the cells depend on besides the rows and the columns. */
  readonly shows: readonly unknown[];
}) {
  const { library, rows, rowHeight, columns, drawn, widths, focused, menu, on, shows } = table;
  const events = useTableEvents(rows, columns, menu, on);
  const { length, version, stale } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: cells depend on the listed values only
  return useMemo(
    () => (
      <FrozenTable
        ref={library}
        numRows={length}
        rowHeights={undefined}
        defaultRowHeight={rowHeight}
        minRowHeight={rowHeight}
        maxRowHeight={rowHeight}
        columnWidths={[...widths]}
        enableRowHeader={false}
        enableRowResizing={false}
        enableColumnReordering
        enableMultipleSelection
        numFrozenColumns={columns.pinned}
        focusMode={FocusMode.CELL}
        renderMode={RenderMode.BATCH}
        cellRendererDependencies={[version, stale, columns.visible, rowHeight, ...shows]}
        focusedRegion={{ type: FocusMode.CELL, ...focused, focusSelectionIndex: 0 }}
        {...events}
      >
        {drawn}
      </FrozenTable>
    ),
    [drawn, widths, focused, length, version, stale, rowHeight, ...shows],
  );
}
