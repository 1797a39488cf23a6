import * as z from 'zod';
import { endpoint } from '../endpoint';
import { codes, count, flag, id, text } from '../fields';
import { MAX_BULK } from '../limits';
import { listQuery, pageOf } from '../paging';
import { permissionNodes, permit } from '../permissions';
import { bulkAnswer, draftOf, exportOf, patchOf, selectionOf, use } from '../resource';
import { oneOf } from '../rules/codes';
import { object, strictObject } from '../shape';
import { staffRow } from './staff';

/** A permission group: the permissions of its members. */
export const adminGroupRow = object(() => ({
  id: id(),
  version: count(1),
  name: text(60),
  nameCn: text(60),
  description: text(200).nullable(),
  /** True for the group with all permissions, including future ones: it cannot be changed. */
  superAdmin: flag(),
  memberCount: count(0, 1_000_000),
}));
export type AdminGroup = z.output<typeof adminGroupRow>;

export const adminGroupFilters = ['name', 'nameCn', 'superAdmin'] as const;
export const adminGroupSorts = ['name', 'nameCn', 'memberCount'] as const;

const query = listQuery(adminGroupRow, adminGroupFilters, adminGroupSorts);
const draft = ['name', 'nameCn', 'description'] as const;
export const adminGroupDraft = draftOf(adminGroupRow, draft);

const ids = permissionNodes.map((node) => node.id);
/** Logged fields of a group besides its row: permissions granted or revoked. */
export const grantsLogged = object(() => ({ permissionIds: codes(oneOf(ids, 'permission'), ids.length) }));

const one = strictObject(() => ({ id: id() }));
const view = permit('staff.role.view');
const edit = permit('staff.role.edit');
const permissionIds = z.array(z.enum(ids)).max(ids.length);
const granted = object(() => ({ group: adminGroupRow, permissionIds: z.array(z.string()) }));

/** Permission groups with their permissions and members. */
export const adminGroupApi = {
  all: endpoint({
    method: 'GET',
    path: '/admin-groups/all',
    access: 'session',
    answer: z.array(
      object(() => ({
        id: id(),
        nameEn: text(60),
        nameCn: text(60),
        superAdmin: flag(),
        /** Number of members who may sign in. */
        ableCount: count(),
      })),
    ),
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin-groups',
    access: view,
    query,
    answer: pageOf(adminGroupRow),
  }),
  export: exportOf('/admin-groups', view, query),
  /** The approval settings that name the group. */
  usage: endpoint({
    method: 'GET',
    path: '/admin-groups/{id}/usage',
    access: view,
    params: one,
    answer: z.array(use),
    extension: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin-groups',
    access: edit,
    body: adminGroupDraft,
    answer: adminGroupRow,
    errors: ['CODE_EXISTS'],
    creates: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/admin-groups/{id}',
    access: edit,
    params: one,
    body: patchOf(adminGroupRow, draft),
    answer: adminGroupRow,
    errors: ['CODE_EXISTS', 'STALE_DATA', 'GROUP_FIXED', 'GRANT_BEYOND'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin-groups/{id}',
    access: edit,
    params: one,
    errors: ['IN_USE', 'GROUP_FIXED', 'GRANT_BEYOND'],
  }),
  batchDelete: endpoint({
    method: 'POST',
    path: '/admin-groups/batch-delete',
    access: edit,
    body: selectionOf(query),
    answer: bulkAnswer,
    errors: ['COUNT_CHANGED'],
  }),
  /** Creates a group with the same permissions, without members. */
  copy: endpoint({
    method: 'POST',
    path: '/admin-groups/{id}/copy',
    access: edit,
    params: one,
    body: adminGroupDraft,
    answer: adminGroupRow,
    errors: ['CODE_EXISTS', 'GRANT_BEYOND'],
    creates: true,
  }),
  permissions: endpoint({
    method: 'GET',
    path: '/admin-groups/{id}/permissions',
    access: view,
    params: one,
    answer: granted,
  }),
  /** Sets the group's permissions, also for open sessions. Items include their menu and area. */
  setPermissions: endpoint({
    method: 'PUT',
    path: '/admin-groups/{id}/permissions',
    access: edit,
    params: one,
    body: strictObject(() => ({ permissionIds, version: count(1) })),
    answer: granted,
    errors: ['STALE_DATA', 'GROUP_FIXED', 'GRANT_BEYOND'],
  }),
  members: endpoint({
    method: 'GET',
    path: '/admin-groups/{id}/members',
    access: view,
    params: one,
    answer: z.array(staffRow),
  }),
  /** Moves people into the group. Existing members stay, because everyone must be in a group. */
  setMembers: endpoint({
    method: 'PUT',
    path: '/admin-groups/{id}/members',
    access: edit,
    params: one,
    body: strictObject(() => ({ staffIds: z.array(id()).min(1).max(MAX_BULK) })),
    answer: bulkAnswer,
    errors: ['GRANT_BEYOND'],
  }),
};
