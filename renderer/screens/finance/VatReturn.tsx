import { type VatReturnRow, vatReturnRow } from '@contract/finance/vatReturn';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../api/answers';
import type { OutputOf } from '../../api/client';
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
import { DaysField, useKeptDays } from '../shared/finance/DaysField';
import { lastMonth } from '../shared/finance/lastMonth';
import { OwnCompanyField } from '../shared/finance/OwnCompanyField';
import { Totals } from '../shared/finance/Totals';

type By = 'rate' | 'customer';
const SUMS: readonly ColumnChoice<VatReturnRow>[] = [
  { name: 'documents', width: 150 },
  { name: 'taxable', width: 140 },
];
/** For files, whose amounts have no currency beside them. */
const CURRENCY: ColumnChoice<VatReturnRow> = { name: 'baseCurrency', width: 110 };
const COLUMNS: Readonly<Record<By, readonly ColumnChoice<VatReturnRow>[]>> = {
  rate: [
    { name: 'direction', width: 120 },
    { name: 'vatCategory', width: 220 },
    { name: 'vatRate', width: 90 },
    ...SUMS,
    { name: 'taxAmount', width: 140 },
    CURRENCY,
  ],
  customer: [
    { name: 'countryCode', width: 110 },
    { name: 'vatNo', width: 150 },
    { name: 'nameEn', width: 220 },
    { name: 'nameCn', width: 160, hidden: true },
    { name: 'vatCategory', width: 200 },
    ...SUMS,
    CURRENCY,
  ],
};

/** VAT on invoices of ours and of suppliers for a return, and customers abroad for the EC sales list. */
export default function VatReturn() {
  const { t } = useTranslation();
  const [by, setBy] = useKept<By>('by', 'rate');
  const [companyId, setCompanyId] = useKept<number | null>('company', null);
  const days = useKeptDays(lastMonth());
  const query = {
    by,
    ...(companyId === null ? {} : { companyId }),
    ...days.query,
  };
  const list = useRecordList<VatReturnRow>({
    group: 'vatReturn',
    list: `vat-${by}`,
    row: vatReturnRow,
    columns: COLUMNS[by],
    filters: [],
    sorts: [],
    order: '',
    narrow: () => query,
  });
  const totals = useAnswer({ ...read('vatReturn', 'list', { query: firstPage(query) }) });
  const issuer = companyId ?? totals.data?.totals.companyId ?? null;
  const noIssuer = totals.data !== undefined && issuer === null;
  return (
    <RecordList
      of={list}
      label={t('finance.vatReturn')}
      head={
        <>
          <ChoiceButtons
            size="small"
            value={by}
            onChange={setBy}
            options={(['rate', 'customer'] as const).map((value) => ({
              value,
              label: t(`finance.vatBy_${value}`),
            }))}
          />
          <OwnCompanyField value={issuer} onChange={setCompanyId} />
          <DaysField label={t('finance.vatDays')} {...days.field} />
        </>
      }
      above={<Lacking totals={totals.data?.totals} />}
      actions={() => null}
      empty={{
        title: t('common.listEmpty'),
        detail: t(noIssuer ? 'finance.vatNoCompany' : `finance.vatEmpty_${by}`),
      }}
      foot={<AnsweredNumbers answer={totals}>{(data) => <VatTotals totals={data.totals} />}</AnsweredNumbers>}
    />
  );
}

type Sums = OutputOf<'vatReturn', 'list'>['totals'];

/** Warns of the lines that the figures leave out, with the reason. */
function Lacking({ totals }: { totals: Sums | undefined }) {
  const { t } = useTranslation();
  if (!totals) return null;
  const { withoutDocument, withoutVatCode, withoutCompany, partial } = totals;
  return (
    <Warnings
      texts={[
        withoutDocument > 0 && t('finance.vatWithoutDocument', { count: withoutDocument }),
        withoutVatCode > 0 && t('finance.vatWithoutCode', { count: withoutVatCode }),
        withoutCompany > 0 && t('finance.vatWithoutCompany', { count: withoutCompany }),
        partial && t('finance.vatPartial'),
      ]}
    />
  );
}

/** Totals by currency. */
function VatTotals({ totals }: { totals: Sums }) {
  const speech = useSpeech();
  return (
    <Totals
      rows={totals.sums.map(({ direction, baseCurrency, taxable, taxAmount }) => ({
        currency: baseCurrency,
        amounts: [
          [speech.choice('vatDirection', direction), taxable],
          [speech.label('taxAmount', 'vatReturn'), taxAmount],
        ],
      }))}
    />
  );
}
