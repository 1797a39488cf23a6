import { addressNames } from '@contract/config/address';
import { warehouse } from '@contract/config/warehouse';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';
import { useSsccNumbers } from './useSsccNumbers';

const screen: PlainScreen = {
  group: 'warehouse',
  menu: 'config.warehouse',
  resource: warehouse,
  columns: [
    'code',
    { name: 'nameEn', width: 180 },
    { name: 'nameCn', width: 140 },
    { name: 'type', width: 150 },
    'countryId',
    'city',
    { name: 'address', width: 360 },
    { name: 'street', width: 150, hidden: true },
    { name: 'houseNumber', hidden: true },
    { name: 'postcode', hidden: true },
    { name: 'province', hidden: true },
    { name: 'timeZone', width: 150 },
    { name: 'customsLicence', width: 140 },
    'firmsCode',
    'capacityPallets',
    'freeDays',
    'maxStorageDays',
    { name: 'openingHours', width: 160 },
    'contactName',
    'phone',
    { name: 'email', width: 180, hidden: true },
    { name: 'notifyEmails', width: 220 },
  ],
  form: [
    {
      title: 'config.groupNames',
      fields: ['code', 'type', 'nameEn', 'nameCn', 'customsLicence', 'firmsCode'],
    },
    {
      title: 'config.groupAddress',
      fields: [...addressNames, 'timeZone'],
    },
    {
      title: 'config.groupStorage',
      fields: ['openingHours', 'capacityPallets', 'freeDays', 'maxStorageDays'],
    },
    { title: 'config.groupContact', fields: ['contactName', 'phone', 'email'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  useMore: useSsccNumbers,
  nameOf: (row) => String(row.code),
};

export default function Warehouses() {
  return <PlainList screen={screen} />;
}
