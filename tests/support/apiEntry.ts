import type { SeaEntry } from '@contract/sea/seaEntry';
import type { Actor } from './apiCall';
import { makeSeaFreight } from './apiSea';
import type { TestApi } from './server';

/** Entries for tests of the API. */

/** Makes an account at the simulator, whose customs behaves according to its mode. */
export async function simulatorAccount(api: TestApi, simulatorMode = 'accept'): Promise<number> {
  const { id } = await api.call.netchbAccount.create({
    body: {
      name: `Simulator ${simulatorMode} ${Math.random().toString(36).slice(2)}`,
      environment: 'simulator',
      simulatorMode,
      loginName: 'northgate',
      filerCode: 'QZX',
    } as never,
  });
  return id;
}

const party = {
  name: 'Northgate Clearance Inc.',
  address1: '12 Harbor Way',
  city: 'Los Angeles',
  state: 'CA',
  postcode: '90731',
  country: 'US',
};

/** Returns all fields that an entry of toys by sea needs, except its bill and its account. */
export const wholeEntry = (changes: object = {}) => ({
  entryType: '01',
  mode: '11',
  importerTaxId: '98-7654321',
  importer: party,
  consigneeTaxId: '98-7654321',
  consignee: party,
  processingPort: '2704',
  entryPort: '2704',
  unladingPort: '2704',
  entryDate: '2026-11-12',
  importDate: '2026-11-14',
  exportDate: '2026-10-28',
  carrierCode: 'COSU',
  vesselName: 'POLARIS STAR',
  voyageNo: '041E',
  exportCountry: 'CN',
  foreignPort: '57035',
  bills: [{ masterNo: 'COSU6345678901', quantity: 120, unit: 'CTN' }],
  containerNos: ['CSQU3054383'],
  bondType: '8',
  suretyCode: '036',
  description: 'TOYS',
  grossWeight: 1400,
  invoices: [],
  lines: [
    {
      hts: '9503000073',
      additionalHts: [],
      originCountry: 'VN',
      manufacturerId: 'VNSHEEVO123SHE',
      description: 'TOYS',
      quantity1: 100,
      unit1: 'NO',
      value: '10000.00',
    },
  ],
  ...changes,
});

/** Makes a complete draft of an entry on a sea bill of its own. */
export async function makeEntry(api: TestApi, changes: object = {}): Promise<SeaEntry> {
  needRates(api);
  const given = changes as { seaBillId?: number; billId?: number; netchbAccountId?: number };
  const bill = given.seaBillId || given.billId ? {} : { seaBillId: (await makeSeaFreight(api)).id };
  const netchbAccountId = given.netchbAccountId ?? (await simulatorAccount(api, 'silent'));
  return api.call.seaEntry.create({
    body: { ...wholeEntry(), ...bill, netchbAccountId, ...changes } as never,
  });
}

/** Lets any second person with the permission approve: the demo has a setting that names some. */
export const switchOffEntrySetting = (api: TestApi): void =>
  api.db.exec("update approvalConfig set active = 0 where docType = 'entry'");

/** Makes an account that approves entries submitted by others. */
export const entryApprover = (api: TestApi): Actor =>
  api.actor({ permissions: ['sea.entry.view', 'sea.entry.edit', 'sea.entry.approve'] });

/** Adds the fees of the years after the last known one, with its amounts, as an administrator does each October. */
function needFees(api: TestApi): void {
  const others = 'version, createdAt, updatedAt, kind, code, name, rate, perEntry, minimum, maximum';
  const lists = 'entryTypes, modes, programs, exemptCountries, active';
  api.db.exec(`insert into usRate (validFrom, ${others}, ${lists})
    select '2026-10-01', ${others}, ${lists} from usRate where validTo = '2026-09-30'
      and not exists (select 1 from usRate where kind = 'fee' and validFrom = '2026-10-01')`);
}

/** Adds the duty on toys if the data has none. */
export function needRates(api: TestApi): void {
  needFees(api);
  if (api.count("select count(*) from usRate where code = '95030000' or code = '9503000073'") > 0) return;
  api.db.exec(`insert into usRate (version, createdAt, updatedAt, kind, code, name, rate, validFrom, active)
    values (1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'duty', '95030000', 'Toys', 0, '2020-01-01', 1)`);
}
