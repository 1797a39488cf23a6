import type { MenuProps } from '@blueprintjs/core';
import type { ReactElement } from 'react';
import type { Column } from './columns';
import type { PeekChoice } from './Peek';
import type { Rows } from './rows';
import type { ChosenInTable } from './useChosen';

export interface RowWithId {
  readonly id: number | string;
}

export interface RecordTableProps<Row extends RowWithId> extends Partial<ChosenInTable> {
  /** Name under which the layout of the columns is stored. */
  readonly list: string;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: Rows<Row>;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Opens a row on double click and Enter, with Ctrl in a background tab; by default, the screen of its path. */
  readonly onOpen?: ((row: Row, behind: boolean) => void) | undefined;
  /** Returns the path of the screen that a row opens, if any; its menu then offers further ways to open it. */
  readonly pathOf?: ((row: Row) => string) | undefined;
  /** Menu of a row, to which the table adds the actions common to all rows. */
  readonly actions?: ((row: Row) => ReactElement<MenuProps> | null) | undefined;
  /** Layout of the preview of a row; by default, its columns. */
  readonly peek?: PeekChoice<Row> | undefined;
  /** Shows the preview of the focused row from the start, without Space. */
  readonly peekAtFirst?: boolean;
  /** Placeholder when there are no rows, or none that match. */
  readonly empty: ReactElement;
  /**
   * Pixels by which the table, if it does not fill its screen (within a record), is higher than the window minus 288.
   */
  readonly offset?: number | undefined;
  /** True if the main content of the screen is above the table: the rows then do not take the focus automatically. */
  readonly below?: boolean | undefined;
}
