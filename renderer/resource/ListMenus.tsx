import { ColumnsMenu } from './ColumnsMenu';
import type { Column } from './columns';
import type { ListState } from './useListState';
import { ViewsMenu } from './ViewsMenu';

/** Menus for the saved views and the columns of a list. */
export function ListMenus<Row, Tab extends string>(props: {
  readonly state: ListState<Tab>;
  readonly columns: readonly Column<Row>[];
}) {
  return (
    <>
      <ViewsMenu {...props} />
      <ColumnsMenu list={props.state.list} columns={props.columns} />
    </>
  );
}
