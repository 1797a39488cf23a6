import { NonIdealState } from '@blueprintjs/core';
import { billFilters, billRow, billSorts } from '@contract/bill/bill';
import { type ClearanceBill, type ClearanceState, clearanceBill } from '@contract/customs/clearance';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../api/answers';
import { read } from '../../api/queries';
import { useGo } from '../../app/go';
import { useSpeech } from '../../app/language';
import { columnsOf } from '../../resource/columns';
import { FilterBar } from '../../resource/FilterBar';
import { ListFoot } from '../../resource/ListFoot';
import { ListMenus } from '../../resource/ListMenus';
import { NoMatch } from '../../resource/NoMatch';
import { RecordTable } from '../../resource/RecordTable';
import { useRows } from '../../resource/rows';
import { StateTabs } from '../../resource/StateTabs';
import { useListState } from '../../resource/useListState';
import { panelOf } from '../../ui/panelOf';
import { billPath } from '../bill/parts/billPath';
import { ClearanceTag } from '../bill/parts/ClearanceTag';

type Status = Exclude<ClearanceState, 'none'>;
/** In the order of the work: what needs someone first. */
const STATUSES: readonly Status[] = [
  'not_released',
  'in_clearance',
  'picked_up',
  'exception',
  'failure',
  'success',
  'handover',
];
/** What is in customs' hands, which the first tab shows together. */
const OPEN: readonly Status[] = STATUSES.filter((status) => status !== 'handover');
const FILTERS = billFilters.filter((name) => name !== 'clearanceStatus' && name !== 'id');

/** The work list of clearance: bills by their status with customs, each with what is missing next. */
export default function ClearanceList() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const go = useGo();
  const state = useListState<'open' | Status>('clearance', 'ata', { tab: 'open' });
  const { asked, setAsked, sort, setSort, tab, setTab } = state;
  const counts = useAnswer(read('clearance', 'count', { query: asked }));
  const query = {
    ...asked,
    clearanceStatus: tab === 'open' ? [...OPEN] : [tab],
    sort: sort || 'ata',
  };
  const rows = useRows<ClearanceBill>((page, pageSize) => ({
    ...read('clearance', 'list', { query: { ...query, page, pageSize } }),
  }));
  const columns = useMemo(
    () =>
      columnsOf<ClearanceBill>(
        clearanceBill,
        [
          { name: 'billNo', width: 140 },
          { name: 'batchNo', width: 125 },
          { name: 'clearanceStatus', width: 230, cell: (bill) => <ClearanceTag bill={bill} /> },
          { name: 'nextStep', width: 140 },
          'stage',
          'customerId',
          { name: 'landingAirportId', width: 125 },
          'ata',
          'declaredAt',
          { name: 'hsCheckedAt', width: 140 },
          { name: 'parcelsClearance', width: 120 },
          { name: 'parcelsHeld', width: 100 },
          { name: 'parcelsAbnormal', width: 110 },
          { name: 'parcelsFree', width: 110 },
          { name: 'parcelsFailed', width: 100 },
          'blockedAt',
          'clearanceReleasedAt',
          { name: 'handoverAt', hidden: true },
          { name: 'handoverTo', hidden: true },
          { name: 'clearanceType', hidden: true },
          { name: 't1At', hidden: true },
          { name: 'warehouseId', hidden: true },
        ],
        { sorts: billSorts, label: (field) => speech.label(field, 'bill') },
      ),
    [speech],
  );
  const filtered = Object.keys(asked).length > 0;
  return (
    <section className="fc-list">
      <StateTabs
        id="clearance"
        states={['open', ...STATUSES]}
        shown={tab}
        onShow={setTab}
        nameOf={(one) => (one === 'open' ? t('clearance.open') : speech.state('clearance', one))}
        counts={counts}
        countOf={(found, one) =>
          one === 'open' ? OPEN.reduce((sum, status) => sum + found[status], 0) : found[one]
        }
      />
      <div className="fc-list" {...panelOf('clearance', tab)}>
        <FilterBar
          schema={billRow}
          filters={FILTERS}
          resource="bill"
          asked={state.kept}
          onAsk={setAsked}
          placeholder={t('clearance.search')}
        >
          <ListMenus state={state} columns={columns} />
        </FilterBar>
        <RecordTable
          list="clearance"
          label={speech.words.menu['bill.customs']}
          columns={columns}
          rows={rows}
          sort={sort}
          onSort={(to) => setSort(to || 'ata')}
          pathOf={(bill) => billPath(bill.id)}
          onOpen={(bill, behind) => go(billPath(bill.id, 'customs'), behind)}
          empty={
            filtered ? (
              <NoMatch onClear={() => setAsked({})} />
            ) : (
              <NonIdealState title={t('clearance.workNone')} />
            )
          }
        />
        <ListFoot rows={rows} chosen={0} />
      </div>
    </section>
  );
}
