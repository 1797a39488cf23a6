import * as z from 'zod';
import { type Problem, problem } from './errors';
import { perName } from './names';
import type { PermissionId } from './permissions';
import type { MachineName, MessageCode } from './words';

/** Appearance of a state: always with its label, never by colour alone. */
export interface State {
  /** Order in lists and tabs. */
  readonly rank: number;
  readonly tone: 'neutral' | 'info' | 'progress' | 'good' | 'warning' | 'bad';
}

/** A condition on the current row; the problem it returns is the reason shown on the disabled button. */
export type Guard<Row> = (row: Row) => Problem | undefined;

/** An action on a record. */
export interface Action<S extends string, Row> {
  readonly from: readonly S[];
  /** The resulting state, or `computed` from the record afterwards. */
  readonly to: S | 'computed' | 'same' | 'gone';
  /** States of `from` that the action does not change, although it changes other data of the record. */
  readonly keeps?: readonly S[];
  readonly permission: PermissionId;
  /** Error code if the state is not in `from`; STATE_NOT_ALLOWED if there is no more specific one. */
  readonly refusal?: MessageCode;
  readonly guards?: readonly Guard<Row>[];
  /** Input that the person must give: a reason, a time. */
  readonly asks?: z.ZodObject;
  /** The action that reverses it; offered as Undo. Without one, the action asks "Are you sure?" first. */
  readonly inverse?: string;
  readonly tone?: 'primary' | 'danger';
}

/** States of a record and all actions on it, as a table. */
export interface Machine<Row, S extends string = string, A extends string = string> {
  readonly name: MachineName;
  /** Calls of the actions that a server of another make may lack. */
  readonly calls?: Readonly<Partial<Record<NoInfer<A>, string>>>;
  readonly states: Readonly<Record<S, State>>;
  readonly stateOf: (row: Row) => NoInfer<S>;
  /** Conditions that refuse every action but the exempt ones, for example "archived is read-only". */
  readonly always: readonly { readonly exempt: readonly NoInfer<A>[]; readonly guard: Guard<Row> }[];
  readonly actions: Readonly<Record<A, Action<NoInfer<S>, Row>>>;
}

/** Declares a machine; states and actions are checked against each other. */
export function machine<Row>() {
  return <const S extends string, const A extends string>(table: Machine<Row, S, A>): Machine<Row, S, A> =>
    table;
}

/** Returns why an action is refused on a record; undefined if it is allowed. Ignores permissions. */
export function refusalOf<Row, S extends string, A extends string>(
  table: Machine<Row, S, A>,
  action: A,
  row: Row,
): Problem | undefined {
  for (const { exempt, guard } of table.always) {
    const refused = exempt.includes(action) ? undefined : guard(row);
    if (refused) return refused;
  }
  const { from, refusal, guards = [] } = table.actions[action];
  const state = table.stateOf(row);
  if (!from.includes(state))
    return problem(refusal ?? 'STATE_NOT_ALLOWED', { status: { state: [table.name, state] } });
  for (const guard of guards) {
    const refused = guard(row);
    if (refused) return refused;
  }
  return undefined;
}

/** Schema of the number of records in each of some states. */
export const countPer = <State extends string>(states: readonly State[]) => perName(states, () => z.int());
