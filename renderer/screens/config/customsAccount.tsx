import { customsAccount } from '@contract/config/customsAccount';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../app/guard';
import { ListScreen, type PlainRow, type PlainScreen } from '../../resource/ListScreen';
import type { Hints } from '../../resource/RecordForm';
import { OpenAnswers } from '../shared/customs/OpenAnswers';

function useHints(): () => Hints {
  const { t } = useTranslation();
  return () => ({
    transport: t('config.customsTransportHint'),
    address: t('config.customsAddressHint'),
    folder: t('config.customsFolderHint'),
    consumerNo: t('config.customsConsumerHint'),
    simulatorMode: t('config.netchbModeHint'),
  });
}

/** Responses to this account that need a person, also those that belong to no declaration. */
function Unsettled({ row }: { row: PlainRow }) {
  const allowed = useAllowed(permit('bill.customs.view'), 'customsAnswer.list');
  const mayDeclare = useAllowed(permit('bill.customs.declare'));
  return allowed ? <OpenAnswers query={{ accountId: [row.id] }} mayDeclare={mayDeclare} /> : null;
}

const screen: PlainScreen = {
  group: 'customsAccount',
  menu: 'config.customs',
  resource: customsAccount,
  columns: [
    { name: 'name', width: 180 },
    { name: 'transport', width: 120 },
    { name: 'simulatorMode', width: 160, hidden: true },
    { name: 'officeCode', width: 120 },
    { name: 'filerName', width: 200 },
    { name: 'filerEori', width: 150 },
    { name: 'representation', width: 180 },
    { name: 'consumerNo', hidden: true },
    { name: 'goodsLocation', width: 140 },
    { name: 'address', width: 260, hidden: true },
    { name: 'folder', width: 140, hidden: true },
    { name: 'remark', width: 220 },
  ],
  form: [
    {
      title: 'config.groupTransport',
      fields: ['name', 'transport', 'address', 'folder', 'simulatorMode'],
    },
    {
      title: 'common.filing',
      fields: ['officeCode', 'filerName', 'filerEori', 'representation', 'consumerNo', 'goodsLocation'],
    },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'config.addCustoms',
  useHints,
  beneath: Unsettled,
  goesOn: true,
  nameOf: (row) => String(row.name),
};

export default function CustomsAccounts() {
  return <ListScreen screen={screen} />;
}
