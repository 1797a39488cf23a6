import { code, codes, count, decimal, ref, text } from '../fields';
import { permit } from '../permissions';
import { recordFields, referenceFields, resource } from '../resource';
import { referenceCode } from '../rules/codes';
import { mailDomain } from '../rules/contactCodes';
import { byNothing } from '../scope';
import { object } from '../shape';

/** A handler's shed at an airport: where cargo is broken down, checked in and handed out. */
export const cargoStation = resource({
  name: 'cargoStation',
  path: '/config/cargo-station',
  module: 'config',
  view: permit('config.cargoStation.view'),
  edit: permit('config.cargoStation.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    code: code(referenceCode),
    nameEn: text(120),
    nameCn: text(120),
    airportId: ref('airport'),
    address: text(250).nullable(),
    /** Sender domains of its mails, by which a NOA is recognised. */
    emailDomains: codes(mailDomain, 20),
    /** Hours of free storage from check-in. */
    freeHours: count(0, 10_000),
    /** Storage rate after that, in euro per kilogram and day. */
    storageRate: decimal('EUR').nullable(),
    ...referenceFields,
  })),
  draft: [
    'code',
    'nameEn',
    'nameCn',
    'airportId',
    'address',
    'emailDomains',
    'freeHours',
    'storageRate',
    'remark',
  ],
  lookup: ['code', 'nameEn', 'nameCn', 'airportId', 'active'],
  namesFor: 'everyone',
  filters: ['code', 'airportId', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'freeHours', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn', 'address'],
  unique: ['code'],
  finding: { numbers: ['code'], names: ['nameEn', 'nameCn'], path: '/config/cargo-station' },
  fresh: { freeHours: 48 },
  examples: {
    code: ['AMS-H1', 'LGG-H1', 'HKG-H1'],
    nameEn: ['Polder Cargo Handling', 'Meuse Cargo Handling', 'Harbour Cargo Handling'],
    nameCn: ['普德尔货站', '默兹货站', '海港货站'],
    airportId: ['AMS', 'LGG', 'HKG'],
    emailDomains: ['cargo.example.com', '', ''],
    freeHours: ['48', '24', ''],
    storageRate: ['0.185', '', ''],
  },
});
