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
  /** Stands at the end of their row. */
  readonly end?: ReactNode;
}

type TableParts<Row extends { readonly id: number | string }> = Pick<
  RecordTableProps<Row>,
  'onOpen' | 'pathOf' | 'actions' | 'peek' | 'offset' | 'below'
>;

export interface RecordListProps<
  Row extends { readonly id: number | string },
  Tab extends string,
  Known,
  Counts,
> extends TableParts<Row> {
  /** From `useRecordList`. */
  readonly of: RecordListOf<Row, Tab, Known>;
  /** The name of the list: in the table for screen readers, and as the name of its export. */
  readonly label: string;
  readonly tabs?: ListTabs<Tab, Counts> | undefined;
  /** Stands over the search and the filters. */
  readonly above?: ReactNode;
  /** What the search looks in. */
  readonly placeholder?: string;
  /** Takes the place of search and filters, for a list that is narrowed in another way. */
  readonly head?: ReactNode;
  /** Leaves out search, filters, views and export: they belong to the screen of which the list is a part. */
  readonly bare?: boolean;
  /** Buttons before and after views, columns and export. */
  readonly before?: ReactNode;
  readonly buttons?: ReactNode;
  /** Buttons for the chosen rows. */
  readonly chosenButtons?: ReactNode;
  /** True if its caller may export; everyone who sees the list where nothing is said. */
  readonly exports?: boolean;
  /** True if something besides the filters leaves rows out, and what takes that away. */
  readonly narrowed?: boolean;
  readonly onClear?: () => void;
  /** Stands between the filters and the table. */
  readonly between?: ReactNode;
  /** What is shown while there are no records at all. */
  readonly empty: {
    readonly title: string;
    readonly detail?: string;
    readonly action?: ReactElement | false;
  };
  /** What the rows of the query come to. */
  readonly foot?: ReactNode;
  readonly className?: string;
  /** Panels and dialogs. */
  readonly children?: ReactNode;
}

/** A list of records with all that each one has: tabs, search, filters, views, export, table, empty state, foot. */
export function RecordList<
  Row extends { readonly id: number | string },
  Tab extends string,
  Known,
  Counts = never,
>(props: RecordListProps<Row, Tab, Known, Counts>) {
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
            asked={state.kept}
            onAsk={state.setAsked}
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
