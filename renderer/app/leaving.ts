import i18next from 'i18next';
import { useEffect } from 'react';
import { desktop } from '../api/bridge';
import { ask } from '../ui/ask';
import { draftsFailed, unsavedPaths, useUnsavedPaths } from './drafts';
import { type Tab, useTabs } from './tabs';

type TitleOf = (tab: Tab) => string;

/**
 * Asks once about all unsaved input on the screens to leave; true to leave. The input stays as drafts, unless these
 * cannot be written. Without unsaved
 * input it returns synchronously, so that leaving happens in the same step as its cause.
 */
export function mayLeave(
  left: readonly Tab[],
  titleOf: TitleOf,
  how: 'close' | 'signOut',
): true | Promise<boolean> {
  const typed = unsavedPaths();
  const unsaved = left.filter((tab) => tab.unsaved || typed.has(tab.path));
  if (unsaved.length === 0) return true;
  const t = i18next.t;
  // The input of a closed screen stays in the window until the person leaves.
  const lost = how === 'signOut' && draftsFailed();
  const titles = unsaved.map((tab) => `• ${titleOf(tab)}`).join('\n');
  return ask({
    title: t(how === 'close' ? 'app.unsavedTitle' : 'app.unsavedSignOut'),
    detail: [
      titles,
      t(lost ? 'app.unsavedGone' : 'app.unsavedDetail'),
      ...(unsaved.some((tab) => tab.unsaved) ? [t('app.unsavedLost')] : []),
    ].join('\n\n'),
    confirm: t(lost ? 'app.logOut' : how === 'close' ? 'app.unsavedClose' : 'app.unsavedSignOutDo'),
    cancel: t('common.cancel'),
    intent: 'warning',
  });
}

/** Signs out, after asking about unsaved input. */
export async function signOut(titleOf: TitleOf): Promise<void> {
  if (await mayLeave(useTabs.getState().tabs, titleOf, 'signOut')) await desktop.account.signOut();
}

/** Reports the screens with unsaved input to main, which asks before closing the window or quitting. */
export function useReportUnsaved(titleOf: TitleOf): void {
  const paths = useUnsavedPaths();
  const titles = useTabs(({ tabs }) =>
    tabs
      .filter((tab) => tab.unsaved || paths.has(tab.path))
      .map((tab) => titleOf(tab).slice(0, 200))
      .slice(0, 200)
      .join('\n'),
  );
  useEffect(() => {
    void desktop.app.unsaved({ titles: titles ? titles.split('\n') : [] });
  }, [titles]);
  // After signing out there is no unsaved input to ask about.
  useEffect(() => () => void desktop.app.unsaved({ titles: [] }), []);
}
