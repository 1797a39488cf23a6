import { type PermissionName, permissionNodes } from '@contract/permissions';
import type { GroupCode } from './peopleData';

/** A permission group as the seed makes it. */
interface GroupData {
  readonly code: GroupCode;
  readonly name: string;
  readonly nameCn: string;
  readonly description: string;
  readonly superAdmin: boolean;
  /** Items of the third level; the menus and areas above them come by themselves. */
  readonly items: readonly PermissionName[];
}

const everyone: readonly PermissionName[] = ['home.dashboard.view', 'home.center.edit'];
const seesBills: readonly PermissionName[] = [
  'bill.manage.view',
  'bill.manage.export',
  'bill.attachment.view',
  'bill.search.view',
  'bill.warehouse.view',
  'bill.cmr.view',
  'bill.customs.view',
  'bill.cases.view',
  'bill.files.view',
  'transport.air.view',
  'transport.sea.view',
  'transport.forecast.view',
];
const papers = ['contract', 'standardQuote', 'orderQuote'] as const;
const seesPapers: readonly PermissionName[] = papers.map((paper) => `business.${paper}.view` as const);
const preparesBills: readonly PermissionName[] = [
  ...seesBills,
  'bill.manage.create',
  'bill.manage.edit',
  'bill.manage.check',
  'bill.manage.remove',
  'bill.import.run',
  'bill.import.undo',
  'bill.attachment.upload',
  'bill.attachment.delete',
  'bill.nodes.early',
  'bill.nodes.import',
  'bill.files.upload',
  'bill.files.undo',
  'bill.thirdPart.view',
  'bill.push.view',
  'transport.air.edit',
  'transport.sea.edit',
  'transport.forecast.edit',
];

/** The groups an installation begins with. Deleting bills for good, and the operation log, are the super administrator's. */
export const groupData: readonly GroupData[] = [
  {
    code: 'super',
    name: 'Super administrator',
    nameCn: '超级管理员',
    description: 'May do everything, also what a permission is added for later',
    superAdmin: true,
    items: permissionNodes.filter(({ level }) => level === 3).map(({ name }) => name),
  },
  {
    code: 'warehouse',
    name: 'Warehouse administrator',
    nameCn: '仓库管理员',
    description: 'Pickup, inbound, outbound, delivery; archives what is delivered',
    superAdmin: false,
    items: [
      ...everyone,
      'home.center.reset',
      ...seesBills,
      'bill.manage.archive',
      'bill.attachment.upload',
      'bill.nodes.late',
      'bill.nodes.import',
      'bill.warehouse.edit',
      'bill.warehouse.reopen',
      'bill.cmr.edit',
      'bill.cmr.reopen',
      'bill.cases.edit',
      'bill.files.upload',
      'config.destination.view',
      'config.lastMile.view',
      'config.warehouse.view',
      'config.warehouse.edit',
      'config.cmrMail.view',
      'config.cmrMail.edit',
    ],
  },
  {
    code: 'voucher',
    name: 'Domestic voucher preparation',
    nameCn: '国内制单',
    description: 'Makes and imports bills in China, keeps ETA, ATA and flights',
    superAdmin: false,
    items: [
      ...everyone,
      ...preparesBills,
      'config.channelCode.view',
      'customer.list.view',
      'customer.group.view',
      'customer.contact.view',
    ],
  },
  {
    code: 'broker',
    name: 'Customs broker',
    nameCn: '报关员',
    description: 'Declarations, inspections, T1; keeps airports',
    superAdmin: false,
    items: [
      ...everyone,
      ...preparesBills,
      'bill.customs.declare',
      'bill.customs.parcels',
      'bill.customs.t1',
      'bill.cases.edit',
      'bill.push.push',
      'config.airport.view',
      'config.airport.edit',
      'config.hsCode.view',
      'config.hsCode.edit',
      'config.cargoStation.view',
      'config.ioss.view',
      'config.monitor.view',
      'business.taxation.view',
      'business.taxation.edit',
      'business.taxation.approve',
    ],
  },
  {
    code: 'finance',
    name: 'Finance',
    nameCn: '财务',
    description: 'Costs, payments, statements',
    superAdmin: false,
    items: [
      ...everyone,
      ...seesBills,
      'customer.list.view',
      'customer.group.view',
      'customer.contact.view',
      'config.company.view',
      'config.feeCategory.view',
      'config.feeCategory.edit',
      ...seesPapers,
      ...papers.map((paper) => `business.${paper}.approve` as const),
      'business.taxation.view',
      'business.log.view',
    ],
  },
  {
    code: 'sales',
    name: 'Sales',
    nameCn: '销售',
    description: 'Customers, quotes, contracts',
    superAdmin: false,
    items: [
      ...everyone,
      ...seesBills,
      'customer.list.view',
      'customer.list.edit',
      'customer.group.view',
      'customer.group.edit',
      'customer.role.view',
      'customer.role.edit',
      'customer.role.account',
      'customer.contact.view',
      'customer.contact.edit',
      'customer.log.view',
      'config.company.view',
      ...seesPapers,
      ...papers.map((paper) => `business.${paper}.edit` as const),
      'business.taxation.view',
    ],
  },
];
