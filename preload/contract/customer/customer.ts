import * as z from 'zod';
import { choice, code, count, flag, money, ref, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { customerCode, phoneNumber, weChatId } from '../rules/codes';
import { currencyCode } from '../rules/places';

/** Who pays us: a seller or forwarder whose cargo we clear. */
export const customer = resource({
  name: 'customer',
  path: '/client',
  module: 'customer',
  view: permit('customer.list.view'),
  edit: permit('customer.list.edit'),
  row: z.object({
    ...recordFields,
    code: code(customerCode),
    nameEn: text(120),
    nameCn: text(120),
    contactName: text(60),
    email: text(254, 'email'),
    phone: code(phoneNumber),
    wechat: code(weChatId).nullable(),
    countryId: ref('country').nullable(),
    province: text(80).nullable(),
    city: text(80).nullable(),
    district: text(80).nullable(),
    street: text(120).nullable(),
    houseNumber: text(20).nullable(),
    postcode: text(12).nullable(),
    address1: text(200).nullable(),
    address2: text(200).nullable(),
    groupId: ref('clientGroup'),
    photoRequired: flag(),
    settlement: choice('settlement', ['per_bill', 'weekly', 'monthly']),
    paymentTermDays: count(0, 120),
    creditLimit: money().nullable(),
    currency: code(currencyCode),
    ...referenceFields,
  }),
  draft: [
    'code',
    'nameEn',
    'nameCn',
    'groupId',
    'contactName',
    'email',
    'phone',
    'wechat',
    'countryId',
    'province',
    'city',
    'district',
    'street',
    'houseNumber',
    'postcode',
    'address1',
    'address2',
    'photoRequired',
    'settlement',
    'paymentTermDays',
    'creditLimit',
    'currency',
    'remark',
  ],
  lookup: ['code', 'nameEn', 'nameCn', 'active'],
  filters: ['code', 'groupId', 'countryId', 'settlement', 'photoRequired', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn', 'contactName', 'email', 'phone'],
  unique: ['code'],
});

export const customerApi = crud(customer);
