import { netchbAccount } from '@contract/config/netchbAccount';
import { useTranslation } from 'react-i18next';
import { ListScreen, type PlainScreen } from '../../resource/ListScreen';
import type { Hints } from '../../resource/RecordForm';
import { NetchbConnection } from './parts/NetchbConnection';

function useHints(): () => Hints {
  const { t } = useTranslation();
  return () => ({
    address: t('config.netchbAddressHint'),
    loginName: t('config.netchbMovedHint'),
    simulatorMode: t('config.netchbModeHint'),
  });
}

const screen: PlainScreen = {
  group: 'netchbAccount',
  menu: 'config.netchb',
  resource: netchbAccount,
  columns: [
    { name: 'name', width: 180 },
    { name: 'environment', width: 110 },
    { name: 'simulatorMode', width: 140, hidden: true },
    'filerCode',
    { name: 'loginName', width: 150 },
    'hasPassword',
    { name: 'lastTestResult', width: 260 },
    'lastTestAt',
    'portCode',
    { name: 'importerOfRecord', width: 190 },
    { name: 'importerTaxId', hidden: true },
    { name: 'bondType', width: 160 },
    'suretyCode',
    { name: 'address', width: 260, hidden: true },
    { name: 'lastTestAnswer', width: 260, hidden: true },
    { name: 'remark', width: 220 },
  ],
  form: [
    { title: 'common.groupSignIn', fields: ['name', 'environment', 'address', 'loginName', 'simulatorMode'] },
    {
      title: 'common.filing',
      fields: ['filerCode', 'portCode', 'importerOfRecord', 'importerTaxId'],
    },
    { title: 'common.bond', fields: ['bondType', 'suretyCode'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'config.addNetchb',
  useHints,
  beneath: NetchbConnection,
  goesOn: true,
  nameOf: (row) => String(row.name),
};

export default function NetchbAccounts() {
  return <ListScreen screen={screen} />;
}
