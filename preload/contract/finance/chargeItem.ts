import { also } from '../endpoint';
import { choice, code, flag, money, ref, refs, text, unitPrice } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { referenceCode } from '../rules/codes';
import { currencyCode } from '../rules/places';
import { byNothing } from '../scope';
import { object } from '../shape';
import { chargeBases } from '../vocabulary';

/** An item of price lists, with its default price. */
export const chargeItem = resource({
  name: 'chargeItem',
  path: '/charge-items',
  module: 'finance',
  view: permit('finance.chargeItem.view'),
  edit: permit('finance.chargeItem.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    code: code(referenceCode),
    nameEn: text(120),
    nameCn: text(120),
    feeCategoryId: ref('feeCategory'),
    basis: choice('chargeBasis', chargeBases),
    /** Price of one unit of the basis; for `percent`, the percentage. */
    defaultPrice: unitPrice(),
    currency: code(currencyCode),
    minCharge: money().nullable(),
    maxCharge: money().nullable(),
    /** Rounding up of the quantity before pricing. */
    roundUp: choice('roundUp', ['none', '0.5kg', '1kg', 'unit']),
    taxable: flag(),
    /** Proposed for its revenue lines; null: that of the category. */
    vatCodeId: ref('vatCode').nullable(),
    mode: choice('serviceMode', ['air', 'sea', 'any']),
    /** Services it is offered with; empty: all. */
    appliesTo: refs('service'),
    ...referenceFields,
  })),
  draft: [
    'code',
    'nameEn',
    'nameCn',
    'feeCategoryId',
    'basis',
    'defaultPrice',
    'currency',
    'minCharge',
    'maxCharge',
    'roundUp',
    'taxable',
    'vatCodeId',
    'mode',
    'appliesTo',
    'remark',
  ],
  lookup: ['code', 'nameEn', 'nameCn', 'feeCategoryId', 'basis', 'defaultPrice', 'currency', 'active'],
  // Names include prices, for those who charge or quote them.
  namesFor: [
    permit('finance.cost.view'),
    permit('finance.revenue.view'),
    permit('finance.chargeFlow.view'),
    permit('business.standardQuote.view'),
    permit('business.orderQuote.view'),
  ],
  filters: ['code', 'feeCategoryId', 'basis', 'currency', 'mode', 'taxable', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn'],
  unique: ['code'],
  finding: { numbers: ['code'], names: ['nameEn', 'nameCn'], path: '/bil-fee/charge_items' },
  fresh: { currency: 'EUR', roundUp: 'none', mode: 'any', taxable: true },
});

const { create, update, ...usual } = crud(chargeItem);
export const chargeItemApi = {
  ...usual,
  create: { ...create, errors: also(create, 'CHARGE_LIMITS') },
  update: { ...update, errors: also(update, 'CHARGE_LIMITS') },
} as const;
