import { INTL_LOCALE } from '@contract/limits';
import { useEffect, useSyncExternalStore } from 'react';
import { useDesk } from './desk';

const system = window.matchMedia('(prefers-color-scheme: dark)');
const watchSystem = (heard: () => void) => {
  system.addEventListener('change', heard);
  return () => system.removeEventListener('change', heard);
};

/** True while the dark theme is active: selected, or the system's if it follows the system. */
export function useDark(): boolean {
  const theme = useDesk(({ settings }) => settings.theme);
  const systemDark = useSyncExternalStore(watchSystem, () => system.matches);
  return theme === 'dark' || (theme === 'system' && systemDark);
}

/** Sets theme, language and row height on the document, for styles, portals and assistive technology. */
export function useTheme(): void {
  const dark = useDark();
  const language = useDesk(({ settings }) => settings.language);
  const density = useDesk(({ settings }) => settings.density);
  useEffect(() => {
    document.body.classList.toggle('bp6-dark', dark);
    document.documentElement.lang = INTL_LOCALE[language];
    document.documentElement.dataset.density = density;
  }, [dark, language, density]);
}

/** Height of a table row in pixels, by density. */
export const ROW_HEIGHT = { compact: 28, normal: 34, roomy: 44 } as const;
