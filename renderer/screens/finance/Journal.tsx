import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { Export } from '@blueprintjs/icons';
import {
  type AccountBalanceRow,
  accountBalanceRow,
  type JournalRow,
  journalRow,
} from '@contract/finance/journal';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../api/answers';
import type { OutputOf } from '../../api/client';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { useServed } from '../../app/offered';
import { useSaveFile } from '../../app/useSaveFile';
import { AnsweredNumbers } from '../../resource/Answered';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList, type RecordListProps } from '../../resource/RecordList';
import { firstPage } from '../../resource/rows';
import { useRecordList } from '../../resource/useRecordList';
import { ChoiceButtons } from '../../ui/Choices';
import { DropDown } from '../../ui/DropDown';
import { Warnings } from '../../ui/Warnings';
import { DaysField, useKeptDays } from '../shared/finance/DaysField';
import { lastMonth } from '../shared/finance/lastMonth';
import { OwnCompanyField } from '../shared/finance/OwnCompanyField';
import { Totals } from '../shared/finance/Totals';

type By = 'posting' | 'account';

const POSTINGS: readonly ColumnChoice<JournalRow>[] = [
  { name: 'postedOn', width: 110 },
  { name: 'kind', width: 130 },
  { name: 'document', width: 140 },
  { name: 'billNo', width: 130 },
  { name: 'customerId', width: 90 },
  { name: 'supplierId', width: 90 },
  { name: 'debitAccount', width: 80 },
  { name: 'creditAccount', width: 80 },
  { name: 'amount', width: 120 },
  { name: 'baseAmount', width: 130 },
  // For files, whose amounts have no currency beside them.
  { name: 'currency', width: 90, hidden: true },
  { name: 'baseCurrency', width: 90, hidden: true },
  { name: 'companyId', width: 120, hidden: true },
];
const BALANCES: readonly ColumnChoice<AccountBalanceRow>[] = [
  { name: 'account', width: 120 },
  { name: 'openingBalance', width: 150 },
  { name: 'debit', width: 150 },
  { name: 'credit', width: 150 },
  { name: 'closingBalance', width: 150 },
  { name: 'currency', width: 90, hidden: true },
];

type Query = Readonly<{ companyId?: number; from?: string; to?: string }>;
/** The parts that both lists of the screen have. */
interface ListParts {
  readonly query: Query;
  readonly parts: Pick<
    RecordListProps<JournalRow & AccountBalanceRow, 'all', never, never>,
    'label' | 'head' | 'buttons' | 'above' | 'empty' | 'foot'
  >;
}
const PLAIN = { group: 'journal', filters: [], sorts: [], order: '' } as const;

function Postings({ query, parts }: ListParts) {
  const list = useRecordList<JournalRow>({
    ...{ ...PLAIN, list: 'journal-posting', row: journalRow, columns: POSTINGS, narrow: () => query },
  });
  return <RecordList of={list} {...parts} actions={() => null} />;
}

function Balances({ query, parts }: ListParts) {
  const list = useRecordList<AccountBalanceRow>({
    ...{ ...PLAIN, list: 'journal-account', row: accountBalanceRow, columns: BALANCES, narrow: () => query },
    calls: { list: 'journal.balances', export: 'journal.balancesExport' },
  });
  return <RecordList of={list} {...parts} actions={() => null} />;
}

/** What the documents of a company post, by posting and by account, and files of it for accountants. */
export default function Journal() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [by, setBy] = useKept<By>('by', 'posting');
  const [companyId, setCompanyId] = useKept<number | null>('company', null);
  const days = useKeptDays(lastMonth());
  const query = {
    ...(companyId === null ? {} : { companyId }),
    ...days.query,
  };
  const totals = useAnswer({ ...read('journal', 'list', { query: firstPage(query) }) });
  const shown = companyId ?? totals.data?.totals.companyId ?? null;
  const noIssuer = totals.data !== undefined && shown === null;
  const head = (
    <>
      <ChoiceButtons
        size="small"
        value={by}
        onChange={setBy}
        options={(['posting', 'account'] as const).map((value) => ({
          value,
          label: t(`finance.journalBy_${value}`),
        }))}
      />
      <OwnCompanyField value={shown} onChange={setCompanyId} />
      <DaysField label={t('finance.journalDays')} {...days.field} />
    </>
  );
  const foot = (
    <AnsweredNumbers answer={totals}>
      {({ totals: { baseAmount, currency } }) => (
        <Totals rows={[{ currency, amounts: [[speech.label('baseAmount', 'journal'), baseAmount]] }]} />
      )}
    </AnsweredNumbers>
  );
  const parts = {
    ...{ label: t('finance.journal'), head, foot, above: <Gaps totals={totals.data?.totals} /> },
    buttons: <FilesMenu companyId={shown} from={days.field.from} to={days.field.to} />,
    empty: {
      title: t('common.listEmpty'),
      detail: t(noIssuer ? 'finance.journalNoCompany' : 'finance.journalEmpty'),
    },
  };
  return by === 'posting' ? (
    <Postings query={query} parts={parts} />
  ) : (
    <Balances query={query} parts={parts} />
  );
}

type Sums = OutputOf<'journal', 'list'>['totals'];

/** Warns of what the postings lack, each with the remedy. */
function Gaps({ totals }: { totals: Sums | undefined }) {
  const { t } = useTranslation();
  if (!totals) return null;
  const { withoutAccount, withoutRate, withoutCompany, partial } = totals;
  return (
    <Warnings
      texts={[
        withoutAccount > 0 && t('finance.journalWithoutAccount', { count: withoutAccount }),
        withoutRate > 0 && t('finance.journalWithoutRate', { count: withoutRate }),
        withoutCompany > 0 && t('finance.journalWithoutCompany', { count: withoutCompany }),
        partial && t('finance.vatPartial'),
      ]}
    />
  );
}

/** Saves the postings in the formats of accountants and of tax offices. */
function FilesMenu({ companyId, from, to }: { companyId: number | null; from: string; to: string }) {
  const { t } = useTranslation();
  const saveFile = useSaveFile('showInFolder');
  const served = useServed('journal.file');
  if (!served) return null;
  const days = `${from}_${to}`.replaceAll('-', '');
  const save = (format: 'datev' | 'saft') =>
    void saveFile({
      call: 'journal.file',
      input: { query: { ...(companyId === null ? {} : { companyId }), from, to, format } },
      name: format === 'datev' ? `EXTF_${days}.csv` : `saf-t_${days}.xml`,
    });
  const off = from && to ? {} : { disabled: true, label: t('finance.selectDays') };
  return (
    <DropDown
      placement="bottom-end"
      content={
        <Menu>
          <MenuItem text={t('finance.saveDatev')} onClick={() => save('datev')} {...off} />
          <MenuItem text={t('finance.saveSaft')} onClick={() => save('saft')} {...off} />
        </Menu>
      }
    >
      <Button icon={<Export />}>{t('finance.accountantFiles')}</Button>
    </DropDown>
  );
}
