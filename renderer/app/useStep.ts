import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { notify, notifyFailed } from '../ui/toaster';
import { stepFrom } from './cameFrom';
import { draftOf, keepDraft } from './drafts';
import { replaceTab, useTabs } from './tabs';

/**
 * Goes from a tab's record to its neighbour in the list it was opened from, in the same tab; shows a message if none.
 */
export function useStep(): (path: string, by: 1 | -1) => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useCallback(
    async (path, by) => {
      const step = await stepFrom(path, by).catch(notifyFailed);
      if (!step || useTabs.getState().active !== path) return;
      if (typeof step === 'string') return notify({ text: t(`app.recordNone.${step}`) });
      // Shows the same part of the next record.
      if (!useTabs.getState().tabs.some((tab) => tab.path === step.path))
        keepDraft(`${step.path}#part`, draftOf(`${path}#part`)?.value);
      replaceTab(path, step.path);
      navigate(step.path, { replace: true });
    },
    [t, navigate],
  );
}
