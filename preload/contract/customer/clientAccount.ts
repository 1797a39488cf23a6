import * as z from 'zod';
import { also, endpoint } from '../endpoint';
import { code, dateTime, flag, id, note, ref } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, resource } from '../resource';
import { portalName } from '../rules/codes';
import { byNothing } from '../scope';
import { object, strictObject } from '../shape';

/** Portal account of a customer's contact. */
export const clientAccount = resource({
  name: 'clientAccount',
  path: '/client-account',
  module: 'customer',
  view: permit('customer.role.view'),
  edit: permit('customer.role.account'),
  scope: byNothing('an account of the portal shows all goods of its customer; who is limited gives none'),
  row: object(() => ({
    ...recordFields,
    customerId: ref('customer'),
    contactId: ref('clientContact'),
    /** Name to sign in with, in lower case: unique in the portal. */
    username: code(portalName),
    roleId: ref('clientRole'),
    loginAllowed: flag(),
    /** When the one-time password was issued; null: the account cannot sign in yet. */
    accessGivenAt: dateTime().nullable(),
    lastLoginAt: dateTime().nullable(),
    remark: note(500).nullable(),
  })),
  draft: ['customerId', 'contactId', 'username', 'roleId', 'loginAllowed', 'remark'],
  lookup: [],
  namesFor: 'readers',
  filters: ['customerId', 'username', 'roleId', 'loginAllowed', 'lastLoginAt'],
  sorts: ['username', 'lastLoginAt', 'createdAt'],
  order: 'username',
  keyword: ['username'],
  unique: ['username'],
  // Not found by the global search: shown on the screens of customers.
  finding: null,
  fresh: { loginAllowed: true },
});

const extension = true as const;
const { list, get, create, update, remove, usage, export: asFile } = crud(clientAccount);
export const clientAccountApi = {
  list: { ...list, extension },
  get: { ...get, extension },
  export: { ...asFile, extension },
  create: { ...create, errors: also(create, 'OWNER_DIFFERS', 'GRANT_BEYOND'), extension },
  update: { ...update, errors: also(update, 'OWNER_DIFFERS', 'OWNER_FIXED', 'GRANT_BEYOND'), extension },
  remove: { ...remove, errors: ['GRANT_BEYOND'] as const, extension },
  usage,
  /** Creates a one-time password and returns it only now: only its hash is stored. Replaces the earlier one. */
  password: endpoint({
    method: 'POST',
    path: '/client-account/{id}/password',
    access: clientAccount.edit,
    params: strictObject(() => ({ id: id() })),
    answer: object(() => ({ password: z.string(), accessGivenAt: z.string() })),
    errors: ['GRANT_BEYOND'],
    extension,
  }),
};
