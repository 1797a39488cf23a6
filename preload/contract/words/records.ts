import { namesOf, perName } from '../names';
import { type ListedMenu, listedMenus, type PermissionName, permissionNodes } from '../permissions';
import type { recordNames } from '../resourceNames';

type RecordName = (typeof recordNames)[number];
/** Names of each plain resource; a missing one does not compile. */
export type RecordWords = Readonly<Record<RecordName, { readonly one: string; readonly list: string }>>;

const eachOf = (records: RecordWords, part: 'one' | 'list') =>
  perName(namesOf(records), (name) => records[name][part]);
/** Returns the singular name of each. */
export const onesOf = (records: RecordWords) => eachOf(records, 'one');
/** Returns the list name of each. */
export const listsOf = (records: RecordWords) => eachOf(records, 'list');

type CommonTitle = 'view' | 'edit' | 'approve';
/** Titles of the tree that do not follow from the resources; a missing one does not compile. */
export type OwnTitles = Readonly<
  Record<CommonTitle | Exclude<PermissionName, ListedMenu | `${string}.${CommonTitle}`>, string> &
    Partial<Record<PermissionName, string>>
>;

/** Returns the titles of all nodes of the permission tree. */
export function menuOf(records: RecordWords, titles: OwnTitles): Readonly<Record<PermissionName, string>> {
  const lists = new Map<PermissionName, string>(listedMenus.map(({ menu, of }) => [menu, records[of].list]));
  const title = (name: PermissionName) =>
    titles[name] ?? lists.get(name) ?? titles[name.slice(name.lastIndexOf('.') + 1) as CommonTitle];
  return perName(
    permissionNodes.map(({ name }) => name),
    title,
  );
}
