import { addressNames } from '@contract/config/address';
import { customer } from '@contract/customer/customer';
import { ListScreen, type PlainScreen } from '../../resource/ListScreen';
import { ApiKey } from './ApiKey';

const screen: PlainScreen = {
  group: 'customer',
  menu: 'customer.list',
  resource: customer,
  columns: [
    'code',
    { name: 'nameEn', width: 200 },
    { name: 'nameCn', width: 150 },
    'groupId',
    { name: 'companyId', hidden: true },
    'contactName',
    { name: 'email', width: 180 },
    'phone',
    'countryId',
    'city',
    'photoRequired',
    'settlement',
    'paymentTermDays',
    'currency',
    { name: 'creditLimit', hidden: true },
    { name: 'wechat', hidden: true },
    { name: 'callbackUrl', width: 240, hidden: true },
    { name: 'pushEvents', width: 240, hidden: true },
    { name: 'apiKeyIssuedAt', hidden: true },
  ],
  form: [
    { title: 'config.groupNames', fields: ['code', 'groupId', 'nameEn', 'nameCn', 'photoRequired'] },
    { title: 'config.groupContact', fields: ['contactName', 'email', 'phone', 'wechat'] },
    {
      title: 'config.groupAddress',
      fields: [...addressNames, 'address1', 'address2'],
    },
    {
      title: 'config.groupTerms',
      fields: ['companyId', 'settlement', 'paymentTermDays', 'currency', 'creditLimit'],
    },
    { title: 'config.groupInterface', fields: ['callbackUrl', 'pushEvents'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'config.addCustomer',
  initial: { settlement: 'monthly', paymentTermDays: 30, currency: 'EUR', pushEvents: [] },
  beneath: ApiKey,
  nameOf: (row) => String(row.code),
};

export default function Customers() {
  return <ListScreen screen={screen} />;
}
