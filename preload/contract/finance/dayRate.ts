import { also } from '../endpoint';
import { code, date, note, dayRate as rate } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, resource } from '../resource';
import { currencyCode } from '../rules/places';
import { byNothing } from '../scope';
import { object } from '../shape';

/** What one euro bought of a currency on a day. A day without a rate has that of the nearest earlier one. */
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
    remark: note(500).nullable(),
  })),
  draft: ['currency', 'day', 'rate', 'remark'],
  lookup: ['currency', 'day', 'rate'],
  namesFor: 'readers',
  filters: ['currency', 'day'],
  sorts: ['currency', 'day', 'createdAt'],
  order: '-day,currency',
  keyword: ['currency', 'remark'],
  unique: ['currency', 'day'],
  // A rate is known by its day and currency, and looked up in its list.
  finding: null,
  examples: {
    currency: ['USD', 'CNY', 'USD'],
    day: ['02/11/2026', '02/11/2026', '03/11/2026'],
    rate: ['1.084500', '7.812000', '1.083100'],
  },
});

// A rate of a day is right or wrong, and never out of use; what stands in the books has its copy.
const { active: _, setActive: __, create, update, remove, ...usual } = crud(dayRate);
const extension = { extension: true } as const;
export const dayRateApi = {
  ...usual,
  create: { ...create, errors: also(create, 'RATE_BASE'), ...extension },
  update: { ...update, errors: also(update, 'RATE_BASE'), ...extension },
  remove: { ...remove, errors: [], ...extension },
} as const;
