import { ownerFields } from '@contract/customer/owner';

/** Record that owns all rows of a list, when the list is part of that record's screen. */
export interface ListOwner {
  /** Values of the owner fields, the same in every row. */
  readonly owner: Readonly<Record<string, number>>;
  /** Pixels by which the table is higher than the window height minus 288. */
  readonly offset: number;
}
export const ownedBy = (within: ListOwner | undefined) =>
  Object.fromEntries(Object.entries(within?.owner ?? {}).map(([name, id]) => [name, [id]]));
export const ownerPath = (within: ListOwner | undefined) => Object.entries(within?.owner ?? {}).flat();
/** True if a field names the owner of the rows: it is left out on that record's own screen. */
export const isOwner = (within: ListOwner | undefined, name: string) =>
  OWNERS.includes(name) && within !== undefined;
const OWNERS: readonly string[] = Object.keys(ownerFields);
