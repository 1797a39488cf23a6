import { Menu, MenuItem, NonIdealState } from '@blueprintjs/core';
import type { Api } from '@contract/index';
import { type Machine, refusalOf } from '@contract/machine';
import { formatSort, parseSort } from '@contract/paging';
import type { PermissionName } from '@contract/permissions';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { usePermits } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { servesAction, useServed, useServes } from '../../../app/offered';
import { AnsweredNumbers } from '../../../resource/Answered';
import { ChosenBar } from '../../../resource/ChosenBar';
import { type ColumnChoice, columnsOf } from '../../../resource/columns';
import { ExportMenu } from '../../../resource/ExportMenu';
import { FilterBar } from '../../../resource/FilterBar';
import { ListFoot } from '../../../resource/ListFoot';
import { ListMenus } from '../../../resource/ListMenus';
import { NoMatch } from '../../../resource/NoMatch';
import { RecordTable } from '../../../resource/RecordTable';
import { useRows } from '../../../resource/rows';
import type { Selected } from '../../../resource/selection';
import { useChosen } from '../../../resource/useChosen';
import { useListState } from '../../../resource/useListState';
import { StateTag } from '../../../ui/StateTag';

type Book = 'billCost' | 'billCostDiff' | 'billRevenue' | 'billPayment';
type BookRow = { id: number; version: number; state: string };

interface Props<Row, S extends string, A extends string> {
  readonly group: Book;
  readonly menu: PermissionName;
  readonly row: z.ZodObject;
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
  readonly order: string;
  readonly columns: readonly ColumnChoice<Row>[];
  readonly machine: Machine<Row, S, A>;
  /** In the order of a row's menu. */
  readonly actions: readonly A[];
  readonly onAct: (row: Row, action: A) => void;
  readonly onOpen: (row: Row) => void;
  /** What else a row's menu offers. */
  readonly more?: (row: Row) => ReactNode;
  /** Actions on selected rows; undefined if there are none. */
  readonly chosen?: ((chosen: Selected, onDone: () => void) => ReactNode) | undefined;
  /** Buttons above the list. */
  readonly head?: ReactNode;
  /** What all that the filter finds comes to, from the answer of the group's totals. */
  readonly totals: (found: Output<Book>) => ReactNode;
  readonly empty: string;
}
type Output<G extends Book> = G extends keyof Api ? z.output<Api[G]['totals']['answer']> : never;

/** A list of the books: filtered, with what all of it comes to beneath, and the actions that the state of each row allows. */
export function BookList<Row extends BookRow, S extends string, A extends string>(props: Props<Row, S, A>) {
  const { group, menu, row: schema, filters, sorts, order, machine, actions, onAct, onOpen } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const { permits } = usePermits();
  const state = useListState(group, order);
  const { asked, setAsked, sort, setSort } = state;
  const { columns: choices } = props;
  const columns = useMemo(
    () =>
      columnsOf<Row>(
        schema,
        choices.map((one) =>
          one === 'state'
            ? {
                name: 'state',
                width: 110,
                cell: ({ state }: Row) => (
                  <StateTag tone={machine.states[state as S].tone}>
                    {speech.state(machine.name, state)}
                  </StateTag>
                ),
                text: ({ state }: Row) => speech.state(machine.name, state),
              }
            : one,
        ),
        { sorts, label: (field) => speech.label(field, group) },
      ),
    [schema, choices, sorts, machine, group, speech],
  );
  const query = { ...asked, sort: sort || order };
  const rows = useRows<Row>((page, pageSize) => ({
    ...read(group, 'list', { query: { ...query, page, pageSize } } as never),
  }));
  const totals = useAnswer({
    ...read(group, 'totals', { query: asked as never }),
    enabled: useServed(`${group}.totals`),
  });
  const serves = useServes();
  const allowed = actions.filter(
    (action) => permits?.allows(machine.actions[action].permission) && servesAction(serves, machine, action),
  );
  const chosen = useChosen(group, rows, query, () => null, props.chosen !== undefined);
  const { selected, clear, count } = chosen;
  const label = speech.words.menu[menu];
  return (
    <section className="fc-list">
      <FilterBar
        schema={schema}
        filters={filters.filter((name) => name !== 'billId')}
        resource={group}
        asked={state.kept}
        onAsk={setAsked}
        chosen={count > 0 && <ChosenBar chosen={chosen}>{props.chosen?.(selected, clear)}</ChosenBar>}
      >
        <ListMenus state={state} columns={columns} />
        <ExportMenu
          rows={rows}
          name={label}
          call={`${group}.export`}
          within="query"
          query={query}
          list={group}
          columns={columns}
        />
        {props.head}
      </FilterBar>
      <RecordTable
        list={group}
        label={label}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(to) => setSort(to || formatSort(parseSort(order)))}
        {...chosen.table}
        onOpen={onOpen}
        actions={(row) => (
          <Menu>
            {props.more?.(row)}
            {allowed.map((action) => {
              const refused = refusalOf(machine, action, row);
              return (
                <MenuItem
                  key={action}
                  text={speech.action(machine.name, action)}
                  disabled={refused !== undefined}
                  title={refused ? speech.message(refused) : ''}
                  intent={machine.actions[action].tone === 'danger' ? 'danger' : 'none'}
                  onClick={() => onAct(row, action)}
                />
              );
            })}
          </Menu>
        )}
        empty={
          Object.keys(asked).length > 0 ? (
            <NoMatch onClear={() => setAsked({})} />
          ) : (
            <NonIdealState title={t('common.listEmpty')} description={props.empty} />
          )
        }
      />
      <ListFoot rows={rows} chosen={count}>
        <AnsweredNumbers answer={totals}>{(found) => props.totals(found as Output<Book>)}</AnsweredNumbers>
      </ListFoot>
    </section>
  );
}
