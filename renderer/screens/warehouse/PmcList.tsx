import './warehouse.css';
import { Menu, MenuDivider, MenuItem, NonIdealState } from '@blueprintjs/core';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import {
  type PmcListView,
  pmcFilters,
  pmcListRow,
  pmcListView,
  pmcMachine,
  pmcSorts,
} from '@contract/warehouse/pmc';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { read } from '../../api/queries';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { columnsOf } from '../../resource/columns';
import { ExportMenu } from '../../resource/ExportMenu';
import { FilterBar } from '../../resource/FilterBar';
import { ListFoot } from '../../resource/ListFoot';
import { ListMenus } from '../../resource/ListMenus';
import { NoMatch } from '../../resource/NoMatch';
import { RecordTable } from '../../resource/RecordTable';
import { useRows } from '../../resource/rows';
import { useListState } from '../../resource/useListState';
import { StateTag } from '../../ui/StateTag';
import { billPath } from '../bill/parts/billPath';
import { PMC_ACTIONS, usePmcActions } from './parts/usePmcActions';

/** Every aircraft pallet that came with our trips: where it is, until when it is to be back, and giving it back. */
export default function PmcList() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayEdit = useAllowed(permit('bill.warehouse.edit'));
  const state = useListState('pmc', '-collectedAt');
  const { asked, setAsked, sort, setSort } = state;
  const openTrip = ({ billId }: { billId: number }) => navigate(billPath(billId, 'trips'));
  const { act, dialogs } = usePmcActions(openTrip);
  const columns = useMemo(
    () =>
      columnsOf<PmcListView>(
        pmcListView,
        [
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
        { sorts: pmcSorts, label: (field) => speech.label(field, 'pmc') },
      ),
    [speech, t],
  );
  const query = { ...asked, sort: sort || '-collectedAt' };
  const rows = useRows<PmcListView>((page, pageSize) => ({
    ...read('pmc', 'records', { query: { ...query, page, pageSize } as never }),
  }));
  return (
    <section className="fc-list">
      <FilterBar schema={pmcListRow} filters={pmcFilters} resource="pmc" asked={state.kept} onAsk={setAsked}>
        <ListMenus state={state} columns={columns} />
        <ExportMenu
          rows={rows}
          name={t('warehouse.pmcTitle')}
          call="pmc.export"
          within="query"
          query={query}
          list="pmc"
          columns={columns}
        />
      </FilterBar>
      <RecordTable
        list="pmc"
        label={t('warehouse.pmcTitle')}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(to) => setSort(to || '-collectedAt')}
        onOpen={openTrip}
        actions={(pmc) => (
          <Menu>
            <MenuItem text={t('customs.openBill')} onClick={() => openTrip(pmc)} />
            {mayEdit && <MenuDivider />}
            {mayEdit &&
              PMC_ACTIONS.filter((action) => action !== 'update').map((action) => {
                const refused = refusalOf(pmcMachine, action, pmc);
                return (
                  <MenuItem
                    key={action}
                    text={speech.action('pmc', action)}
                    disabled={refused !== undefined}
                    label={refused ? speech.message(refused) : ''}
                    intent={pmcMachine.actions[action].tone === 'danger' ? 'danger' : 'none'}
                    onClick={() => void act(pmc, action)}
                  />
                );
              })}
          </Menu>
        )}
        empty={
          Object.keys(asked).length > 0 ? (
            <NoMatch onClear={() => setAsked({})} />
          ) : (
            <NonIdealState title={t('warehouse.pmcEmpty')} description={t('warehouse.pmcEmptyDetail')} />
          )
        }
      />
      <ListFoot rows={rows} chosen={0} />
      {dialogs}
    </section>
  );
}
