import { lastMile } from '@contract/config/lastMile';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

const screen: PlainScreen = {
  group: 'lastMile',
  menu: 'config.lastMile',
  resource: lastMile,
  columns: [
    'code',
    { name: 'nameEn', width: 200 },
    { name: 'nameCn', width: 160 },
    'countryIds',
    'trackingPrefixes',
    'usesS10',
    'apiEnabled',
    'contactName',
    'emails',
  ],
  form: [
    { title: 'config.groupNames', fields: ['code', 'countryIds', 'nameEn', 'nameCn'] },
    {
      title: 'common.trackingNumbers',
      fields: ['trackingPrefixes', 'usesS10', 'trackingUrlTemplate', 'apiEnabled'],
    },
    { title: 'config.groupContact', fields: ['contactName', 'emails'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'config.addLastMile',
  nameOf: (row) => String(row.code),
};

export default function LastMiles() {
  return <PlainList screen={screen} />;
}
