import { endpoint } from '../endpoint';
import { code, ref, text } from '../fields';
import { listQuery } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, crud, recordFields, referenceFields, resource, selectedWith } from '../resource';
import { channelCodeRule, referenceCode } from '../rules/codes';
import { countryCode } from '../rules/places';
import { byNothing } from '../scope';
import { object, strictObject } from '../shape';

/** A customer's product or line; it determines the destination and the country. */
export const channelCode = resource({
  name: 'channelCode',
  path: '/config/channel-code',
  module: 'config',
  view: permit('config.channelCode.view'),
  edit: permit('config.channelCode.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    channelCode: code(channelCodeRule),
    nameEn: text(120),
    nameCn: text(120),
    /** Null: for all customers. */
    customerId: ref('customer').nullable(),
    destinationCode: code(referenceCode, 'destination'),
    countryCode: code(countryCode, 'country'),
    serviceId: ref('service').nullable(),
    markId: ref('mark').nullable(),
    ...referenceFields,
  })),
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
  namesFor: 'everyone',
  filters: ['channelCode', 'customerId', 'destinationCode', 'countryCode', 'active'],
  sorts: ['channelCode', 'nameEn', 'nameCn', 'destinationCode', 'createdAt'],
  order: 'channelCode',
  keyword: ['channelCode', 'nameEn', 'nameCn', 'destinationCode'],
  unique: ['channelCode'],
  finding: { numbers: ['channelCode'], names: ['nameEn', 'nameCn'], path: '/config/channel-code' },
  examples: {
    channelCode: ['NL-TUL-ECO', 'DE-LIN-STD', 'BE-MEU-ECO'],
    nameEn: ['Netherlands economy', 'Germany standard', 'Belgium economy'],
    nameCn: ['荷兰经济', '德国标准', '比利时经济'],
    destinationCode: ['NL-HUB-01', 'DE-HUB-01', 'BE-HUB-01'],
    countryCode: ['NL', 'DE', 'BE'],
  },
});

const { shape } = channelCode.row;
/** Destination of a channel. */
export const channelRoute = strictObject(() => ({
  destinationCode: shape.destinationCode,
  countryCode: shape.countryCode,
}));

export const channelCodeApi = {
  ...crud(channelCode),
  /** Sets one destination for several channels; those that have it already count as done. */
  route: endpoint({
    method: 'PUT',
    path: '/config/channel-code/route',
    access: channelCode.edit,
    body: selectedWith(
      listQuery(channelCode.row, channelCode.filters, channelCode.sorts),
      channelRoute.shape,
    ),
    answer: bulkAnswer,
    errors: ['COUNT_CHANGED'],
    extension: true,
  }),
};
