import { useTranslation } from 'react-i18next';
import { desktop } from '../api/bridge';
import { notify, notifyFailed } from '../ui/toaster';

/** Blob endpoint with its input, and the suggested file name. */
type ToSave = Parameters<typeof desktop.files.save>[0];

/**
 * Saves a file at a location selected by the user, and shows its name, with a button to open it or to show it in its
 * folder. Errors are shown.
 */
export function useSaveFile(next: 'open' | 'showInFolder'): (file: ToSave) => Promise<void> {
  const { t } = useTranslation();
  return async (file) => {
    try {
      const saved = await desktop.files.save(file);
      if (!saved) return;
      const { name, token } = saved;
      notify({
        text: t('common.exported', { name }),
        intent: 'success',
        action: {
          text: t(next === 'open' ? 'common.open' : 'common.showInFolder'),
          run: () => void desktop.files[next]({ token }),
        },
      });
    } catch (error) {
      notifyFailed(error);
    }
  };
}
