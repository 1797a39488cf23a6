import { feeCategory } from '@contract/config/feeCategory';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

const screen: PlainScreen = {
  group: 'feeCategory',
  menu: 'config.feeCategory',
  resource: feeCategory,
  columns: [
    { name: 'code', width: 130 },
    { name: 'nameEn', width: 220 },
    { name: 'nameCn', width: 180 },
    { name: 'direction', width: 160 },
    'parentId',
    'taxable',
    { name: 'vatCodeId', width: 110 },
    'glAccount',
    'costAccount',
    { name: 'auditBasis', width: 150 },
    'remark',
  ],
  form: [
    { title: 'config.groupNames', fields: ['code', 'parentId', 'nameEn', 'nameCn'] },
    {
      title: 'config.groupBooks',
      fields: ['direction', 'taxable', 'vatCodeId', 'glAccount', 'costAccount', 'auditBasis'],
    },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  nameOf: (row) => String(row.code),
};

export default function FeeCategories() {
  return <PlainList screen={screen} />;
}
