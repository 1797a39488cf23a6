import { Button } from '@blueprintjs/core';
import { type Bill, type BillSelection, type BillStage, billMachine } from '@contract/bill/bill';
import { MAX_BULK } from '@contract/limits';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../../api/client';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { ExportMenu } from '../../../resource/ExportMenu';
import type { RecordListOf } from '../../../resource/useRecordList';
import { notify, notifyFailed } from '../../../ui/toaster';
import { openTracking } from './trackRows';
import type { BulkAction } from './useBillActions';

type List = RecordListOf<Bill, 'all' | BillStage, string>;

/** Opens the screen that sets one time node on many bills with the selected ones. */
function useSetNodes({ filter, chosen }: List) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return async (selected: BillSelection) => {
    if (chosen.count > MAX_BULK)
      return notify({ text: t('bill.nodesTooMany', { max: MAX_BULK }), intent: 'warning' });
    try {
      const ids =
        'ids' in selected
          ? selected.ids
          : (await client.bill.list({ query: { ...filter, pageSize: MAX_BULK } })).list.map(({ id }) => id);
      openTracking(ids);
      chosen.clear();
      navigate('/bill/tracking-date');
    } catch (error) {
      notifyFailed(error);
    }
  };
}

/** Buttons for the selected bills; archived ones, listed only if filtered for, can only be restored. */
export function ChosenBills({
  list,
  actions,
  onAct,
}: {
  list: List;
  actions: readonly BulkAction[];
  onAct: (action: BulkAction, selected: BillSelection) => void;
}) {
  const speech = useSpeech();
  const setNodes = useSetNodes(list);
  const maySetNodes = useAllowed(billMachine.actions.setNode.permission, 'timeNode.many');
  const mayExport = useAllowed(permit('bill.manage.export'));
  const { query, tab } = list.state;
  const selected = list.chosen.selected;
  return (
    <>
      {actions
        .filter((action) => tab === 'all' || billMachine.actions[action].from.includes(tab))
        .filter((action) => query.id || (action === 'restore') === (query.archived === true))
        .map((action) => (
          <Button
            key={action}
            intent={billMachine.actions[action].tone ?? 'none'}
            onClick={() => onAct(action, selected)}
          >
            {speech.action('bill', action)}
          </Button>
        ))}
      {maySetNodes && tab !== 'removed' && (
        <Button onClick={() => void setNodes(selected)}>{speech.action('bill', 'setNode')}</Button>
      )}
      {mayExport && (
        <ExportMenu
          rows={list.rows}
          name={speech.words.menu['bill.manage']}
          call="bill.exportExcel"
          within="body"
          query={
            'ids' in selected ? { id: selected.ids, ...(list.sort ? { sort: list.sort } : {}) } : list.query
          }
          list="bill"
          columns={list.columns}
        />
      )}
    </>
  );
}
