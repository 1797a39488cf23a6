import { type ImportedName, type ListedName, listedMenus } from './permissions';

/*
 * Names of the plain resources, from their menus. Apart from the resources themselves: who only asks for a name, as every start
 * does, does not read what they are.
 */

/** Name of a plain resource that is read from files. */
export type ResourceName = ImportedName | 'usRate';
/** Plain resources that are read from files; the rates of US duties have no line of their own in the menu. */
export const resourceNames: readonly ResourceName[] = [
  ...listedMenus.flatMap(({ of, file }) => (file ? [of as ImportedName] : [])),
  'usRate',
];

/** Names of all plain resources. */
export const recordNames: readonly (ListedName | ResourceName)[] = [
  ...listedMenus.map(({ of }) => of),
  'usRate',
];
