import { type OpenItemRow, openItemRow } from '@contract/finance/openItem';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../api/answers';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { today } from '../../app/zone';
import { AnsweredNumbers } from '../../resource/Answered';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { firstPage } from '../../resource/rows';
import { useRecordList } from '../../resource/useRecordList';
import { ChoiceButtons } from '../../ui/Choices';
import { Warnings } from '../../ui/Warnings';
import { DayField } from '../shared/finance/DayField';
import { Totals } from '../shared/finance/Totals';

const SIDES = ['receivable', 'payable'] as const;
const GROUPS = ['party', 'invoice'] as const;
const AMOUNTS: readonly ColumnChoice<OpenItemRow>[] = (
  ['balance', 'notDue', 'due30', 'due60', 'due90', 'dueLonger', 'unallocated', 'baseBalance'] as const
).map((name) => ({ name, width: 120 }));
const INVOICE: readonly ColumnChoice<OpenItemRow>[] = [
  { name: 'invoiceNo', width: 150 },
  { name: 'invoiceDate', width: 110 },
  { name: 'dueDate', width: 110 },
];

/** What customers owe us and we owe suppliers at the end of a day, by its age. */
export default function OpenItems() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [side, setSide] = useKept<(typeof SIDES)[number]>('side', 'receivable');
  const [by, setBy] = useKept<(typeof GROUPS)[number]>('by', 'party');
  const [day, setDay] = useKept('day', today());
  const query = { side, by, day };
  const columns = useMemo(
    (): ColumnChoice<OpenItemRow>[] => [
      { name: side === 'receivable' ? 'customerId' : 'supplierId', width: 130 },
      ...(by === 'invoice' ? INVOICE : []),
      // For files, whose amounts have no currency beside them.
      { name: 'currency', width: 90 },
      ...AMOUNTS,
    ],
    [side, by],
  );
  const list = useRecordList<OpenItemRow>({
    ...{ group: 'openItem', list: `open-${side}-${by}`, row: openItemRow, columns },
    ...{ filters: [], sorts: [], order: '', narrow: () => query },
  });
  const totals = useAnswer({ ...read('openItem', 'list', { query: firstPage(query) }) });
  return (
    <RecordList
      of={list}
      label={t('finance.openItems')}
      head={
        <>
          <ChoiceButtons
            size="small"
            value={side}
            onChange={setSide}
            options={SIDES.map((value) => ({ value, label: t(`finance.openSide_${value}`) }))}
          />
          <ChoiceButtons
            size="small"
            value={by}
            onChange={setBy}
            options={GROUPS.map((value) => ({ value, label: t(`finance.openBy_${value}`) }))}
          />
          <DayField label={t('finance.endOfDay')} value={day} onChange={setDay} />
        </>
      }
      above={<Warnings texts={[totals.data?.totals.partial && t('finance.vatPartial')]} />}
      actions={() => null}
      empty={{ title: t('common.listEmpty'), detail: t(`finance.openEmpty_${side}`) }}
      foot={
        <AnsweredNumbers answer={totals}>
          {({ totals: { currencies } }) => (
            <Totals
              rows={currencies.map(({ currency, balance, notDue }) => ({
                currency,
                amounts: [
                  [speech.label('balance', 'openItem'), balance],
                  [speech.label('notDue', 'openItem'), notDue],
                ],
              }))}
            />
          )}
        </AnsweredNumbers>
      }
    />
  );
}
