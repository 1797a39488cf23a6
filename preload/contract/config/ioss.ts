import * as z from 'zod';
import { endpoint } from '../endpoint';
import { code, count, date, dateTime, flag, id, note, ref, refs, text } from '../fields';
import { permit } from '../permissions';
import { bulkAnswer, crud, recordFields, resource } from '../resource';
import { intermediaryNo, iossNo } from '../rules/customs';
import { countryCode } from '../rules/places';
import { byNothing } from '../scope';
import { extended, object, strictObject } from '../shape';

/** A seller's number in the import one-stop shop, under which VAT was paid at the sale. */
export const ioss = resource({
  name: 'ioss',
  path: '/config/ioss',
  module: 'config',
  view: permit('config.ioss.view'),
  edit: permit('config.ioss.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    iossNo: code(iossNo),
    sellerName: text(120),
    /** Printed on invoices. */
    sellerAddress: text(250).nullable(),
    intermediaryName: text(120).nullable(),
    intermediaryNo: code(intermediaryNo).nullable(),
    /** Customers that may use it; empty: all. */
    customerIds: refs('customer'),
    /** Issuing state, by its digits. */
    memberState: code(countryCode, 'country').nullable(),
    validFrom: date().nullable(),
    validTo: date().nullable(),
    /** True if it is refused in new declaration files and invoices; existing declarations are unaffected. */
    locked: flag(),
    lockedAt: dateTime().nullable(),
    lockedBy: ref('staff').nullable(),
    lockReason: note(500).nullable(),
    /** Time of the last declaration with it. */
    lastUsedAt: dateTime().nullable(),
    remark: note(500).nullable(),
  })),
  draft: [
    'iossNo',
    'sellerName',
    'sellerAddress',
    'intermediaryName',
    'intermediaryNo',
    'customerIds',
    'validFrom',
    'validTo',
    'remark',
  ],
  lookup: ['iossNo', 'sellerName', 'sellerAddress', 'memberState', 'locked', 'validTo'],
  namesFor: 'readers',
  filters: ['iossNo', 'sellerName', 'memberState', 'locked', 'validTo'],
  sorts: ['iossNo', 'sellerName', 'memberState', 'validTo', 'lastUsedAt', 'createdAt'],
  order: 'iossNo',
  keyword: ['iossNo', 'sellerName', 'intermediaryName'],
  unique: ['iossNo'],
  finding: { numbers: ['iossNo'], names: ['sellerName'], path: '/config/ioss' },
  examples: {
    iossNo: ['IM5280001234', 'IM2760004321', 'IM2500007788'],
    sellerName: ['Green Panda Trading Ltd', 'Huayu Logistics', 'Skybox Commerce'],
    customerIds: ['GPANDA', 'HUAYU; SKYBOX', ''],
    validFrom: ['01/01/2026', '', ''],
    validTo: ['31/12/2027', '', ''],
  },
});

const one = strictObject(() => ({ id: id() }));
/** Optional; stored with each number. */
const reason = note(500).nullable().default(null);
const because = strictObject(() => ({ reason }));
/** Locks all numbers: `expected` is the number the caller saw. */
const all = strictObject(() => ({ reason, expected: count(1).optional() }));
const lockedAll = extended(bulkAnswer, () => ({ unchanged: z.int() }));

// A number is deactivated by its lock: there is no second switch.
const { active: _, setActive: __, ...usual } = crud(ioss);
export const iossApi = {
  ...usual,
  lock: endpoint({
    method: 'PUT',
    path: '/config/ioss/{id}/lock',
    access: ioss.edit,
    params: one,
    body: because,
    answer: ioss.row,
  }),
  unlock: endpoint({
    method: 'PUT',
    path: '/config/ioss/{id}/unlock',
    access: ioss.edit,
    params: one,
    body: because,
    answer: ioss.row,
    errors: ['IOSS_EXPIRED'],
  }),
  /** Locks every number. Those already locked do not count as changed. */
  lockAll: endpoint({
    method: 'PUT',
    path: '/config/ioss/lock-all',
    access: ioss.edit,
    body: all,
    answer: lockedAll,
    errors: ['COUNT_CHANGED'],
  }),
  unlockAll: endpoint({
    method: 'PUT',
    path: '/config/ioss/unlock-all',
    access: ioss.edit,
    body: all,
    answer: lockedAll,
    errors: ['COUNT_CHANGED'],
  }),
};
