import './outgoing.css';
import { Button, Menu, MenuItem, NonIdealState } from '@blueprintjs/core';
import type { Api, ApiName } from '@contract/index';
import { type Machine, refusalOf } from '@contract/machine';
import type { BulkAnswer } from '@contract/resource';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { invalidate, queryClient, read } from '../api/queries';
import { useKept } from '../app/drafts';
import { useAllowed } from '../app/guard';
import { useSpeech } from '../app/language';
import { servesAction, useServes } from '../app/offered';
import { SidePanel } from '../ui/SidePanel';
import { StateTag, toneOf } from '../ui/StateTag';
import { notify, notifyFailed } from '../ui/toaster';
import { BulkResult } from './BulkResult';
import { ChosenBar } from './ChosenBar';
import { type ColumnChoice, columnsOf } from './columns';
import { ExportMenu } from './ExportMenu';
import { FilterBar } from './FilterBar';
import { ListFoot } from './ListFoot';
import { ListMenus } from './ListMenus';
import { NoMatch } from './NoMatch';
import { RecordTable } from './RecordTable';
import { useRows } from './rows';
import type { Selected } from './selection';
import { useChosen } from './useChosen';
import { useListState } from './useListState';

/** Lists whose rows are sent by themselves, and once more by a person. */
type OutgoingGroup = {
  [G in keyof Api]: Api[G] extends { list: unknown; get: unknown } ? G : never;
}[keyof Api];

/** What a person may do: begin it anew. The machine says when, and who. */
export interface Again<Row, S extends string, A extends string> {
  readonly machine: Machine<Row, S, A>;
  readonly action: A;
}

interface Props<Row, Full, S extends string, A extends string> {
  readonly group: OutgoingGroup;
  /** What the list is called. */
  readonly label: string;
  readonly row: z.ZodObject;
  readonly columns: readonly ColumnChoice<Full>[];
  readonly filters: readonly string[];
  readonly again: Again<Row, S, A>;
  readonly send: (chosen: Selected) => Promise<BulkAnswer>;
  /** What is said when all of them were begun. */
  readonly done: (count: number) => string;
  readonly empty: { readonly title: string; readonly detail: string };
  /** Title of the panel in which one is read, where it is not the list's. */
  readonly title?: string;
  readonly one: (id: number, again: () => void) => ReactNode;
  /** What else a row's menu offers. */
  readonly more?: (row: Full) => ReactNode;
  /** What stands above the list. */
  readonly head?: ReactNode;
  /** In which order it stands at first, by the one field it can be sorted by. */
  readonly order?: string;
  readonly exported?: boolean;
}

/** What goes out by itself: where each stands, what came of it, and beginning it anew, one or many. */
export function OutgoingList<Row, Full extends Row & { id: number }, S extends string, A extends string>(
  props: Props<Row, Full, S, A>,
) {
  const { group, row: schema, columns: choices, filters, again, head } = props;
  const { label, order = '-createdAt' } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const state = useListState(group, order);
  const { asked, setAsked, sort, setSort } = state;
  const [opened, setOpened] = useKept<number | null>('id', null);
  const [answer, setAnswer] = useState<BulkAnswer | null>(null);
  const serves = useServes();
  const mayAgain =
    useAllowed(again.machine.actions[again.action].permission) &&
    servesAction(serves, again.machine, again.action);
  const verb = speech.action(again.machine.name, again.action);
  const columns = useMemo(
    () =>
      columnsOf<Full>(schema, choices, {
        sorts: [order.replace('-', '')],
        label: (field) => speech.label(field, group),
      }),
    [schema, choices, speech, group, order],
  );
  const query = { ...asked, sort: sort || order };
  const rows = useRows<Full>((page, pageSize) => ({
    ...read(group, 'list', { query: { ...query, page, pageSize } } as never),
    // What is on its way comes to its end without anybody's doing.
    refetchInterval: 5000,
  }));
  const chosen = useChosen(group, rows, query, () => null, mayAgain);
  const { selected, clear, count } = chosen;
  const begin = async (chosen: Selected) => {
    try {
      const came = await props.send(chosen);
      if (came.failed.length > 0) setAnswer(came);
      else notify({ text: props.done(came.ok), intent: 'success' });
    } catch (error) {
      notifyFailed(error);
    }
    clear();
    await invalidate(queryClient, group);
  };
  return (
    <section className="fc-list">
      {head}
      <FilterBar
        schema={schema}
        filters={filters}
        resource={group}
        asked={state.kept}
        onAsk={setAsked}
        chosen={
          count > 0 &&
          mayAgain && (
            <ChosenBar chosen={chosen}>
              <Button intent="primary" onClick={() => void begin(selected)}>
                {verb}
              </Button>
            </ChosenBar>
          )
        }
      >
        <ListMenus state={state} columns={columns} />
        {props.exported && (
          <ExportMenu
            rows={rows}
            name={label}
            call={`${group}.export` as ApiName}
            within="query"
            query={query}
            list={group}
            columns={columns}
          />
        )}
      </FilterBar>
      <RecordTable
        list={group}
        label={label}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(to) => setSort(to || order)}
        {...chosen.table}
        onOpen={({ id }) => setOpened(id)}
        actions={(row) => {
          const refused = refusalOf(again.machine, again.action, row);
          return (
            <Menu>
              <MenuItem text={t('common.details')} onClick={() => setOpened(row.id)} />
              {props.more?.(row)}
              {mayAgain && (
                <MenuItem
                  text={verb}
                  disabled={refused !== undefined}
                  label={refused ? speech.message(refused) : ''}
                  onClick={() => void begin({ ids: [row.id] })}
                />
              )}
            </Menu>
          );
        }}
        empty={
          Object.keys(asked).length > 0 ? (
            <NoMatch onClear={() => setAsked({})} />
          ) : (
            <NonIdealState title={props.empty.title} description={props.empty.detail} />
          )
        }
      />
      <ListFoot rows={rows} chosen={count} />
      <SidePanel
        isOpen={opened !== null}
        width={620}
        title={props.title ?? label}
        onClose={() => setOpened(null)}
      >
        {opened !== null && props.one(opened, () => void begin({ ids: [opened] }))}
      </SidePanel>
      {answer && <BulkResult action={verb} answer={answer} nameOf={String} onClose={() => setAnswer(null)} />}
    </section>
  );
}

/** The head of one that is read in its panel: what it is, where it stands, and beginning it anew. */
export function OutgoingHead<Row, S extends string, A extends string>(props: {
  title: string;
  row: Row;
  again: Again<Row, S, A>;
  onAgain: () => void;
  /** Other buttons. */
  children?: ReactNode;
}) {
  const { title, row, onAgain, children } = props;
  const { machine, action } = props.again;
  const speech = useSpeech();
  const serves = useServes();
  const mayAgain = useAllowed(machine.actions[action].permission) && servesAction(serves, machine, action);
  const state = machine.stateOf(row);
  const refused = refusalOf(machine, action, row);
  return (
    <header>
      <h3>{title}</h3>
      <StateTag tone={toneOf(machine.states, state)}>{speech.state(machine.name, state)}</StateTag>
      <span className="fc-spring" />
      {children}
      {mayAgain && (
        <Button
          intent="primary"
          disabled={refused !== undefined}
          title={refused && speech.message(refused)}
          onClick={onAgain}
        >
          {speech.action(machine.name, action)}
        </Button>
      )}
    </header>
  );
}
