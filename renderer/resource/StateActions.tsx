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
  /** What is offered as a button; the rest stands in the menu. At most two. */
  readonly first: readonly A[];
  /** In the order of the menu. */
  readonly all: readonly A[];
  readonly onAct: (action: A) => void;
  /** Whether a person may, where that depends on the record and not on the machine alone. */
  readonly allows?: (action: A) => boolean;
}

/** Whether the actions below are those of the record that the whole screen is about. */
export const OfScreen = createContext(false);

/**
 * The actions that the machine allows on a record; one that is refused says why. Those not permitted, and those whose call
 * the server lacks, are not shown.
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
  // What is the only action stands there even when it is refused, with the reason: a menu of one would hide both.
  const buttons = offered.filter(
    ({ action, refused }) => offered.length === 1 || (first.includes(action) && !refused),
  );
  const rest = offered.filter(({ action }) => !buttons.some((one) => one.action === action));
  const label = (action: A) => speech.action(machine.name, action);
  // The palette has what stands in the menu as it has the buttons, where it is clear which record is meant.
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
