import { refusalOf } from '@contract/machine';
import { isfDeadlineStage } from '@contract/rules/isfDeadline';
import {
  type IsfFacts,
  isfMachine,
  isfShows,
  isfStateNames,
  isfStates,
  type SeaIsf,
  seaIsf,
} from '@contract/sea/seaIsf';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import type { FilterParts } from '../../../kinds/kind';
import type { PlainScreen } from '../../../resource/ListScreen';
import type { ListQuery } from '../../../resource/refined';
import { StateTag } from '../../../ui/StateTag';
import { useSpan } from './deadlines';
import { Legend, stateEntries } from './Legend';
import { uploadOf } from './useFilingUpload';

export const ISF_LIST = '/sea/isf';
export const isfPath = (id: number) => `${ISF_LIST}/detail/${id}`;
export const isfFormPath = (id: number) => `${ISF_LIST}/amend/${id}`;
/** Returns the path of a new ISF, for a sea bill if given. */
export const newIsfPath = (seaBillId?: number) =>
  seaBillId === undefined ? `${ISF_LIST}/add` : `${ISF_LIST}/add?seaBillId=${seaBillId}`;

/** Text on the deadline of an ISF: the time left, or the delay. */
export function IsfDeadline({
  isf,
}: {
  isf: Pick<SeaIsf, 'dueAt' | 'filedAt' | 'lateFiling' | 'loadingAt' | 'state'>;
}) {
  const { t } = useTranslation();
  const span = useSpan();
  const { dueAt, filedAt } = isf;
  const now = Date.now();
  const stage = isfDeadlineStage(isf, now);
  if (stage === 'none' || dueAt === null) return null;
  const time = span(Date.parse(dueAt), filedAt === null ? now : Date.parse(filedAt));
  switch (stage) {
    case 'kept':
      return <StateTag tone="good">{t('sea.isfInTime')}</StateTag>;
    case 'unknown':
      return <StateTag tone="neutral">{t('sea.isfLoadingUnknown')}</StateTag>;
    case 'late':
      return (
        <StateTag tone="bad">{t(filedAt === null ? 'sea.isfOverdue' : 'sea.isfLate', { time })}</StateTag>
      );
    default:
      return (
        <StateTag tone={stage === 'soon' ? 'warning' : 'neutral'}>
          {t(isf.loadingAt === null ? 'sea.isfDueAtLatest' : 'sea.isfDueIn', { time })}
        </StateTag>
      );
  }
}

/** Legend of the states, and of the ISFs that need action; each entry filters the list. */
function IsfLegend({ query, onChange }: { query: ListQuery; onChange: (changed: FilterParts) => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { state, show: _show, ...rest } = query;
  const counts = useAnswer(read('seaIsf', 'count', { query: rest }));
  const data = counts.data ?? counts.former;
  return (
    <Legend
      label={t('sea.legend')}
      counts={counts}
      entries={[
        ...isfShows.map((show) => ({
          key: show,
          tone: show === 'late' ? ('bad' as const) : ('warning' as const),
          word: t(`sea.isfShow_${show}`),
          count: data?.[show],
          pressed: query.show === show,
          onPress: () => onChange({ state: undefined, show: query.show === show ? undefined : show }),
        })),
        ...stateEntries(isfStates, {
          names: isfStateNames,
          word: (one) => speech.state('seaIsf', one),
          counts: data,
          selected: state,
          select: (states) => onChange({ state: states, show: undefined }),
        }),
      ]}
    />
  );
}

/** Returns the facts of an ISF in a list, where only its state decides whether it can be edited. */
const factsOf = (row: SeaIsf): IsfFacts => ({
  ...row,
  arrived: false,
  entryFiled: false,
  submitter: false,
  decides: 'no',
});

/** List of importer security filings; their form is a separate screen. */
export const isfScreen: PlainScreen<SeaIsf> = {
  group: 'seaIsf',
  menu: 'sea.isf',
  resource: seaIsf,
  columns: [
    { name: 'isfNo', width: 150 },
    { name: 'state', width: 185 },
    {
      name: 'dueAt',
      width: 260,
      cell: (row) => <IsfDeadline isf={row} />,
    },
    { name: 'missingCount', width: 80 },
    { name: 'mblNo', width: 150 },
    { name: 'hblNo', width: 130 },
    { name: 'isfType', width: 110 },
    'customerId',
    { name: 'vesselName', width: 140 },
    { name: 'voyageNo', width: 90 },
    { name: 'polCode', width: 80 },
    { name: 'podCode', width: 80 },
    { name: 'loadingAt', hidden: true },
    'etd',
    { name: 'containerNos', width: 170 },
    { name: 'cbpTransactionNo', width: 150 },
    { name: 'lastAnswer', width: 260 },
    { name: 'filingState', width: 110 },
    { name: 'standing', hidden: true },
    { name: 'amendmentNo', hidden: true },
    { name: 'actionReason', hidden: true },
    { name: 'importerNumber', hidden: true },
    { name: 'netchbAccountId', hidden: true },
    { name: 'eta', hidden: true },
    { name: 'filedAt', hidden: true },
    { name: 'lateFiling', hidden: true },
    { name: 'submittedBy', hidden: true },
    { name: 'approvedBy', hidden: true },
    { name: 'remark', hidden: true },
    { name: 'createdAt', hidden: true },
  ],
  // The form is a separate screen, whose groups depend on the type.
  form: [],
  formAt: { add: newIsfPath(), edit: (row) => isfFormPath(row.id) },
  addText: 'sea.addIsf',
  open: (row) => isfPath(row.id),
  above: IsfLegend,
  useMore: uploadOf('isf'),
  fixed: (row) => refusalOf(isfMachine, 'update', factsOf(row)),
  nameOf: (row) => String(row.isfNo),
};
