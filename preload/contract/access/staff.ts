import * as z from 'zod';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { choice, code, count, dateTime, flag, id, ref, refs, text } from '../fields';
import { STAFF_PASSWORD } from '../limits';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, draftOf, exportOf, patchOf, selectionOf, use } from '../resource';
import { accountName } from '../rules/codes';
import { phoneNumber } from '../rules/contactCodes';
import { extended, object, strictObject } from '../shape';

/** A user of the console, as seen by colleagues who manage accounts. */
export const staffRow = object(() => ({
  id: id(),
  version: count(1),
  /** Name to sign in with; it never changes. */
  username: code(accountName),
  realName: text(60),
  email: text(254, 'email'),
  phone: code(phoneNumber).nullable(),
  /** The group whose permissions they have. */
  groupId: ref('adminGroup'),
  /** Their role in the business; it grants no permissions. */
  role: choice('staffRole', [
    'super_admin',
    'warehouse_admin',
    'domestic_voucher',
    'customs_broker',
    'finance',
    'sales',
  ]).nullable(),
  /** Warehouses whose bills and related records they see; empty: all. */
  warehouseIds: refs('warehouse'),
  /** The uploaded picture. */
  avatarFileId: text(64).nullable(),
  /** True for members of the super-administrator group. */
  superAdmin: flag(),
  loginAllowed: flag(),
  /** True if they may type barcodes on the hand-held scanner. */
  pdaBarcodeEntry: flag(),
  lastLoginAt: dateTime().nullable(),
  registeredAt: dateTime(),
}));
export type StaffRow = z.output<typeof staffRow>;

export const staffFilters = [
  'username',
  'realName',
  'groupId',
  'role',
  'superAdmin',
  'loginAllowed',
  'pdaBarcodeEntry',
  'lastLoginAt',
  'registeredAt',
] as const;
export const staffSorts = ['username', 'realName', 'email', 'lastLoginAt', 'registeredAt'] as const;

const query = listQuery(staffRow, staffFilters, staffSorts);
const one = strictObject(() => ({ id: id() }));
const some = selectionOf(query);

/** Fields that can be changed later. Accounts from before phone numbers were required have none. */
const changeable = [
  'realName',
  'email',
  'phone',
  'groupId',
  'role',
  'warehouseIds',
  'pdaBarcodeEntry',
] as const;
const phone = code(phoneNumber);

/** Input for a new account, besides its password. */
export const staffDraft = extended(draftOf(staffRow, ['username', ...changeable]), () => ({
  phone,
  warehouseIds: refs('warehouse').default([]),
}));
const staffPatch = extended(patchOf(staffRow, changeable), () => ({ phone: phone.optional() }));

/** A password set for someone else: they must change it at their first sign-in. */
export const staffPassword = z
  .string()
  .refine(({ length }) => length >= STAFF_PASSWORD.min && length <= STAFF_PASSWORD.max, {
    params: { problem: problem('PWD_LENGTH', STAFF_PASSWORD) },
  });

const view = permit('staff.list.view');
const edit = permit('staff.list.edit');
/** Limits of account management: not beyond one's own rights, and never without a super administrator left. */
const guarded = ['STAFF_SELF', 'STAFF_LAST_ADMIN', 'GRANT_BEYOND'] as const;

/** Accounts of the staff. */
export const staffApi = {
  /** Everyone who ever had an account, so that old records keep their names; deleted and blocked ones are inactive. */
  all: endpoint({
    method: 'GET',
    path: '/admins/all',
    access: 'session',
    answer: z.array(object(() => ({ id: id(), realName: text(60), active: flag(), deleted: flag() }))),
  }),
  list: endpoint({ method: 'GET', path: '/admins', access: view, query, answer: pageOf(staffRow) }),
  export: exportOf('/admins', view, query),
  get: endpoint({ method: 'GET', path: '/admins/{id}', access: view, params: one, answer: staffRow }),
  /** Pending work of this person: the approval settings that name them. */
  usage: endpoint({
    method: 'GET',
    path: '/admins/{id}/usage',
    access: view,
    params: one,
    answer: z.array(use),
    extension: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/admins',
    access: edit,
    body: extended(staffDraft, () => ({ password: staffPassword })),
    answer: staffRow,
    errors: ['CODE_EXISTS', 'STAFF_NAME_GONE', 'REFERENCE_UNKNOWN', 'GRANT_BEYOND', 'PWD_LENGTH'],
    creates: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/admins/{id}',
    access: edit,
    params: one,
    body: staffPatch,
    answer: staffRow,
    errors: ['STALE_DATA', 'REFERENCE_UNKNOWN', 'GRANT_BEYOND', 'STAFF_LAST_ADMIN'],
  }),
  /** Deletes the account, ends its sessions, and unassigns its pending work. */
  batchDelete: endpoint({
    method: 'POST',
    path: '/admins/batch-delete',
    access: edit,
    body: some,
    answer: bulkAnswer,
    errors: ['COUNT_CHANGED'],
  }),
  /** Blocks the account and ends all its sessions at once: its next call gets a 401. */
  forbid: endpoint({
    method: 'PUT',
    path: '/admins/{id}/forbid',
    access: edit,
    params: one,
    answer: staffRow,
    errors: guarded,
  }),
  forbidMany: endpoint({
    method: 'PUT',
    path: '/admins/forbid',
    access: edit,
    body: some,
    answer: bulkAnswer,
    errors: ['COUNT_CHANGED'],
  }),
  /** Unblocks the account, and clears its failed sign-ins. */
  allow: endpoint({
    method: 'PUT',
    path: '/admins/{id}/allow',
    access: edit,
    params: one,
    answer: staffRow,
    errors: ['GRANT_BEYOND'],
  }),
  allowMany: endpoint({
    method: 'PUT',
    path: '/admins/allow',
    access: edit,
    body: some,
    answer: bulkAnswer,
    errors: ['COUNT_CHANGED'],
  }),
  /** Sets a one-time password and ends the account's sessions. One's own is changed in the personal centre. */
  password: endpoint({
    method: 'PUT',
    path: '/admins/{id}/password',
    access: edit,
    params: one,
    body: strictObject(() => ({ password: staffPassword })),
    errors: ['PWD_LENGTH', 'PWD_OWN', 'GRANT_BEYOND'],
  }),
};
