import * as z from 'zod';
import { code, ref, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { channelCodeRule, referenceCode } from '../rules/codes';
import { countryCode } from '../rules/places';

/** A customer's product or line; it determines the destination and the country. */
export const channelCode = resource({
  name: 'channelCode',
  path: '/config/channel-code',
  module: 'config',
  view: permit('config.channelCode.view'),
  edit: permit('config.channelCode.edit'),
  row: z.object({
    ...recordFields,
    channelCode: code(channelCodeRule),
    nameEn: text(120),
    nameCn: text(120),
    /** Empty: for all customers. */
    customerId: ref('customer').nullable(),
    destinationCode: code(referenceCode, 'destination'),
    countryCode: code(countryCode, 'country'),
    serviceId: ref('service').nullable(),
    markId: ref('mark').nullable(),
    ...referenceFields,
  }),
  draft: [
    'channelCode',
    'nameEn',
    'nameCn',
    'customerId',
    'destinationCode',
    'countryCode',
    'serviceId',
    'markId',
    'remark',
  ],
  lookup: [
    'channelCode',
    'nameEn',
    'nameCn',
    'customerId',
    'destinationCode',
    'countryCode',
    'serviceId',
    'markId',
    'active',
  ],
  filters: ['channelCode', 'customerId', 'destinationCode', 'countryCode', 'active'],
  sorts: ['channelCode', 'nameEn', 'nameCn', 'destinationCode', 'createdAt'],
  order: 'channelCode',
  keyword: ['channelCode', 'nameEn', 'nameCn', 'destinationCode'],
  unique: ['channelCode'],
});

export const channelCodeApi = crud(channelCode);
