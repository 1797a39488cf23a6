import { problem } from '@contract/errors';
import type { ResourceName } from '@contract/resourceNames';
import { destinationData } from './carrierData';
import { DAY, HOUR } from './clock';
import type { Cells, DemoFile } from './fileJobs';
import type { Entry } from './logs';
import { idsOf } from './reference';

/** Records that a file changed, with their previous values. */
export interface Changed {
  readonly kind: ResourceName;
  readonly codes: readonly string[];
  readonly field: string;
  readonly before: string;
}

const by = 'li.wei';
const openedLonger: Changed = {
  kind: 'destination',
  codes: destinationData.slice(0, 3).map(({ code }) => code),
  field: 'openingHours',
  before: 'Mo-Fr 06:00-20:00',
};
const openedAt = (now: number) => now - 13 * DAY + 9.7 * HOUR;
const destinationId = idsOf(destinationData.map(({ code }) => code));

const hubs = (): Cells[] =>
  destinationData.map(({ code, nameEn, nameCn, carrier, country, city, street, postcode, openingHours }) => ({
    ...{ code, nameEn, nameCn, lastMileId: carrier, countryId: country },
    ...{ city, street, postcode, openingHours },
  }));

/** Lists the files of reference data: one changed the hours of some hubs, and one named an unknown hub. */
export function recordFiles(now: number): DemoFile[] {
  const marks = destinationData.slice(0, 5).map(({ code, nameEn, nameCn, mark, tapeColor }, at) => ({
    ...{ code, nameEn, nameCn, text: mark, tapeColor },
    destinationCode: at === 3 ? 'NL-HUB-77' : code,
  }));
  const unknown = problem('REFERENCE_UNKNOWN', { value: 'NL-HUB-77' });
  const sent = { bill: null, by, mode: 'all' as const };
  return [
    {
      ...{ ...sent, kind: 'destination', name: 'hubs, hours of the season.csv', at: openedAt(now) },
      ...{ rows: hubs(), mistakes: [], changed: openedLonger },
    },
    {
      ...{ ...sent, kind: 'mark', name: 'marks.csv', at: now - 5 * DAY + 10.2 * HOUR, rows: marks },
      mistakes: [{ at: 3, column: 'destinationCode', problem: unknown }],
    },
  ];
}

/** Operation log entries of the records that those files changed. */
export const recordFileEntries = (now: number): Entry[] =>
  openedLonger.codes.map((code) => ({
    at: openedAt(now),
    by,
    module: 'config',
    action: 'update',
    objectType: 'destination',
    objectId: destinationId(code),
    objectNo: code,
    before: { openingHours: openedLonger.before },
    after: { openingHours: destinationData.find((hub) => hub.code === code)?.openingHours },
  }));
