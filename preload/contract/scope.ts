import { perName } from './names';
/** Accounts that see a record without an owner, or whose owner has no warehouse, besides those that see everything. */
export type UnownedScope =
  /** Nobody. */
  | 'nobody'
  /** The account that made it: it has no owner yet, and its maker would lose it. */
  | 'author'
  /** Everyone with the permission: it belongs to the customer until it has an owner. */
  | 'everyone';

/** A record that another one belongs to. */
interface Owner {
  readonly table: string;
  /** Column that names the owner, and the owner's column it refers to (default: its id). */
  readonly key: string;
  readonly of?: string;
}

/**
 * The warehouse that records of a kind belong to: an account limited to warehouses sees, counts, exports, changes and
 * deletes only those. The SQL conditions are derived from it.
 */
export type Scope =
  /** By its own warehouse column; by an owner if that is empty. */
  | {
      readonly by: 'warehouse';
      readonly column: string;
      readonly owners: readonly Owner[];
      readonly unowned: UnownedScope;
      readonly author: string;
    }
  /** By its owner: the first of them that is set. */
  | {
      readonly by: 'owner';
      readonly owners: readonly Owner[];
      readonly unowned: UnownedScope;
      readonly author: string;
    }
  /**
   * By its object: the columns with its kind (`tables` maps it to a table) and its id. Records of other kinds are
   * hidden.
   */
  | {
      readonly by: 'object';
      readonly type: string;
      readonly id: string;
      readonly tables: Readonly<Record<string, string>>;
      readonly author: string | null;
    }
  /** Only by its author. */
  | { readonly by: 'author'; readonly author: string }
  /** By a special condition; its SQL is in `main/server/store/scope.ts`. */
  | { readonly by: 'rule'; readonly rule: ScopeRule }
  /** Belongs to no warehouse; `why` is the reason. */
  | { readonly by: 'nothing'; readonly why: string };

/** Kinds of record whose warehouse follows from several others. */
export type ScopeRule = 'payment' | 'customerInvoice' | 'supplierInvoice' | 'billCount' | 'mail' | 'letter';

type ScopeOptions = { readonly unowned?: UnownedScope; readonly author?: string };

export const byWarehouse = (
  column: string,
  more: ScopeOptions & { readonly owners?: readonly Owner[] } = {},
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
  { unowned = 'nobody', author = 'createdBy' }: ScopeOptions = {},
): Scope => ({
  by: 'owner',
  owners,
  unowned,
  author,
});
/** Scope by the record of a table that a column refers to. */
export const byParent = (table: string, key: string, more?: ScopeOptions): Scope =>
  byOwner([{ table, key }], more);
/** Scope by its bill. */
export const byBill = (more?: ScopeOptions): Scope => byParent('bill', 'billId', more);
/** Scope by its sea bill, or by the bill of the operation if there is none. */
export const bySeaBill = (more?: ScopeOptions & { readonly orBill?: boolean }): Scope =>
  byOwner(
    [{ table: 'seaBill', key: 'seaBillId' }, ...(more?.orBill ? [{ table: 'bill', key: 'billId' }] : [])],
    more,
  );
/** Scope by the bills with its number. */
export const byBillNo = (more?: ScopeOptions): Scope =>
  byOwner([{ table: 'bill', key: 'billNo', of: 'billNo' }], more);
// Because Array.isArray does not distinguish the types of a readonly list and a table.
const isList = (tables: unknown): tables is readonly unknown[] => Array.isArray(tables);

/** Scope by its object; the kind is the table name, or is mapped by `tables`. */
export const byObject = (
  type: string,
  id: string,
  tables: readonly string[] | Readonly<Record<string, string>>,
  author: string | null = null,
): Scope => ({
  by: 'object',
  type,
  id,
  tables: isList(tables) ? perName(tables, (name) => name) : tables,
  author,
});
export const byAuthor = (author = 'createdBy'): Scope => ({ by: 'author', author });
export const byRule = (rule: ScopeRule): Scope => ({ by: 'rule', rule });
export const byNothing = (why: string): Scope => ({ by: 'nothing', why });
