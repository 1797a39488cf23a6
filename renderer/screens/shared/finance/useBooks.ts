import { invalidate, queryClient } from '../../../api/queries';

/** Refetches all lists of the books, because a change to one of them affects the others. */
export const refreshBooks = (): Promise<void> =>
  invalidate(
    queryClient,
    ...(['billCost', 'billCostDiff', 'billRevenue', 'billPayment', 'billCustomer'] as const),
    ...(['bookMonth', 'customerInvoice', 'supplierInvoice', 'bankEntry', 'attachment'] as const),
  );
