import { service } from '@contract/config/service';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

const screen: PlainScreen = {
  group: 'service',
  menu: 'config.service',
  resource: service,
  columns: [
    'code',
    { name: 'nameEn', width: 220 },
    { name: 'nameCn', width: 180 },
    'mode',
    { name: 'steps', width: 260 },
    { name: 'slaHours', width: 150 },
    'remark',
  ],
  form: [
    { title: 'config.groupNames', fields: ['code', 'mode', 'nameEn', 'nameCn'] },
    { title: 'config.groupPromise', fields: ['steps', 'slaHours'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  nameOf: (row) => String(row.code),
};

export default function Services() {
  return <PlainList screen={screen} />;
}
