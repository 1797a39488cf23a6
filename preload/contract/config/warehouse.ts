import { choice, code, codes, count, placeName, text } from '../fields';
import { permit } from '../permissions';
import { recordFields, referenceFields, resource } from '../resource';
import { referenceCode } from '../rules/codes';
import { emailAddress, phoneNumber } from '../rules/contactCodes';
import { firms, timeZone } from '../rules/places';
import { byNothing } from '../scope';
import { object } from '../shape';
import { addressFields, addressNames } from './address';

/** Our customs bonded warehouse: its time zone is the clock of everything that happens in it. */
export const warehouse = resource({
  name: 'warehouse',
  path: '/config/warehouse',
  module: 'config',
  view: permit('config.warehouse.view'),
  edit: permit('config.warehouse.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    code: code(referenceCode),
    nameEn: text(120),
    nameCn: text(120),
    type: choice('warehouseType', ['temporary_storage', 'customs_warehouse', 'free']),
    /** Number of the customs authorisation. */
    customsLicence: text(30).nullable(),
    /** CBP code of an examination site; only for sites in the United States. */
    firmsCode: code(firms).nullable(),
    ...addressFields,
    city: placeName(80, 'city'),
    /** The address in one line, joined from its parts (rules/addresses). */
    address: text(480).nullable(),
    timeZone: code(timeZone),
    contactName: text(60).nullable(),
    phone: code(phoneNumber).nullable(),
    email: text(254, 'email').nullable(),
    openingHours: text(120).nullable(),
    capacityPallets: count(0, 1_000_000).nullable(),
    /** Days of storage that are not charged, the day of arrival included. */
    freeDays: count(0, 365).nullable(),
    /** Longest storage allowed by customs, in days. */
    maxStorageDays: count(0, 10_000).nullable(),
    /** Recipients of outbound pre-alerts and of exceptions. */
    notifyEmails: codes(emailAddress, 20),
    ...referenceFields,
  })),
  draft: [
    'code',
    'nameEn',
    'nameCn',
    'type',
    'customsLicence',
    'firmsCode',
    ...addressNames,
    'timeZone',
    'contactName',
    'phone',
    'email',
    'openingHours',
    'capacityPallets',
    'freeDays',
    'maxStorageDays',
    'notifyEmails',
    'remark',
  ],
  lookup: ['code', 'nameEn', 'nameCn', 'timeZone', 'active'],
  namesFor: 'everyone',
  filters: ['code', 'type', 'countryId', 'city', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'city', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn', 'address', 'customsLicence'],
  unique: ['code'],
  finding: { numbers: ['code'], names: ['nameEn', 'nameCn', 'city'], path: '/config/warehouse' },
  fresh: { type: 'temporary_storage', freeDays: 3, maxStorageDays: 90 },
  examples: {
    code: ['AMS-W1', 'LGG-W1', 'MST-W1'],
    nameEn: ['Polder Bonded DC', 'Meuse Bonded DC', 'Limburg Bonded DC'],
    type: ['temporary_storage', 'customs_warehouse', 'free'],
    street: ['Vrachtkade', 'Rue de l’Aéroport', 'Vliegveldweg'],
    postcode: ['1119 QX', '4460', '6199 AD'],
    city: ['Schiphol-Rijk', 'Grâce-Hollogne', 'Maastricht'],
    countryId: ['NL', 'BE', 'NL'],
    timeZone: ['Europe/Amsterdam', 'Europe/Brussels', 'Europe/Amsterdam'],
    nameCn: ['普德尔保税仓', '默兹保税仓', ''],
  },
});
