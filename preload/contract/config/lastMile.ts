import { code, codes, flag, refs, text } from '../fields';
import { permit } from '../permissions';
import { recordFields, referenceFields, resource } from '../resource';
import { referenceCode, trackingPrefix } from '../rules/codes';
import { emailAddress } from '../rules/contactCodes';
import { byNothing } from '../scope';
import { object } from '../shape';

/** A carrier that delivers to the consumer; its tracking prefixes route parcels to it. */
export const lastMile = resource({
  name: 'lastMile',
  path: '/config/lastMile',
  module: 'config',
  view: permit('config.lastMile.view'),
  edit: permit('config.lastMile.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    code: code(referenceCode),
    nameEn: text(120),
    nameCn: text(120),
    countryIds: refs('country'),
    trackingPrefixes: codes(trackingPrefix, 20),
    usesS10: flag(),
    trackingUrlTemplate: text(300, 'url').nullable(),
    apiEnabled: flag(),
    contactName: text(60).nullable(),
    emails: codes(emailAddress, 20),
    ...referenceFields,
  })),
  draft: [
    'code',
    'nameEn',
    'nameCn',
    'countryIds',
    'trackingPrefixes',
    'usesS10',
    'trackingUrlTemplate',
    'apiEnabled',
    'contactName',
    'emails',
    'remark',
  ],
  lookup: ['code', 'nameEn', 'nameCn', 'active'],
  namesFor: 'everyone',
  filters: ['code', 'usesS10', 'apiEnabled', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn'],
  unique: ['code'],
  finding: { numbers: ['code'], names: ['nameEn', 'nameCn'], path: '/config/last_mile' },
  examples: {
    code: ['TULIP', 'LINDEN', 'MEUSE'],
    nameEn: ['Tulip Post', 'Linden Paket', 'Meuse Express'],
    nameCn: ['郁金香邮政', '菩提包裹', '默兹快递'],
    countryIds: ['NL; BE', 'DE', 'BE; LU'],
    trackingPrefixes: ['TUL; TLP', 'LND', ''],
    emails: ['hub@example.com', '', ''],
    trackingUrlTemplate: ['https://track.example.com/{no}', '', ''],
  },
});
