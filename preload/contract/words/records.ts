import {
  type ListedMenu,
  type ListedName,
  listedMenus,
  type PermissionName,
  permissionNodes,
} from '../permissions';
import type { ResourceName } from '../resourceNames';

type RecordName = ListedName | ResourceName;
/** Names of each plain resource; a missing one does not compile. */
export type RecordWords = Readonly<Record<RecordName, { readonly one: string; readonly list: string }>>;

const eachOf = (records: RecordWords, part: 'one' | 'list') =>
  Object.fromEntries(Object.entries(records).map(([name, word]) => [name, word[part]])) as Record<
    RecordName,
    string
  >;
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
  const lists = new Map(listedMenus.map(({ menu, of }) => [menu as PermissionName, records[of].list]));
  const title = (name: PermissionName) =>
    titles[name] ?? lists.get(name) ?? titles[name.slice(name.lastIndexOf('.') + 1) as CommonTitle];
  return Object.fromEntries(permissionNodes.map(({ name }) => [name, title(name)])) as Record<
    PermissionName,
    string
  >;
}
