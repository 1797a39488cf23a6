import type { Region } from '@blueprintjs/table';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnreadField } from '../kinds';
import type { ShowContext } from '../kinds/kind';
import { notify, notifyFailed } from '../ui/toaster';
import type { Column } from './columns';
import { type Copied, copyCells, MOST_COPIED, NUMBERS } from './copyCells';
import type { Rows } from './rows';
import { chosenCount, isChosen, NO_SELECTION, type Selection } from './selection';

/** Copies the marked cells of a table, or all selected rows with their headings. */
export function useCopy<Row extends { readonly id: number | string }>(props: {
  readonly rows: Rows<Row>;
  readonly visible: readonly Column<Row>[];
  /** Number of leading columns before the data columns. */
  readonly lead: number;
  readonly selection: Selection | undefined;
  readonly contextOf: (row: Row) => ShowContext;
}) {
  const { rows, visible, lead, selection = NO_SELECTION, contextOf } = props;
  const { t } = useTranslation();
  const regions = useRef<readonly Region[]>([]);
  const known = useRef(new Map<number | string, Row>());
  const count = chosenCount(selection, rows.total ?? 0);
  // Selected rows may be out of view by the time they are copied.
  useEffect(() => {
    if (selection !== 'matching' && selection.ids.size > 0)
      for (const row of rows.there()) if (selection.ids.has(row.id)) known.current.set(row.id, row);
  });
  const cellsOf = (row: Row, columns: readonly Column<Row>[]) =>
    columns.map((column) => ({
      text: column.text(row, contextOf(row)),
      number: column.meta !== null && NUMBERS.has(column.meta.kind) && !isUnreadField(column.name, row),
    }));
  const headOf = (columns: readonly Column<Row>[]) =>
    columns.map(({ label }) => ({ text: label, number: false }));

  const chosenRows = async (): Promise<readonly Row[]> => {
    if (selection === 'matching') return rows.load(MOST_COPIED);
    const ids = [...selection.ids];
    if (ids.every((id) => known.current.has(id)))
      return ids.slice(0, MOST_COPIED).flatMap((id) => known.current.get(id) ?? []);
    return (await rows.load(MOST_COPIED)).filter(({ id }) => isChosen(selection, id));
  };
  /** The marked block of cells, whether its rows are in view or not. */
  const block = () => {
    const [region] = regions.current;
    if (!region) return null;
    const [from, to] = region.rows ?? [0, rows.length - 1];
    const [left, right] = region.cols ?? [0, lead + visible.length - 1];
    return {
      columns: visible.slice(Math.max(0, left - lead), Math.max(0, right - lead + 1)),
      from,
      wanted: to - from + 1,
      one: from === to && left === right,
    };
  };
  const markedRows = async (from: number, wanted: number): Promise<readonly Row[]> => {
    const most = Math.min(wanted, MOST_COPIED);
    const there = Array.from({ length: most }, (_, index) => rows.at(from + index));
    return there.every((row) => row !== undefined) ? there : (await rows.load(from + most)).slice(from);
  };
  const put = async (
    found: readonly Row[],
    columns: readonly Column<Row>[],
    wanted: number,
    headed: boolean,
  ) => {
    const cells: Copied = found.map((row) => cellsOf(row, columns));
    await copyCells(headed ? [headOf(columns), ...cells] : cells);
    const shown = found.length;
    if (shown < wanted) notify({ text: t('common.copiedSome', { shown, count: wanted }), intent: 'warning' });
    else if (headed) notify({ text: t('common.copiedRows', { count: shown }), intent: 'success' });
  };
  return {
    onRegions: (found: readonly Region[]) => {
      regions.current = found;
    },
    /** Returns the rows of the marked cells; null unless there are several. */
    marked: (): { readonly from: number; readonly to: number } | null => {
      const found = block();
      return found && found.wanted > 1 ? { from: found.from, to: found.from + found.wanted - 1 } : null;
    },
    /** Copies the marked cells; if at most one is marked and rows are selected, copies those rows. */
    copy: async (headed: boolean): Promise<void> => {
      if (!rows.live) return;
      const marked = block();
      try {
        if (count > 0 && (!marked || marked.one || marked.columns.length === 0))
          await put(await chosenRows(), visible, count, true);
        else if (marked && marked.columns.length > 0)
          await put(await markedRows(marked.from, marked.wanted), marked.columns, marked.wanted, headed);
      } catch (error) {
        notifyFailed(error);
      }
    },
  };
}
