import { Button } from '@blueprintjs/core';
import { Import } from '@blueprintjs/icons';
import {
  type Bill,
  type BillStage,
  billFilters,
  billMachine,
  billRow,
  billSorts,
  billStages,
  billTotals,
} from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { namesOf } from '@contract/names';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../api/answers';
import { read } from '../../api/queries';
import { useAllowed, usePermits } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { servesAction, useServed, useServes } from '../../app/offered';
import { RecordList } from '../../resource/RecordList';
import { SumFoot } from '../../resource/SumFoot';
import { useRecordList } from '../../resource/useRecordList';
import { AddButton } from '../../ui/AddButton';
import { billPath } from '../shared/bill/billPath';
import { billColumns } from './parts/billColumns';
import { ChosenBills } from './parts/ChosenBills';
import { type BulkAction, useBillActions } from './parts/useBillActions';
import { useBillMenu } from './parts/useBillMenu';

const STAGES = namesOf(billStages);
/** Actions that are offered for several bills. */
const BULK: readonly BulkAction[] = ['check', 'remove', 'recover', 'archive', 'restore'];
/** Default order: overdue bills first, then those due soonest. */
const FIRST_ORDER = 'nextDueAt';
/** Default order on a server that does not compute the next deadline: the newest arrivals first. */
const PLAIN_ORDER = '-eta';
/** Filters in panel order; the stage is filtered by tabs. */
const FILTERS = billFilters.filter((name) => name !== 'stage' && name !== 'id');

/** Bill list: the stages as tabs with their counts, and the bulk actions. */
export default function BillList() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const { permits } = usePermits();
  // Due times are computed only by this product's own API, which also is the only one to store views.
  const order = useServed('listView.list') ? FIRST_ORDER : PLAIN_ORDER;
  const mayAdd = useAllowed(permit('bill.manage.create'));
  const mayImport = useAllowed(permit('bill.import.run'));
  const maySetNodes = useAllowed(billMachine.actions.setNode.permission, 'timeNode.many');
  const mayExport = useAllowed(permit('bill.manage.export'));

  const serves = useServes();
  const permitted = BULK.filter(
    (action) =>
      permits?.allows(billMachine.actions[action].permission) && servesAction(serves, billMachine, action),
  );
  const list = useRecordList<Bill, 'all' | BillStage, string>({
    group: 'bill',
    calls: { list: 'bill.list', export: 'bill.exportExcel', within: 'body' },
    row: billRow,
    columns: billColumns,
    filters: FILTERS,
    sorts: billSorts,
    order,
    tab: 'all',
    narrow: (tab) => (tab === 'all' ? {} : { stage: [tab] }),
    choice: { possible: permitted.length > 0 || maySetNodes || mayExport, knownOf: billName },
  });
  const { known, remember } = list.chosen;
  const counts = useAnswer(read('bill', 'count', { query: list.state.query }));
  const { act, remove, dialogs } = useBillActions({
    nameOf: (id) => known(id) ?? `#${id}`,
    onDone: list.chosen.done,
  });
  const menuOf = useBillMenu(
    permitted,
    (action, bill) => {
      remember(bill);
      act(action, { ids: [bill.id] });
    },
    (bill) => void remove(bill),
  );

  return (
    <RecordList
      of={list}
      label={speech.words.menu['bill.manage']}
      placeholder={t('bill.listKeyword')}
      tabs={{
        id: 'stages',
        states: ['all', ...STAGES],
        nameOf: (stage) => (stage === 'all' ? t('common.all') : speech.state('bill', stage)),
        counts,
        countOf: (found, stage) => found[stage],
      }}
      chosenButtons={<ChosenBills list={list} actions={permitted} onAct={act} />}
      exports={mayExport}
      buttons={
        <>
          <Button onClick={() => navigate('/bill/awb')}>{t('bill.awbTab')}</Button>
          {mayImport && (
            <Button icon={<Import />} onClick={() => navigate('/bill/bill_import')}>
              {t('common.import')}
            </Button>
          )}
          {mayAdd && <AddButton onAdd={() => navigate('/bill/add_bill')}>{t('bill.addBill')}</AddButton>}
        </>
      }
      pathOf={(bill) => billPath(bill.id)}
      actions={menuOf}
      empty={{
        title: t('bill.listEmpty'),
        detail: t('bill.listEmptyDetail'),
        action: mayImport && (
          <Button intent="primary" onClick={() => navigate('/bill/bill_import')}>
            {t('common.import')}
          </Button>
        ),
      }}
      foot={
        <SumFoot totals={billTotals} resource="bill" query={read('bill', 'totals', { query: list.filter })} />
      }
    >
      {dialogs}
    </RecordList>
  );
}
