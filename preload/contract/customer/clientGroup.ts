import { code, count, decimal, text } from '../fields';
import { permit } from '../permissions';
import { recordFields, referenceFields, resource } from '../resource';
import { referenceCode } from '../rules/codes';
import { byNothing } from '../scope';
import { object } from '../shape';

/** Customers with common rates. */
export const clientGroup = resource({
  name: 'clientGroup',
  path: '/client-group',
  module: 'customer',
  view: permit('customer.group.view'),
  edit: permit('customer.group.edit'),
  scope: byNothing('groups of customers, whatever the warehouse'),
  row: object(() => ({
    ...recordFields,
    code: code(referenceCode),
    nameEn: text(120),
    nameCn: text(120),
    /** Discount on the price of a quote. */
    discountPercent: decimal('%', 100).nullable(),
    /** Number of its customers, including inactive ones. */
    memberCount: count(),
    ...referenceFields,
  })),
  draft: ['code', 'nameEn', 'nameCn', 'discountPercent', 'remark'],
  lookup: ['code', 'nameEn', 'nameCn', 'active'],
  namesFor: 'everyone',
  filters: ['code', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'discountPercent', 'memberCount', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn'],
  unique: ['code'],
  finding: { numbers: ['code'], names: ['nameEn', 'nameCn'], path: '/customer/customer_group_list' },
  examples: {
    code: ['VIP', 'STANDARD', 'TRIAL'],
    nameEn: ['Key accounts', 'Standard', 'Trial'],
    nameCn: ['重点客户', '标准客户', '试用客户'],
    discountPercent: ['5', '', '2.5'],
  },
});
