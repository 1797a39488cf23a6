import { refusalOf } from '@contract/machine';
import { daysAfter, US_CUSTOMS_ZONE } from '@contract/rules/usDays';
import { dayAt } from '@contract/rules/zonedTime';
import {
  type EntryFacts,
  type EntryState,
  entryActionStates,
  entryMachine,
  entryStateNames,
  entryStates,
  entryTotals,
  type SeaEntry,
  seaEntry,
} from '@contract/sea/seaEntry';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import type { FilterParts } from '../../../kinds/kind';
import type { PlainScreen } from '../../../resource/ListScreen';
import type { ListQuery } from '../../../resource/refined';
import { SumFoot } from '../../../resource/SumFoot';
import { StateTag } from '../../../ui/StateTag';
import { Legend, pressOf, stateEntries } from './Legend';
import { uploadOf } from './useFilingUpload';

export const ENTRIES = '/sea/entry';
export const entryPath = (id: number) => `/sea/entry/detail/${id}`;
export const amendPath = (id: number) => `/sea/entry/amend/${id}`;
export const NEW_ENTRY = '/sea/entry/add';

/** Returns the state machine's facts of an entry in a list, where only user-independent guards are checked. */
const factsOf = (row: SeaEntry): EntryFacts => ({ ...row, submitter: false, decides: 'no' });

/** Days before a deadline from which a warning is shown. */
const SOON = 3;
const OPEN: ReadonlySet<EntryState> = new Set(['draft', 'pending_approval', 'approved', 'rejected']);

/** Next deadline of an entry: of the entry itself, then of its summary, with the time left or the delay. */
export function EntryDue({
  entry,
}: {
  entry: Pick<SeaEntry, 'state' | 'entryDueOn' | 'summaryDueOn' | 'transmittedAt'>;
}) {
  const { t } = useTranslation();
  const { state, entryDueOn, summaryDueOn, transmittedAt } = entry;
  const summary = state === 'released';
  const due = summary ? summaryDueOn : OPEN.has(state) && transmittedAt === null ? entryDueOn : null;
  if (due === null) return null;
  const today = dayAt(Date.now(), US_CUSTOMS_ZONE);
  const days = Math.round((Date.parse(due) - Date.parse(today)) / 86_400_000);
  const what = t(summary ? 'sea.summary' : 'sea.entry');
  return (
    <StateTag tone={days < 0 ? 'bad' : due <= daysAfter(today, SOON) ? 'warning' : 'neutral'}>
      {days < 0
        ? t('sea.dueLate', { node: what, time: t('sea.days', { count: -days }) })
        : t('sea.dueIn', { node: what, time: t('sea.days', { count: days }) })}
    </StateTag>
  );
}

/** Totals of the matching entries. */
const EntryFoot = ({ query }: { query: ListQuery }) => (
  <SumFoot totals={entryTotals} resource="seaEntry" query={read('seaEntry', 'totals', { query })} />
);

/** Legend of the list's colours, each a filter; the first one shows the entries that need action. */
function EntryLegend({ query, onChange }: { query: ListQuery; onChange: (changed: FilterParts) => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { state, ...rest } = query;
  const counts = useAnswer(read('seaEntry', 'count', { query: rest }));
  const data = counts.data ?? counts.former;
  const states = {
    selected: state,
    select: (chosen: readonly string[] | undefined) => onChange({ state: chosen }),
  };
  const needs = data && entryActionStates.reduce((sum, one) => sum + data[one], 0);
  return (
    <Legend
      label={t('sea.legend')}
      counts={counts}
      entries={[
        {
          key: 'needs',
          tone: 'warning',
          word: t('sea.needsAction'),
          count: needs,
          ...pressOf(entryActionStates, states),
        },
        ...stateEntries(entryStates, {
          names: entryStateNames,
          word: (name) => speech.state('seaEntry', name),
          counts: data,
          ...states,
        }),
      ]}
    />
  );
}

/** List of entries with US customs; their form is a separate screen. */
export const entryScreen: PlainScreen<SeaEntry> = {
  group: 'seaEntry',
  menu: 'sea.entry',
  resource: seaEntry,
  columns: [
    { name: 'entryNo', width: 130 },
    { name: 'state', width: 150 },
    {
      name: 'summaryDueOn',
      width: 262,
      cell: (row) => <EntryDue entry={row} />,
    },
    {
      name: 'missingCount',
      width: 90,
      cell: (row) => (Number(row.missingCount) > 0 ? String(row.missingCount) : ''),
    },
    { name: 'entryType', width: 180 },
    { name: 'masterNo', width: 150 },
    'customerId',
    { name: 'importerName', width: 190 },
    { name: 'mode', width: 160 },
    { name: 'entryPort', width: 90 },
    'entryDate',
    { name: 'lineCount', width: 80 },
    { name: 'totalValue', width: 120 },
    { name: 'dutyTotal', width: 110 },
    { name: 'grandTotal', width: 120 },
    { name: 'lastAnswer', width: 260 },
    { name: 'transmittedAt', hidden: true },
    { name: 'releasedAt', hidden: true },
    { name: 'importDate', hidden: true },
    { name: 'entryDueOn', hidden: true },
    { name: 'seaBillId', hidden: true },
    { name: 'containerNos', hidden: true },
    { name: 'importerTaxId', hidden: true },
    { name: 'netchbAccountId', hidden: true },
    { name: 'mpf', hidden: true },
    { name: 'hmf', hidden: true },
    { name: 'statementNo', hidden: true },
    { name: 'amendmentNo', hidden: true },
    { name: 'submittedBy', hidden: true },
    { name: 'approvedBy', hidden: true },
    { name: 'remark', hidden: true },
    { name: 'createdAt', hidden: true },
  ],
  form: [],
  addText: 'sea.addEntry',
  above: EntryLegend,
  foot: EntryFoot,
  useMore: uploadOf('entry'),
  open: (row) => entryPath(row.id),
  formAt: { add: NEW_ENTRY, edit: (row) => amendPath(row.id) },
  fixed: (row) => refusalOf(entryMachine, 'update', factsOf(row)),
  nameOf: (row) => String(row.entryNo),
};
