import '../shared/warehouse/warehouse.css';
import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { permit } from '@contract/permissions';
import { type PmcListView, pmcFilters, pmcListView, pmcMachine, pmcSorts } from '@contract/warehouse/pmc';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAllowed } from '../../app/guard';
import { ActionItems } from '../../resource/ActionItems';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { useRecordList } from '../../resource/useRecordList';
import { StateTag } from '../../ui/StateTag';
import { billPath } from '../shared/bill/billPath';
import { PMC_ACTIONS, usePmcActions } from '../shared/warehouse/usePmcActions';

const TO_DO = PMC_ACTIONS.filter((action) => action !== 'update');

/** List of the aircraft pallets from all trips: location, return deadline, and return action. */
export default function PmcList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayEdit = useAllowed(permit('bill.warehouse.edit'));
  const openTrip = ({ billId }: { billId: number }) => navigate(billPath(billId, 'trips'));
  const { act, dialogs } = usePmcActions(openTrip);
  const columns = useMemo(
    (): ColumnChoice<PmcListView>[] => [
      { name: 'uldNo', width: 130 },
      { name: 'state', width: 110 },
      { name: 'dueAt', width: 140 },
      {
        name: 'overdueDays',
        width: 150,
        cell: ({ overdueDays, state }) =>
          overdueDays > 0 && (
            <StateTag tone={state === 'returned' ? 'neutral' : 'bad'}>
              {t('warehouse.pmcOverdue', { count: overdueDays })}
            </StateTag>
          ),
        text: ({ overdueDays }) => String(overdueDays),
      },
      'returnedAt',
      { name: 'returnedTo', width: 160 },
      { name: 'billNo', width: 130 },
      { name: 'batchNo', width: 120 },
      { name: 'pickNo', width: 150 },
      'collectedAt',
      { name: 'collectedFrom', width: 140 },
      'unloadedAt',
      { name: 'uldType', width: 90 },
      'boxes',
      { name: 'weight', hidden: true },
      { name: 'netCount', hidden: true },
      { name: 'strapCount', hidden: true },
      { name: 'lostReason', hidden: true },
      { name: 'remark', hidden: true },
    ],
    [t],
  );
  const list = useRecordList<PmcListView>({
    group: 'pmc',
    calls: { list: 'pmc.records', export: 'pmc.export' },
    row: pmcListView,
    columns,
    filters: pmcFilters,
    sorts: pmcSorts,
    order: '-collectedAt',
  });
  return (
    <RecordList
      of={list}
      label={t('warehouse.pmcTitle')}
      onOpen={openTrip}
      actions={(pmc) => (
        <Menu>
          <MenuItem text={t('common.openBill')} onClick={() => openTrip(pmc)} />
          {mayEdit && <MenuDivider />}
          {mayEdit && (
            <ActionItems
              machine={pmcMachine}
              actions={TO_DO}
              row={pmc}
              onAct={(action) => void act(pmc, action)}
            />
          )}
        </Menu>
      )}
      empty={{ title: t('warehouse.pmcEmpty'), detail: t('warehouse.pmcEmptyDetail') }}
    >
      {dialogs}
    </RecordList>
  );
}
