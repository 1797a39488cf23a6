import { destination } from '@contract/config/destination';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

const screen: PlainScreen = {
  group: 'destination',
  menu: 'config.destination',
  resource: destination,
  columns: [
    'code',
    { name: 'nameEn', width: 200 },
    { name: 'nameCn', width: 160 },
    'lastMileId',
    'countryId',
    'city',
    'transitHours',
    'slotRequired',
    'contactName',
    'phone',
    'openingHours',
  ],
  form: [
    {
      title: 'config.groupNames',
      fields: ['code', 'lastMileId', 'nameEn', 'nameCn', 'transitHours', 'slotRequired'],
    },
    {
      title: 'config.groupAddress',
      fields: ['countryId', 'city', 'postcode', 'street', 'timeZone', 'openingHours'],
    },
    { title: 'config.groupContact', fields: ['contactName', 'phone', 'email'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'config.addDestination',
  nameOf: (row) => String(row.code),
};

export default function Destinations() {
  return <PlainList screen={screen} />;
}
