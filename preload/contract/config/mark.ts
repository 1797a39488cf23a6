import { choice, code, ref, text } from '../fields';
import { permit } from '../permissions';
import { recordFields, referenceFields, resource } from '../resource';
import { referenceCode } from '../rules/codes';
import { byNothing } from '../scope';
import { object } from '../shape';
import { tapeColors } from '../vocabulary';

/** Text on a box and colour of its tape, so that it can be sorted from afar. */
export const mark = resource({
  name: 'mark',
  path: '/config/mark',
  module: 'config',
  view: permit('config.mark.view'),
  edit: permit('config.mark.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    code: code(referenceCode),
    nameEn: text(120),
    nameCn: text(120),
    text: text(60),
    tapeColor: choice('tapeColor', tapeColors),
    destinationCode: code(referenceCode, 'destination').nullable(),
    /** Null: for all customers. */
    customerId: ref('customer').nullable(),
    ...referenceFields,
  })),
  draft: ['code', 'nameEn', 'nameCn', 'text', 'tapeColor', 'destinationCode', 'customerId', 'remark'],
  lookup: ['code', 'nameEn', 'nameCn', 'tapeColor', 'active'],
  namesFor: 'everyone',
  filters: ['code', 'tapeColor', 'destinationCode', 'customerId', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'destinationCode', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn', 'text'],
  unique: ['code'],
  finding: { numbers: ['code'], names: ['nameEn', 'nameCn'], path: '/config/mark' },
  fresh: { tapeColor: 'none' },
  examples: {
    code: ['NL-G', 'DE-R', 'BE-B'],
    nameEn: ['Netherlands green', 'Germany red', 'Belgium blue'],
    nameCn: ['荷兰绿', '德国红', '比利时蓝'],
    text: ['NL-01', 'DE-01', 'BE-01'],
    tapeColor: ['green', 'red', 'blue'],
  },
});
