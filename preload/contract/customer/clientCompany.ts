import type * as z from 'zod';
import { operateLogRow } from '../access/operateLog';
import { addressFields, addressNames } from '../config/address';
import { endpoint } from '../endpoint';
import { fileErrors } from '../errors';
import { choice, code, codes, count, flag, id, ref, text } from '../fields';
import { MAX_LOGO } from '../limits';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { iban, swift } from '../rules/bank';
import { oneOf, referenceCode } from '../rules/codes';
import { phoneNumber } from '../rules/contactCodes';
import { invoicePrefix, peppolScheme } from '../rules/invoiceCodes';
import { currencyCode } from '../rules/places';
import { eori, vatNo } from '../rules/taxNumbers';
import { byNothing } from '../scope';
import { object, strictObject } from '../shape';

/** Services of a supplier. */
const supplierTypes = [
  'airline',
  'handler',
  'trucker',
  'broker',
  'warehouse',
  'last_mile',
  'shipping_line',
] as const;

/** A legal entity: ours, a customer's or a supplier's. */
export const clientCompany = resource({
  name: 'clientCompany',
  path: '/client-company',
  module: 'config',
  view: permit('config.company.view'),
  edit: permit('config.company.edit'),
  scope: byNothing('companies deal with every warehouse'),
  row: object(() => ({
    ...recordFields,
    code: code(referenceCode),
    nameEn: text(120),
    nameCn: text(120),
    shortName: text(40).nullable(),
    kind: choice('companyKind', ['own', 'customer', 'supplier']),
    /** For suppliers only. */
    supplierTypes: codes(oneOf(supplierTypes, 'supplierType'), supplierTypes.length),
    /** Number in its country's register of companies. */
    registrationNo: text(40).nullable(),
    vatNo: code(vatNo).nullable(),
    eoriNo: code(eori).nullable(),
    ...addressFields,
    bankName: text(80).nullable(),
    iban: code(iban).nullable(),
    swift: code(swift).nullable(),
    currency: code(currencyCode).nullable(),
    contactName: text(60).nullable(),
    phone: code(phoneNumber).nullable(),
    email: text(254, 'email').nullable(),
    paymentTermDays: count(0, 120).nullable(),
    /** For customers: the code of their invoices, if it does not follow from their country and VAT number. */
    vatCodeId: ref('vatCode').nullable(),
    /** For suppliers: their account in the general ledger; null: that of all suppliers. */
    ledgerAccount: text(20).nullable(),
    /** For our own companies: the letters before the number of an invoice; null: its code. */
    invoicePrefix: code(invoicePrefix).nullable(),
    /** Issues invoices unless another company is chosen. */
    defaultIssuer: flag(),
    /** Address in the Peppol network: its scheme (EAS code list) and the number there. */
    peppolScheme: code(peppolScheme).nullable(),
    peppolId: text(50).nullable(),
    /** For our own companies: true if they have a logo, which their invoices show. */
    hasLogo: flag(),
    ...referenceFields,
  })),
  draft: [
    'code',
    'kind',
    'nameEn',
    'nameCn',
    'shortName',
    'supplierTypes',
    'registrationNo',
    'vatNo',
    'eoriNo',
    ...addressNames,
    'bankName',
    'iban',
    'swift',
    'currency',
    'paymentTermDays',
    'vatCodeId',
    'ledgerAccount',
    'invoicePrefix',
    'defaultIssuer',
    'peppolScheme',
    'peppolId',
    'contactName',
    'phone',
    'email',
    'remark',
  ],
  lookup: ['code', 'nameEn', 'nameCn', 'kind', 'active'],
  namesFor: 'everyone',
  filters: ['code', 'kind', 'countryId', 'vatNo', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'city', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn', 'shortName', 'registrationNo', 'vatNo', 'eoriNo'],
  unique: ['code'],
  finding: {
    numbers: ['code'],
    also: ['vatNo', 'eoriNo'],
    names: ['nameEn', 'nameCn', 'shortName'],
    path: '/base-data/companies/detail/{id}',
  },
  fresh: { kind: 'customer' },
  examples: {
    code: ['POLDER', 'TRUCK01', 'GPANDA'],
    nameEn: ['Polder Customs BV', 'Canal Trucking BV', 'Green Panda Trading Ltd'],
    nameCn: ['普德尔报关公司', '运河运输公司', '绿熊猫贸易有限公司'],
    kind: ['own', 'supplier', 'customer'],
    supplierTypes: ['', 'trucker', ''],
    countryId: ['NL', 'NL', 'CN'],
    postcode: ['1118 CP', '', ''],
    paymentTermDays: ['30', '14', ''],
  },
});
export type ClientCompany = z.output<typeof clientCompany.row>;

const one = strictObject(() => ({ id: id() }));

export const clientCompanyApi = {
  ...crud(clientCompany),
  /** Operation log of one company. */
  logs: endpoint({
    method: 'GET',
    path: '/client-company/{id}/logs',
    access: clientCompany.view,
    params: one,
    query: listQuery(operateLogRow, ['operatorId', 'action', 'at'], ['at']),
    answer: pageOf(operateLogRow),
    extension: true,
  }),
  /** Sets the logo of one of our companies. Invoices that were issued keep the one that they were issued with. */
  setLogo: endpoint({
    method: 'POST',
    path: '/client-company/{id}/logo',
    access: clientCompany.edit,
    kind: 'upload',
    params: one,
    file: { types: ['png', 'jpg', 'jpeg'], max: MAX_LOGO },
    answer: clientCompany.row,
    errors: [...fileErrors, 'LOGO_UNREADABLE', 'LOGO_OWN_ONLY'],
    extension: true,
  }),
  logo: endpoint({
    method: 'GET',
    path: '/client-company/{id}/logo',
    access: clientCompany.view,
    kind: 'blob',
    params: one,
    extension: true,
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/client-company/{id}/logo',
    access: clientCompany.edit,
    params: one,
    answer: clientCompany.row,
    extension: true,
  }),
};
