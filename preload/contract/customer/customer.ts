import * as z from 'zod';
import { addressFields, addressNames } from '../config/address';
import { also, endpoint } from '../endpoint';
import { choice, code, codes, count, dateTime, flag, id, money, ref, text } from '../fields';
import { pushEventRule, pushEvents } from '../partners/apiPush';
import { permit } from '../permissions';
import { crud, draftOf, recordFields, referenceFields, resource } from '../resource';
import { channelCodeRule, customerCode } from '../rules/codes';
import { phoneNumber, weChatId } from '../rules/contactCodes';
import { currencyCode } from '../rules/places';
import { byNothing } from '../scope';
import { object, strictObject } from '../shape';

/** A paying customer: a seller or forwarder whose cargo we clear. */
export const customer = resource({
  name: 'customer',
  path: '/client',
  module: 'customer',
  view: permit('customer.list.view'),
  edit: permit('customer.list.edit'),
  scope: byNothing('a customer sends goods to several warehouses'),
  row: object(() => ({
    ...recordFields,
    code: code(customerCode),
    nameEn: text(120),
    nameCn: text(120),
    contactName: text(60),
    email: text(254, 'email'),
    phone: code(phoneNumber),
    wechat: code(weChatId).nullable(),
    ...addressFields,
    countryId: addressFields.countryId.nullable(),
    address1: text(200).nullable(),
    address2: text(200).nullable(),
    groupId: ref('clientGroup'),
    /** The legal entity that is invoiced. */
    companyId: ref('clientCompany').nullable(),
    photoRequired: flag(),
    /** Staff in charge of sales and of service. */
    salesStaffId: ref('staff').nullable(),
    serviceStaffId: ref('staff').nullable(),
    /** Defaults of its new bills. */
    defaultServiceId: ref('service').nullable(),
    defaultChannelCode: code(channelCodeRule, 'channelCode').nullable(),
    settlement: choice('settlement', ['per_bill', 'weekly', 'monthly']),
    paymentTermDays: count(0, 120),
    creditLimit: money().nullable(),
    currency: code(currencyCode),
    /** Its account in the general ledger; null: that of all customers. */
    ledgerAccount: text(20).nullable(),
    /** Address for pushes of its bills' events: https, or this machine. */
    callbackUrl: text(300, 'url').nullable(),
    pushEvents: codes(pushEventRule, pushEvents.length),
    /** When its key was issued, which authorises its calls and signs pushes; null if it has none. */
    apiKeyIssuedAt: dateTime().nullable(),
    ...referenceFields,
  })),
  draft: [
    'code',
    'nameEn',
    'nameCn',
    'groupId',
    'companyId',
    'contactName',
    'email',
    'phone',
    'wechat',
    ...addressNames,
    'address1',
    'address2',
    'photoRequired',
    'salesStaffId',
    'serviceStaffId',
    'defaultServiceId',
    'defaultChannelCode',
    'settlement',
    'paymentTermDays',
    'creditLimit',
    'currency',
    'ledgerAccount',
    'callbackUrl',
    'pushEvents',
    'remark',
  ],
  lookup: ['code', 'nameEn', 'nameCn', 'groupId', 'defaultServiceId', 'defaultChannelCode', 'active'],
  namesFor: 'everyone',
  filters: [
    'code',
    'groupId',
    'companyId',
    'countryId',
    'salesStaffId',
    'serviceStaffId',
    'settlement',
    'photoRequired',
    'active',
  ],
  sorts: ['code', 'nameEn', 'nameCn', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn', 'contactName', 'email', 'phone'],
  unique: ['code'],
  finding: { numbers: ['code'], names: ['nameEn', 'nameCn'], path: '/customer/customer_detail?id={id}' },
  fresh: { settlement: 'monthly', paymentTermDays: 30, currency: 'EUR' },
  examples: {
    code: ['GPANDA', 'HUAYU', 'SKYBOX'],
    nameCn: ['绿熊猫贸易', '华宇物流', '天盒电商'],
    nameEn: ['Green Panda Trading Ltd', 'Huayu Logistics', 'Skybox Commerce'],
    contactName: ['Li Wei', 'Zhang Min', 'Chen Jie'],
    email: ['li.wei@example.com', 'zhang.min@example.com', 'chen.jie@example.com'],
    phone: ['+86 21 5555 0101', '+86 755 5555 0102', '+852 5555 0103'],
    groupId: ['VIP', 'STANDARD', 'STANDARD'],
    countryId: ['CN', 'CN', 'HK'],
    city: ['上海', '深圳', ''],
    postcode: ['200120', '518000', ''],
    photoRequired: ['N', 'Y', ''],
    settlement: ['monthly', 'per_bill', ''],
    paymentTermDays: ['30', '0', ''],
    currency: ['EUR', 'USD', ''],
    salesStaffId: ['sun.yu', 'sun.yu', ''],
    serviceStaffId: ['chen.jing', '', ''],
  },
});

export const customerDraft = draftOf(customer.row, customer.draft);
export type Customer = z.output<typeof customer.row>;

const params = strictObject(() => ({ id: id() }));
const { edit } = customer;

const { create, update, ...usual } = crud(customer);

export const customerApi = {
  ...usual,
  // Events of all goods go to the callback address, so an account limited to warehouses cannot set it.
  create: { ...create, errors: also(create, 'GRANT_BEYOND') },
  update: { ...update, errors: also(update, 'GRANT_BEYOND') },
  /** Creates a new key and returns it only now: only its hash is stored. Replaces the earlier one. */
  issueKey: endpoint({
    method: 'POST',
    path: '/client/{id}/api-key',
    access: edit,
    params,
    errors: ['GRANT_BEYOND'],
    answer: object(() => ({ apiKey: z.string(), apiKeyIssuedAt: z.string() })),
    extension: true,
  }),
  revokeKey: endpoint({
    method: 'DELETE',
    path: '/client/{id}/api-key',
    access: edit,
    params,
    errors: ['GRANT_BEYOND'],
    extension: true,
  }),
};
