import * as z from 'zod';
import { tableLayout } from '../desktop';
import { endpoint } from '../endpoint';
import { choice, count, dateTime, flag, id, ref, refs, text } from '../fields';
import { permit } from '../permissions';
import { spanned } from '../rules/daySpans';
import { extended, object, strictObject } from '../shape';

/** Who sees a view: its maker alone, all of the maker's permission group, or everyone. */
export const viewScopes = ['mine', 'group', 'everyone'] as const;
export type ViewScope = (typeof viewScopes)[number];

/** Views that one person may keep of one list. */
export const MOST_VIEWS = 50;

const listName = z.string().regex(/^[A-Za-z][A-Za-z0-9./-]{0,59}$/);
const scalar = z.union([z.string(), z.number(), z.boolean()]);
/**
 * What a view shows: the tab, the keyword and filters by the names of the query, the order, the columns. A filter on a day
 * is kept by the field's own name where it is a span such as this month: as that, and not as the days it meant when the
 * view was saved.
 */
const shown = {
  tab: z.string().max(40).nullable(),
  asked: z
    .record(z.string().max(80), z.union([scalar, z.array(scalar), spanned]))
    .refine((asked) => JSON.stringify(asked).length <= 20_000),
  sort: z.string().max(200),
  /** Null: the columns stay as each person has them. */
  layout: tableLayout.nullable(),
};

/** A list as somebody wants to see it again. */
export const listView = object(() => ({
  id: id(),
  version: count(1),
  list: listName,
  name: text(60),
  scope: choice('viewScope', viewScopes),
  ownerId: ref('staff'),
  ownerName: text(60),
  /** Whether the reader made it, and may change and delete it. */
  mine: flag(),
  /** True if the reader's list begins with it, by their own choice. */
  isDefault: flag(),
  /** The groups whose lists begin with it, unless a person chose another. */
  groupIds: refs('adminGroup'),
  /** Whether that of the reader is one of them. */
  ofGroup: flag(),
  updatedAt: dateTime(),
  ...shown,
}));
export type ListView = z.output<typeof listView>;

const { name, scope } = listView.shape;
const one = strictObject(() => ({ id: id() }));

/** Permission to set the view with which a list begins for a group. */
export const viewsOfGroups = permit('staff.role.edit');

/** The view with which the reader's list begins: their own choice, else that of their group. */
export const firstView = (views: readonly ListView[]): ListView | undefined =>
  views.find(({ isDefault }) => isDefault) ?? views.find(({ ofGroup }) => ofGroup);

/** Views of lists: those that a person made, those of the group, those of everyone. */
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
  /** With which view a list begins for who asks; null: with none. */
  begin: endpoint({
    method: 'PUT',
    path: '/list-view/default',
    access: 'session',
    body: strictObject(() => ({ list: listName, viewId: id().nullable() })),
    errors: ['NOT_FOUND'],
    extension: true,
  }),
  /** With which view a list begins for a group, of those that all of it see; null: with none. */
  beginGroup: endpoint({
    method: 'PUT',
    path: '/list-view/group-default',
    access: viewsOfGroups,
    body: strictObject(() => ({ list: listName, groupId: id(), viewId: id().nullable() })),
    errors: ['NOT_FOUND', 'VIEW_NOT_OF_GROUP'],
    extension: true,
  }),
} as const;
