import { also } from '../endpoint';
import { code, codes, flag, ref, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { oneOf, phoneNumber, weChatId } from '../rules/codes';
import { byNothing } from '../scope';
import { object } from '../shape';
import { ownerFields } from './owner';

/** What is sent to a contact. */
const receives = ['noa', 'exception', 'pod', 'statement'] as const;

/** A person of a customer or of a company whom we write to or call. */
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
    /** What they are there. */
    title: text(60).nullable(),
    phone: code(phoneNumber).nullable(),
    email: text(254, 'email').nullable(),
    wechat: code(weChatId).nullable(),
    /** Whom we turn to first: one of all contacts of the same owner, as soon as there is one. */
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
  // Accounts of customers refer to a contact: whoever edits them chooses it here.
  namesFor: [permit('customer.role.view')],
  filters: ['customerId', 'companyId', 'name', 'isPrimary', 'receives', 'roleId', 'active'],
  sorts: ['name', 'isPrimary', 'createdAt'],
  order: '-isPrimary,name',
  keyword: ['name', 'title', 'phone', 'email', 'wechat'],
  unique: ['name', 'customerId', 'companyId'],
  finding: { numbers: ['name'], names: ['name', 'email', 'phone'], path: '/customer/contact' },
});

const { create, update, remove, active, setActive, ...usual } = crud(clientContact);
/** Whoever comes first in place of another is named, never left out. */
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
