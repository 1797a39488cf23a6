import { ContextMenuPopover } from '@blueprintjs/core';
import type { SortKey } from '@contract/paging';
import { atOnce } from '../ui/atOnce';
import { ColumnMenu } from './ColumnMenu';
import type { OpenedHead } from './columnHead';
import type { ArrangedColumns } from './useArranged';

/** The one menu of all heads of a table, at the head whose button was pressed. */
export function HeadMenu<Row>(props: {
  readonly head: OpenedHead;
  readonly columns: ArrangedColumns<Row>;
  /** Widths in pixels of the visible columns. */
  readonly widths: readonly number[];
  readonly sorts: readonly SortKey[];
  readonly onSort: (sorts: readonly SortKey[]) => void;
  readonly onClose: () => void;
}) {
  const { head, columns, widths, sorts, onSort, onClose } = props;
  const index = columns.visible.findIndex(({ name }) => name === head.name);
  const column = columns.visible[index];
  if (!column) return null;
  return (
    <ContextMenuPopover
      {...atOnce}
      isOpen
      placement="bottom-start"
      targetOffset={head.at}
      onClose={onClose}
      content={
        <ColumnMenu
          column={{ ...column, width: widths[index] ?? column.width }}
          index={index}
          table={columns.arranged}
          sorts={sorts}
          onSort={onSort}
          onLayout={columns.change}
        />
      }
    />
  );
}
