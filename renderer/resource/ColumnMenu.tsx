import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { ArrowLeft, ArrowRight, EyeOff, Pin, SortAsc, SortDesc, Unpin } from '@blueprintjs/icons';
import type { TableLayout } from '@contract/desktop';
import { useTranslation } from 'react-i18next';

/** What can be done with a column: sort, pin, move, widen, hide; all of it without a mouse as well. */
export function ColumnMenu(props: {
  column: { readonly name: string; readonly width: number; readonly sortable: boolean };
  index: number;
  names: readonly string[];
  layout: TableLayout;
  direction: 'ascending' | 'descending' | undefined;
  onSort: (to: 'ascending' | 'descending' | null) => void;
  onLayout: (patch: Partial<TableLayout>) => void;
}) {
  const { t } = useTranslation();
  const { column, index, names, layout, direction, onSort, onLayout } = props;
  const width = layout.widths[column.name] ?? column.width;
  const widen = (by: number) =>
    onLayout({ widths: { ...layout.widths, [column.name]: Math.max(50, width + by) } });
  const move = (by: number) => {
    const order = [...names];
    const [name] = order.splice(index, 1);
    if (name) order.splice(index + by, 0, name);
    onLayout({ order: [...order, ...layout.hidden] });
  };
  return (
    <Menu>
      {column.sortable && (
        <>
          <MenuItem
            icon={<SortAsc />}
            text={t('common.sortAscending')}
            disabled={direction === 'ascending'}
            onClick={() => onSort('ascending')}
          />
          <MenuItem
            icon={<SortDesc />}
            text={t('common.sortDescending')}
            disabled={direction === 'descending'}
            onClick={() => onSort('descending')}
          />
          {direction && <MenuItem text={t('common.sortNone')} onClick={() => onSort(null)} />}
          <MenuDivider />
        </>
      )}
      <MenuItem
        icon={<Pin />}
        text={t('common.columnPin')}
        disabled={index > 1}
        onClick={() => onLayout({ frozen: index + 1 })}
      />
      <MenuItem
        icon={<Unpin />}
        text={t('common.columnUnpin')}
        disabled={layout.frozen === 0}
        onClick={() => onLayout({ frozen: 0 })}
      />
      <MenuItem
        icon={<ArrowLeft />}
        text={t('common.columnLeft')}
        disabled={index === 0}
        onClick={() => move(-1)}
      />
      <MenuItem
        icon={<ArrowRight />}
        text={t('common.columnRight')}
        disabled={index >= names.length - 1}
        onClick={() => move(1)}
      />
      <MenuItem text={t('common.columnWiden')} shouldDismissPopover={false} onClick={() => widen(40)} />
      <MenuItem text={t('common.columnNarrow')} shouldDismissPopover={false} onClick={() => widen(-40)} />
      <MenuDivider />
      <MenuItem
        icon={<EyeOff />}
        text={t('common.columnHide')}
        disabled={names.length < 2}
        onClick={() => onLayout({ hidden: [...layout.hidden, column.name] })}
      />
    </Menu>
  );
}
