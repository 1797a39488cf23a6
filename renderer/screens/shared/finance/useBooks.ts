import { invalidate, queryClient } from '../../../api/queries';

/** Refetches all lists of the books, because a change to one of them affects the others. */
export async function refreshBooks(): Promise<void> {
  await Promise.all(
    (
      [
        ...(['billCost', 'billCostDiff', 'billRevenue', 'billPayment', 'billCustomer'] as const),
        ...(['bookMonth', 'customerInvoice', 'bankEntry', 'attachment'] as const),
      ] as const
    ).map((group) => invalidate(queryClient, group)),
  );
}
