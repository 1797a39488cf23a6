import type { Bill } from '@contract/bill/bill';
import type { Context } from '../../core/context';
import { forgetForecastOf } from './forecast';
import { freeSpaceOf } from './lines';

/** A bill that is removed or deleted leaves its flight or voyage, and the forecast it came of waits for another. */
export async function forgetPlans(
  context: Context,
  bill: Pick<Bill, 'id' | 'billNo' | 'batchNo'>,
): Promise<void> {
  await freeSpaceOf(context, bill);
  await forgetForecastOf(context, bill);
}
