import { MenuItem } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useServed } from '../../../app/offered';
import type { MoreActions, PlainRow } from '../../../resource/ListScreen';
import { notify, notifyFailed } from '../../../ui/toaster';

/** Starts an extra run of a schedule, and shows a message. */
export async function runNow(id: number, message: string): Promise<void> {
  try {
    await client.reportSchedule.run({ params: { id } });
    notify({ text: message, intent: 'success' });
  } catch (error) {
    notifyFailed(error);
  }
  await invalidate(queryClient, 'reportSchedule');
}

/** Row action that runs a schedule now. */
export function useRunNow(): MoreActions {
  const { t } = useTranslation();
  const runs = useServed('reportSchedule.run');
  if (!runs) return {};
  return {
    row: ({ id }: PlainRow) => (
      <MenuItem
        text={t('report.schedule.runNow')}
        onClick={() => void runNow(id, t('report.schedule.begun'))}
      />
    ),
  };
}
