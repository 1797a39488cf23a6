import { NonIdealState } from '@blueprintjs/core';
import type { ReactElement, ReactNode } from 'react';
import type { Answer } from '../api/answers';
import { panelOf } from '../ui/panelOf';
import { ChosenBar } from './ChosenBar';
import { ColumnsMenu } from './ColumnsMenu';
import { ExportMenu } from './ExportMenu';
import { FilterBar } from './FilterBar';
import { ListFoot } from './ListFoot';
import { ListMenus } from './ListMenus';
import { NoMatch } from './NoMatch';
import { RecordTable } from './RecordTable';
import type { RecordTableProps } from './recordTableProps';
import { StateTabs } from './StateTabs';
import type { RecordListOf } from './useRecordList';

/** Tabs that divide a list by the states of its rows. */
interface ListTabs<Tab extends string, Counts> {
  /** Unique in the window. */
  readonly id: string;
  readonly states: readonly Tab[];
  readonly nameOf: (state: Tab) => string;
  readonly counts: Answer<Counts>;
  readonly countOf: (counts: Counts, state: Tab) => number | undefined;
  /** Content at the end of the row of tabs. */
  readonly end?: ReactNode;
}

type TableParts<Row extends { readonly id: number | string }> = Pick<
  RecordTableProps<Row>,
  'onOpen' | 'pathOf' | 'actions' | 'peek' | 'offset' | 'below'
>;

export interface RecordListProps<
  Row extends { readonly id: number | string },
  Tab extends string,
  Kept,
  Counts,
> extends TableParts<Row> {
  /** From `useRecordList`. */
  readonly of: RecordListOf<Row, Tab, Kept>;
  /** Name of the list, for screen readers and as the file name of its export. */
  readonly label: string;
  readonly tabs?: ListTabs<Tab, Counts> | undefined;
  /** Content above the search and filters. */
  readonly above?: ReactNode;
  /** Placeholder of the search box: the fields that are searched. */
  readonly placeholder?: string;
  /** Replaces search and filters, for a list that is narrowed in another way. */
  readonly head?: ReactNode;
  /** Omits search, filters, views and export: they belong to the screen that contains the list. */
  readonly bare?: boolean;
  /** Buttons before and after views, columns and export. */
  readonly before?: ReactNode;
  readonly buttons?: ReactNode;
  /** Buttons for the selected rows. */
  readonly chosenButtons?: ReactNode;
  /** True if the user may export; by default everyone who sees the list may. */
  readonly exports?: boolean;
  /** True if something besides the filters excludes rows; `onClear` removes it. */
  readonly narrowed?: boolean;
  readonly onClear?: () => void;
  /** Content between the filters and the table. */
  readonly between?: ReactNode;
  /** Placeholder while there are no records at all. */
  readonly empty: {
    readonly title: string;
    readonly detail?: string;
    readonly action?: ReactElement | false;
  };
  /** Totals of the query's rows. */
  readonly foot?: ReactNode;
  readonly className?: string;
  /** Panels and dialogs. */
  readonly children?: ReactNode;
}

/** List of records with tabs, search, filters, views, export, table, empty state and foot. */
export function RecordList<
  Row extends { readonly id: number | string },
  Tab extends string,
  Kept,
  Counts = never,
>(props: RecordListProps<Row, Tab, Kept, Counts>) {
  const { of: list, label, tabs, above, foot, bare = false, empty } = props;
  const { state, columns, rows, chosen, calls, query, spec } = list;
  const menus = (
    <>
      {props.before}
      {props.head ? (
        <ColumnsMenu list={list.name} columns={columns} />
      ) : (
        <ListMenus state={state} columns={columns} />
      )}
      {(props.exports ?? true) && (
        <ExportMenu
          rows={rows}
          name={label}
          call={calls.export}
          within={calls.within ?? 'query'}
          query={query}
          list={list.name}
          columns={columns}
        />
      )}
      {props.buttons}
    </>
  );
  const clear = () => {
    list.clearFilters();
    props.onClear?.();
  };
  const body = (
    <>
      {above}
      {props.head ? (
        <div className="fc-list-head">
          {props.head}
          <span className="fc-spring" />
          {menus}
        </div>
      ) : (
        !bare && (
          <FilterBar
            schema={spec.row}
            filters={spec.filters}
            resource={list.words}
            query={state.kept}
            onChange={state.setQuery}
            {...(props.placeholder ? { placeholder: props.placeholder } : {})}
            chosen={
              chosen.count > 0 &&
              props.chosenButtons && <ChosenBar chosen={chosen}>{props.chosenButtons}</ChosenBar>
            }
          >
            {menus}
          </FilterBar>
        )
      )}
      {props.between}
      <RecordTable
        list={list.name}
        label={label}
        columns={columns}
        rows={rows}
        sort={list.sort}
        onSort={list.onSort}
        {...chosen.table}
        onOpen={props.onOpen}
        pathOf={props.pathOf}
        actions={props.actions}
        peek={props.peek}
        offset={props.offset}
        below={props.below}
        empty={
          list.filtered || props.narrowed ? (
            <NoMatch onClear={clear} />
          ) : (
            <NonIdealState
              title={empty.title}
              {...(empty.detail ? { description: empty.detail } : {})}
              {...(empty.action ? { action: empty.action } : {})}
            />
          )
        }
      />
      <ListFoot rows={rows} chosen={chosen.count}>
        {foot}
      </ListFoot>
    </>
  );
  return (
    <section className={props.className ? `fc-list ${props.className}` : 'fc-list'}>
      {tabs ? (
        <>
          <StateTabs
            id={tabs.id}
            states={tabs.states}
            shown={state.tab}
            onShow={state.setTab}
            nameOf={tabs.nameOf}
            counts={tabs.counts}
            countOf={tabs.countOf}
          >
            {tabs.end}
          </StateTabs>
          <div className="fc-list" {...panelOf(tabs.id, state.tab)}>
            {body}
          </div>
        </>
      ) : (
        body
      )}
      {props.children}
    </section>
  );
}
