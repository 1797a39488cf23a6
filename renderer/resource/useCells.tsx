import { Button } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { ShowContext } from '../kinds/kind';
import { useStableCallback } from '../ui/useStableCallback';
import { GridCell } from './GridCell';
import type { RowWithId } from './recordTableProps';
import type { Rows } from './rows';
import type { ArrangedColumns } from './useArranged';
import type { useRowChoice } from './useRowChoice';
import type { useRowMenu } from './useRowMenu';

/** Placeholder for the row number in a text that is translated once for all rows. */
const ROW = '#';

/** Returns the function that draws a cell of a table; the same one with every drawing. */
export function useCells<Row extends RowWithId>(table: {
  /** Id of the table. */
  readonly id: string;
  readonly rows: Rows<Row>;
  readonly columns: ArrangedColumns<Row>;
  /** True if a row is selected. */
  readonly chosen: (index: number) => boolean;
  readonly contextOf: (row: Row) => ShowContext;
  readonly choose: ReturnType<typeof useRowChoice<Row>>['choose'];
  readonly openMenu: ReturnType<typeof useRowMenu<Row>>['openMenu'];
}) {
  const { id, rows, columns, chosen, contextOf, choose, openMenu } = table;
  const { choosable, lead, visible } = columns;
  const { t } = useTranslation();
  // Translated once: translating for each new row takes longer than drawing its cells.
  const words = {
    choose: t('common.selectRow', { row: ROW }),
    more: t('common.more'),
    lost: t('common.rowLost'),
  };
  return useStableCallback((index: number, column: number) => {
    const row = rows.drawn(index);
    const common = { grid: id, row: index, column, chosen: chosen(index) };
    if (!row)
      return (
        <GridCell {...common} align="start">
          {column === lead && rows.isLost(index) ? <span className="fc-muted">{words.lost}</span> : null}
        </GridCell>
      );
    if (choosable && column === 0) {
      return (
        <GridCell {...common} align="start">
          <input
            type="checkbox"
            className="fc-check"
            tabIndex={-1}
            aria-label={words.choose.replace(ROW, String(index + 1))}
            checked={common.chosen}
            onChange={({ nativeEvent }) => void choose(index, (nativeEvent as MouseEvent).shiftKey)}
          />
        </GridCell>
      );
    }
    const found = visible[column - lead];
    if (!found) {
      return (
        <GridCell {...common} align="end">
          <Button
            variant="minimal"
            size="small"
            tabIndex={-1}
            className="fc-row-more"
            icon={<More />}
            aria-label={words.more}
            onClick={(event) => openMenu(row, index, event)}
          />
        </GridCell>
      );
    }
    return (
      <GridCell {...common} align={found.align}>
        {found.cell(row, contextOf(row))}
      </GridCell>
    );
  });
}
