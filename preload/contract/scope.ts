/** Who sees a record that has no owner, or whose owner belongs to no warehouse, besides accounts that see everything. */
export type Unowned =
  /** Nobody. */
  | 'nobody'
  /** The account that made it: it is on its way to an owner, and would be lost to its maker. */
  | 'author'
  /** Everyone who holds the permission: it belongs to the customer until it has an owner. */
  | 'everyone';

/** A record that another one belongs to. */
interface Owner {
  readonly table: string;
  /** Column that names the owner, and the column of the owner that it names: its id, unless another is said. */
  readonly key: string;
  readonly of?: string;
}

/**
 * To which warehouse the records of a kind belong: an account that is limited to warehouses sees, counts, exports, changes and
 * deletes those alone. What the API asks of its database is derived from it.
 */
export type Scope =
  /** Its own column names the warehouse; an owner says it where that is empty. */
  | {
      readonly by: 'warehouse';
      readonly column: string;
      readonly owners: readonly Owner[];
      readonly unowned: Unowned;
      readonly author: string;
    }
  /** Its owner says it: the first of them that is named. */
  | {
      readonly by: 'owner';
      readonly owners: readonly Owner[];
      readonly unowned: Unowned;
      readonly author: string;
    }
  /** Its object says it, which two columns name: the kind, with the table of each, and the id. Of another kind it is nobody's. */
  | {
      readonly by: 'object';
      readonly type: string;
      readonly id: string;
      readonly tables: Readonly<Record<string, string>>;
      readonly author: string | null;
    }
  /** It is its maker's alone. */
  | { readonly by: 'author'; readonly author: string }
  /** A condition of its own, of which `main/server/store/scope.ts` knows the SQL. */
  | { readonly by: 'rule'; readonly rule: ScopeRule }
  /** It belongs to no warehouse, and why. */
  | { readonly by: 'nothing'; readonly why: string };

/** Kinds of record whose warehouse follows from several others. */
export type ScopeRule = 'payment' | 'billCount' | 'mail' | 'letter';

type More = { readonly unowned?: Unowned; readonly author?: string };

export const byWarehouse = (
  column: string,
  more: More & { readonly owners?: readonly Owner[] } = {},
): Scope => ({
  by: 'warehouse',
  column,
  owners: [],
  unowned: 'nobody',
  author: 'createdBy',
  ...more,
});
const byOwner = (
  owners: readonly Owner[],
  { unowned = 'nobody', author = 'createdBy' }: More = {},
): Scope => ({
  by: 'owner',
  owners,
  unowned,
  author,
});
/** By the record of a table that a column names. */
export const byParent = (table: string, key: string, more?: More): Scope => byOwner([{ table, key }], more);
/** By its bill. */
export const byBill = (more?: More): Scope => byParent('bill', 'billId', more);
/** By its sea bill, and by the bill of the operation where there is none. */
export const bySeaBill = (more?: More & { readonly orBill?: boolean }): Scope =>
  byOwner(
    [{ table: 'seaBill', key: 'seaBillId' }, ...(more?.orBill ? [{ table: 'bill', key: 'billId' }] : [])],
    more,
  );
/** By the bills that bear its number. */
export const byBillNo = (more?: More): Scope =>
  byOwner([{ table: 'bill', key: 'billNo', of: 'billNo' }], more);
/** By the object of a kind that is called as its table, or as `tables` says. */
export const byObject = (
  type: string,
  id: string,
  tables: readonly string[] | Readonly<Record<string, string>>,
  author: string | null = null,
): Scope => ({
  by: 'object',
  type,
  id,
  tables: Array.isArray(tables)
    ? Object.fromEntries(tables.map((name) => [name, name]))
    : (tables as Readonly<Record<string, string>>),
  author,
});
export const byAuthor = (author = 'createdBy'): Scope => ({ by: 'author', author });
export const byRule = (rule: ScopeRule): Scope => ({ by: 'rule', rule });
export const byNothing = (why: string): Scope => ({ by: 'nothing', why });
