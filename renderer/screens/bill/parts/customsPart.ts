import type { Bill } from '@contract/bill/bill';
import { invalidate, queryClient } from '../../../api/queries';
import { notify, notifyFailed } from '../../../ui/toaster';
import type { AskedFor } from '../../shared/customs/ActionPanel';

/** A part of the clearance of a bill. */
export interface CustomsPart {
  readonly bill: Bill;
  readonly onAsk: (asked: AskedFor) => void;
}

/** Carries out a step that asks for nothing but a yes. */
export async function carry(
  group: AskedFor['resource'],
  text: string,
  call: () => Promise<unknown>,
): Promise<void> {
  try {
    await call();
    notify({ text, intent: 'success' });
  } catch (error) {
    notifyFailed(error);
  }
  await invalidate(queryClient, group);
}

/** The fields on whose clock the times of a form stand. */
export const clockOf = ({ landingAirportId, warehouseId }: Bill) => ({ landingAirportId, warehouseId });
