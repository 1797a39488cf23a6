import type * as z from 'zod';
import { also } from '../endpoint';
import { choice, code, codes, count, date, ref, text, unitPrice } from '../fields';
import { table } from '../partFields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { containerTypeCode, containerTypes, referenceCode, scac } from '../rules/codes';
import { containerChargeKinds } from '../rules/containerCharges';
import { currencyCode, unLocode } from '../rules/places';
import { byNothing } from '../scope';
import { object } from '../shape';

/** A step of a tariff: the price of each day from a day on. */
export const tariffStep = { fromDay: count(1, 999), dayPrice: unitPrice() };

/** Demurrage and detention of containers by steps of days, each tariff valid for a period. */
export const containerTariff = resource({
  name: 'containerTariff',
  path: '/container-tariff',
  module: 'finance',
  view: permit('finance.chargeItem.view'),
  edit: permit('finance.chargeItem.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    code: code(referenceCode),
    kind: choice('containerChargeKind', containerChargeKinds),
    /** Carrier and port of discharge; null: all. */
    carrierScac: code(scac).nullable(),
    podCode: code(unLocode).nullable(),
    /** Types of container; empty: all. */
    containerTypes: codes(containerTypeCode, containerTypes.length),
    /** Free days from the day after the discharge, or after the gate-out for detention. */
    freeDays: count(0, 60),
    currency: code(currencyCode),
    steps: table('tariffStep', tariffStep, 10),
    /** Item of the lines that charge it to a customer. */
    chargeItemId: ref('chargeItem'),
    validFrom: date(),
    /** The last day of validity. */
    validTo: date().nullable(),
    source: text(200),
    ...referenceFields,
  })),
  draft: [
    ...(['code', 'kind', 'carrierScac', 'podCode', 'containerTypes', 'freeDays', 'currency'] as const),
    ...(['steps', 'chargeItemId', 'validFrom', 'validTo', 'source', 'remark'] as const),
  ],
  lookup: ['code', 'kind', 'active'],
  namesFor: 'readers',
  filters: ['code', 'kind', 'carrierScac', 'podCode', 'validFrom', 'validTo', 'active'],
  sorts: ['code', 'kind', 'carrierScac', 'podCode', 'validFrom', 'validTo', 'createdAt'],
  order: 'code,-validFrom',
  keyword: ['code', 'source'],
  unique: ['code', 'validFrom'],
  // A tariff is identified by code and day, and looked up in its list.
  finding: null,
  fresh: { kind: 'demurrage', containerTypes: [], steps: [] },
});
export type ContainerTariffRow = z.output<typeof containerTariff.row>;

const { create, update, remove, ...usual } = crud(containerTariff);
const wrong = ['DAYS_ORDER', 'PERIOD_OVERLAP', 'TARIFF_STEPS'] as const;
export const containerTariffApi = {
  ...usual,
  create: { ...create, errors: also(create, ...wrong) },
  update: { ...update, errors: also(update, ...wrong) },
  /** Lines already charged keep their amounts. */
  remove: { ...remove, errors: [] },
};
