import { defaultSettings, type Settings } from '@contract/desktop';
import { useTranslation } from 'react-i18next';
import { changeSettings, useDesk } from '../../app/desk';
import { notify, notifyFailed } from '../../ui/toaster';
import type { Setting } from './setting';

const change = (patch: Partial<Settings>): void => void changeSettings(patch).catch(notifyFailed);
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether any of some settings is not as it comes, and the way back, which can be undone. */
export function useStanding(of: readonly Setting[]) {
  const { t } = useTranslation();
  const settings = useDesk((desk) => desk.settings);
  const changed = of.filter(({ key }) => !same(settings[key], defaultSettings[key]));
  const values = (from: Settings): Partial<Settings> =>
    Object.fromEntries(changed.map(({ key }) => [key, from[key]]));
  return {
    changed: changed.length > 0,
    change,
    reset: (name: string) => {
      const before = values(settings);
      change(values(defaultSettings));
      notify({
        text: t('settings.wasReset', { name }),
        action: { text: t('common.undo'), run: () => change(before) },
      });
    },
  };
}
