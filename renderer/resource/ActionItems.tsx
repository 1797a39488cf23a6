import { MenuItem } from '@blueprintjs/core';
import { type Machine, refusalOf } from '@contract/machine';
import { useSpeech } from '../app/language';

/** The items of a row's menu for the actions of its machine; one that its state refuses says why. */
export function ActionItems<Row, S extends string, A extends string, O extends A>(props: {
  readonly machine: Machine<Row, S, A>;
  /** Those that the person may do and the server has, in the order of the menu. */
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
