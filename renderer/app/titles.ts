import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { screenOf } from '../screens';
import { useSpeech } from './language';

/** What a tab is called: by its screen's own word, else by the title of its screen, else of its place in the menu. */
export function useTitles(): (tab: { path: string; title: string | null }) => string {
  const { t } = useTranslation();
  const { words } = useSpeech();
  return useCallback(
    ({ path, title }) => {
      if (title) return title;
      const screen = screenOf(path);
      if (!screen) return path;
      return screen.title ? t(screen.title) : words.menu[screen.menu];
    },
    [t, words],
  );
}
