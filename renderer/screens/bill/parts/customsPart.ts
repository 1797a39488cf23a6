import type { Bill } from '@contract/bill/bill';
import type * as z from 'zod';
import { invalidate, queryClient } from '../../../api/queries';
import { notify, notifyFailed } from '../../../ui/toaster';
import type { ActionForm } from '../../shared/customs/ActionPanel';

/** Props of a part of a bill's clearance. */
export interface CustomsPart {
  readonly bill: Bill;
  readonly onForm: <S extends z.ZodObject>(form: ActionForm<S>) => void;
}

/** Carries out a step that needs only a confirmation. */
export async function carry(
  group: ActionForm['resource'],
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

/** Returns the fields that determine the clocks of a form's times. */
export const clockOf = ({ landingAirportId, warehouseId }: Bill) => ({ landingAirportId, warehouseId });
