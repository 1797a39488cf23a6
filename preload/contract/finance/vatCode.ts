import type * as z from 'zod';
import { also } from '../endpoint';
import { choice, code, date, decimal, text } from '../fields';
import { table } from '../partFields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { referenceCode } from '../rules/codes';
import { vatexCode } from '../rules/invoiceCodes';
import { countryCode } from '../rules/places';
import { vatCategories } from '../rules/vat';
import { byNothing } from '../scope';
import { object } from '../shape';

/** A rate from a day on. */
export const vatRate = { validFrom: date(), rate: decimal('%', 100) };

/** How value-added tax is charged on a line: the category, its rates by day, or why none is charged. */
export const vatCode = resource({
  name: 'vatCode',
  path: '/vat-code',
  module: 'finance',
  view: permit('finance.chargeItem.view'),
  edit: permit('finance.chargeItem.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    code: code(referenceCode),
    nameEn: text(120),
    nameCn: text(120),
    category: choice('vatCategory', vatCategories),
    /** Country whose rates these are; null for codes of every country. */
    countryCode: code(countryCode).nullable(),
    rates: table('vatRate', vatRate, 20),
    vatex: code(vatexCode).nullable(),
    /** The provision that the invoice refers to (Directive 2006/112/EC, art. 226, points 11 and 11a). */
    reasonEn: text(300).nullable(),
    reasonCn: text(300).nullable(),
    ...referenceFields,
  })),
  draft: [
    ...(['code', 'nameEn', 'nameCn', 'category', 'countryCode', 'rates'] as const),
    ...(['vatex', 'reasonEn', 'reasonCn', 'remark'] as const),
  ],
  lookup: ['code', 'nameEn', 'nameCn', 'active'],
  namesFor: 'everyone',
  filters: ['code', 'category', 'countryCode', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'category', 'countryCode', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn', 'vatex'],
  unique: ['code'],
  // A few codes, looked up in their list.
  finding: null,
  fresh: { category: 'S', rates: [] },
});
export type VatCode = z.output<typeof vatCode.row>;

const { create, update, ...usual } = crud(vatCode);
const wrong = ['VAT_RATES', 'VAT_REASON'] as const;
export const vatCodeApi = {
  ...usual,
  create: { ...create, errors: also(create, ...wrong) },
  update: { ...update, errors: also(update, ...wrong) },
};
