import { airport } from '@contract/config/airport';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

const screen: PlainScreen = {
  group: 'airport',
  menu: 'config.airport',
  resource: airport,
  columns: [
    'airportCode',
    { name: 'nameEn', width: 220 },
    { name: 'nameCn', width: 180 },
    'countryId',
    { name: 'timeZone', width: 160 },
    'type',
    'icaoCode',
    'unLocode',
    'remark',
  ],
  form: [
    {
      title: 'config.groupNames',
      fields: ['airportCode', 'type', 'nameEn', 'nameCn', 'icaoCode', 'unLocode'],
    },
    { title: 'config.groupPlace', fields: ['countryId', 'twoLetterCode', 'timeZone'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'config.addAirport',
  nameOf: (row) => String(row.airportCode),
};

export default function Airports() {
  return <PlainList screen={screen} />;
}
