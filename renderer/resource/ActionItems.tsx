import { MenuItem } from '@blueprintjs/core';
import { type Machine, refusalOf } from '@contract/machine';
import { useSpeech } from '../app/language';

/** Menu items of a row for the actions of its state machine; one that the row's state refuses shows why. */
export function ActionItems<Row, S extends string, A extends string, O extends A>(props: {
  readonly machine: Machine<Row, S, A>;
  /** Actions that the user is permitted and the server offers, in menu order. */
  readonly actions: readonly O[];
  readonly row: Row;
  readonly onAct: (action: O) => void;
}) {
  const { machine, actions, row, onAct } = props;
  const speech = useSpeech();
  return actions.map((action) => {
    const refused = refusalOf(machine, action, row);
    return (
      <MenuItem
        key={action}
        text={speech.action(machine.name, action)}
        disabled={refused !== undefined}
        label={refused ? speech.message(refused) : ''}
        intent={machine.actions[action].tone === 'danger' ? 'danger' : 'none'}
        onClick={() => onAct(action)}
      />
    );
  });
}
