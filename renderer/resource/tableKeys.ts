import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { wishOwnWindow } from '../app/ownWindow';
import { isComposing, useShortcuts } from '../ui/shortcuts';
import { type Bounds, farTo, type Place } from './gridKeys';
import type { Rows } from './rows';

/** Effects of keys in a table. */
interface TableByKeys<Row extends { readonly id: number | string }> {
  /** Id of the table. */
  readonly id: string;
  readonly rows: Rows<Row>;
  readonly focused: Place;
  readonly choosable: boolean;
  readonly bounds: () => Bounds;
  readonly goTo: (place: Place) => void;
  readonly open: (row: Row, index: number, behind: boolean) => void;
  readonly openMenu: (row: Row, index: number, at: { clientX: number; clientY: number }) => void;
  /** Toggles the preview of the focused row. */
  readonly peek: () => void;
  readonly copy: () => void;
  /** Selects the focused row, or the marked ones. */
  readonly choose: () => void;
  readonly choosePage: () => void;
}

/** Returns the key handler of a table. */
export const tableKeys =
  <Row extends { readonly id: number | string }>(table: TableByKeys<Row>) =>
  (event: KeyboardEvent): void => {
    const { rows, focused } = table;
    const target = event.target as HTMLElement;
    if (isComposing(event) || target.closest('input[type=text],textarea,select')) return;
    // Tab leaves the rows, which are one tab stop; the library would step through every cell.
    if (event.key === 'Tab') {
      event.stopPropagation();
      return;
    }
    const mod = event.ctrlKey || event.metaKey;
    const to = event.shiftKey || event.altKey ? undefined : farTo(event.key, mod, focused, table.bounds());
    if (to) {
      event.preventDefault();
      event.stopPropagation();
      table.goTo(to);
      return;
    }
    const row = rows.at(focused.row);
    if (!row) {
      // A row of the previous query, or one not loaded, cannot be acted on; the library would move or mark cells.
      if (event.key === 'Enter' || event.key === ' ' || mod) event.stopPropagation();
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (event.shiftKey) wishOwnWindow();
      table.open(row, focused.row, mod);
    } else if (event.key === ' ' && (event.shiftKey || mod)) {
      event.preventDefault();
      table.choose();
    } else if (event.key === ' ' && !target.closest('input,button')) {
      event.preventDefault();
      table.peek();
    } else if (mod && event.key.toLowerCase() === 'a' && table.choosable) {
      event.preventDefault();
      table.choosePage();
    } else if (mod && event.key.toLowerCase() === 'c' && !window.getSelection()?.toString()) {
      event.preventDefault();
      table.copy();
    } else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      event.preventDefault();
      const cell = document
        .getElementById(`${table.id}-${focused.row}-${focused.col}`)
        ?.getBoundingClientRect();
      if (cell) table.openMenu(row, focused.row, { clientX: cell.left + 12, clientY: cell.bottom });
    }
    // The library would also move at Enter, and mark every cell at Ctrl+A.
    if (event.isDefaultPrevented()) event.stopPropagation();
  };

/** Adds the keys of a table to the list of shortcuts. */
export function useTableShortcuts(choosable: boolean): void {
  const { t } = useTranslation();
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
}
