import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import {
  ArrowLeft,
  ArrowRight,
  Cross,
  EyeOff,
  Maximize,
  Minimize,
  Pin,
  SortAsc,
  SortDesc,
  Unpin,
} from '@blueprintjs/icons';
import type { TableLayout } from '@contract/desktop/boot';
import type { SortKey } from '@contract/paging';
import { useTranslation } from 'react-i18next';
import { type Arrangement, pinnedOf, withHidden, withMoved, withPinned, withUnpinned } from './arrange';

/** Menu of a column: sort, pin, move, widen, hide; all usable without a mouse. */
export function ColumnMenu(props: {
  column: { readonly name: string; readonly width: number; readonly sortable: boolean };
  index: number;
  table: Arrangement;
  sorts: readonly SortKey[];
  onSort: (to: readonly SortKey[]) => void;
  onLayout: (patch: Partial<TableLayout>) => void;
}) {
  const { t } = useTranslation();
  const { column, index, table, sorts, onSort, onLayout } = props;
  const { layout, names, most } = table;
  const field = column.name;
  const widen = (by: number) =>
    onLayout({ widths: { ...layout.widths, [field]: Math.max(50, column.width + by) } });
  const pinned = pinnedOf(table);
  const sorted = sorts.find((key) => key.field === field);
  const others = sorts.filter((key) => key !== sorted);
  const alone = sorted && others.length === 0;
  return (
    <Menu>
      {column.sortable && (
        <>
          <MenuItem
            icon={<SortAsc />}
            text={t('common.sortAscending')}
            disabled={alone && !sorted.descending}
            onClick={() => onSort([{ field, descending: false }])}
          />
          <MenuItem
            icon={<SortDesc />}
            text={t('common.sortDescending')}
            disabled={alone && sorted.descending}
            onClick={() => onSort([{ field, descending: true }])}
          />
          {others.length > 0 && !sorted && (
            <>
              <MenuItem
                icon={<SortAsc />}
                text={t('common.sortThenAscending')}
                onClick={() => onSort([...sorts, { field, descending: false }])}
              />
              <MenuItem
                icon={<SortDesc />}
                text={t('common.sortThenDescending')}
                onClick={() => onSort([...sorts, { field, descending: true }])}
              />
            </>
          )}
          {sorted && (
            <MenuItem
              icon={<Cross />}
              text={t(alone ? 'common.sortNone' : 'common.sortWithout')}
              onClick={() => onSort(others)}
            />
          )}
          <MenuDivider />
        </>
      )}
      {index < pinned ? (
        <MenuItem
          icon={<Unpin />}
          text={t('common.columnUnpin')}
          onClick={() => onLayout(withUnpinned(table, index))}
        />
      ) : (
        <MenuItem
          icon={<Pin />}
          text={t('common.columnPin')}
          disabled={pinned >= most}
          label={pinned >= most ? t('common.columnPinMost', { count: most }) : ''}
          onClick={() => onLayout(withPinned(table, index))}
        />
      )}
      <MenuItem
        icon={<ArrowLeft />}
        text={t('common.columnLeft')}
        disabled={index === 0}
        onClick={() => onLayout(withMoved(table, index, index - 1))}
      />
      <MenuItem
        icon={<ArrowRight />}
        text={t('common.columnRight')}
        disabled={index >= names.length - 1}
        onClick={() => onLayout(withMoved(table, index, index + 1))}
      />
      <MenuItem
        icon={<Maximize />}
        text={t('common.columnWiden')}
        shouldDismissPopover={false}
        onClick={() => widen(40)}
      />
      <MenuItem
        icon={<Minimize />}
        text={t('common.columnNarrow')}
        shouldDismissPopover={false}
        onClick={() => widen(-40)}
      />
      <MenuDivider />
      <MenuItem
        icon={<EyeOff />}
        text={t('common.columnHide')}
        disabled={names.length < 2}
        onClick={() => onLayout(withHidden(table, field))}
      />
    </Menu>
  );
}
