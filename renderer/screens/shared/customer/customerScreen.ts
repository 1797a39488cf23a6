import { addressNames } from '@contract/config/address';
import { customer } from '@contract/customer/customer';
import type { PlainScreen } from '../../../resource/ListScreen';

export const CUSTOMER_LIST = '/customer/customer_list';
export const customerPath = (id: unknown) => `/customer/customer_detail?id=${id}`;
export const editCustomerPath = (id: unknown) => `/customer/edit_customer?id=${id}`;

/** Customers: their list, and the groups of fields of the screens of one. */
export const customerScreen = {
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
    'salesStaffId',
    { name: 'serviceStaffId', hidden: true },
    'settlement',
    'paymentTermDays',
    'currency',
    { name: 'creditLimit', hidden: true },
    { name: 'wechat', hidden: true },
    { name: 'defaultServiceId', hidden: true },
    { name: 'defaultChannelCode', hidden: true },
    { name: 'callbackUrl', width: 240, hidden: true },
    { name: 'pushEvents', width: 240, hidden: true },
    { name: 'apiKeyIssuedAt', hidden: true },
  ],
  form: [
    { title: 'config.groupNames', fields: ['code', 'groupId', 'nameEn', 'nameCn'] },
    { title: 'config.groupContact', fields: ['contactName', 'email', 'phone', 'wechat'] },
    { title: 'config.groupAddress', fields: [...addressNames, 'address1', 'address2'] },
    {
      title: 'config.groupService',
      fields: ['photoRequired', 'salesStaffId', 'serviceStaffId', 'defaultServiceId', 'defaultChannelCode'],
    },
    {
      title: 'config.groupTerms',
      fields: ['companyId', 'settlement', 'paymentTermDays', 'currency', 'creditLimit', 'ledgerAccount'],
    },
    { title: 'config.groupInterface', fields: ['callbackUrl', 'pushEvents'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'config.addCustomer',
  open: (row) => customerPath(row.id),
  formAt: { add: '/customer/add_customer', edit: (row) => editCustomerPath(row.id) },
  nameOf: (row) => String(row.code),
} as const satisfies PlainScreen;
