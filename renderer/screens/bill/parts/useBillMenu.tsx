import { Menu, MenuDivider, MenuItem, type MenuProps } from '@blueprintjs/core';
import { type Bill, billMachine } from '@contract/bill/bill';
import { refusalOf } from '@contract/machine';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usePermits } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { ActionItems } from '../../../resource/ActionItems';
import { billPath } from '../../shared/bill/billPath';
import type { BulkAction } from './useBillActions';

/** Builds the menu of one bill: an element, not a component, because the table adds its own items to its children. */
export function useBillMenu(
  actions: readonly BulkAction[],
  onAct: (action: BulkAction, bill: Bill) => void,
  onDelete: (bill: Bill) => void,
): (bill: Bill) => ReactElement<MenuProps> {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const { permits } = usePermits();
  return (bill) => (
    <Menu>
      <MenuItem text={t('common.open')} label="Enter" onClick={() => navigate(billPath(bill.id))} />
      <MenuItem
        text={speech.action('bill', 'update')}
        disabled={
          refusalOf(billMachine, 'update', bill) !== undefined ||
          !permits?.allows(billMachine.actions.update.permission)
        }
        onClick={() => navigate(`/bill/edit_bill?id=${bill.id}`)}
      />
      <MenuDivider />
      <ActionItems
        machine={billMachine}
        actions={actions}
        row={bill}
        onAct={(action) => onAct(action, bill)}
      />
      {bill.stage === 'removed' && permits?.allows(billMachine.actions.delete.permission) && (
        <MenuItem intent="danger" text={speech.action('bill', 'delete')} onClick={() => onDelete(bill)} />
      )}
    </Menu>
  );
}
