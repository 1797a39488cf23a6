import type { ApiName } from '@contract/index';
import { namesOf } from '@contract/names';
import {
  type ListedMenu,
  listedMenus,
  type PermissionId,
  type PermissionName,
  permit,
} from '@contract/permissions';
import { type ReportMenu, reportAt, reportPaths } from '@contract/report/menu';
import { matchPath } from 'react-router-dom';

/** Message key of a screen's title. */
type ScreenTitle =
  | 'bill.detailTitle'
  | 'bill.addBill'
  | 'bill.editBill'
  | 'common.uploadFile'
  | 'files.timeNodes'
  | 'finance.importCosts'
  | 'finance.readInvoice'
  | 'bill.awbList'
  | 'bill.messages'
  | 'kept.title'
  | 'settings.title'
  | 'customs.failureTitle'
  | 'customs.productIdsTitle'
  | 'customs.abnormalTitle'
  | 'customs.fycoTitle'
  | 'access.resetTitle'
  | 'access.panelTitle'
  | 'warehouse.scanAny'
  | 'warehouse.scanInbound'
  | 'warehouse.scanOutbound'
  | 'warehouse.pmcTitle'
  | 'stock.title'
  | 'stock.record'
  | 'stock.counts'
  | 'stock.count'
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
  | 'business.euRates'
  | 'business.quote'
  | 'business.orderQuote'
  | 'business.priceCalculator'
  | 'transport.flight'
  | 'common.voyage'
  | 'transport.forecast'
  | 'sea.addEntry'
  | 'sea.amendEntry'
  | 'sea.entry'
  | 'sea.rates'
  | 'finance.tariffs'
  | 'finance.vatCodes'
  | 'finance.invoices'
  | 'finance.supplierInvoices'
  | 'finance.vatReturn'
  | 'finance.journal'
  | 'finance.openItems'
  | 'finance.accruals'
  | 'finance.ledgerAccounts'
  | 'finance.bank'
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
  /** Calls the screen depends on: it is not offered where the server lacks one of them. */
  readonly requiredCalls: readonly ApiName[];
  /** Null if every signed-in user may open it. */
  readonly permission: PermissionId | null;
  /** Menu node it belongs to; only a screen with `inMenu` is listed there. */
  readonly menu: PermissionName;
  readonly inMenu?: boolean;
  /** True if its query string is state of its only tab, not a separate path. */
  readonly oneTab?: boolean;
  /** Titles its tab with the screen and the record; tabs of other records show the record only. */
  readonly worksOn?: true;
  /** Title if not that of the menu; may depend on the query string. */
  readonly title?: ScreenTitle | ((search: URLSearchParams) => ScreenTitle);
  /** Further search terms for the palette, in both languages and in pinyin. */
  readonly also?: string;
}

/** Screens of the reports, all drawn by one module. */
const reportScreens = namesOf(reportPaths).map((name): Screen => {
  const { path, menu, view } = reportAt(name);
  const group = `report${name[0]?.toUpperCase()}${name.slice(1)}` as `report${Capitalize<ReportMenu>}`;
  return {
    path,
    module: 'report/Report',
    requiredCalls: [`${group}.list`],
    permission: view,
    menu,
    inMenu: true,
  };
});

/** Lists of plain resources, placed by the menus of the permission tree. */
const listScreens = listedMenus.flatMap(({ area, menu, of, path }): Screen[] =>
  path
    ? [
        {
          path,
          module: `${area}/${of}`,
          requiredCalls: [`${of}.list`],
          permission: permit(`${menu}.view`),
          menu,
          inMenu: true,
        },
      ]
    : [],
);

/** All screens. Any other path is unknown, and leads to the sign-in as the specification requires. */
export const screens: readonly Screen[] = [
  ...listScreens,
  {
    path: '/home',
    module: 'home/Home',
    requiredCalls: [],
    permission: permit('home.dashboard.view'),
    menu: 'home.dashboard',
    inMenu: true,
  },
  {
    path: '/home/center',
    module: 'home/Center',
    requiredCalls: ['session.me'],
    permission: null,
    menu: 'home.center',
    inMenu: true,
  },
  {
    path: '/message/list',
    module: 'home/Messages',
    requiredCalls: ['message.list'],
    permission: null,
    menu: 'home.center',
    title: 'bill.messages',
    inMenu: true,
  },
  {
    path: '/home/kept',
    module: 'home/Kept',
    requiredCalls: [],
    permission: null,
    menu: 'home.center',
    title: 'kept.title',
    inMenu: true,
  },
  {
    path: '/home/settings',
    module: 'settings/Settings',
    requiredCalls: [],
    permission: null,
    menu: 'home.center',
    title: 'settings.title',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/home/reset-password',
    module: 'home/ResetPassword',
    requiredCalls: ['session.password'],
    permission: null,
    menu: 'home.center',
    title: 'access.resetTitle',
  },
  {
    path: '/home/panel',
    module: 'home/Panel',
    requiredCalls: ['homeReport.counts'],
    permission: permit('home.center.reset'),
    menu: 'home.center',
    title: 'access.panelTitle',
  },
  {
    path: '/bill/bill_manage',
    module: 'bill/BillList',
    requiredCalls: ['bill.list'],
    permission: permit('bill.manage.view'),
    menu: 'bill.manage',
    inMenu: true,
  },
  {
    path: '/bill/bill_manage/detail/:id',
    module: 'bill/BillDetail',
    requiredCalls: ['bill.get'],
    permission: permit('bill.manage.view'),
    menu: 'bill.manage',
    // Other screens link to one of its parts.
    oneTab: true,
    title: 'bill.detailTitle',
  },
  {
    path: '/bill/add_bill',
    module: 'bill/AddBill',
    requiredCalls: ['bill.create'],
    permission: permit('bill.manage.create'),
    menu: 'bill.manage',
    title: 'bill.addBill',
  },
  {
    path: '/bill/edit_bill',
    module: 'bill/EditBill',
    requiredCalls: ['bill.update'],
    permission: permit('bill.manage.edit'),
    menu: 'bill.manage',
    title: 'bill.editBill',
    worksOn: true,
  },
  {
    path: '/bill/awb',
    module: 'bill/AwbList',
    requiredCalls: ['awb.list'],
    permission: permit('bill.manage.view'),
    menu: 'bill.manage',
    title: 'bill.awbList',
  },
  {
    path: '/bill/tracking-date',
    module: 'bill/TrackingDate',
    requiredCalls: ['bill.list', 'timeNode.many'],
    permission: permit('bill.nodes'),
    menu: 'bill.nodes',
    inMenu: true,
  },
  {
    path: '/bill/bill_import',
    module: 'bill/BillImport',
    requiredCalls: ['fileJob.upload'],
    permission: permit('bill.import.run'),
    menu: 'bill.import',
    inMenu: true,
    also: 'import bills, 导入提单 daorutidan drtd',
  },
  {
    path: '/bill/attachment',
    module: 'bill/Attachments',
    requiredCalls: ['attachment.list'],
    permission: permit('bill.attachment.view'),
    menu: 'bill.attachment',
    inMenu: true,
  },
  {
    path: '/bill/files',
    module: 'bill/Files',
    requiredCalls: ['fileJob.list'],
    permission: permit('bill.files.view'),
    menu: 'bill.files',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/bill/files/upload',
    module: 'bill/FileUpload',
    requiredCalls: ['fileJob.upload'],
    permission: permit('bill.files.upload'),
    menu: 'bill.files',
    title: 'common.uploadFile',
  },
  {
    path: '/bill/tracking-date-import',
    module: 'bill/TimeNodeImport',
    requiredCalls: ['fileJob.upload'],
    permission: permit('bill.nodes.import'),
    menu: 'bill.nodes',
    title: 'files.timeNodes',
  },
  {
    path: '/bill/clearance',
    module: 'customs/ClearanceList',
    requiredCalls: ['clearance.list'],
    permission: permit('bill.customs.view'),
    menu: 'bill.customs',
    inMenu: true,
  },
  {
    path: '/bill/failure-parcel',
    module: 'customs/FailureParcels',
    requiredCalls: ['parcel.list'],
    permission: permit('bill.customs.view'),
    menu: 'bill.customs',
    inMenu: true,
    title: 'customs.failureTitle',
  },
  {
    path: '/bill/product-ids',
    module: 'customs/ProductIds',
    requiredCalls: ['productId.list'],
    permission: permit('bill.customs.view'),
    menu: 'bill.customs',
    inMenu: true,
    title: 'customs.productIdsTitle',
  },
  {
    path: '/bill/fyco',
    module: 'customs/FycoList',
    requiredCalls: ['fyco.list'],
    permission: permit('bill.customs.view'),
    menu: 'bill.customs',
    inMenu: true,
    title: 'customs.fycoTitle',
  },
  {
    path: '/bill/abnormal',
    module: 'customs/AbnormalParcels',
    requiredCalls: ['parcel.list'],
    permission: permit('bill.customs.view'),
    menu: 'bill.cases',
    inMenu: true,
    title: 'customs.abnormalTitle',
  },
  {
    path: '/bill/cases',
    module: 'customs/CaseList',
    requiredCalls: ['abnormalCase.list'],
    permission: permit('bill.cases.view'),
    menu: 'bill.cases',
    inMenu: true,
  },
  {
    path: '/bill/search',
    module: 'bill/BillSearch',
    requiredCalls: ['bill.search'],
    permission: permit('bill.search.view'),
    menu: 'bill.search',
    inMenu: true,
  },
  {
    path: '/bill/tracking',
    module: 'bill/Tracking',
    requiredCalls: ['tracking.parcel', 'tracking.awb'],
    permission: permit('bill.tracking.view'),
    menu: 'bill.tracking',
    inMenu: true,
    oneTab: true,
    also: 'track parcels awb, 跟踪 查轨迹 包裹轨迹 genzong gz guiji gj',
  },
  {
    path: '/warehouse/inbound',
    module: 'warehouse/Inbound',
    requiredCalls: ['inboundBatch.list'],
    permission: permit('bill.warehouse.view'),
    menu: 'bill.warehouse',
    inMenu: true,
    also: 'scan boxes barcode, 扫描 扫码 saomiao sm saoma',
  },
  {
    path: '/warehouse/stock',
    module: 'warehouse/Stock',
    requiredCalls: ['stock.list'],
    permission: permit('bill.warehouse.view'),
    menu: 'bill.warehouse',
    inMenu: true,
    title: 'stock.title',
    also: 'stock inventory, 库存 在库 kucun kc zaiku',
  },
  {
    path: '/warehouse/stock-record',
    module: 'warehouse/StockRecord',
    requiredCalls: ['stockRecord.list'],
    permission: permit('bill.warehouse.view'),
    menu: 'bill.warehouse',
    inMenu: true,
    title: 'stock.record',
    also: 'bonded stock record, 台账 保税台账 taizhang tz baoshui',
  },
  {
    path: '/warehouse/count',
    module: 'warehouse/StockCounts',
    requiredCalls: ['stockCount.list'],
    permission: permit('bill.warehouse.view'),
    menu: 'bill.warehouse',
    inMenu: true,
    title: 'stock.counts',
    also: 'inventory count stocktaking, 盘点 盘库 pandian pd',
  },
  {
    path: '/warehouse/count/detail/:id',
    module: 'warehouse/StockCountDetail',
    requiredCalls: ['stockCount.get', 'stockCount.scan'],
    permission: permit('bill.warehouse.view'),
    menu: 'bill.warehouse',
    title: 'stock.count',
  },
  {
    path: '/warehouse/pmc',
    module: 'warehouse/PmcList',
    requiredCalls: ['pmc.records'],
    permission: permit('bill.warehouse.view'),
    menu: 'bill.warehouse',
    inMenu: true,
    title: 'warehouse.pmcTitle',
  },
  {
    path: '/warehouse/scan',
    module: 'warehouse/Scan',
    requiredCalls: ['box.progress', 'box.scan'],
    permission: permit('bill.warehouse.edit'),
    menu: 'bill.warehouse',
    inMenu: true,
    title: (search) => {
      if (search.get('bill') === null) return 'warehouse.scanAny';
      return search.get('leg') === 'outbound' ? 'warehouse.scanOutbound' : 'warehouse.scanInbound';
    },
    worksOn: true,
    also: 'scanner barcode sscc truck load, 扫描枪 扫码 装车 saomiao sm zhuangche zc',
  },
  {
    path: '/config/cmr',
    module: 'linehaul/CmrList',
    requiredCalls: ['cmr.list'],
    permission: permit('bill.cmr.view'),
    menu: 'bill.cmr',
    inMenu: true,
  },
  {
    path: '/config/cmr/detail/:id',
    module: 'linehaul/CmrDetail',
    requiredCalls: ['cmr.get'],
    permission: permit('bill.cmr.view'),
    menu: 'bill.cmr',
    title: 'cmr.detail',
  },
  {
    path: '/config/cmr/add',
    module: 'linehaul/CmrAdd',
    requiredCalls: ['cmr.create'],
    permission: permit('bill.cmr.edit'),
    menu: 'bill.cmr',
    title: 'cmr.add',
  },
  {
    path: '/config/cmr/edit/:id',
    module: 'linehaul/CmrEdit',
    requiredCalls: ['cmr.update'],
    permission: permit('bill.cmr.edit'),
    menu: 'bill.cmr',
    title: 'cmr.edit',
    worksOn: true,
  },
  {
    path: '/config/noa-mail',
    module: 'mail/NoaMail',
    requiredCalls: ['noaMail.list'],
    permission: permit('config.noaMail.view'),
    menu: 'config.noaMail',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/config/utb-mail',
    module: 'mail/UtbMail',
    requiredCalls: ['utbMail.list'],
    permission: permit('config.utbMail.view'),
    menu: 'config.utbMail',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/transport/air',
    module: 'transport/air',
    requiredCalls: ['airTransport.list'],
    permission: permit('transport.air.view'),
    menu: 'transport.air',
    inMenu: true,
  },
  {
    path: '/transport/air/detail/:id',
    module: 'transport/AirDetail',
    requiredCalls: ['airTransport.get'],
    permission: permit('transport.air.view'),
    menu: 'transport.air',
    title: 'transport.flight',
  },
  {
    path: '/transport/sea',
    module: 'transport/sea',
    requiredCalls: ['seaTransport.list'],
    permission: permit('transport.sea.view'),
    menu: 'transport.sea',
    inMenu: true,
  },
  {
    path: '/transport/sea/detail/:id',
    module: 'transport/SeaDetail',
    requiredCalls: ['seaTransport.get'],
    permission: permit('transport.sea.view'),
    menu: 'transport.sea',
    title: 'common.voyage',
  },
  {
    path: '/transport/parcel-forecast',
    module: 'transport/forecast',
    requiredCalls: ['parcelForecast.list'],
    permission: permit('transport.forecast.view'),
    menu: 'transport.forecast',
    inMenu: true,
  },
  {
    path: '/transport/parcel-forecast/detail/:id',
    module: 'transport/ForecastDetail',
    requiredCalls: ['parcelForecast.get'],
    permission: permit('transport.forecast.view'),
    menu: 'transport.forecast',
    title: 'transport.forecast',
  },
  {
    path: '/sea/bill/detail/:id',
    module: 'sea/SeaBillDetail',
    requiredCalls: ['seaBill.get'],
    permission: permit('sea.bill.view'),
    menu: 'sea.bill',
    title: 'sea.billTitle',
  },
  {
    path: '/clearance/isf-choose',
    module: 'sea/IsfChoose',
    requiredCalls: ['seaIsf.list'],
    permission: permit('sea.isf.edit'),
    menu: 'sea.isf',
    title: 'sea.isfChoose',
  },
  {
    path: '/sea/entry',
    module: 'sea/entry',
    requiredCalls: ['seaEntry.list'],
    permission: permit('sea.entry.view'),
    menu: 'sea.entry',
    inMenu: true,
  },
  {
    path: '/sea/entry/add',
    module: 'sea/EntryAmend',
    requiredCalls: ['seaEntry.create'],
    permission: permit('sea.entry.edit'),
    menu: 'sea.entry',
    title: 'sea.addEntry',
  },
  {
    path: '/sea/entry/amend/:id',
    module: 'sea/EntryAmend',
    requiredCalls: ['seaEntry.update'],
    permission: permit('sea.entry.edit'),
    menu: 'sea.entry',
    title: 'sea.amendEntry',
    worksOn: true,
  },
  {
    path: '/sea/entry/detail/:id',
    module: 'sea/EntryDetail',
    requiredCalls: ['seaEntry.get'],
    permission: permit('sea.entry.view'),
    menu: 'sea.entry',
    title: 'sea.entry',
  },
  {
    path: '/sea/entry/rates',
    module: 'sea/usRate',
    requiredCalls: ['usRate.list'],
    permission: permit('sea.entry.view'),
    menu: 'sea.entry',
    inMenu: true,
    title: 'sea.rates',
  },
  {
    path: '/bil-fee/container_tariffs',
    module: 'finance/containerTariff',
    requiredCalls: ['containerTariff.list'],
    permission: permit('finance.chargeItem.view'),
    menu: 'finance.chargeItem',
    inMenu: true,
    title: 'finance.tariffs',
  },
  {
    path: '/bil-fee/vat_codes',
    module: 'finance/vatCode',
    requiredCalls: ['vatCode.list'],
    permission: permit('finance.chargeItem.view'),
    menu: 'finance.chargeItem',
    inMenu: true,
    title: 'finance.vatCodes',
  },
  {
    path: '/sea/isf',
    module: 'sea/isf',
    requiredCalls: ['seaIsf.list'],
    permission: permit('sea.isf.view'),
    menu: 'sea.isf',
    inMenu: true,
  },
  {
    path: '/sea/isf/add',
    module: 'sea/IsfForm',
    requiredCalls: ['seaIsf.create'],
    permission: permit('sea.isf.edit'),
    menu: 'sea.isf',
    title: 'sea.addIsf',
  },
  {
    path: '/sea/isf/amend/:id',
    module: 'sea/IsfForm',
    requiredCalls: ['seaIsf.update'],
    permission: permit('sea.isf.edit'),
    menu: 'sea.isf',
    title: 'sea.editIsf',
    worksOn: true,
  },
  {
    path: '/sea/isf/detail/:id',
    module: 'sea/IsfDetail',
    requiredCalls: ['seaIsf.get'],
    permission: permit('sea.isf.view'),
    menu: 'sea.isf',
    title: 'sea.isfTitle',
  },
  {
    path: '/sea/isf/upload',
    module: 'sea/IsfUpload',
    requiredCalls: ['fileJob.upload'],
    permission: permit('sea.isf.edit'),
    menu: 'sea.isf',
    title: 'sea.isfUpload',
  },
  {
    path: '/sea/entry/upload',
    module: 'sea/EntryUpload',
    requiredCalls: ['fileJob.upload'],
    permission: permit('sea.entry.edit'),
    menu: 'sea.entry',
    title: 'sea.entryUpload',
    oneTab: true,
  },
  {
    path: '/clearance/isf-upload',
    module: 'sea/IsfUpload',
    requiredCalls: ['fileJob.upload'],
    permission: permit('sea.isf.edit'),
    menu: 'sea.isf',
    title: 'sea.isfUpload',
  },
  {
    path: '/sea/entry/node',
    module: 'sea/SeaNodes',
    requiredCalls: ['seaNode.list'],
    permission: permit('sea.node.view'),
    menu: 'sea.node',
    inMenu: true,
  },
  {
    path: '/config/hscode',
    module: 'customs/hsCode',
    requiredCalls: ['hsCode.list'],
    permission: permit('config.hsCode.view'),
    menu: 'config.hsCode',
    inMenu: true,
  },
  {
    path: '/hscode/detail/:code',
    module: 'customs/HsCodeDetail',
    requiredCalls: ['hsCode.list'],
    permission: permit('config.hsCode.view'),
    menu: 'config.hsCode',
    title: 'clearance.hsDetailTitle',
  },
  {
    path: '/bill/api_push',
    module: 'bill/ApiPush',
    requiredCalls: ['apiPush.list'],
    permission: permit('bill.push.view'),
    menu: 'bill.push',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/bill/third_part_log',
    module: 'bill/ThirdPartLog',
    requiredCalls: ['thirdParty.list'],
    permission: permit('bill.thirdPart.view'),
    menu: 'bill.thirdPart',
    inMenu: true,
  },
  {
    path: '/config/cmr/send-config',
    module: 'linehaul/cmrConfig',
    requiredCalls: ['cmrConfig.list'],
    permission: permit('config.cmrMail.view'),
    menu: 'config.cmrMail',
    inMenu: true,
  },
  {
    path: '/business/contract/detail/:id',
    module: 'business/ContractDetail',
    requiredCalls: ['contract.get'],
    permission: permit('business.contract.view'),
    menu: 'business.contract',
    title: 'business.contract',
  },
  {
    path: '/business/standard-quote/detail/:id',
    module: 'business/StandardQuoteDetail',
    requiredCalls: ['standardQuote.get'],
    permission: permit('business.standardQuote.view'),
    menu: 'business.standardQuote',
    title: 'business.quote',
  },
  {
    path: '/business/order-quote/detail/:id',
    module: 'business/OrderQuoteDetail',
    requiredCalls: ['orderQuote.get'],
    permission: permit('business.orderQuote.view'),
    menu: 'business.orderQuote',
    title: 'business.orderQuote',
  },
  {
    path: '/business/price-calculator',
    module: 'business/PriceCalculator',
    requiredCalls: ['standardQuote.calculate'],
    permission: permit('business.standardQuote.view'),
    menu: 'business.standardQuote',
    inMenu: true,
    title: 'business.priceCalculator',
  },
  {
    path: '/business/taxation/detail/:id',
    module: 'business/TaxationDetail',
    requiredCalls: ['taxation.get'],
    permission: permit('business.taxation.view'),
    menu: 'business.taxation',
    title: 'business.rate',
  },
  {
    path: '/business/taxation/eu-rates',
    module: 'business/euRate',
    requiredCalls: ['euRate.list'],
    permission: permit('business.taxation.view'),
    menu: 'business.taxation',
    inMenu: true,
    title: 'business.euRates',
  },
  {
    path: '/business/calculator',
    module: 'business/DutyCalculator',
    requiredCalls: ['taxation.calculate'],
    permission: permit('business.taxation.view'),
    menu: 'business.taxation',
    inMenu: true,
    title: 'business.calculator',
  },
  {
    path: '/business/approval-logs',
    module: 'business/ApprovalLog',
    requiredCalls: ['approvalLog.list'],
    permission: permit('business.log.view'),
    menu: 'business.log',
    inMenu: true,
  },
  {
    path: '/monitor/config',
    module: 'monitor/config',
    requiredCalls: ['monitorConfig.list'],
    permission: permit('config.monitor.view'),
    menu: 'config.monitor',
    inMenu: true,
  },
  {
    path: '/monitor/record',
    module: 'monitor/Records',
    requiredCalls: ['monitorRecord.list'],
    permission: permit('config.monitor.view'),
    menu: 'config.monitor',
    inMenu: true,
    title: 'monitor.recordTitle',
  },
  {
    path: '/config/warehouse-email',
    module: 'config/WarehouseEmail',
    requiredCalls: ['warehouse.list'],
    permission: permit('config.warehouse.view'),
    menu: 'config.warehouse',
    title: 'mail.warehouseTitle',
    inMenu: true,
    also: 'recipients pre-alerts exceptions, 收件人 预报 异常 邮件通知 shoujianren sjr',
  },
  {
    path: '/config/mail',
    module: 'config/Mail',
    requiredCalls: ['mail.list'],
    permission: permit('config.mail.view'),
    menu: 'config.mail',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/base-data/companies',
    module: 'config/Companies',
    requiredCalls: ['clientCompany.list'],
    permission: permit('config.company.view'),
    menu: 'config.company',
    inMenu: true,
  },
  {
    path: '/base-data/companies/detail/:id',
    module: 'config/CompanyDetail',
    requiredCalls: ['clientCompany.get'],
    permission: permit('config.company.view'),
    menu: 'config.company',
    title: 'config.companyTitle',
  },
  {
    path: '/config/operate/logs',
    module: 'config/OperateLog',
    requiredCalls: ['operateLog.list'],
    permission: permit('config.operateLog.view'),
    menu: 'config.operateLog',
    inMenu: true,
  },
  {
    path: '/customer/customer_detail',
    module: 'customer/CustomerDetail',
    requiredCalls: ['customer.get'],
    permission: permit('customer.list.view'),
    menu: 'customer.list',
    title: 'config.customerTitle',
  },
  {
    path: '/customer/add_customer',
    module: 'customer/AddCustomer',
    requiredCalls: ['customer.create'],
    permission: permit('customer.list.edit'),
    menu: 'customer.list',
    title: 'config.addCustomer',
  },
  {
    path: '/customer/edit_customer',
    module: 'customer/EditCustomer',
    requiredCalls: ['customer.update'],
    permission: permit('customer.list.edit'),
    menu: 'customer.list',
    title: 'config.editCustomer',
    worksOn: true,
  },
  {
    path: '/customer/contact',
    module: 'customer/Contacts',
    requiredCalls: ['clientContact.list'],
    permission: permit('customer.contact.view'),
    menu: 'customer.contact',
    inMenu: true,
  },
  {
    path: '/customer/role',
    module: 'customer/ClientRoles',
    requiredCalls: ['clientRole.list'],
    permission: permit('customer.role.view'),
    menu: 'customer.role',
    inMenu: true,
  },
  {
    path: '/customer/log',
    module: 'customer/ClientLog',
    requiredCalls: ['clientLog.list'],
    permission: permit('customer.log.view'),
    menu: 'customer.log',
    inMenu: true,
  },
  {
    path: '/tools/cc-code',
    module: 'tools/CcCode',
    requiredCalls: ['ccCode.find'],
    permission: permit('tools.ccCode.view'),
    menu: 'tools.ccCode',
    inMenu: true,
  },
  {
    path: '/tools/tariff',
    module: 'tools/Tariff',
    requiredCalls: ['tariffReading.list'],
    permission: permit('tools.tariff.view'),
    menu: 'tools.tariff',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/tools/invoice',
    module: 'tools/Invoice',
    requiredCalls: ['invoiceFile.list'],
    permission: permit('tools.invoice.view'),
    menu: 'tools.invoice',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/tools/awb-file',
    module: 'tools/AwbFile',
    requiredCalls: ['awbFile.list'],
    permission: permit('tools.awbFile.view'),
    menu: 'tools.awbFile',
    inMenu: true,
    oneTab: true,
  },
  {
    path: '/staff/staff-list',
    module: 'staff/StaffList',
    requiredCalls: ['staff.list'],
    permission: permit('staff.list.view'),
    menu: 'staff.list',
    inMenu: true,
  },
  {
    path: '/staff/add-edit',
    module: 'staff/StaffForm',
    requiredCalls: ['staff.create'],
    permission: permit('staff.list.edit'),
    menu: 'staff.list',
    title: 'staff.add',
  },
  {
    path: '/staff/add-edit/:id',
    module: 'staff/StaffForm',
    requiredCalls: ['staff.update'],
    permission: permit('staff.list.edit'),
    menu: 'staff.list',
    title: 'staff.editTitle',
    worksOn: true,
  },
  {
    path: '/staff/role',
    module: 'staff/Roles',
    requiredCalls: ['adminGroup.list'],
    permission: permit('staff.role.view'),
    menu: 'staff.role',
    inMenu: true,
  },
  {
    path: '/staff/modify_permission/:id',
    module: 'staff/ModifyPermission',
    requiredCalls: ['adminGroup.permissions'],
    permission: permit('staff.role.view'),
    menu: 'staff.role',
    title: 'staff.assign',
    worksOn: true,
  },
  {
    path: '/staff/logs',
    module: 'staff/StaffLog',
    requiredCalls: ['staffLog.list'],
    permission: permit('staff.log.view'),
    menu: 'staff.log',
    inMenu: true,
  },
  {
    path: '/bil-fee/cost',
    module: 'finance/Cost',
    requiredCalls: ['billCost.list'],
    permission: permit('finance.cost.view'),
    menu: 'finance.cost',
    inMenu: true,
  },
  {
    path: '/bil-fee/cost/import',
    module: 'finance/CostImport',
    requiredCalls: ['fileJob.upload'],
    permission: permit('finance.cost.edit'),
    menu: 'finance.cost',
    title: 'finance.importCosts',
  },
  {
    path: '/bil-fee/cost/invoice',
    module: 'finance/SupplierInvoice',
    requiredCalls: ['supplierInvoice.read', 'supplierInvoice.record', 'supplierInvoice.keepFile'],
    permission: permit('finance.cost.edit'),
    menu: 'finance.cost',
    title: 'finance.readInvoice',
  },
  {
    path: '/bil-fee/supplier-invoices',
    module: 'finance/SupplierInvoices',
    requiredCalls: ['supplierInvoice.list', 'supplierInvoice.get'],
    permission: permit('finance.cost.view'),
    menu: 'finance.cost',
    inMenu: true,
    title: 'finance.supplierInvoices',
  },
  {
    path: '/bil-fee/cost-diff',
    module: 'finance/CostDiff',
    requiredCalls: ['billCostDiff.list'],
    permission: permit('finance.diff.view'),
    menu: 'finance.diff',
    inMenu: true,
  },
  {
    path: '/bil-fee/customer',
    module: 'finance/Customer',
    requiredCalls: ['billCustomer.list'],
    permission: permit('finance.customer.view'),
    menu: 'finance.customer',
    inMenu: true,
  },
  {
    path: '/bil-fee/revenues',
    module: 'finance/Revenue',
    requiredCalls: ['billRevenue.list'],
    permission: permit('finance.revenue.view'),
    menu: 'finance.revenue',
    inMenu: true,
  },
  {
    path: '/bil-fee/invoices',
    module: 'finance/Invoice',
    requiredCalls: ['customerInvoice.list'],
    permission: permit('finance.revenue.view'),
    menu: 'finance.revenue',
    inMenu: true,
    title: 'finance.invoices',
  },
  {
    path: '/bil-fee/e-invoices',
    module: 'finance/EInvoices',
    requiredCalls: ['eInvoice.list'],
    permission: permit('finance.eInvoice.view'),
    menu: 'finance.eInvoice',
    inMenu: true,
  },
  {
    path: '/bil-fee/payment',
    module: 'finance/Payment',
    requiredCalls: ['billPayment.list'],
    permission: permit('finance.payment.view'),
    menu: 'finance.payment',
    inMenu: true,
  },
  {
    path: '/bil-fee/bank',
    module: 'finance/Bank',
    requiredCalls: ['bankEntry.list', 'bankEntry.get'],
    permission: permit('finance.payment.view'),
    menu: 'finance.payment',
    inMenu: true,
    title: 'finance.bank',
  },
  {
    path: '/bil-fee/profit',
    module: 'finance/Profit',
    requiredCalls: ['billRevenue.profit'],
    permission: permit('finance.profit.view'),
    menu: 'finance.profit',
    inMenu: true,
  },
  {
    path: '/bil-fee/months',
    module: 'finance/Months',
    requiredCalls: ['bookMonth.list'],
    permission: permit('finance.month.view'),
    menu: 'finance.month',
    inMenu: true,
  },
  {
    path: '/bil-fee/vat',
    module: 'finance/VatReturn',
    requiredCalls: ['vatReturn.list'],
    permission: permit('finance.month.view'),
    menu: 'finance.month',
    inMenu: true,
    title: 'finance.vatReturn',
  },
  {
    path: '/bil-fee/journal',
    module: 'finance/Journal',
    requiredCalls: ['journal.list'],
    permission: permit('finance.month.view'),
    menu: 'finance.month',
    inMenu: true,
    title: 'finance.journal',
  },
  {
    path: '/bil-fee/open_items',
    module: 'finance/OpenItems',
    requiredCalls: ['openItem.list'],
    permission: permit('finance.month.view'),
    menu: 'finance.month',
    inMenu: true,
    title: 'finance.openItems',
  },
  {
    path: '/bil-fee/accruals',
    module: 'finance/Accruals',
    requiredCalls: ['accrual.list'],
    permission: permit('finance.month.view'),
    menu: 'finance.month',
    inMenu: true,
    title: 'finance.accruals',
  },
  {
    path: '/bil-fee/ledger',
    module: 'finance/ledgerSetup',
    requiredCalls: ['ledgerSetup.list'],
    permission: permit('finance.month.view'),
    menu: 'finance.month',
    inMenu: true,
    title: 'finance.ledgerAccounts',
  },
  {
    path: '/bil-fee/charge_flow/add',
    module: 'finance/ChargeFlowAdd',
    requiredCalls: ['chargeFlow.create'],
    permission: permit('finance.chargeFlow.edit'),
    menu: 'finance.chargeFlow',
    title: 'finance.addFlow',
  },
  ...reportScreens,
  {
    path: '/report/schedule',
    module: 'report/Schedules',
    requiredCalls: ['reportSchedule.list'],
    permission: permit('report.schedule.view'),
    menu: 'report.schedule',
    inMenu: true,
  },
];

/** Groups of the menu in their order, with the nodes of the permission tree in each, divided as in the trade. */
const GROUPS = {
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
    'finance.eInvoice',
    'finance.payment',
    'finance.customer',
    'finance.profit',
    'finance.month',
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
    'config.customs',
    'config.mail',
    'config.company',
    'config.operateLog',
  ],
} as const satisfies Record<string, readonly PermissionName[]>;
export type MenuGroup = keyof typeof GROUPS;

type Menu<N> = N extends `${string}.${string}.${string}`
  ? never
  : N extends `${string}.${string}`
    ? N
    : never;
/** Compiles only if every menu is in a group, because a menu outside of all groups could not be reached. */
export type UngroupedMenu = Exclude<
  Menu<PermissionName>,
  (typeof GROUPS)[MenuGroup][number] | Extract<ListedMenu, `${MenuGroup}.${string}`>
>;
const everyMenuIsInAGroup: UngroupedMenu extends never ? true : UngroupedMenu = true;
void everyMenuIsInAGroup;

const grouped: ReadonlySet<PermissionName> = new Set(Object.values(GROUPS).flat());
/** The groups, with the remaining menus of resources added to the group of their area. */
export const menuGroups = Object.fromEntries(
  Object.entries(GROUPS).map(([name, menus]) => [
    name,
    [
      ...menus,
      ...listedMenus.filter(({ area, menu }) => area === name && !grouped.has(menu)).map(({ menu }) => menu),
    ],
  ]),
) as unknown as Record<MenuGroup, readonly PermissionName[]>;

/** Returns the group of a node of the permission tree. */
export function menuGroupOf(menu: PermissionName): MenuGroup | undefined {
  return namesOf(menuGroups).find((group) => menuGroups[group].includes(menu));
}

/** Cache of screens by path: each render of the desk looks up all open paths, and matching patterns is slow. */
const found = new Map<string, Screen | undefined>();
const MOST_FOUND = 1000;

/** Returns the screen of a path, ignoring its query string. */
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
