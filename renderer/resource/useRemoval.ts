import { useTranslation } from 'react-i18next';
import { invalidate, queryClient } from '../api/queries';
import { notify, notifyFailed } from '../ui/toaster';
import { confirmDeletion } from './confirmDeletion';

/** Deletes a record after confirmation, reports success or the error, and refetches its lists. */
export function useRemoval(group: Parameters<typeof invalidate>[1]) {
  const { t } = useTranslation();
  return async (name: string, remove: () => Promise<unknown>): Promise<void> => {
    if (!(await confirmDeletion(t, name))) return;
    try {
      await remove();
      notify({ text: t('common.deleted'), intent: 'success' });
    } catch (failed) {
      notifyFailed(failed);
    }
    await invalidate(queryClient, group);
  };
}
