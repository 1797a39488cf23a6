import * as z from 'zod';
import { also, endpoint } from '../endpoint';
import { choice, code, date, dayRate, money, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { euRateKinds } from '../rules/lowValue';
import { currencyCode } from '../rules/places';
import { byNothing } from '../scope';
import { object, strictObject } from '../shape';

const kind = choice('euRateKind', euRateKinds);
const amount = money('EUR').nullable();

/** Rates and limits of EU customs for low-value consignments, each valid for a period. */
export const euRate = resource({
  name: 'euRate',
  path: '/eu-rate',
  module: 'business',
  view: permit('business.taxation.view'),
  edit: permit('business.taxation.edit'),
  scope: byNothing('rates of the European Union'),
  row: object(() => ({
    ...recordFields,
    kind,
    amount,
    validFrom: date(),
    /** The last day of validity. */
    validTo: date().nullable(),
    source: text(200),
    ...referenceFields,
  })),
  draft: ['kind', 'amount', 'validFrom', 'validTo', 'source', 'remark'],
  lookup: ['kind', 'amount', 'active'],
  namesFor: 'readers',
  filters: ['kind', 'validFrom', 'validTo', 'active'],
  sorts: ['kind', 'amount', 'validFrom', 'validTo', 'createdAt'],
  order: 'kind,-validFrom',
  keyword: ['source'],
  unique: ['kind', 'validFrom'],
  // A rate is identified by kind and day, and looked up in its list.
  finding: null,
  fresh: { kind: 'low_value' },
  examples: {
    kind: ['low_value', 'ioss_limit', 'item_duty'],
    amount: ['150.00', '150.00', '3.00'],
    validFrom: ['01/07/2021', '01/07/2021', '01/07/2026'],
    validTo: ['', '', '01/07/2028'],
    source: ['Regulation (EU) 2015/2446', 'Directive 2006/112/EC', 'Regulation (EU) 2026/382'],
  },
});

const { create, update, remove, ...usual } = crud(euRate);
const wrong = ['DAYS_ORDER', 'PERIOD_OVERLAP', 'RATE_KIND'] as const;
export const euRateApi = {
  ...usual,
  create: { ...create, errors: also(create, ...wrong) },
  update: { ...update, errors: also(update, ...wrong) },
  /** Declared parcels and calculated duties stay as they are. */
  remove: { ...remove, errors: [] },
  /** The rates and limits of a day, and what is not known about it. */
  day: endpoint({
    method: 'GET',
    path: '/eu-rate/day',
    access: permit('business.taxation.view'),
    query: strictObject(() => ({ day: date(), currency: code(currencyCode).default('EUR') })),
    answer: object(() => ({
      rates: z.array(object(() => ({ kind, amount, validFrom: date(), validTo: date().nullable() }))),
      /** Units of the currency per euro for customs, and the day of their publication; null in euros or if unknown. */
      rate: dayRate().nullable(),
      rateDay: date().nullable(),
      /** The last day with a customs rate of the currency. */
      knownTo: date().nullable(),
      /** In the caller's language. */
      notes: z.array(z.string()),
    })),
    errors: [],
    extension: true,
  }),
};
export type EuRate = z.output<typeof euRate.row>;
