import { invalidate, queryClient } from '../../../api/queries';

/** Asks again for all of the books: what changes one list of them changes what the others say. */
export async function refreshBooks(): Promise<void> {
  await Promise.all(
    (['billCost', 'billCostDiff', 'billRevenue', 'billPayment', 'billCustomer'] as const).map((group) =>
      invalidate(queryClient, group),
    ),
  );
}
