import { type ImportedName, type ListedName, listedMenus } from './permissions';

/*
 * Names of the plain resources, from their menus. Kept apart from the resources: every start needs the names only, and
 * should not load the definitions.
 */

/** Name of a plain resource that is read from files. */
export type ResourceName = ImportedName | 'usRate';
/** Plain resources that are read from files; the rates of US duties have no menu of their own. */
export const resourceNames: readonly ResourceName[] = [
  ...listedMenus.flatMap(({ of, file }) => (file ? [of as ImportedName] : [])),
  'usRate',
];

/**
 * Names of all plain resources; the EU rates, the tariffs of containers, the VAT codes and the ledger accounts have no
 * menu of their own either.
 */
export const recordNames: readonly (
  | ListedName
  | ResourceName
  | 'euRate'
  | 'containerTariff'
  | 'vatCode'
  | 'ledgerSetup'
)[] = [...listedMenus.map(({ of }) => of), 'usRate', 'euRate', 'containerTariff', 'vatCode', 'ledgerSetup'];
