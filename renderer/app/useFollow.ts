import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { notify } from '../ui/toaster';
import { useDesk } from './desk';
import type { Permits } from './guard';
import { judge } from './judge';
import { showRefused, useTabs } from './tabs';

/**
 * Applies the guard's verdict on a path: redirects, shows what is missing, or returns the path of the screen to open.
 */
export function useFollow(permits: Permits): (path: string) => string | null {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useCallback(
    (path) => {
      const verdict = judge(path, permits);
      if ('open' in verdict) return verdict.open;
      if ('refused' in verdict) showRefused(verdict.refused);
      else if ('go' in verdict)
        navigate(verdict.go, { replace: true, state: verdict.again ? { reload: true } : null });
      else {
        if ('unknown' in verdict)
          notify({ text: t('app.addressUnknown', { address: verdict.unknown }), intent: 'warning' });
        navigate(useTabs.getState().active ?? useDesk.getState().alone ?? '/home', { replace: true });
      }
      return null;
    },
    [t, navigate, permits],
  );
}
