import { useTranslation } from 'react-i18next';
import { desktop } from '../api/bridge';
import { notify, notifyFailed } from '../ui/toaster';

/** The answer of a blob endpoint, and the name that its file is offered under. */
type ToSave = Parameters<typeof desktop.files.save>[0];

/**
 * Saves a file where the user says, and tells under which name: one to read is offered to be opened, one to hand on to
 * be shown in its folder. What went wrong is said.
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
