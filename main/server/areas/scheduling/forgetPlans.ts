import type { Bill } from '@contract/bill/bill';
import type { Context } from '../../core/context';
import { forgetForecastOf } from './forecast';
import { freeSpaceOf } from './lines';

/** Removes a removed or deleted bill from its flight or voyage, and reopens its forecast. */
export async function forgetPlans(
  context: Context,
  bill: Pick<Bill, 'id' | 'billNo' | 'batchNo'>,
): Promise<void> {
  await freeSpaceOf(context, bill);
  await forgetForecastOf(context, bill);
}
