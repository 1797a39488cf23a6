import type { ApiName } from '@contract/index';
import { attachmentCases } from './attachment';
import { billCases } from './bill';
import type { ContractCase } from './contractCase';
import { customsCases } from './customs';
import { fileJobCases } from './fileJob';
import { caseCases, fycoCases, parcelCases } from './parcel';
import { partnerCases } from './partners';
import { resourceCases } from './resources';
import { sessionCases } from './session';
import { timeNodeCases } from './timeNode';
import { warehouseCases } from './warehouse';

const all: ContractCase = { right: () => ({}) };

/** A case for each endpoint of the contract: one that is missing does not compile. */
export const cases: Readonly<Record<ApiName, ContractCase>> = {
  ...sessionCases,
  ...billCases,
  ...attachmentCases,
  ...fileJobCases,
  ...timeNodeCases,
  ...resourceCases,
  ...warehouseCases,
  ...customsCases,
  ...parcelCases,
  ...fycoCases,
  ...caseCases,
  ...partnerCases,
  'operateLog.list': { right: () => ({ query: { pageSize: 5, action: ['login'] } }) },
  'country.all': all,
  'service.all': all,
  'warehouse.all': all,
  'cargoStation.all': all,
  'mark.all': all,
  'clientGroup.all': all,
  'staff.all': all,
};
