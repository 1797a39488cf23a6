import { also } from '../endpoint';
import { choice, code, count, date, ref, text } from '../fields';
import { chargeSteps } from '../lineFields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { referenceCode } from '../rules/codes';
import { byNothing } from '../scope';
import { object } from '../shape';

/**
 * Automatic charges as bills reach their stages: of the active flows matching a bill, the one with the highest priority
 * applies (the oldest of equal ones).
 */
export const chargeFlow = resource({
  name: 'chargeFlow',
  path: '/charge-flow',
  module: 'finance',
  view: permit('finance.chargeFlow.view'),
  edit: permit('finance.chargeFlow.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    code: code(referenceCode),
    nameEn: text(120),
    nameCn: text(120),
    /** Customer of the bills; null: all. */
    customerId: ref('customer').nullable(),
    groupId: ref('clientGroup').nullable(),
    serviceId: ref('service').nullable(),
    landingAirportId: ref('airport').nullable(),
    mode: choice('serviceMode', ['air', 'sea', 'any']),
    validFrom: date(),
    validTo: date().nullable(),
    priority: count(0, 1000),
    steps: chargeSteps(),
    ...referenceFields,
  })),
  draft: [
    'code',
    'nameEn',
    'nameCn',
    'priority',
    'customerId',
    'groupId',
    'serviceId',
    'landingAirportId',
    'mode',
    'validFrom',
    'validTo',
    'steps',
    'remark',
  ],
  lookup: ['code', 'nameEn', 'nameCn', 'active'],
  namesFor: 'readers',
  filters: ['code', 'customerId', 'groupId', 'serviceId', 'mode', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'priority', 'createdAt'],
  order: '-priority,code',
  keyword: ['code', 'nameEn', 'nameCn'],
  unique: ['code'],
  finding: { numbers: ['code'], names: ['nameEn', 'nameCn'], path: '/bil-fee/charge_flow/add?id={id}' },
  fresh: { steps: [], mode: 'any', priority: 100 },
});

const { create, update, remove, ...usual } = crud(chargeFlow);
export const chargeFlowApi = {
  ...usual,
  create: { ...create, errors: also(create, 'CHARGE_FLOW_DATES') },
  update: { ...update, errors: also(update, 'CHARGE_FLOW_DATES') },
  /** Lines it has created remain. */
  remove: { ...remove, errors: [] },
} as const;
