import { formatInstant, instantOf } from '@contract/rules/zonedTime';
import { billIn, newCode } from './apiRecords';
import type { TestApi } from './server';

const HOUR = 3_600_000;

/** Returns the instant some hours before now; negative ones are in the future. */
export const hoursAgo = (hours: number): string => instantOf(Date.now() - hours * HOUR);

/** A time on the clock of Amsterdam as files write it without doubt: 01/12 may be the 12th of January. */
export const amsterdamTime = (instant: string): string =>
  formatInstant(instant, 'Europe/Amsterdam').replace(/^(\d\d)\/(\d\d)\/(\d{4})/, '$3-$2-$1');

/** A transit number with its check digit. */
export const T1_MRN = '26NL0004327TRAJ3J9';

type Columns = Readonly<Record<string, string | number | null>>;

const NOTHING = {
  atd: null,
  ata: null,
  noaAt: null,
  noaBoxCount: null,
  t1At: null,
  t1Mrn: null,
  pickupAt: null,
  atWarehouseAt: null,
  tatAt: null,
  podAt: null,
  podBoxCount: null,
  declaredAt: null,
  clearanceStatus: null,
  clearanceReleasedAt: null,
  handoverAt: null,
  pickupFinished: 0,
};

/** Makes a bill of ten boxes that should have landed two days ago, with only the given nodes set. */
export const nodeBill = (api: TestApi, columns: Columns = {}): number =>
  billIn(api, 'draft', { ...NOTHING, etd: hoursAgo(60), eta: hoursAgo(48), boxCount: 10, ...columns });

/** Makes a trip of a bill with all its boxes, with only the given legs set. */
export const trip = (api: TestApi, billId: number, columns: Columns = {}): number =>
  api.insert('pick', {
    billId,
    pickNo: newCode('PK'),
    kind: 'own',
    plateNo: 'X-1',
    pickupBoxes: 10,
    pickupWeight: 1000,
    pickupStartAt: hoursAgo(40),
    pickupFinishAt: hoursAgo(39),
    pickupFinished: 1,
    ...columns,
  });

/** Returns the columns of a finished leg. */
export const finished = (leg: 'inbound' | 'clearance' | 'outbound', from: number, to: number): Columns => ({
  [`${leg}Boxes`]: 10,
  [`${leg}StartAt`]: hoursAgo(from),
  [`${leg}FinishAt`]: hoursAgo(to),
  [`${leg}Finished`]: 1,
});

/** Returns the current version of a bill. */
export const versionOf = (api: TestApi, id: number): number =>
  api.count('select version from bill where id = ?', id);
