import { Button, ButtonGroup, Menu, MenuItem, Tooltip } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import { type Machine, refusalOf } from '@contract/machine';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermits } from '../app/guard';
import { useSpeech } from '../app/language';
import { servesAction, useServes } from '../app/offered';
import { DropDown } from '../ui/DropDown';
import { useOffered } from '../ui/shortcuts';

interface Props<Row, S extends string, A extends string> {
  readonly machine: Machine<Row, S, A>;
  readonly row: Row;
  /** Actions offered as buttons, at most two; the others are in the menu. */
  readonly first: readonly A[];
  /** All actions, in menu order. */
  readonly all: readonly A[];
  readonly onAct: (action: A) => void;
  /** Returns true if the user may, where that depends on more of the record than the machine covers. */
  readonly allows?: (action: A) => boolean;
}

/** True if the actions below belong to the record that the whole screen shows. */
export const OfScreen = createContext(false);

/**
 * Actions that the state machine allows on a record; a refused one shows why. Actions that are not permitted, or whose
 * call the server lacks, are not shown.
 */
export function StateActions<Row, S extends string, A extends string>(props: Props<Row, S, A>) {
  const { machine, row, first, all, onAct, allows } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const { permits } = usePermits();
  const served = useServes();
  const offered = all
    .filter((action) => servesAction(served, machine, action))
    .filter((action) => (allows ? allows(action) : permits?.allows(machine.actions[action].permission)))
    .map((action) => ({
      action,
      refused: refusalOf(machine, action, row),
      tone: machine.actions[action].tone,
    }));
  // A single action is a button even when refused, with the reason: a menu of one item would hide both.
  const buttons = offered.filter(
    ({ action, refused }) => offered.length === 1 || (first.includes(action) && !refused),
  );
  const rest = offered.filter(({ action }) => !buttons.some((one) => one.action === action));
  const label = (action: A) => speech.action(machine.name, action);
  // Lists the menu's actions in the palette too, where the screen shows only this record.
  const ofScreen = useContext(OfScreen);
  useOffered(() =>
    rest
      .filter(({ refused }) => ofScreen && !refused)
      .map(({ action }) => ({ label: label(action), run: () => onAct(action) })),
  );
  return (
    <ButtonGroup className="fc-actions">
      {buttons.map(({ action, refused, tone }) => (
        <Button
          key={action}
          intent={tone ?? 'none'}
          disabled={refused !== undefined}
          title={refused && speech.message(refused)}
          onClick={() => onAct(action)}
        >
          {label(action)}
        </Button>
      ))}
      {rest.length > 0 && (
        <DropDown
          placement="bottom-end"
          content={
            <Menu>
              {rest.map(({ action, refused, tone }) => (
                <Tooltip
                  key={action}
                  placement="left"
                  fill
                  disabled={!refused}
                  content={refused && speech.message(refused)}
                >
                  <MenuItem
                    text={label(action)}
                    disabled={refused !== undefined}
                    label={refused ? speech.message(refused) : ''}
                    intent={tone === 'danger' ? 'danger' : 'none'}
                    onClick={() => onAct(action)}
                  />
                </Tooltip>
              ))}
            </Menu>
          }
        >
          <Button icon={<More />} aria-label={t('common.more')} />
        </DropDown>
      )}
    </ButtonGroup>
  );
}
