import type { ApiName } from '@contract/index';
import { copyRow, drafts, newCode } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import { attachmentCases } from './attachment';
import { billCases } from './bill';
import { businessCases } from './business';
import { contactCases } from './contacts';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';
import { customsCases } from './customs';
import { entryCases } from './entry';
import { fileJobCases } from './fileJob';
import { financeCases } from './finance';
import { isfCases } from './isf';
import { labelCases } from './label';
import { letterCases } from './letters';
import { cmrMailCases, linehaulCases } from './linehaul';
import { listViewCases } from './listViews';
import { mailCases } from './mail';
import { monitorCases } from './monitor';
import { netchbCases } from './netchb';
import { caseCases, fycoCases, parcelCases } from './parcel';
import { partnerCases } from './partners';
import { reportCases } from './reports';
import { resourceCases } from './resources';
import { scheduleCases } from './schedules';
import { seaCases } from './sea';
import { sessionCases } from './session';
import { staffCases } from './staff';
import { timeNodeCases } from './timeNode';
import { toolCases } from './tools';
import { transportCases } from './transport';
import { warehouseCases } from './warehouse';

/** An IOSS number of its own, not locked. */
function unlockedIoss(api: TestApi): number {
  return copyRow(api, 'ioss', 1, { iossNo: drafts.ioss().iossNo, locked: 0 });
}

const newChannel = (api: TestApi) => copyRow(api, 'channelCode', 1, { channelCode: newCode('CH') });

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
  ...warehouseCases,
  ...linehaulCases,
  ...cmrMailCases,
  ...isfCases,
  ...entryCases,
  ...labelCases,
  ...customsCases,
  ...parcelCases,
  ...fycoCases,
  ...businessCases,
  ...caseCases,
  ...reportCases,
  ...partnerCases,
  ...mailCases,
  ...letterCases,
  ...scheduleCases,
  ...listViewCases,
  'channelCode.route': {
    right: (api) => ({
      body: { ids: [newChannel(api)], destinationCode: 'NL-HUB-01', countryCode: 'MC' },
    }),
    errors: {
      COUNT_CHANGED: countChanged('channelCode.route', { destinationCode: 'NL-HUB-01', countryCode: 'MC' }),
    },
  },
  ...monitorCases,
  ...netchbCases,
  ...financeCases,
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
      body: { selection: { ids: [unlockedIoss(api)] }, locked: true, reason: 'Its intermediary resigned' },
    }),
    errors: {
      COUNT_CHANGED: (api) =>
        api.refused('ioss.lock', { body: { selection: { filter: {}, expected: 99_999 }, locked: true } }),
    },
  },
};
