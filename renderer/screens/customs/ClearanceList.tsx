import { billFilters, billSorts } from '@contract/bill/bill';
import { type ClearanceBill, type ClearanceState, clearanceBill } from '@contract/customs/clearance';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../api/answers';
import { read } from '../../api/queries';
import { useGo } from '../../app/go';
import { useSpeech } from '../../app/language';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { useRecordList } from '../../resource/useRecordList';
import { billPath } from '../shared/bill/billPath';
import { ClearanceTag } from '../shared/bill/ClearanceTag';

type Status = Exclude<ClearanceState, 'none'>;
/** Statuses in the order of the work: those that need action first. */
const STATUSES: readonly Status[] = [
  'not_released',
  'in_clearance',
  'picked_up',
  'exception',
  'failure',
  'success',
  'handover',
];
/** Statuses that the first tab shows together: all not handed over yet. */
const OPEN: readonly Status[] = STATUSES.filter((status) => status !== 'handover');
const FILTERS = billFilters.filter((name) => name !== 'clearanceStatus' && name !== 'id');

const COLUMNS: readonly ColumnChoice<ClearanceBill>[] = [
  { name: 'billNo', width: 140 },
  { name: 'batchNo', width: 125 },
  { name: 'clearanceStatus', width: 246, cell: (bill) => <ClearanceTag bill={bill} /> },
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
];

/** Work list of clearance: bills by customs status, each with its next step. */
export default function ClearanceList() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const go = useGo();
  const list = useRecordList<ClearanceBill, 'open' | Status>({
    group: 'clearance',
    words: 'bill',
    row: clearanceBill,
    columns: COLUMNS,
    filters: FILTERS,
    sorts: billSorts,
    order: 'ata',
    tab: 'open',
    narrow: (tab) => ({ clearanceStatus: tab === 'open' ? [...OPEN] : [tab] }),
  });
  const counts = useAnswer(read('clearance', 'count', { query: list.state.query }));
  return (
    <RecordList
      of={list}
      label={speech.words.menu['bill.customs']}
      placeholder={t('clearance.search')}
      tabs={{
        id: 'clearance',
        states: ['open', ...STATUSES],
        nameOf: (one) => (one === 'open' ? t('common.notDone') : speech.state('clearance', one)),
        counts,
        countOf: (found, one) =>
          one === 'open' ? OPEN.reduce((sum, status) => sum + found[status], 0) : found[one],
      }}
      pathOf={(bill) => billPath(bill.id)}
      onOpen={(bill, behind) => go(billPath(bill.id, 'customs'), behind)}
      empty={{ title: t('clearance.workNone') }}
    />
  );
}
