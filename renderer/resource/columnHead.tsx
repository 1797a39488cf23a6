import { ChevronDown, ChevronUp } from '@blueprintjs/icons';
import { ColumnHeaderCell } from '@blueprintjs/table';
import type { SortKey } from '@contract/paging';
import type { TFunction } from 'i18next';
import type { Column } from './columns';
import { GridHead } from './GridHead';

/** The column whose menu is open, and its position in the window in pixels. */
export interface OpenedHead {
  readonly name: string;
  readonly at: { readonly left: number; readonly top: number };
}

interface Heads {
  /** Id of the table. */
  readonly id: string;
  readonly pinned: number;
  readonly sorts: readonly SortKey[];
  readonly onSort: (sorts: readonly SortKey[]) => void;
  readonly onMenu: (head: OpenedHead) => void;
  readonly t: TFunction<'screens'>;
}

/** Returns the order after a click on a column's head: by it alone or, with `add`, by it as well. */
function sortsAfter(sorts: readonly SortKey[], name: string, add: boolean): readonly SortKey[] {
  const at = sorts.findIndex(({ field }) => field === name);
  const sorted = sorts[at];
  const next = sorted?.descending ? [] : [{ field: name, descending: sorted !== undefined }];
  // A column already in the order keeps its position and reverses its direction.
  return add ? (sorted ? sorts.toSpliced(at, 1, ...next) : [...sorts, ...next]) : next;
}

/** Shows a column's position in an order by several columns. */
function SortPlace({ place, count, t }: { place: number; count: number; t: Heads['t'] }) {
  const text = t('common.sortPlace', { place, count });
  return (
    <span className="fc-sort-place" title={text}>
      <span aria-hidden>{place}</span>
      <span className="fc-hidden">{text}</span>
    </span>
  );
}

/**
 * Draws the head of a column: its name, which sorts the rows, and the button of its menu. Not a component, because the
 * library sets the width on the very element that the renderer returns.
 */
export function columnHead<Row>(
  { id, pinned, sorts, onSort, onMenu, t }: Heads,
  found: Column<Row>,
  column: number,
) {
  const at = sorts.findIndex(({ field }) => field === found.name);
  const sorted = sorts[at];
  const direction = sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined;
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
              onClick={({ shiftKey }) => {
                if (found.sortable) onSort(sortsAfter(sorts, found.name, shiftKey));
              }}
            >
              <span>{found.label}</span>
              {direction === 'ascending' && <ChevronUp size={12} />}
              {direction === 'descending' && <ChevronDown size={12} />}
              {sorted && sorts.length > 1 && <SortPlace place={at + 1} count={sorts.length} t={t} />}
            </button>
          </GridHead>
          {/* One menu for all heads: the library's menu for each would cost more than the rest of all heads. */}
          <div className="bp6-table-th-menu-container">
            <div className="bp6-table-th-menu-container-background" />
            <button
              type="button"
              className="bp6-table-th-menu fc-head-menu"
              tabIndex={-1}
              aria-hidden
              onClick={({ currentTarget }) => {
                const { left, bottom } = currentTarget.getBoundingClientRect();
                onMenu({ name: found.name, at: { left, top: bottom } });
              }}
            >
              <ChevronDown />
            </button>
          </div>
        </>
      )}
    />
  );
}

/** Head of the column with the check boxes. */
export function checkHead(props: {
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

/** Head of the column with the row menus. */
export const operationHead = ({ id, pinned, t }: Pick<Heads, 'id' | 'pinned' | 't'>, column: number) => (
  <ColumnHeaderCell
    className="fc-header fc-fixed"
    nameRenderer={() => (
      <GridHead id={`${id}-head-${column}`} column={column} pinned={pinned} label={t('common.operation')} />
    )}
  />
);
