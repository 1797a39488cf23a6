import { also } from '../endpoint';
import { codes, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { oneOf } from '../rules/codes';
import { byNothing } from '../scope';
import { object } from '../shape';
import { ownerFields } from './owner';

/** Permission tags of the portal. */
const portalTags = ['view_bill', 'create_bill', 'upload_data', 'view_finance', 'download_docs'] as const;

/** Role of a customer's or company's contact. One without an owner is a template for all. */
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
  // A role has no number to search for: it is found with its customer.
  finding: null,
});

const usual = crud(clientRole);
export const clientRoleApi = {
  ...usual,
  create: { ...usual.create, errors: also(usual.create, 'OWNER_ONE') },
  update: { ...usual.update, errors: also(usual.update, 'OWNER_FIXED') },
};
