import type { IsfDraft, SeaIsf } from '@contract/sea/seaIsf';
import type { Actor } from './apiCall';
import { newCode } from './apiRecords';
import type { TestApi } from './server';

const party = (name: string, country = 'CN') => ({
  name,
  name2: null,
  address1: '12 Harbour Road',
  address2: null,
  city: country === 'US' ? 'Long Beach' : 'Shenzhen',
  state: country === 'US' ? 'CA' : null,
  postcode: country === 'US' ? '90802' : '518000',
  country,
});

/** Returns all fields that an ISF-10 needs to be submitted; it is filed with the simulator. */
export const wholeIsf = (changes: Partial<IsfDraft> = {}): IsfDraft => ({
  seaBillId: null,
  isfType: 'ISF-10',
  actionReason: 'CT',
  shipmentType: '01',
  modeOfTransport: '11',
  billType: 'BM',
  netchbAccountId: 1,
  mblNo: `PZOL${newCode('7').replace('-', '')}`,
  hblNo: 'NRDN2611001',
  amsBillNo: null,
  scac: 'PZOL',
  vesselName: 'POLARIS STAR',
  voyageNo: '041E',
  polCode: 'CNYTN',
  podCode: 'USLAX',
  loadingAt: null,
  etd: '2041-11-12T04:00:00Z',
  eta: '2041-11-28T14:00:00Z',
  importerIdType: 'EI',
  importerNumber: '12-3456789XX',
  consigneeIdType: 'EI',
  consigneeNumber: '12-3456789XX',
  seller: party('Green Panda Trading'),
  buyer: party('Harbor Home Goods Inc', 'US'),
  shipTo: party('Harbor Home Goods Inc', 'US'),
  stuffingLocation: party('Yantian CFS 3'),
  consolidator: party('Harbour Moon Freight'),
  bookingParty: null,
  foreignPort: null,
  placeOfDelivery: null,
  lines: [
    {
      hts: '940360',
      originCountry: 'CN',
      manufacturerName: 'Foshan Oak Works',
      manufacturerAddress: '8 Timber Street',
      manufacturerCity: 'Foshan',
      manufacturerState: null,
      manufacturerPostcode: '528000',
      manufacturerCountry: 'CN',
      description: 'Wooden furniture',
    },
  ],
  containers: [{ containerNo: 'CSQU3054383', containerType: '40HQ' }],
  bondActivity: '01',
  bondType: '8',
  bondHolder: '12-3456789XX',
  suretyCode: '036',
  singleBondNo: null,
  poNumber: null,
  remark: null,
  ...changes,
});

/** Deactivates the demo's approval setting for ISF: any other person with the permission is enough. */
export const switchOffIsfSetting = (api: TestApi): void =>
  api.db.exec("update approvalConfig set active = 0 where docType = 'isf'");

/** Makes an ISF. */
export const makeIsf = (api: TestApi, changes: Partial<IsfDraft> = {}): Promise<SeaIsf> =>
  api.call.seaIsf.create({ body: wholeIsf(changes) });

/** Makes an account that approves ISFs submitted by others. */
export const isfApprover = (api: TestApi): Actor =>
  api.actor({
    permissions: ['home.dashboard.view', 'sea.isf.view', 'sea.isf.edit', 'sea.isf.approve', 'sea.isf.file'],
  });

/** Makes an ISF that the administrator submitted. */
export async function submittedIsf(api: TestApi, changes: Partial<IsfDraft> = {}): Promise<SeaIsf> {
  const { id, version } = await makeIsf(api, changes);
  return api.call.seaIsf.submit({ params: { id }, body: { version } });
}

/** Makes an ISF that another person approved. */
export async function approvedIsf(api: TestApi, changes: Partial<IsfDraft> = {}): Promise<SeaIsf> {
  const { id, version } = await submittedIsf(api, changes);
  return api.call.seaIsf.approve({ params: { id }, body: { version } }, { as: isfApprover(api) });
}

/** Makes an ISF on its way to customs. */
export async function sentIsf(api: TestApi, changes: Partial<IsfDraft> = {}): Promise<SeaIsf> {
  const { id, version } = await approvedIsf(api, changes);
  return api.call.netchbIsf.submit({ body: { id, version } });
}
