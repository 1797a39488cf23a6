import { type AccrualRow, accrualRow } from '@contract/finance/accrual';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../api/answers';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { AnsweredNumbers } from '../../resource/Answered';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { firstPage } from '../../resource/rows';
import { useRecordList } from '../../resource/useRecordList';
import { ChoiceButtons } from '../../ui/Choices';
import { Warnings } from '../../ui/Warnings';
import { billPath } from '../shared/bill/billPath';
import { DayField } from '../shared/finance/DayField';
import { lastMonth } from '../shared/finance/lastMonth';
import { Totals } from '../shared/finance/Totals';

const KINDS = ['cost', 'revenue'] as const;

/** Expected costs and earned revenue that no invoice charged by the end of a day. */
export default function Accruals() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const [of, setOf] = useKept<(typeof KINDS)[number]>('of', 'cost');
  const [day, setDay] = useKept('day', lastMonth()[1]);
  const query = { of, day };
  const columns = useMemo(
    (): ColumnChoice<AccrualRow>[] => [
      { name: 'number', width: 150 },
      { name: 'billNo', width: 140 },
      { name: 'batchNo', width: 110 },
      { name: of === 'cost' ? 'supplierId' : 'customerId', width: 130 },
      { name: 'feeCategoryId', width: 130 },
      { name: 'account', width: 100 },
      { name: 'enteredOn', width: 110 },
      { name: 'amount', width: 130 },
      { name: 'baseAmount', width: 130 },
      { name: 'invoiceNo', width: 140 },
      { name: 'invoiceDate', width: 110 },
      { name: 'currency', width: 90, hidden: true },
    ],
    [of],
  );
  const list = useRecordList<AccrualRow>({
    ...{ group: 'accrual', list: `accrual-${of}`, row: accrualRow, columns },
    ...{ filters: [], sorts: [], order: '', narrow: () => query },
  });
  const totals = useAnswer({ ...read('accrual', 'list', { query: firstPage(query) }) });
  return (
    <RecordList
      of={list}
      label={t('finance.accruals')}
      head={
        <>
          <ChoiceButtons
            size="small"
            value={of}
            onChange={setOf}
            options={KINDS.map((value) => ({ value, label: t(`finance.accrualOf_${value}`) }))}
          />
          <DayField label={t('finance.endOfDay')} value={day} onChange={setDay} />
        </>
      }
      above={<Warnings texts={[totals.data?.totals.partial && t('finance.vatPartial')]} />}
      actions={() => null}
      onOpen={({ billId }) => void navigate(billPath(billId))}
      pathOf={({ billId }) => billPath(billId)}
      empty={{ title: t('common.listEmpty'), detail: t('finance.accrualEmpty') }}
      foot={
        <AnsweredNumbers answer={totals}>
          {({ totals: { baseAmount, withoutRate } }) => (
            <Totals
              rows={[{ currency: 'EUR', amounts: [[speech.label('baseAmount', 'accrual'), baseAmount]] }]}
              more={withoutRate > 0 ? t('finance.accrualWithoutRate', { count: withoutRate }) : null}
            />
          )}
        </AnsweredNumbers>
      }
    />
  );
}
