import { ledgerSetup } from '@contract/finance/ledgerSetup';
import { formatDay } from '@contract/rules/zonedTime';
import { useTranslation } from 'react-i18next';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

function useHints() {
  const { t } = useTranslation();
  return () => ({
    outputVat: t('finance.hintLedgerVat'),
    takesUnassigned: t('finance.hintUnassigned'),
    datevConsultant: t('finance.hintDatev'),
  });
}

const screen: PlainScreen = {
  group: 'ledgerSetup',
  menu: 'finance.month',
  resource: ledgerSetup,
  columns: [
    { name: 'companyId', width: 140 },
    { name: 'validFrom', width: 110 },
    { name: 'receivables', width: 110 },
    { name: 'payables', width: 110 },
    { name: 'bank', width: 110 },
    { name: 'cash', hidden: true },
    { name: 'card', hidden: true },
    { name: 'setOff', hidden: true },
    { name: 'outputVat', width: 120 },
    { name: 'inputVat', width: 130 },
    { name: 'exchangeGain', width: 120 },
    { name: 'exchangeLoss', width: 120 },
    { name: 'bankCharges', hidden: true },
    { name: 'writeOffs', hidden: true },
    { name: 'writeOffLimit', hidden: true },
    { name: 'takesUnassigned', width: 200 },
    { name: 'yearStartMonth', hidden: true },
    { name: 'accountLength', hidden: true },
    { name: 'datevConsultant', hidden: true },
    { name: 'datevClient', hidden: true },
    { name: 'remark', hidden: true },
  ],
  form: [
    { title: 'finance.ownCompany', fields: ['companyId', 'validFrom'] },
    {
      title: 'finance.groupLedger',
      fields: [
        ...(['receivables', 'payables', 'bank', 'cash', 'card', 'setOff'] as const),
        ...(['outputVat', 'inputVat', 'exchangeGain', 'exchangeLoss', 'bankCharges', 'writeOffs'] as const),
        ...(['writeOffLimit', 'takesUnassigned'] as const),
      ],
    },
    {
      title: 'finance.groupDatev',
      fields: ['yearStartMonth', 'accountLength', 'datevConsultant', 'datevClient'],
    },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'finance.addLedger',
  useHints,
  nameOf: (row) => formatDay(String(row.validFrom)),
};

/** Ledger accounts of our companies, by the day from which they hold. */
export default function LedgerSetups() {
  return <PlainList screen={screen} />;
}
