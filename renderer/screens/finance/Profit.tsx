import { type ProfitRow, profitRow } from '@contract/finance/billRevenue';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../api/answers';
import type { OutputOf } from '../../api/client';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { dayFromNow, today } from '../../app/zone';
import { percentText } from '../../kinds/NumberInput';
import { AnsweredNumbers } from '../../resource/Answered';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { firstPage } from '../../resource/rows';
import { useRecordList } from '../../resource/useRecordList';
import { ChoiceButtons } from '../../ui/Choices';
import { billPath } from '../shared/bill/billPath';
import { DaysField, useKeptDays } from '../shared/finance/DaysField';
import { Totals } from '../shared/finance/Totals';

type By = 'bill' | 'customer' | 'lane';
const KEYS: Readonly<Record<By, readonly ColumnChoice<ProfitRow>[]>> = {
  bill: [
    { name: 'billNo', width: 130 },
    { name: 'batchNo', width: 120 },
    { name: 'customerId', width: 110 },
    { name: 'originAirportId', width: 90 },
    { name: 'landingAirportId', width: 90 },
  ],
  customer: [{ name: 'customerId', width: 140 }],
  lane: [
    { name: 'originAirportId', width: 120 },
    { name: 'landingAirportId', width: 120 },
  ],
};

/** Revenue less cost of the bills that landed in a period: by bill, by customer, by lane. */
export default function Profit() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const [by, setBy] = useKept<By>('by', 'customer');
  const days = useKeptDays([dayFromNow(-90), today()]);
  const query = { by, ...days.query };
  const columns = useMemo(
    (): ColumnChoice<ProfitRow>[] => [
      ...KEYS[by],
      ...(by === 'bill' ? [] : [{ name: 'bills', width: 80 } as const]),
      'revenue',
      'cost',
      'profit',
      {
        name: 'margin',
        width: 110,
        align: 'end',
        text: ({ margin }) => (margin === null ? '' : percentText(margin, speech.language)),
        cell: ({ margin }) => (margin === null ? '' : percentText(margin, speech.language)),
      },
      { name: 'withoutRate', width: 130 },
    ],
    [by, speech],
  );
  const list = useRecordList<ProfitRow>({
    group: 'billRevenue',
    calls: { list: 'billRevenue.profit', export: 'billRevenue.profitExport' },
    list: `profit-${by}`,
    words: 'profit',
    row: profitRow,
    columns,
    filters: [],
    sorts: [],
    order: '',
    narrow: () => query,
  });
  const totals = useAnswer({
    ...read('billRevenue', 'profit', { query: firstPage(query) }),
  });
  return (
    <RecordList
      of={list}
      label={speech.words.menu['finance.profit']}
      head={
        <>
          <ChoiceButtons
            size="small"
            value={by}
            onChange={setBy}
            options={(['bill', 'customer', 'lane'] as const).map((value) => ({
              value,
              label: t(`finance.by_${value}`),
            }))}
          />
          <DaysField label={t('finance.landed')} {...days.field} />
        </>
      }
      onOpen={(row) => {
        if (row.billId !== null) navigate(billPath(row.billId));
      }}
      actions={() => null}
      empty={{ title: t('common.listEmpty'), detail: t('finance.profitEmpty') }}
      foot={
        <AnsweredNumbers answer={totals}>{(data) => <ProfitTotals totals={data.totals} />}</AnsweredNumbers>
      }
    />
  );
}

/** Totals of all rows in euros, the margin, and the number of bills that lack an exchange rate. */
function ProfitTotals({ totals }: { totals: OutputOf<'billRevenue', 'profit'>['totals'] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  return (
    <Totals
      rows={[
        {
          currency: 'EUR',
          amounts: [
            [speech.label('revenue'), totals.revenue],
            [speech.label('cost'), totals.cost],
            [speech.label('profit'), totals.profit],
          ],
        },
      ]}
      more={[
        totals.margin === null
          ? ''
          : `${speech.label('margin')} ${percentText(totals.margin, speech.language)}`,
        totals.withoutRate > 0 ? t('finance.withoutRate', { count: totals.withoutRate }) : '',
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  );
}
