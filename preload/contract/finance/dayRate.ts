import { also } from '../endpoint';
import { choice, code, date, note, dayRate as rate } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, resource } from '../resource';
import { currencyCode } from '../rules/places';
import { byNothing } from '../scope';
import { object } from '../shape';

/** Amount of a currency per euro on a day. A day without a rate uses the nearest earlier one. */
export const dayRate = resource({
  name: 'dayRate',
  path: '/exchange-rate',
  module: 'finance',
  view: permit('finance.rate.view'),
  edit: permit('finance.rate.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    currency: code(currencyCode),
    day: date(),
    rate: rate(),
    /** A person, or a file of the European Central Bank. */
    source: choice('rateSource', ['entered', 'ecb']),
    remark: note(500).nullable(),
  })),
  draft: ['currency', 'day', 'rate', 'remark'],
  lookup: ['currency', 'day', 'rate'],
  namesFor: 'readers',
  filters: ['currency', 'day', 'source'],
  sorts: ['currency', 'day', 'createdAt'],
  order: '-day,currency',
  keyword: ['currency', 'remark'],
  unique: ['currency', 'day'],
  // A rate is identified by day and currency, and looked up in its list.
  finding: null,
  examples: {
    currency: ['USD', 'CNY', 'USD'],
    day: ['02/11/2026', '02/11/2026', '03/11/2026'],
    rate: ['1.084500', '7.812000', '1.083100'],
  },
});

// A day's rate is never deactivated; booked lines have their own copy.
const { active: _, setActive: __, create, update, remove, ...usual } = crud(dayRate);
const extension = { extension: true } as const;
export const dayRateApi = {
  ...usual,
  create: { ...create, errors: also(create, 'RATE_BASE'), ...extension },
  update: { ...update, errors: also(update, 'RATE_BASE'), ...extension },
  remove: { ...remove, errors: [], ...extension },
} as const;
