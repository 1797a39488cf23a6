import * as z from 'zod';
import { problem } from '../errors';
import { choice, code, codes, count, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { clean, referenceCode } from '../rules/codes';
import type { CodeRule } from '../rules/rule';

const steps = ['t1', 'clearance', 'warehouse', 'delivery'] as const;
/** One of the steps of a service. */
const step: CodeRule = {
  max: 20,
  normalise: (raw) => clean(raw).toLowerCase(),
  check: (value) => (steps.some((one) => one === value) ? undefined : problem('FORMAT')),
  values: () => steps,
  labels: 'serviceStep',
};

/** What we sell: which steps we take, and in how many hours from landing to delivery. */
export const service = resource({
  name: 'service',
  path: '/config/services',
  module: 'config',
  view: permit('config.service.view'),
  edit: permit('config.service.edit'),
  row: z.object({
    ...recordFields,
    code: code(referenceCode),
    nameEn: text(120),
    nameCn: text(120),
    mode: choice('serviceMode', ['air', 'sea', 'any']),
    /** In the order of the work. */
    steps: codes(step, steps.length),
    /** Hours from ATA to POD that are promised. */
    slaHours: count(0, 10_000).nullable(),
    ...referenceFields,
  }),
  draft: ['code', 'nameEn', 'nameCn', 'mode', 'steps', 'slaHours', 'remark'],
  lookup: ['code', 'nameEn', 'nameCn', 'mode', 'active'],
  filters: ['code', 'mode', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'slaHours', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn'],
  unique: ['code'],
  fresh: { mode: 'any' },
});

export const serviceApi = crud(service);
