import { choice, code, ref, text } from '../fields';
import { permit } from '../permissions';
import { recordFields, referenceFields, resource } from '../resource';
import { airportCode, countryCode, icaoCode, timeZone, unLocode } from '../rules/places';
import { byNothing } from '../scope';
import { object } from '../shape';

/** An airport of departure or landing; its time zone is the clock of all bill-level times. */
export const airport = resource({
  name: 'airport',
  path: '/config/airport',
  module: 'config',
  view: permit('config.airport.view'),
  edit: permit('config.airport.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    airportCode: code(airportCode),
    twoLetterCode: code(countryCode, 'country'),
    nameEn: text(120),
    nameCn: text(120),
    countryId: ref('country'),
    icaoCode: code(icaoCode).nullable(),
    unLocode: code(unLocode).nullable(),
    timeZone: code(timeZone),
    type: choice('airportType', ['origin', 'landing', 'both']),
    ...referenceFields,
  })),
  draft: [
    'airportCode',
    'twoLetterCode',
    'nameEn',
    'nameCn',
    'countryId',
    'icaoCode',
    'unLocode',
    'timeZone',
    'type',
    'remark',
  ],
  lookup: ['airportCode', 'nameEn', 'nameCn', 'timeZone', 'type', 'active'],
  namesFor: 'everyone',
  filters: ['airportCode', 'type', 'countryId', 'active'],
  sorts: ['airportCode', 'nameEn', 'nameCn', 'createdAt'],
  order: 'airportCode',
  keyword: ['airportCode', 'nameEn', 'nameCn'],
  unique: ['airportCode'],
  finding: { numbers: ['airportCode'], names: ['nameEn', 'nameCn'], path: '/config/airport' },
  fresh: { type: 'both' },
  examples: {
    airportCode: ['AMS', 'LGG', 'HKG'],
    twoLetterCode: ['NL', 'BE', 'HK'],
    nameEn: ['Amsterdam Schiphol', 'Liège', 'Hong Kong'],
    nameCn: ['阿姆斯特丹史基浦', '列日', '香港'],
    timeZone: ['Europe/Amsterdam', 'Europe/Brussels', 'Asia/Hong_Kong'],
    type: ['landing', 'landing', 'origin'],
  },
});
