import { Button, Menu, MenuDivider, MenuItem, Tag } from '@blueprintjs/core';
import { Import, TickCircle } from '@blueprintjs/icons';
import {
  type Bill,
  type BillSelection,
  type BillStage,
  billFilters,
  billMachine,
  billRow,
  billSorts,
  billStages,
  billTotals,
} from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { MAX_BULK } from '@contract/limits';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../api/answers';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useAllowed, usePermits } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { servesAction, useServed, useServes } from '../../app/offered';
import { ActionItems } from '../../resource/ActionItems';
import type { ColumnChoice } from '../../resource/columns';
import { ExportMenu } from '../../resource/ExportMenu';
import { RecordList } from '../../resource/RecordList';
import { SumFoot } from '../../resource/SumFoot';
import { useRecordList } from '../../resource/useRecordList';
import { AddButton } from '../../ui/AddButton';
import { notify, notifyFailed } from '../../ui/toaster';
import { billPath } from '../shared/bill/billPath';
import { ClearanceTag } from '../shared/bill/ClearanceTag';
import { openTracking } from './parts/trackRows';
import { type BulkAction, useBillActions } from './parts/useBillActions';

const STAGES = Object.keys(billStages) as BillStage[];
/** What is offered for bills that are chosen: archived ones can but be restored, and are listed where they are asked for. */
const BULK: readonly BulkAction[] = ['check', 'remove', 'recover', 'archive', 'restore'];
/** Default order: overdue bills first, then those due soonest. */
const FIRST_ORDER = 'nextDueAt';
/** Default order on a server that does not compute what is due next: the newest arrivals first. */
const PLAIN_ORDER = '-eta';
/** Filters in the order of the panel; the stage has its tabs. */
const FILTERS = billFilters.filter((name) => name !== 'stage' && name !== 'id');

/** The bill list: the stages as tabs with their counts, and all that is done with many bills at once. */
export default function BillList() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const { permits } = usePermits();
  // Because due times are computed by this product's API alone, as views are kept by it alone.
  const order = useServed('listView.list') ? FIRST_ORDER : PLAIN_ORDER;
  const mayAdd = useAllowed(permit('bill.manage.create'));
  const mayImport = useAllowed(permit('bill.import.run'));
  const maySetNodes = useAllowed(billMachine.actions.setNode.permission, 'timeNode.many');
  const mayExport = useAllowed(permit('bill.manage.export'));

  const columns = useMemo(
    (): ColumnChoice<Bill>[] => [
      {
        name: 'billNo',
        width: 150,
        cell: (bill) => (
          <span className="fc-bill-no">
            {bill.billNo}
            {bill.checked && <TickCircle size={12} className="fc-ok" title={t('bill.checkedBadge')} />}
            {bill.archived && (
              <Tag minimal className="fc-mini">
                {t('bill.archivedToo')}
              </Tag>
            )}
          </span>
        ),
      },
      { name: 'batchNo', width: 130 },
      'stage',
      'nextDueAt',
      { name: 'clearanceStatus', width: 150, cell: (bill) => <ClearanceTag bill={bill} /> },
      'customerId',
      { name: 'flightNo', width: 112 },
      { name: 'originAirportId', width: 105 },
      { name: 'landingAirportId', width: 110 },
      'eta',
      'ata',
      'boxCount',
      'packageCount',
      'weight',
      { name: 'noaAt' },
      { name: 'noaBoxCount', width: 100 },
      { name: 'shortageCount', width: 95 },
      { name: 'exceptionCount', width: 100 },
      { name: 'channelCode', width: 120 },
      'destinationId',
      'lastMileId',
      'podAt',
      { name: 'podBoxCount', width: 100 },
      { name: 'totalValue', hidden: true },
      { name: 'billingWeight', hidden: true },
      { name: 'houseNo', hidden: true },
      { name: 'carrierCode', hidden: true },
      { name: 'routeCode', hidden: true },
      { name: 'exportDate', hidden: true },
      { name: 'etd', hidden: true },
      { name: 'pickupAt', hidden: true },
      { name: 'atWarehouseAt', hidden: true },
      { name: 't1At', hidden: true },
      { name: 'tatAt', hidden: true },
      { name: 'clearanceReleasedAt', hidden: true },
      { name: 'firstParcelAt', hidden: true },
      { name: 'cargoStationId', hidden: true },
      { name: 'warehouseId', hidden: true },
      { name: 'serviceId', hidden: true },
      { name: 'tapeColor', hidden: true },
      { name: 'uldNumbers', hidden: true },
      { name: 'remarks', hidden: true },
      { name: 'createdAt', hidden: true },
      { name: 'createdBy', hidden: true },
      { name: 'updatedAt', hidden: true },
    ],
    [t],
  );

  const serves = useServes();
  const permitted = BULK.filter(
    (action) =>
      permits?.allows(billMachine.actions[action].permission) && servesAction(serves, billMachine, action),
  );
  const list = useRecordList<Bill, 'all' | BillStage, string>({
    group: 'bill',
    calls: { list: 'bill.list', export: 'bill.exportExcel', within: 'body' },
    row: billRow,
    columns,
    filters: FILTERS,
    sorts: billSorts,
    order,
    tab: 'all',
    narrow: (tab) => (tab === 'all' ? {} : { stage: [tab] }),
    choice: { possible: permitted.length > 0 || maySetNodes || mayExport, knownOf: billName },
  });
  const { filter, query, rows, sort } = list;
  const { asked, tab } = list.state;
  const { clear, count, known, remember } = list.chosen;
  const selected = list.chosen.selected as BillSelection;
  const counts = useAnswer(read('bill', 'count', { query: asked }));
  const { act, remove, dialogs } = useBillActions({
    nameOf: (id) => known(id) ?? `#${id}`,
    onDone: list.chosen.done,
  });
  /** Takes the chosen bills to the screen on which one time node is set on many. */
  const setNodes = async () => {
    if (count > MAX_BULK)
      return notify({ text: t('bill.nodesTooMany', { max: MAX_BULK }), intent: 'warning' });
    try {
      const ids =
        'ids' in selected
          ? selected.ids
          : (await client.bill.list({ query: { ...filter, pageSize: MAX_BULK } })).list.map(({ id }) => id);
      openTracking(ids);
      clear();
      navigate('/bill/tracking-date');
    } catch (error) {
      notifyFailed(error);
    }
  };

  return (
    <RecordList
      of={list}
      label={speech.words.menu['bill.manage']}
      placeholder={t('bill.listKeyword')}
      tabs={{
        id: 'stages',
        states: ['all', ...STAGES],
        nameOf: (stage) => (stage === 'all' ? t('bill.tabAll') : speech.state('bill', stage)),
        counts,
        countOf: (found, stage) => found[stage],
      }}
      chosenButtons={
        <>
          {permitted
            .filter((action) => tab === 'all' || billMachine.actions[action].from.includes(tab))
            .filter((action) => asked.id || (action === 'restore') === (asked.archived === true))
            .map((action) => (
              <Button
                key={action}
                intent={billMachine.actions[action].tone ?? 'none'}
                onClick={() => act(action, selected)}
              >
                {speech.action('bill', action)}
              </Button>
            ))}
          {maySetNodes && tab !== 'removed' && (
            <Button onClick={() => void setNodes()}>{speech.action('bill', 'setNode')}</Button>
          )}
          {mayExport && (
            <ExportMenu
              rows={rows}
              name={speech.words.menu['bill.manage']}
              call="bill.exportExcel"
              within="body"
              query={'ids' in selected ? { id: selected.ids, ...(sort ? { sort } : {}) } : query}
              list="bill"
              columns={list.columns}
            />
          )}
        </>
      }
      exports={mayExport}
      buttons={
        <>
          <Button onClick={() => navigate('/bill/awb')}>{t('bill.awbTab')}</Button>
          {mayImport && (
            <Button icon={<Import />} onClick={() => navigate('/bill/bill_import')}>
              {t('bill.importBills')}
            </Button>
          )}
          {mayAdd && <AddButton onAdd={() => navigate('/bill/add_bill')}>{t('bill.addBill')}</AddButton>}
        </>
      }
      pathOf={(bill) => billPath(bill.id)}
      actions={(bill) => (
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
            actions={permitted}
            row={bill}
            onAct={(action) => {
              remember(bill);
              act(action, { ids: [bill.id] });
            }}
          />
          {bill.stage === 'removed' && permits?.allows(billMachine.actions.delete.permission) && (
            <MenuItem
              intent="danger"
              text={speech.action('bill', 'delete')}
              onClick={() => void remove(bill)}
            />
          )}
        </Menu>
      )}
      empty={{
        title: t('bill.listEmpty'),
        detail: t('bill.listEmptyDetail'),
        action: mayImport && (
          <Button intent="primary" onClick={() => navigate('/bill/bill_import')}>
            {t('bill.importBills')}
          </Button>
        ),
      }}
      foot={<SumFoot totals={billTotals} resource="bill" query={read('bill', 'totals', { query: filter })} />}
    >
      {dialogs}
    </RecordList>
  );
}
