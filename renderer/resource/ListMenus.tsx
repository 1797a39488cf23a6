import { ColumnsMenu } from './ColumnsMenu';
import type { Column } from './columns';
import type { ListState } from './useListState';
import { ViewsMenu } from './ViewsMenu';

/** How a list is shown: its views, and its columns. */
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
