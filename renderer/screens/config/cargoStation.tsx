import { cargoStation } from '@contract/config/cargoStation';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

const screen: PlainScreen = {
  group: 'cargoStation',
  menu: 'config.cargoStation',
  resource: cargoStation,
  columns: [
    'code',
    { name: 'nameEn', width: 200 },
    { name: 'nameCn', width: 160 },
    'airportId',
    'freeHours',
    { name: 'storageRate', width: 180 },
    { name: 'emailDomains', width: 200 },
    { name: 'address', width: 220 },
  ],
  form: [
    { title: 'config.groupNames', fields: ['code', 'airportId', 'nameEn', 'nameCn', 'address'] },
    { title: 'config.groupStorage', fields: ['freeHours', 'storageRate'] },
    { title: 'config.groupContact', fields: ['emailDomains'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  nameOf: (row) => String(row.code),
};

export default function CargoStations() {
  return <PlainList screen={screen} />;
}
