import { choice, code, codes, count, text } from '../fields';
import { permit } from '../permissions';
import { recordFields, referenceFields, resource } from '../resource';
import { oneOf, referenceCode } from '../rules/codes';
import { byNothing } from '../scope';
import { object } from '../shape';

const steps = ['t1', 'clearance', 'warehouse', 'delivery'] as const;
/** A service we sell: its steps, and the promised hours from landing to delivery. */
export const service = resource({
  name: 'service',
  path: '/config/services',
  module: 'config',
  view: permit('config.service.view'),
  edit: permit('config.service.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    code: code(referenceCode),
    nameEn: text(120),
    nameCn: text(120),
    mode: choice('serviceMode', ['air', 'sea', 'any']),
    /** In the order of the work. */
    steps: codes(oneOf(steps, 'serviceStep'), steps.length),
    /** Promised hours from ATA to POD. */
    slaHours: count(0, 10_000).nullable(),
    ...referenceFields,
  })),
  draft: ['code', 'nameEn', 'nameCn', 'mode', 'steps', 'slaHours', 'remark'],
  lookup: ['code', 'nameEn', 'nameCn', 'mode', 'active'],
  namesFor: 'everyone',
  filters: ['code', 'mode', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'slaHours', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn'],
  unique: ['code'],
  finding: { numbers: ['code'], names: ['nameEn', 'nameCn'], path: '/config/services' },
  fresh: { mode: 'any' },
  examples: {
    code: ['CLR', 'CLR_DLV', 'T1'],
    nameEn: ['Clearance', 'Clearance and delivery', 'Transit'],
    nameCn: ['清关', '清关派送', '转关'],
    mode: ['air', 'any', ''],
    steps: ['clearance', 'clearance; delivery', 't1'],
    slaHours: ['24', '72', ''],
  },
});
