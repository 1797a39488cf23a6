import { also } from '../endpoint';
import { codes, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { oneOf } from '../rules/codes';
import { byNothing } from '../scope';
import { object } from '../shape';
import { ownerFields } from './owner';

/** What may be done on the portal, by the tags that the portal knows. */
const portalTags = ['view_bill', 'create_bill', 'upload_data', 'view_finance', 'download_docs'] as const;

/** The part that people of a customer or a company play towards us. One that is nobody's own is a template for all. */
export const clientRole = resource({
  name: 'clientRole',
  path: '/client-role',
  module: 'customer',
  view: permit('customer.role.view'),
  edit: permit('customer.role.edit'),
  scope: byNothing('what accounts of the portal may do, whatever the warehouse'),
  row: object(() => ({
    ...recordFields,
    ...ownerFields,
    nameEn: text(60),
    nameCn: text(60),
    permissions: codes(oneOf(portalTags, 'portalTag'), portalTags.length),
    ...referenceFields,
  })),
  draft: ['customerId', 'companyId', 'nameEn', 'nameCn', 'permissions', 'remark'],
  lookup: ['nameEn', 'nameCn', 'customerId', 'companyId', 'active'],
  namesFor: 'everyone',
  filters: ['customerId', 'companyId', 'permissions', 'active'],
  sorts: ['nameEn', 'nameCn', 'createdAt'],
  order: 'nameEn',
  keyword: ['nameEn', 'nameCn'],
  unique: ['nameEn', 'customerId', 'companyId'],
  // What a customer calls its own roles has no number: it is found with the customer.
  finding: null,
});

const usual = crud(clientRole);
export const clientRoleApi = {
  ...usual,
  create: { ...usual.create, errors: also(usual.create, 'OWNER_ONE') },
  update: { ...usual.update, errors: also(usual.update, 'OWNER_FIXED') },
};
