import { type PermissionId, type PermissionName, permit } from '@contract/permissions';
import { type ReportMenu, reportAt, reportPaths } from '@contract/report/menu';
import { matchPath } from 'react-router-dom';

/** A key of the screens' words. */
type ScreenTitle =
  | 'bill.detailTitle'
  | 'bill.addBill'
  | 'bill.editBill'
  | 'files.uploadTitle'
  | 'files.timeNodes'
  | 'finance.importCosts'
  | 'bill.awbList'
  | 'bill.messages'
  | 'kept.title'
  | 'settings.title'
  | 'customs.failureTitle'
  | 'customs.abnormalTitle'
  | 'customs.fycoTitle'
  | 'access.resetTitle'
  | 'access.panelTitle'
  | 'warehouse.scanInbound'
  | 'warehouse.scanOutbound'
  | 'warehouse.pmcTitle'
  | 'clearance.hsDetailTitle'
  | 'staff.add'
  | 'staff.editTitle'
  | 'staff.assign'
  | 'config.companyTitle'
  | 'config.customerTitle'
  | 'config.addCustomer'
  | 'config.editCustomer'
  | 'monitor.recordTitle'
  | 'mail.warehouseTitle'
  | 'cmr.detail'
  | 'cmr.add'
  | 'cmr.edit'
  | 'finance.addFlow'
  | 'business.contract'
  | 'business.rate'
  | 'business.calculator'
  | 'business.quote'
  | 'business.orderQuote'
  | 'business.priceCalculator'
  | 'transport.flightTitle'
  | 'transport.voyageTitle'
  | 'transport.forecastTitle'
  | 'sea.addEntry'
  | 'sea.amendEntry'
  | 'sea.entryTitle'
  | 'sea.rates'
  | 'sea.billTitle'
  | 'sea.addIsf'
  | 'sea.editIsf'
  | 'sea.isfChoose'
  | 'sea.isfTitle'
  | 'sea.isfUpload'
  | 'sea.entryUpload';

/** One screen: navigation, route, permission and loading all follow from its line in the list. */
export interface Screen {
  readonly path: string;
  /** Its file below this folder, without the ending. */
  readonly module: string;
  /** Null: for everyone who is signed in. */
  readonly permission: PermissionId | null;
  /** The node of the menu it stands under; only a screen with `inMenu` is reached from there. */
  readonly menu: PermissionName;
  readonly inMenu?: boolean;
  /** What stands behind its question mark is no other place, but state of the one tab it has. */
  readonly oneTab?: boolean;
  /** Its tab is called by this title and the record it works on; other tabs of records by the record alone. */
  readonly worksOn?: true;
  /** Its title when that is not the menu's, by what stands behind its question mark where that decides. */
  readonly title?: ScreenTitle | ((search: URLSearchParams) => ScreenTitle);
  /** Words for what one does there that its name does not say, in both languages and in pinyin, for the palette. */
  readonly also?: string;
}

/** The reports: one screen draws them all. */
const reportScreens = (Object.keys(reportPaths) as ReportMenu[]).map((name): Screen => {
  const { path, menu, view } = reportAt(name);
  return { path, module: 'report/Report', permission: view, menu, inMenu: true };
});

/** All screens. A path that is not here is unknown, and leads to the sign-in as the specification has it. */
export const screens: readonly Screen[] = [
  {
    path: '/home',
    module: 'home/Home',
    permission: permit('home.dashboard.view'),
    menu: 'home.dashboard',
    inMenu: true,
  },
  { path: '/home/center', module: 'home/Center', permission: null, menu: 'home.center', inMenu: true },
  {
    path: '/message/list',
    module: 'home/Messages',
    permission: null,
    menu: 'home.center',
    title: 'bill.messages',
    inMenu: true,
  },
  {
    path: '/home/kept',
    module: 'home/Kept',
    permission: null,
    menu: 'home.center',
    title: 'kept.title',
    inMenu: true,
  },
  {
    path: '/home/settings',
    module: 'settings/Settings',
    permission: null,
    menu: 'home.center',
    title: 'settings.title',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/home/reset-password',
    module: 'home/ResetPassword',
    permission: null,
    menu: 'home.center',
    title: 'access.resetTitle',
  },
  {
    path: '/home/panel',
    module: 'home/Panel',
    permission: permit('home.center.reset'),
    menu: 'home.center',
    title: 'access.panelTitle',
  },
  {
    path: '/bill/bill_manage',
    module: 'bill/BillList',
    permission: permit('bill.manage.view'),
    menu: 'bill.manage',
    inMenu: true,
  },
  {
    path: '/bill/bill_manage/detail/:id',
    module: 'bill/BillDetail',
    permission: permit('bill.manage.view'),
    menu: 'bill.manage',
    // Other screens lead to the part of it that they are about.
    oneTab: true,
    title: 'bill.detailTitle',
  },
  {
    path: '/bill/add_bill',
    module: 'bill/AddBill',
    permission: permit('bill.manage.create'),
    menu: 'bill.manage',
    title: 'bill.addBill',
  },
  {
    path: '/bill/edit_bill',
    module: 'bill/EditBill',
    permission: permit('bill.manage.edit'),
    menu: 'bill.manage',
    title: 'bill.editBill',
    worksOn: true,
  },
  {
    path: '/bill/awb',
    module: 'bill/AwbList',
    permission: permit('bill.manage.view'),
    menu: 'bill.manage',
    title: 'bill.awbList',
  },
  {
    path: '/bill/tracking-date',
    module: 'bill/TrackingDate',
    permission: permit('bill.nodes'),
    menu: 'bill.nodes',
    inMenu: true,
  },
  {
    path: '/bill/bill_import',
    module: 'bill/BillImport',
    permission: permit('bill.import.run'),
    menu: 'bill.import',
    inMenu: true,
    also: 'import bills, 导入提单 daorutidan drtd',
  },
  {
    path: '/bill/attachment',
    module: 'bill/Attachments',
    permission: permit('bill.attachment.view'),
    menu: 'bill.attachment',
    inMenu: true,
  },
  {
    path: '/bill/files',
    module: 'bill/Files',
    permission: permit('bill.files.view'),
    menu: 'bill.files',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/bill/files/upload',
    module: 'bill/FileUpload',
    permission: permit('bill.files.upload'),
    menu: 'bill.files',
    title: 'files.uploadTitle',
  },
  {
    path: '/bill/tracking-date-import',
    module: 'bill/TimeNodeImport',
    permission: permit('bill.nodes.import'),
    menu: 'bill.nodes',
    title: 'files.timeNodes',
  },
  {
    path: '/bill/clearance',
    module: 'customs/ClearanceList',
    permission: permit('bill.customs.view'),
    menu: 'bill.customs',
    inMenu: true,
  },
  {
    path: '/bill/failure-parcel',
    module: 'customs/FailureParcels',
    permission: permit('bill.customs.view'),
    menu: 'bill.customs',
    inMenu: true,
    title: 'customs.failureTitle',
  },
  {
    path: '/bill/fyco',
    module: 'customs/FycoList',
    permission: permit('bill.customs.view'),
    menu: 'bill.customs',
    inMenu: true,
    title: 'customs.fycoTitle',
  },
  {
    path: '/bill/abnormal',
    module: 'customs/AbnormalParcels',
    permission: permit('bill.customs.view'),
    menu: 'bill.cases',
    inMenu: true,
    title: 'customs.abnormalTitle',
  },
  {
    path: '/bill/cases',
    module: 'customs/CaseList',
    permission: permit('bill.cases.view'),
    menu: 'bill.cases',
    inMenu: true,
  },
  {
    path: '/bill/search',
    module: 'bill/BillSearch',
    permission: permit('bill.search.view'),
    menu: 'bill.search',
    inMenu: true,
  },
  {
    path: '/bill/tracking',
    module: 'bill/Tracking',
    permission: permit('bill.tracking.view'),
    menu: 'bill.tracking',
    inMenu: true,
    oneTab: true,
    also: 'track parcels awb, 跟踪 查轨迹 包裹轨迹 genzong gz guiji gj',
  },
  {
    path: '/warehouse/inbound',
    module: 'warehouse/Inbound',
    permission: permit('bill.warehouse.view'),
    menu: 'bill.warehouse',
    inMenu: true,
    also: 'scan boxes barcode, 扫描 扫码 saomiao sm saoma',
  },
  {
    path: '/warehouse/pmc',
    module: 'warehouse/PmcList',
    permission: permit('bill.warehouse.view'),
    menu: 'bill.warehouse',
    inMenu: true,
    title: 'warehouse.pmcTitle',
  },
  {
    path: '/warehouse/scan',
    module: 'warehouse/Scan',
    permission: permit('bill.warehouse.edit'),
    menu: 'bill.warehouse',
    title: (search) =>
      search.get('leg') === 'outbound' ? 'warehouse.scanOutbound' : 'warehouse.scanInbound',
    worksOn: true,
  },
  {
    path: '/config/cmr',
    module: 'linehaul/CmrList',
    permission: permit('bill.cmr.view'),
    menu: 'bill.cmr',
    inMenu: true,
  },
  {
    path: '/config/cmr/detail/:id',
    module: 'linehaul/CmrDetail',
    permission: permit('bill.cmr.view'),
    menu: 'bill.cmr',
    title: 'cmr.detail',
  },
  {
    path: '/config/cmr/add',
    module: 'linehaul/CmrAdd',
    permission: permit('bill.cmr.edit'),
    menu: 'bill.cmr',
    title: 'cmr.add',
  },
  {
    path: '/config/cmr/edit/:id',
    module: 'linehaul/CmrEdit',
    permission: permit('bill.cmr.edit'),
    menu: 'bill.cmr',
    title: 'cmr.edit',
    worksOn: true,
  },
  {
    path: '/config/noa-mail',
    module: 'mail/NoaMail',
    permission: permit('config.noaMail.view'),
    menu: 'config.noaMail',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/config/utb-mail',
    module: 'mail/UtbMail',
    permission: permit('config.utbMail.view'),
    menu: 'config.utbMail',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/transport/air',
    module: 'transport/air',
    permission: permit('transport.air.view'),
    menu: 'transport.air',
    inMenu: true,
  },
  {
    path: '/transport/air/detail/:id',
    module: 'transport/AirDetail',
    permission: permit('transport.air.view'),
    menu: 'transport.air',
    title: 'transport.flightTitle',
  },
  {
    path: '/transport/sea',
    module: 'transport/sea',
    permission: permit('transport.sea.view'),
    menu: 'transport.sea',
    inMenu: true,
  },
  {
    path: '/transport/sea/detail/:id',
    module: 'transport/SeaDetail',
    permission: permit('transport.sea.view'),
    menu: 'transport.sea',
    title: 'transport.voyageTitle',
  },
  {
    path: '/transport/parcel-forecast',
    module: 'transport/forecast',
    permission: permit('transport.forecast.view'),
    menu: 'transport.forecast',
    inMenu: true,
  },
  {
    path: '/transport/parcel-forecast/detail/:id',
    module: 'transport/ForecastDetail',
    permission: permit('transport.forecast.view'),
    menu: 'transport.forecast',
    title: 'transport.forecastTitle',
  },
  {
    path: '/sea/bill',
    module: 'sea/seaBill',
    permission: permit('sea.bill.view'),
    menu: 'sea.bill',
    inMenu: true,
  },
  {
    path: '/sea/bill/detail/:id',
    module: 'sea/SeaBillDetail',
    permission: permit('sea.bill.view'),
    menu: 'sea.bill',
    title: 'sea.billTitle',
  },
  {
    path: '/clearance/isf-choose',
    module: 'sea/IsfChoose',
    permission: permit('sea.isf.edit'),
    menu: 'sea.isf',
    title: 'sea.isfChoose',
  },
  {
    path: '/sea/entry',
    module: 'sea/entry',
    permission: permit('sea.entry.view'),
    menu: 'sea.entry',
    inMenu: true,
  },
  {
    path: '/sea/entry/add',
    module: 'sea/EntryAmend',
    permission: permit('sea.entry.edit'),
    menu: 'sea.entry',
    title: 'sea.addEntry',
  },
  {
    path: '/sea/entry/amend/:id',
    module: 'sea/EntryAmend',
    permission: permit('sea.entry.edit'),
    menu: 'sea.entry',
    title: 'sea.amendEntry',
    worksOn: true,
  },
  {
    path: '/sea/entry/detail/:id',
    module: 'sea/EntryDetail',
    permission: permit('sea.entry.view'),
    menu: 'sea.entry',
    title: 'sea.entryTitle',
  },
  {
    path: '/sea/entry/rates',
    module: 'sea/usRate',
    permission: permit('sea.entry.view'),
    menu: 'sea.entry',
    inMenu: true,
    title: 'sea.rates',
  },
  {
    path: '/sea/isf',
    module: 'sea/isf',
    permission: permit('sea.isf.view'),
    menu: 'sea.isf',
    inMenu: true,
  },
  {
    path: '/sea/isf/add',
    module: 'sea/IsfForm',
    permission: permit('sea.isf.edit'),
    menu: 'sea.isf',
    title: 'sea.addIsf',
  },
  {
    path: '/sea/isf/amend/:id',
    module: 'sea/IsfForm',
    permission: permit('sea.isf.edit'),
    menu: 'sea.isf',
    title: 'sea.editIsf',
    worksOn: true,
  },
  {
    path: '/sea/isf/detail/:id',
    module: 'sea/IsfDetail',
    permission: permit('sea.isf.view'),
    menu: 'sea.isf',
    title: 'sea.isfTitle',
  },
  {
    path: '/sea/isf/upload',
    module: 'sea/IsfUpload',
    permission: permit('sea.isf.edit'),
    menu: 'sea.isf',
    title: 'sea.isfUpload',
  },
  {
    path: '/sea/entry/upload',
    module: 'sea/EntryUpload',
    permission: permit('sea.entry.edit'),
    menu: 'sea.entry',
    title: 'sea.entryUpload',
    oneTab: true,
  },
  {
    path: '/clearance/isf-upload',
    module: 'sea/IsfUpload',
    permission: permit('sea.isf.edit'),
    menu: 'sea.isf',
    title: 'sea.isfUpload',
  },
  {
    path: '/sea/entry/node',
    module: 'sea/SeaNodes',
    permission: permit('sea.node.view'),
    menu: 'sea.node',
    inMenu: true,
  },
  {
    path: '/sea/ams',
    module: 'sea/amsRecord',
    permission: permit('sea.ams.view'),
    menu: 'sea.ams',
    inMenu: true,
  },
  {
    path: '/config/hscode',
    module: 'customs/hsCode',
    permission: permit('config.hsCode.view'),
    menu: 'config.hsCode',
    inMenu: true,
  },
  {
    path: '/hscode/detail/:code',
    module: 'customs/HsCodeDetail',
    permission: permit('config.hsCode.view'),
    menu: 'config.hsCode',
    title: 'clearance.hsDetailTitle',
  },
  {
    path: '/bill/api_push',
    module: 'bill/ApiPush',
    permission: permit('bill.push.view'),
    menu: 'bill.push',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/bill/third_part_log',
    module: 'bill/ThirdPartLog',
    permission: permit('bill.thirdPart.view'),
    menu: 'bill.thirdPart',
    inMenu: true,
  },
  {
    path: '/config/last_mile',
    module: 'config/lastMile',
    permission: permit('config.lastMile.view'),
    menu: 'config.lastMile',
    inMenu: true,
  },
  {
    path: '/config/airport',
    module: 'config/airport',
    permission: permit('config.airport.view'),
    menu: 'config.airport',
    inMenu: true,
  },
  {
    path: '/config/destination',
    module: 'config/destination',
    permission: permit('config.destination.view'),
    menu: 'config.destination',
    inMenu: true,
  },
  {
    path: '/config/channel-code',
    module: 'config/channelCode',
    permission: permit('config.channelCode.view'),
    menu: 'config.channelCode',
    inMenu: true,
  },
  {
    path: '/config/area',
    module: 'config/country',
    permission: permit('config.area.view'),
    menu: 'config.area',
    inMenu: true,
  },
  {
    path: '/config/warehouse',
    module: 'config/warehouse',
    permission: permit('config.warehouse.view'),
    menu: 'config.warehouse',
    inMenu: true,
  },
  {
    path: '/config/cargo-station',
    module: 'config/cargoStation',
    permission: permit('config.cargoStation.view'),
    menu: 'config.cargoStation',
    inMenu: true,
  },
  {
    path: '/config/services',
    module: 'config/service',
    permission: permit('config.service.view'),
    menu: 'config.service',
    inMenu: true,
  },
  {
    path: '/config/mark',
    module: 'config/mark',
    permission: permit('config.mark.view'),
    menu: 'config.mark',
    inMenu: true,
  },
  {
    path: '/config/ioss',
    module: 'config/ioss',
    permission: permit('config.ioss.view'),
    menu: 'config.ioss',
    inMenu: true,
  },
  {
    path: '/config/cmr/send-config',
    module: 'linehaul/cmrConfig',
    permission: permit('config.cmrMail.view'),
    menu: 'config.cmrMail',
    inMenu: true,
  },
  {
    path: '/config/netchb/account',
    module: 'config/netchbAccount',
    permission: permit('config.netchb.view'),
    menu: 'config.netchb',
    inMenu: true,
  },
  {
    path: '/base-data/approval',
    module: 'config/approval',
    permission: permit('config.approval.view'),
    menu: 'config.approval',
    inMenu: true,
  },
  {
    path: '/expense/category',
    module: 'config/feeCategory',
    permission: permit('config.feeCategory.view'),
    menu: 'config.feeCategory',
    inMenu: true,
  },
  {
    path: '/business/contract',
    module: 'business/contract',
    permission: permit('business.contract.view'),
    menu: 'business.contract',
    inMenu: true,
  },
  {
    path: '/business/contract/detail/:id',
    module: 'business/ContractDetail',
    permission: permit('business.contract.view'),
    menu: 'business.contract',
    title: 'business.contract',
  },
  {
    path: '/business/standard-quote',
    module: 'business/standardQuote',
    permission: permit('business.standardQuote.view'),
    menu: 'business.standardQuote',
    inMenu: true,
  },
  {
    path: '/business/standard-quote/detail/:id',
    module: 'business/StandardQuoteDetail',
    permission: permit('business.standardQuote.view'),
    menu: 'business.standardQuote',
    title: 'business.quote',
  },
  {
    path: '/business/order-quote',
    module: 'business/orderQuote',
    permission: permit('business.orderQuote.view'),
    menu: 'business.orderQuote',
    inMenu: true,
  },
  {
    path: '/business/order-quote/detail/:id',
    module: 'business/OrderQuoteDetail',
    permission: permit('business.orderQuote.view'),
    menu: 'business.orderQuote',
    title: 'business.orderQuote',
  },
  {
    path: '/business/price-calculator',
    module: 'business/PriceCalculator',
    permission: permit('business.standardQuote.view'),
    menu: 'business.standardQuote',
    inMenu: true,
    title: 'business.priceCalculator',
  },
  {
    path: '/business/taxation',
    module: 'business/taxation',
    permission: permit('business.taxation.view'),
    menu: 'business.taxation',
    inMenu: true,
  },
  {
    path: '/business/taxation/detail/:id',
    module: 'business/TaxationDetail',
    permission: permit('business.taxation.view'),
    menu: 'business.taxation',
    title: 'business.rate',
  },
  {
    path: '/business/calculator',
    module: 'business/DutyCalculator',
    permission: permit('business.taxation.view'),
    menu: 'business.taxation',
    inMenu: true,
    title: 'business.calculator',
  },
  {
    path: '/business/approval-logs',
    module: 'business/ApprovalLog',
    permission: permit('business.log.view'),
    menu: 'business.log',
    inMenu: true,
  },
  {
    path: '/monitor/config',
    module: 'monitor/config',
    permission: permit('config.monitor.view'),
    menu: 'config.monitor',
    inMenu: true,
  },
  {
    path: '/monitor/record',
    module: 'monitor/Records',
    permission: permit('config.monitor.view'),
    menu: 'config.monitor',
    inMenu: true,
    title: 'monitor.recordTitle',
  },
  {
    path: '/config/mailbox',
    module: 'config/mailbox',
    permission: permit('config.mailbox.view'),
    menu: 'config.mailbox',
    inMenu: true,
  },
  {
    path: '/config/warehouse-email',
    module: 'config/WarehouseEmail',
    permission: permit('config.warehouse.view'),
    menu: 'config.warehouse',
    title: 'mail.warehouseTitle',
    inMenu: true,
    also: 'recipients pre-alerts exceptions, 收件人 预报 异常 邮件通知 shoujianren sjr',
  },
  {
    path: '/config/mail',
    module: 'config/Mail',
    permission: permit('config.mail.view'),
    menu: 'config.mail',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/base-data/companies',
    module: 'config/Companies',
    permission: permit('config.company.view'),
    menu: 'config.company',
    inMenu: true,
  },
  {
    path: '/base-data/companies/detail/:id',
    module: 'config/CompanyDetail',
    permission: permit('config.company.view'),
    menu: 'config.company',
    title: 'config.companyTitle',
  },
  {
    path: '/config/operate/logs',
    module: 'config/OperateLog',
    permission: permit('config.operateLog.view'),
    menu: 'config.operateLog',
    inMenu: true,
  },
  {
    path: '/customer/customer_list',
    module: 'customer/customer',
    permission: permit('customer.list.view'),
    menu: 'customer.list',
    inMenu: true,
  },
  {
    path: '/customer/customer_detail',
    module: 'customer/CustomerDetail',
    permission: permit('customer.list.view'),
    menu: 'customer.list',
    title: 'config.customerTitle',
  },
  {
    path: '/customer/add_customer',
    module: 'customer/AddCustomer',
    permission: permit('customer.list.edit'),
    menu: 'customer.list',
    title: 'config.addCustomer',
  },
  {
    path: '/customer/edit_customer',
    module: 'customer/EditCustomer',
    permission: permit('customer.list.edit'),
    menu: 'customer.list',
    title: 'config.editCustomer',
    worksOn: true,
  },
  {
    path: '/customer/contact',
    module: 'customer/Contacts',
    permission: permit('customer.contact.view'),
    menu: 'customer.contact',
    inMenu: true,
  },
  {
    path: '/customer/role',
    module: 'customer/ClientRoles',
    permission: permit('customer.role.view'),
    menu: 'customer.role',
    inMenu: true,
  },
  {
    path: '/customer/log',
    module: 'customer/ClientLog',
    permission: permit('customer.log.view'),
    menu: 'customer.log',
    inMenu: true,
  },
  {
    path: '/tools/cc-code',
    module: 'tools/CcCode',
    permission: permit('tools.ccCode.view'),
    menu: 'tools.ccCode',
    inMenu: true,
  },
  {
    path: '/tools/tariff',
    module: 'tools/Tariff',
    permission: permit('tools.tariff.view'),
    menu: 'tools.tariff',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/tools/invoice',
    module: 'tools/Invoice',
    permission: permit('tools.invoice.view'),
    menu: 'tools.invoice',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/tools/awb-file',
    module: 'tools/AwbFile',
    permission: permit('tools.awbFile.view'),
    menu: 'tools.awbFile',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/staff/staff-list',
    module: 'staff/StaffList',
    permission: permit('staff.list.view'),
    menu: 'staff.list',
    inMenu: true,
  },
  {
    path: '/staff/add-edit',
    module: 'staff/StaffForm',
    permission: permit('staff.list.edit'),
    menu: 'staff.list',
    title: 'staff.add',
  },
  {
    path: '/staff/add-edit/:id',
    module: 'staff/StaffForm',
    permission: permit('staff.list.edit'),
    menu: 'staff.list',
    title: 'staff.editTitle',
    worksOn: true,
  },
  {
    path: '/staff/role',
    module: 'staff/Roles',
    permission: permit('staff.role.view'),
    menu: 'staff.role',
    inMenu: true,
  },
  {
    path: '/staff/modify_permission/:id',
    module: 'staff/ModifyPermission',
    permission: permit('staff.role.view'),
    menu: 'staff.role',
    title: 'staff.assign',
    worksOn: true,
  },
  {
    path: '/staff/logs',
    module: 'staff/StaffLog',
    permission: permit('staff.log.view'),
    menu: 'staff.log',
    inMenu: true,
  },
  {
    path: '/customer/customer_group_list',
    module: 'customer/clientGroup',
    permission: permit('customer.group.view'),
    menu: 'customer.group',
    inMenu: true,
  },
  {
    path: '/bil-fee/cost',
    module: 'finance/Cost',
    permission: permit('finance.cost.view'),
    menu: 'finance.cost',
    inMenu: true,
  },
  {
    path: '/bil-fee/cost/import',
    module: 'finance/CostImport',
    permission: permit('finance.cost.edit'),
    menu: 'finance.cost',
    title: 'finance.importCosts',
  },
  {
    path: '/bil-fee/cost-diff',
    module: 'finance/CostDiff',
    permission: permit('finance.diff.view'),
    menu: 'finance.diff',
    inMenu: true,
  },
  {
    path: '/bil-fee/customer',
    module: 'finance/Customer',
    permission: permit('finance.customer.view'),
    menu: 'finance.customer',
    inMenu: true,
  },
  {
    path: '/bil-fee/revenues',
    module: 'finance/Revenue',
    permission: permit('finance.revenue.view'),
    menu: 'finance.revenue',
    inMenu: true,
  },
  {
    path: '/bil-fee/payment',
    module: 'finance/Payment',
    permission: permit('finance.payment.view'),
    menu: 'finance.payment',
    inMenu: true,
  },
  {
    path: '/bil-fee/profit',
    module: 'finance/Profit',
    permission: permit('finance.profit.view'),
    menu: 'finance.profit',
    inMenu: true,
  },
  {
    path: '/bil-fee/charge_flow',
    module: 'finance/chargeFlow',
    permission: permit('finance.chargeFlow.view'),
    menu: 'finance.chargeFlow',
    inMenu: true,
  },
  {
    path: '/bil-fee/charge_flow/add',
    module: 'finance/ChargeFlowAdd',
    permission: permit('finance.chargeFlow.edit'),
    menu: 'finance.chargeFlow',
    title: 'finance.addFlow',
  },
  {
    path: '/bil-fee/rates',
    module: 'finance/dayRate',
    permission: permit('finance.rate.view'),
    menu: 'finance.rate',
    inMenu: true,
  },
  {
    path: '/bil-fee/charge_items',
    module: 'finance/chargeItem',
    permission: permit('finance.chargeItem.view'),
    menu: 'finance.chargeItem',
    inMenu: true,
  },
  ...reportScreens,
  {
    path: '/report/schedule',
    module: 'report/Schedules',
    permission: permit('report.schedule.view'),
    menu: 'report.schedule',
    inMenu: true,
  },
];

/** Groups of the menu at the left, in its order, and what of the permission tree stands in each: the trade's own parts. */
export const menuGroups = {
  home: ['home.dashboard', 'home.center'],
  bills: ['bill.manage', 'bill.nodes', 'config.noaMail', 'bill.search', 'bill.tracking'],
  transport: ['transport.air', 'transport.sea', 'transport.forecast'],
  sea: ['sea.bill', 'sea.isf', 'sea.entry', 'sea.node', 'sea.ams'],
  customs: ['bill.customs', 'bill.cases', 'config.utbMail', 'config.hsCode', 'config.ioss'],
  warehouse: ['bill.warehouse', 'bill.cmr'],
  files: ['bill.import', 'bill.files', 'bill.attachment'],
  finance: [
    'finance.cost',
    'finance.diff',
    'finance.revenue',
    'finance.payment',
    'finance.customer',
    'finance.profit',
    'finance.chargeItem',
    'finance.chargeFlow',
    'finance.rate',
    'config.feeCategory',
  ],
  reports: [
    'report.trend',
    'report.inspection',
    'report.abnormal',
    'report.exceptionBatch',
    'report.awbFile',
    'report.box',
    'report.country',
    'report.customer',
    'report.prealert',
    'report.destination',
    'report.lastMile',
    'report.stock',
    'report.schedule',
  ],
  tools: ['tools.ccCode', 'tools.invoice', 'tools.awbFile', 'tools.tariff'],
  partners: [
    'customer.list',
    'customer.group',
    'customer.contact',
    'customer.role',
    'customer.log',
    'bill.push',
    'bill.thirdPart',
  ],
  staff: ['staff.list', 'staff.role', 'staff.log'],
  business: [
    'business.contract',
    'business.standardQuote',
    'business.orderQuote',
    'business.taxation',
    'business.log',
  ],
  config: [
    'config.area',
    'config.airport',
    'config.cargoStation',
    'config.warehouse',
    'config.destination',
    'config.lastMile',
    'config.channelCode',
    'config.service',
    'config.mark',
    'config.monitor',
    'config.mailbox',
    'config.cmrMail',
    'config.approval',
    'config.netchb',
    'config.mail',
    'config.company',
    'config.operateLog',
  ],
} as const satisfies Record<string, readonly PermissionName[]>;
export type MenuGroup = keyof typeof menuGroups;

type Menu<N> = N extends `${string}.${string}.${string}`
  ? never
  : N extends `${string}.${string}`
    ? N
    : never;
/** Compiles only while every menu stands in a group: one that stood in none could not be reached. */
export type UngroupedMenu = Exclude<Menu<PermissionName>, (typeof menuGroups)[MenuGroup][number]>;
const everyMenuStandsInAGroup: UngroupedMenu extends never ? true : UngroupedMenu = true;
void everyMenuStandsInAGroup;

/** The group that a node of the permission tree stands in. */
export function menuGroupOf(menu: PermissionName): MenuGroup | undefined {
  return (Object.keys(menuGroups) as MenuGroup[]).find((group) =>
    (menuGroups[group] as readonly PermissionName[]).includes(menu),
  );
}

/** Of the paths that were asked for: each drawing of the desk asks for each that is open, and a pattern is dear to read. */
const found = new Map<string, Screen | undefined>();
const MOST_FOUND = 1000;

/** The screen of a path, whatever stands behind its question mark. */
export function screenOf(path: string): Screen | undefined {
  const [bare = ''] = path.split('?');
  if (!found.has(bare)) {
    if (found.size >= MOST_FOUND) found.clear();
    found.set(
      bare,
      screens.find((screen) => matchPath(screen.path, bare)),
    );
  }
  return found.get(bare);
}
