import i18next from 'i18next';
import { useEffect } from 'react';
import { desktop } from '../api/bridge';
import { ask } from '../ui/ask';
import { unsavedPaths, useUnsavedPaths } from './drafts';
import { type Tab, useTabs } from './tabs';

type TitleOf = (tab: Tab) => string;

/**
 * Asks once about all screens that are left with something typed and not saved; true to leave. It outlives the leaving.
 * Where there is nothing to ask it answers at once, so that the leaving is one step with what led to it.
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
  const titles = unsaved.map((tab) => `• ${titleOf(tab)}`).join('\n');
  return ask({
    title: t(how === 'close' ? 'app.unsavedTitle' : 'app.unsavedSignOut'),
    detail: [
      titles,
      t('app.unsavedDetail'),
      ...(unsaved.some((tab) => tab.unsaved) ? [t('app.unsavedLost')] : []),
    ].join('\n\n'),
    confirm: t(how === 'close' ? 'app.unsavedClose' : 'app.unsavedSignOutDo'),
    cancel: t('common.cancel'),
    intent: 'warning',
  });
}

/** Signs out, once what was typed and not saved has been asked about. */
export async function signOut(titleOf: TitleOf): Promise<void> {
  if (await mayLeave(useTabs.getState().tabs, titleOf, 'signOut')) await desktop.account.signOut();
}

/** Tells main which screens hold what was typed and not saved: it asks when the window is closed or the app is left. */
export function useTellUnsaved(titleOf: TitleOf): void {
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
  // Who is signed out has nothing before them that could be asked about.
  useEffect(() => () => void desktop.app.unsaved({ titles: [] }), []);
}
