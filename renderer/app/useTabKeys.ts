import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useShortcuts } from '../ui/shortcuts';
import { toggleFavouriteOf, useFavourites } from './favourites';
import type { Permits } from './guard';
import { mayOpen } from './judge';
import { lastClosed, reloadTab, type Tab, useTabs } from './tabs';
import type { useTitles } from './titles';
import { useStep } from './useStep';

/** Registers the keys of the tabs: to another one, close, reopen, star, reload, and from record to record. */
export function useTabKeys(
  close: (closed: readonly Tab[]) => Promise<void>,
  permits: Permits,
  titleOf: ReturnType<typeof useTitles>,
): void {
  const { t } = useTranslation();
  const { tabs, active } = useTabs();
  const navigate = useNavigate();
  const goBeside = useStep();
  const current = tabs.find((tab) => tab.path === active);
  const isStarred = useFavourites().some(({ path }) => path === active);
  const step = (by: number) => {
    const index = tabs.findIndex((tab) => tab.path === active);
    const next = tabs[(index + by + tabs.length) % tabs.length];
    if (next) navigate(next.path);
  };
  useShortcuts([
    { combo: 'mod+tab', label: t('app.tabNext'), run: () => step(1), typing: true },
    { combo: 'mod+shift+tab', label: t('app.tabPrevious'), run: () => step(-1), typing: true },
    { combo: 'mod+w', label: t('common.close'), run: () => current && void close([current]), typing: true },
    {
      combo: 'mod+shift+t',
      label: t('app.tabReopen'),
      run: () => {
        const last = lastClosed((path) => mayOpen(path, permits));
        if (last) navigate(last);
      },
      typing: true,
    },
    {
      combo: 'mod+d',
      label: t(isStarred ? 'app.favouriteNotHere' : 'app.favouriteHere'),
      run: () => current && toggleFavouriteOf(current, titleOf(current)),
      typing: true,
    },
    { combo: 'space', label: t('app.favouriteInMenu'), run: null },
    { combo: 'f5', label: t('app.tabReload'), run: () => active && reloadTab(active), typing: true },
    { combo: 'alt+arrowleft', label: t('common.back'), run: () => navigate(-1), typing: true },
    { combo: 'alt+arrowup', label: t('app.recordPrevious'), run: () => active && void goBeside(active, -1) },
    { combo: 'alt+arrowdown', label: t('app.recordNext'), run: () => active && void goBeside(active, 1) },
  ]);
}
