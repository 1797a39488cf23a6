import { code, count, flag, ref, text } from '../fields';
import { permit } from '../permissions';
import { recordFields, referenceFields, resource } from '../resource';
import { referenceCode } from '../rules/codes';
import { phoneNumber } from '../rules/contactCodes';
import { timeZone } from '../rules/places';
import { byNothing } from '../scope';
import { object } from '../shape';
import { addressFields } from './address';

const { countryId, street, postcode, city } = addressFields;
/** A hub of a last-mile carrier: the truck's destination. */
export const destination = resource({
  name: 'destination',
  path: '/config/destination',
  module: 'config',
  view: permit('config.destination.view'),
  edit: permit('config.destination.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    code: code(referenceCode),
    nameEn: text(120),
    nameCn: text(120),
    lastMileId: ref('lastMile'),
    ...{ countryId, street, postcode, city },
    /** Clock of arrivals and deliveries; if empty, that of the country, unless it has several. */
    timeZone: code(timeZone).nullable(),
    contactName: text(60).nullable(),
    phone: code(phoneNumber).nullable(),
    email: text(254, 'email').nullable(),
    openingHours: text(120).nullable(),
    slotRequired: flag(),
    transitHours: count(0, 1000).nullable(),
    ...referenceFields,
  })),
  draft: [
    'code',
    'nameEn',
    'nameCn',
    'lastMileId',
    'countryId',
    'street',
    'postcode',
    'city',
    'timeZone',
    'contactName',
    'phone',
    'email',
    'openingHours',
    'slotRequired',
    'transitHours',
    'remark',
  ],
  lookup: ['code', 'nameEn', 'nameCn', 'lastMileId', 'countryId', 'timeZone', 'active'],
  namesFor: 'everyone',
  filters: ['code', 'lastMileId', 'countryId', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn', 'city'],
  unique: ['code'],
  finding: { numbers: ['code'], names: ['nameEn', 'nameCn', 'city'], path: '/config/destination' },
  examples: {
    code: ['NL-HUB-01', 'DE-HUB-01', 'BE-HUB-01'],
    nameEn: ['Tulip hub Utrecht', 'Linden hub Hagen', 'Meuse hub Liège'],
    nameCn: ['郁金香乌得勒支中心', '菩提哈根中心', '默兹列日中心'],
    lastMileId: ['TULIP', 'LINDEN', 'MEUSE'],
    countryId: ['NL', 'DE', 'BE'],
    city: ['Utrecht', 'Hagen', 'Liège'],
    street: ['Kanaalweg 12', 'Hubweg 4', 'Rue du Port 7'],
    postcode: ['3526 KL', '58089', '4000'],
    timeZone: ['Europe/Amsterdam', 'Europe/Berlin', ''],
    slotRequired: ['Y', 'N', ''],
    transitHours: ['12', '18', ''],
  },
});
