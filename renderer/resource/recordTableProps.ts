import type { MenuProps } from '@blueprintjs/core';
import type { ReactElement } from 'react';
import type { Column } from './columns';
import type { PeekChoice } from './Peek';
import type { Rows } from './rows';
import type { ChosenInTable } from './useChosen';

export interface Identified {
  readonly id: number | string;
}

export interface RecordTableProps<Row extends Identified> extends Partial<ChosenInTable> {
  /** Under which name the arrangement of columns is kept. */
  readonly list: string;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: Rows<Row>;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Opens a row on double click and Enter, and with Ctrl behind; without it, the screen of its path. */
  readonly onOpen?: ((row: Row, behind: boolean) => void) | undefined;
  /** Path of the screen that a row opens, where it opens one: its menu then leads to it in other ways, too. */
  readonly pathOf?: ((row: Row) => string) | undefined;
  /** Menu of a row, to which the table adds what can be done with any. */
  readonly actions?: ((row: Row) => ReactElement<MenuProps> | null) | undefined;
  /** How a row reads at the side of the table; by its columns where nothing is said. */
  readonly peek?: PeekChoice<Row> | undefined;
  /** Shows the focused row at the side from the start, without Space. */
  readonly peekAtFirst?: boolean;
  /** Shown when there is nothing at all, and when nothing matches. */
  readonly empty: ReactElement;
  /** Pixels by which it is higher than the window less 288, where it does not fill its screen by itself: within a record. */
  readonly offset?: number | undefined;
  /** Other things stand above it, for which one comes to the screen: the rows do not take the focus by themselves. */
  readonly below?: boolean | undefined;
}
