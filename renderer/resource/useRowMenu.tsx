import { Menu, MenuDivider, MenuItem, showContextMenu } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { rowOpened } from '../app/cameFrom';
import { useGo } from '../app/go';
import { copyLink, isLinkable } from '../app/links';
import { openOwnWindow } from '../app/ownWindow';
import { atOnce } from '../ui/atOnce';
import { buttonsOf, comboText } from '../ui/shortcuts';
import type { RecordTableProps } from './recordTableProps';
import { chosenCount, isChosen } from './selection';

/** Opens rows, and builds their menus. */
export function useRowMenu<Row extends { readonly id: number | string }>(
  props: RecordTableProps<Row>,
  copy: (headed: boolean) => Promise<void>,
) {
  const { rows, selection, actions } = props;
  const { length } = rows;
  const { t } = useTranslation();
  const go = useGo();
  /** Builds the menu of a row, with the bulk actions if it is selected, and items to copy marked or selected rows. */
  const menuOf = (row: Row) => {
    const own = actions?.(row);
    const path = props.pathOf?.(row);
    const many = selection && isChosen(selection, row.id) ? chosenCount(selection, length) : 0;
    const copyItem = <MenuItem text={t('common.copyHeaded')} onClick={() => void copy(true)} />;
    return (
      <Menu>
        {many > 1 && (
          <>
            <MenuDivider title={t('common.selected', { count: many })} />
            {buttonsOf(props.bar?.current).map(({ label, run }) => (
              <MenuItem key={label} text={label} onClick={run} />
            ))}
            {copyItem}
            {/* Separates bulk actions from actions on this row. */}
            <MenuDivider title={t('common.rowAlone')} />
          </>
        )}
        {/* A table without row actions offers at least to open the row. */}
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
        {many <= 1 && copyItem}
      </Menu>
    );
  };
  const openRow = (row: Row, behind: boolean) => {
    const path = props.pathOf?.(row);
    if (props.onOpen) props.onOpen(row, behind);
    else if (path !== undefined) go(path, behind);
  };
  const noteOpened = (row: Row, index: number) =>
    rowOpened(rows.keyAt(index), row, { index, total: length, totalCapped: rows.totalCapped });
  const open = (row: Row, index: number, behind: boolean) => {
    if (!rows.live) return;
    noteOpened(row, index);
    openRow(row, behind);
  };
  const openMenu = (row: Row, index: number, event: { clientX: number; clientY: number }) => {
    if (!rows.live) return;
    noteOpened(row, index);
    showContextMenu({
      ...atOnce,
      content: menuOf(row),
      targetOffset: { left: event.clientX, top: event.clientY },
      isDarkTheme: document.body.classList.contains('bp6-dark'),
    });
  };
  return { noteOpened, menuOf, open, openMenu };
}
