import { also } from '../endpoint';
import { code, codes, flag, ref, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { oneOf } from '../rules/codes';
import { phoneNumber, weChatId } from '../rules/contactCodes';
import { byNothing } from '../scope';
import { object } from '../shape';
import { ownerFields } from './owner';

/** Documents and notices that a contact receives. */
const receives = ['noa', 'exception', 'pod', 'statement', 'invoice'] as const;

/** A contact person of a customer or a company. */
export const clientContact = resource({
  name: 'clientContact',
  path: '/client-contact',
  module: 'customer',
  view: permit('customer.contact.view'),
  edit: permit('customer.contact.edit'),
  scope: byNothing('people of a customer or a company, whatever the warehouse'),
  row: object(() => ({
    ...recordFields,
    ...ownerFields,
    name: text(60),
    /** Job title. */
    title: text(60).nullable(),
    phone: code(phoneNumber).nullable(),
    email: text(254, 'email').nullable(),
    wechat: code(weChatId).nullable(),
    /** True for the main contact: exactly one of an owner's contacts, as soon as there are any. */
    isPrimary: flag(),
    receives: codes(oneOf(receives, 'contactReceives'), receives.length),
    roleId: ref('clientRole').nullable(),
    ...referenceFields,
  })),
  draft: [
    'customerId',
    'companyId',
    'name',
    'title',
    'phone',
    'email',
    'wechat',
    'isPrimary',
    'receives',
    'roleId',
    'remark',
  ],
  lookup: ['name', 'customerId', 'companyId', 'isPrimary', 'active'],
  // Portal accounts refer to a contact: their editors select it here.
  namesFor: [permit('customer.role.view')],
  filters: ['customerId', 'companyId', 'name', 'isPrimary', 'receives', 'roleId', 'active'],
  sorts: ['name', 'isPrimary', 'createdAt'],
  order: '-isPrimary,name',
  keyword: ['name', 'title', 'phone', 'email', 'wechat'],
  unique: ['name', 'customerId', 'companyId'],
  finding: { numbers: ['name'], names: ['name', 'email', 'phone'], path: '/customer/contact' },
});

const { create, update, remove, active, setActive, ...usual } = crud(clientContact);
/** Refuses to unset or remove the main contact while there are others: make another one the main contact first. */
const PRIMARY = 'CONTACT_PRIMARY';
export const clientContactApi = {
  ...usual,
  create: { ...create, errors: also(create, 'OWNER_ONE', 'OWNER_DIFFERS') },
  update: {
    ...update,
    errors: also(update, 'OWNER_FIXED', 'OWNER_DIFFERS', PRIMARY),
  },
  remove: { ...remove, errors: also(remove, PRIMARY) },
  active,
  setActive: { ...setActive, errors: [PRIMARY] as const },
};
