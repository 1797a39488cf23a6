import { clientGroup } from '@contract/customer/clientGroup';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

const screen: PlainScreen = {
  group: 'clientGroup',
  menu: 'customer.group',
  resource: clientGroup,
  columns: [
    { name: 'code', width: 140 },
    { name: 'nameEn', width: 220 },
    { name: 'nameCn', width: 180 },
    'memberCount',
    'discountPercent',
    { name: 'remark', width: 240 },
  ],
  form: [
    { title: 'config.groupNames', fields: ['code', 'nameEn', 'nameCn'] },
    { title: 'config.groupTerms', fields: ['discountPercent'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  nameOf: (row) => String(row.code),
};

export default function ClientGroups() {
  return <PlainList screen={screen} />;
}
