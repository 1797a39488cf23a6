import { Menu } from '@blueprintjs/core';
import type { Machine } from '@contract/machine';
import type { PermissionName } from '@contract/permissions';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { type Question, useAnswer } from '../../../api/answers';
import { usePermits } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { servesAction, useServed, useServes } from '../../../app/offered';
import { ActionItems } from '../../../resource/ActionItems';
import { AnsweredNumbers } from '../../../resource/Answered';
import type { ColumnChoice } from '../../../resource/columns';
import { RecordList } from '../../../resource/RecordList';
import type { ListQuery } from '../../../resource/refined';
import type { BulkSelection } from '../../../resource/selection';
import { useRecordList } from '../../../resource/useRecordList';
import { StateTag } from '../../../ui/StateTag';

type Book =
  | ('billCost' | 'billCostDiff' | 'billRevenue' | 'billPayment')
  | ('customerInvoice' | 'supplierInvoice' | 'bankEntry');
type BookRow<S extends string> = { id: number; version: number; state: S };

interface Props<Row, S extends string, A extends string, Totals> {
  readonly group: Book;
  readonly menu: PermissionName;
  readonly row: z.ZodObject;
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
  readonly order: string;
  readonly columns: readonly ColumnChoice<Row>[];
  readonly machine: Machine<Row, S, A>;
  /** Actions in the order of a row's menu. */
  readonly actions: readonly A[];
  readonly onAct: (row: Row, action: A) => void;
  readonly onOpen: (row: Row) => void;
  /** Further items of a row's menu. */
  readonly more?: (row: Row) => ReactNode;
  /** Actions on selected rows; undefined if there are none. The loaded rows have their names. */
  readonly chosen?:
    | ((chosen: BulkSelection, onDone: () => void, loaded: () => readonly Row[]) => ReactNode)
    | undefined;
  /** Milliseconds after which rows that change by themselves are read again; false while none does. */
  readonly every?: (page: { readonly list: readonly Row[] } | undefined) => number | false;
  /** Buttons above the list. */
  readonly head?: ReactNode;
  /** Returns the query of the totals of all rows that match a filter. */
  readonly totalsOf: (filter: ListQuery) => Question<Totals>;
  readonly totals: (found: Totals) => ReactNode;
  readonly empty: string;
}

/** List of book entries: filters, totals beneath, and the actions allowed by each row's state. */
export function BookList<Row extends BookRow<S>, S extends string, A extends string, Totals>(
  props: Props<Row, S, A, Totals>,
) {
  const { group, menu, row: schema, filters, sorts, order, machine, actions, onAct, onOpen } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const { permits } = usePermits();
  const { columns: choices } = props;
  const columns = useMemo(
    (): ColumnChoice<Row>[] =>
      choices.map((one) =>
        one === 'state'
          ? {
              name: 'state',
              width: 110,
              cell: ({ state }: Row) => (
                <StateTag tone={machine.states[state].tone}>{speech.state(machine.name, state)}</StateTag>
              ),
              text: ({ state }: Row) => speech.state(machine.name, state),
            }
          : one,
      ),
    [choices, machine, speech],
  );
  const list = useRecordList<Row>({
    group,
    row: schema,
    columns,
    filters: filters.filter((name) => name !== 'billId'),
    sorts,
    order,
    choice: { possible: props.chosen !== undefined },
    ...(props.every ? { every: props.every } : {}),
  });
  const totals = useAnswer({
    ...props.totalsOf(list.filter),
    enabled: useServed(`${group}.totals`),
  });
  const serves = useServes();
  const allowed = actions.filter(
    (action) => permits?.allows(machine.actions[action].permission) && servesAction(serves, machine, action),
  );
  const { selected, clear } = list.chosen;
  return (
    <RecordList
      of={list}
      label={speech.words.menu[menu]}
      chosenButtons={props.chosen?.(selected, clear, list.rows.there)}
      buttons={props.head}
      onOpen={onOpen}
      actions={(row) => (
        <Menu>
          {props.more?.(row)}
          <ActionItems machine={machine} actions={allowed} row={row} onAct={(action) => onAct(row, action)} />
        </Menu>
      )}
      empty={{ title: t('common.listEmpty'), detail: props.empty }}
      foot={<AnsweredNumbers answer={totals}>{(found) => props.totals(found)}</AnsweredNumbers>}
    />
  );
}
