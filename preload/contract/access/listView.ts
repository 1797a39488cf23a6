import * as z from 'zod';
import { tableLayout } from '../desktop/boot';
import { endpoint } from '../endpoint';
import { choice, count, dateTime, flag, id, ref, refs, text } from '../fields';
import { permit } from '../permissions';
import { spanned } from '../rules/daySpans';
import { extended, object, strictObject } from '../shape';

/** Visibility of a view: its maker, all of the maker's permission group, or everyone. */
export const viewScopes = ['mine', 'group', 'everyone'] as const;
export type ViewScope = (typeof viewScopes)[number];

/** Maximum number of views that one person can save for one list. */
export const MOST_VIEWS = 50;

const listName = z.string().regex(/^[A-Za-z][A-Za-z0-9./-]{0,59}$/);
const scalar = z.union([z.string(), z.number(), z.boolean()]);
/**
 * Contents of a view: the tab, the keyword and filters by query parameter, the order, the columns. A filter on a day by
 * a span such as this month is stored under the field's own name as that span, not as the days it meant when the view
 * was saved.
 */
const shown = {
  tab: z.string().max(40).nullable(),
  asked: z
    .record(z.string().max(80), z.union([scalar, z.array(scalar), spanned]))
    .refine((filter) => JSON.stringify(filter).length <= 20_000),
  sort: z.string().max(200),
  /** Null: each person's own columns stay. */
  layout: tableLayout.nullable(),
};

/** A saved view of a list. */
export const listView = object(() => ({
  id: id(),
  version: count(1),
  list: listName,
  name: text(60),
  scope: choice('viewScope', viewScopes),
  ownerId: ref('staff'),
  ownerName: text(60),
  /** True if the reader made the view, and so may change and delete it. */
  mine: flag(),
  /** True if the view is the reader's own default for the list. */
  isDefault: flag(),
  /** Groups whose default is this view. A person may choose another default. */
  groupIds: refs('adminGroup'),
  /** True if the view is the default of the reader's group. */
  ofGroup: flag(),
  updatedAt: dateTime(),
  ...shown,
}));
export type ListView = z.output<typeof listView>;

const { name, scope } = listView.shape;
const one = strictObject(() => ({ id: id() }));

/** Permission to set the default view of a group. */
export const viewsOfGroups = permit('staff.role.edit');

/** Returns the reader's default view: their own choice, else that of their group. */
export const firstView = (views: readonly ListView[]): ListView | undefined =>
  views.find(({ isDefault }) => isDefault) ?? views.find(({ ofGroup }) => ofGroup);

/** Views of lists: those of the caller, of their group, and of everyone. */
export const listViewApi = {
  list: endpoint({
    method: 'GET',
    path: '/list-view',
    access: 'session',
    answer: z.array(listView),
    extension: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/list-view',
    access: 'session',
    body: strictObject(() => ({ list: listName, name, scope, ...shown })),
    answer: listView,
    errors: ['CODE_EXISTS', 'VIEW_LIMIT'],
    creates: true,
    extension: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/list-view/{id}',
    access: 'session',
    params: one,
    body: extended(strictObject(() => ({ name, scope, ...shown })).partial(), () => ({ version: count(1) })),
    answer: listView,
    errors: ['CODE_EXISTS', 'STALE_DATA', 'VIEW_NOT_YOURS'],
    extension: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/list-view/{id}',
    access: 'session',
    params: one,
    errors: ['VIEW_NOT_YOURS'],
    extension: true,
  }),
  /** Sets the caller's default view of a list; null: none. */
  begin: endpoint({
    method: 'PUT',
    path: '/list-view/default',
    access: 'session',
    body: strictObject(() => ({ list: listName, viewId: id().nullable() })),
    errors: ['NOT_FOUND'],
    extension: true,
  }),
  /** Sets a group's default view of a list, from those that all of it see; null: none. */
  beginGroup: endpoint({
    method: 'PUT',
    path: '/list-view/group-default',
    access: viewsOfGroups,
    body: strictObject(() => ({ list: listName, groupId: id(), viewId: id().nullable() })),
    errors: ['NOT_FOUND', 'VIEW_NOT_OF_GROUP'],
    extension: true,
  }),
} as const;
