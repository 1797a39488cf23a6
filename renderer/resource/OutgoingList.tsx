import './outgoing.css';
import { Button, Menu, MenuItem } from '@blueprintjs/core';
import type { Api } from '@contract/index';
import { type Machine, refusalOf } from '@contract/machine';
import type { BulkAnswer } from '@contract/resource';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { invalidate, queryClient } from '../api/queries';
import { useKept } from '../app/drafts';
import { useAllowed } from '../app/guard';
import { useSpeech } from '../app/language';
import { servesAction, useServes } from '../app/offered';
import { SidePanel } from '../ui/SidePanel';
import { StateTag, toneOf } from '../ui/StateTag';
import { notify, notifyFailed } from '../ui/toaster';
import { ActionItems } from './ActionItems';
import { BulkResult } from './BulkResult';
import type { ColumnChoice } from './columns';
import { RecordList } from './RecordList';
import type { BulkSelection } from './selection';
import { type ListGroup, useRecordList } from './useRecordList';

/** API groups whose rows are sent automatically and can be resent by a user. */
type OutgoingGroup = {
  [G in ListGroup]: Api[G] extends { get: unknown } ? G : never;
}[ListGroup];

/** The restart action; the state machine says when it is allowed and who may do it. */
export interface ResendAction<Row, S extends string, A extends string> {
  readonly machine: Machine<Row, S, A>;
  readonly action: A;
}

interface Props<Row, Full, S extends string, A extends string> {
  readonly group: OutgoingGroup;
  /** Name of the list. */
  readonly label: string;
  readonly row: z.ZodObject;
  readonly columns: readonly ColumnChoice<Full>[];
  readonly filters: readonly string[];
  readonly again: ResendAction<Row, S, A>;
  readonly send: (chosen: BulkSelection) => Promise<BulkAnswer>;
  /** Message when all selected rows were restarted. */
  readonly done: (count: number) => string;
  readonly empty: { readonly title: string; readonly detail: string };
  /** Title of the side panel for one row, if not that of the list. */
  readonly title?: string;
  readonly one: (id: number, again: () => void) => ReactNode;
  /** Further items of a row's menu. */
  readonly more?: (row: Full) => ReactNode;
  /** Content above the list. */
  readonly head?: ReactNode;
  /** Initial order, by the one field it can be sorted by. */
  readonly order?: string;
}

/** List of automatic transmissions: their state, their result, and restarting one or many. */
export function OutgoingList<Row, Full extends Row & { id: number }, S extends string, A extends string>(
  props: Props<Row, Full, S, A>,
) {
  const { group, row: schema, columns: choices, filters, again, head } = props;
  const { label, order = '-createdAt' } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const [opened, setOpened] = useKept<number | null>('id', null);
  const [answer, setAnswer] = useState<BulkAnswer | null>(null);
  const serves = useServes();
  const mayAgain =
    useAllowed(again.machine.actions[again.action].permission) &&
    servesAction(serves, again.machine, again.action);
  const verb = speech.action(again.machine.name, again.action);
  const list = useRecordList<Full>({
    group,
    row: schema,
    columns: choices,
    filters,
    sorts: [order.replace('-', '')],
    order,
    choice: { possible: mayAgain },
    // Transmissions under way finish without user action.
    every: 5000,
  });
  const { selected, clear } = list.chosen;
  const send = async (chosen: BulkSelection) => {
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
    <RecordList
      of={list}
      label={label}
      above={head}
      chosenButtons={
        mayAgain && (
          <Button intent="primary" onClick={() => void send(selected)}>
            {verb}
          </Button>
        )
      }
      onOpen={({ id }) => setOpened(id)}
      actions={(row) => (
        <Menu>
          <MenuItem text={t('common.details')} onClick={() => setOpened(row.id)} />
          {props.more?.(row)}
          {mayAgain && (
            <ActionItems
              machine={again.machine}
              actions={[again.action]}
              row={row}
              onAct={() => void send({ ids: [row.id] })}
            />
          )}
        </Menu>
      )}
      empty={props.empty}
    >
      <SidePanel
        isOpen={opened !== null}
        width={620}
        title={props.title ?? label}
        onClose={() => setOpened(null)}
      >
        {opened !== null && props.one(opened, () => void send({ ids: [opened] }))}
      </SidePanel>
      {answer && <BulkResult action={verb} answer={answer} nameOf={String} onClose={() => setAnswer(null)} />}
    </RecordList>
  );
}

/** Head of the side panel of one row: its title, its state, and the restart button. */
export function OutgoingHead<Row, S extends string, A extends string>(props: {
  title: string;
  row: Row;
  again: ResendAction<Row, S, A>;
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
