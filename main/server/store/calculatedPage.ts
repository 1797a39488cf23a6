import { PAGE_SIZE } from '@contract/limits';

/** Which page of calculated rows is wanted. */
interface PageQuery {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

/** Returns a page of rows that were calculated, not read from a table. */
export function calculatedPage<T>(rows: readonly T[], { page = 1, pageSize = PAGE_SIZE }: PageQuery) {
  return {
    list: rows.slice((page - 1) * pageSize, page * pageSize),
    ...{ total: rows.length, totalCapped: false, next: null },
  };
}
