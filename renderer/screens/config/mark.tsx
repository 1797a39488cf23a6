import { mark } from '@contract/config/mark';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

const screen: PlainScreen = {
  group: 'mark',
  menu: 'config.mark',
  resource: mark,
  columns: [
    'code',
    { name: 'nameEn', width: 200 },
    { name: 'nameCn', width: 160 },
    { name: 'text', width: 160 },
    'tapeColor',
    'destinationCode',
    'customerId',
    'remark',
  ],
  form: [
    { title: 'config.groupNames', fields: ['code', 'nameEn', 'nameCn'] },
    { title: 'config.groupOnBox', fields: ['text', 'tapeColor'] },
    { title: 'config.groupRouting', fields: ['destinationCode', 'customerId'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'config.addMark',
  nameOf: (row) => String(row.code),
};

export default function Marks() {
  return <PlainList screen={screen} />;
}
