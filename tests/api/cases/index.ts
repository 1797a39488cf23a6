import type { ApiName } from '@contract/index';
import { copyRow, drafts, newCode } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import { attachmentCases } from './attachment';
import { bankCases } from './bank';
import { billCases } from './bill';
import { businessCases } from './business';
import { collectionCases } from './collection';
import { contactCases } from './contacts';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';
import { custodyCases } from './custody';
import { customsCases } from './customs';
import { customsOfficeCases } from './customsOffice';
import { eInvoiceCases } from './eInvoice';
import { entryCases } from './entry';
import { fileJobCases } from './fileJob';
import { financeCases } from './finance';
import { isfCases } from './isf';
import { labelCases } from './label';
import { letterCases } from './letters';
import { cmrMailCases, linehaulCases } from './linehaul';
import { listViewCases } from './listViews';
import { logoCases } from './logos';
import { mailCases } from './mail';
import { monitorCases } from './monitor';
import { netchbCases } from './netchb';
import { caseCases, fycoCases, parcelCases } from './parcel';
import { partnerCases } from './partners';
import { rateFeedCases } from './rateFeed';
import { reportCases } from './reports';
import { resourceCases } from './resources';
import { scanCases } from './scan';
import { scheduleCases } from './schedules';
import { seaCases } from './sea';
import { sessionCases } from './session';
import { staffCases } from './staff';
import { stockCases } from './stock';
import { supplierInvoiceCases } from './supplierInvoice';
import { timeNodeCases } from './timeNode';
import { toolCases } from './tools';
import { transportCases } from './transport';
import { warehouseCases } from './warehouse';

/** Makes an IOSS number, not locked. */
function unlockedIoss(api: TestApi): number {
  return copyRow(api, 'ioss', 1, { iossNo: drafts.ioss().iossNo, locked: 0 });
}

/** Makes a locked IOSS number. */
const lockedIoss = (api: TestApi, changes: Record<string, string> = {}): number =>
  copyRow(api, 'ioss', 1, { iossNo: drafts.ioss().iossNo, locked: 1, ...changes });

const newSetting = (api: TestApi) => api.call.cmrConfig.create({ body: drafts.cmrConfig() });
const refusedSettings = async (api: TestApi, changes: object) => {
  const { id, version } = await newSetting(api);
  return api.refused('cmrConfig.updateMany', { body: { list: [{ id, version, ...changes }] } });
};
const newChannel = (api: TestApi) => copyRow(api, 'channelCode', 1, { channelCode: newCode('CH') });

/** The export of a list takes the same input as the list. */
const fileOf = <N extends ApiName>(name: N, list: ContractCase) => {
  const file: ContractCase = {
    right: async (api, as) => {
      const { query } = (await list.right(api, as)) as { query?: object };
      return { query: { ...query, format: 'csv' } };
    },
  };
  return { [name]: file } as { [K in N]: ContractCase };
};

/** A case for each endpoint of the contract: one that is missing does not compile. */
export const cases: Readonly<Record<ApiName, ContractCase>> = {
  ...sessionCases,
  ...staffCases,
  ...billCases,
  ...attachmentCases,
  ...fileJobCases,
  ...timeNodeCases,
  ...resourceCases,
  ...contactCases,
  ...scanCases,
  ...warehouseCases,
  ...custodyCases,
  ...stockCases,
  ...collectionCases,
  ...linehaulCases,
  ...cmrMailCases,
  ...isfCases,
  ...entryCases,
  ...labelCases,
  ...customsCases,
  ...customsOfficeCases,
  ...parcelCases,
  ...fycoCases,
  ...businessCases,
  ...caseCases,
  ...reportCases,
  ...logoCases,
  ...rateFeedCases,
  ...eInvoiceCases,
  ...partnerCases,
  ...mailCases,
  ...letterCases,
  ...scheduleCases,
  ...listViewCases,
  ...fileOf('awb.export', timeNodeCases['awb.list']),
  ...fileOf('clearance.export', customsCases['clearance.list']),
  ...fileOf('thirdParty.export', partnerCases['thirdParty.list']),
  ...fileOf('apiPush.export', partnerCases['apiPush.list']),
  ...fileOf('message.export', partnerCases['message.list']),
  ...fileOf('mail.export', mailCases['mail.list']),
  ...fileOf('inboundBatch.export', warehouseCases['inboundBatch.list']),
  ...fileOf('billRevenue.profitExport', financeCases['billRevenue.profit']),
  ...fileOf('vatReturn.export', financeCases['vatReturn.list']),
  ...fileOf('journal.export', financeCases['journal.list']),
  ...fileOf('journal.balancesExport', financeCases['journal.balances']),
  ...fileOf('openItem.export', financeCases['openItem.list']),
  ...fileOf('accrual.export', financeCases['accrual.list']),
  ...fileOf('awbFile.export', toolCases['awbFile.list']),
  ...fileOf('invoiceFile.export', toolCases['invoiceFile.list']),
  ...fileOf('tariffReading.export', toolCases['tariffReading.list']),
  ...fileOf('fileJob.export', fileJobCases['fileJob.list']),
  ...fileOf('attachment.export', attachmentCases['attachment.list']),
  ...fileOf('parcel.exportBoxes', parcelCases['parcel.boxes']),
  'channelCode.route': {
    right: (api) => ({
      body: { ids: [newChannel(api)], destinationCode: 'NL-HUB-01', countryCode: 'MC' },
    }),
    errors: {
      COUNT_CHANGED: countChanged('channelCode.route', { destinationCode: 'NL-HUB-01', countryCode: 'MC' }),
    },
  },
  'cmrConfig.updateMany': {
    right: async (api) => {
      const made = [await newSetting(api), await newSetting(api)];
      return {
        body: { list: made.map(({ id, version }) => ({ id, version, subject: newCode('Subject') })) },
      };
    },
    errors: {
      NOT_FOUND: (api) =>
        api.refused('cmrConfig.updateMany', { body: { list: [{ id: 999_999, version: 1 }] } }),
      STALE_DATA: (api) => refusedSettings(api, { version: 7 }),
      CODE_EXISTS: async (api) => refusedSettings(api, { name: (await newSetting(api)).name }),
      REFERENCE_UNKNOWN: (api) => refusedSettings(api, { destinationIds: [999_999] }),
      REFERENCE_INACTIVE: (api) =>
        refusedSettings(api, {
          destinationIds: [copyRow(api, 'destination', 1, { code: newCode('D'), active: 0 })],
        }),
    },
  },
  ...monitorCases,
  ...netchbCases,
  ...financeCases,
  ...bankCases,
  ...supplierInvoiceCases,
  ...toolCases,
  ...transportCases,
  ...seaCases,
  'operateLog.list': { right: () => ({ query: { pageSize: 5, action: ['login'] } }) },
  'operateLog.export': { right: () => ({ query: { format: 'csv', action: ['login'] } }) },
  'staffLog.list': { right: () => ({ query: { action: ['login'], pageSize: 5 } }) },
  'staffLog.export': { right: () => ({ query: { action: ['login'], format: 'csv' } }) },
  'clientCompany.logs': { right: () => ({ params: { id: 1 }, query: { pageSize: 5 } }) },
  'ioss.lock': {
    right: (api) => ({
      params: { id: unlockedIoss(api) },
      body: { reason: 'Its intermediary resigned' },
    }),
  },
  'ioss.unlock': {
    right: (api) => ({ params: { id: lockedIoss(api) }, body: {} }),
    errors: {
      IOSS_EXPIRED: (api) =>
        api.refused('ioss.unlock', { params: { id: lockedIoss(api, { validTo: '2020-12-31' }) }, body: {} }),
    },
  },
  'ioss.lockAll': {
    right: (api) => {
      unlockedIoss(api);
      return { body: { reason: 'The year ends' } };
    },
    errors: { COUNT_CHANGED: (api) => api.refused('ioss.lockAll', { body: { expected: 99_999 } }) },
  },
  'ioss.unlockAll': {
    right: (api) => {
      lockedIoss(api);
      return { body: {} };
    },
    errors: { COUNT_CHANGED: (api) => api.refused('ioss.unlockAll', { body: { expected: 99_999 } }) },
  },
};
