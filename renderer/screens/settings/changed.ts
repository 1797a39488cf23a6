import type { Settings } from '@contract/desktop/boot';
import { useTranslation } from 'react-i18next';
import { changeSettings, ownerKey, useDesk } from '../../app/desk';
import { notify, notifyFailed } from '../../ui/toaster';
import type { Setting } from './setting';

const change = (patch: Partial<Settings>): void => void changeSettings(patch).catch(notifyFailed);
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the keys of remembered entries: those of the user, or all if the setting is per computer. */
export function remembered({ key, control }: Setting, settings: Settings): readonly string[] {
  const owner = `${ownerKey(useDesk.getState())}/`;
  const keys = Object.keys(settings[key]);
  return control.kind === 'remembered' && control.own ? keys.filter((one) => one.startsWith(owner)) : keys;
}

/** Returns the settings patch that removes some entries. */
export function withoutEntries(
  { key }: Setting,
  settings: Settings,
  entries: readonly string[],
): Partial<Settings> {
  const kept = Object.entries(settings[key]).filter(([name]) => !entries.includes(name));
  return { [key]: Object.fromEntries(kept) };
}

/** Returns whether any of some settings differs from its default, and a reset, which can be undone. */
export function useChanged(of: readonly Setting[]) {
  const { t } = useTranslation();
  const { settings, defaults, managed } = useDesk();
  const changed = of.filter((one) =>
    one.control.kind === 'remembered'
      ? remembered(one, settings).length > 0
      : !managed.locked.includes(one.key) && !same(settings[one.key], defaults[one.key]),
  );
  return {
    changed: changed.length > 0,
    change,
    reset: (name: string) => {
      const back = changed.map((one) =>
        one.control.kind === 'remembered'
          ? withoutEntries(one, settings, remembered(one, settings))
          : { [one.key]: defaults[one.key] },
      );
      const before = Object.fromEntries(changed.map(({ key }) => [key, settings[key]]));
      change(Object.assign({}, ...back));
      notify({
        text: t('settings.wasReset', { name }),
        action: { text: t('common.undo'), run: () => change(before) },
      });
    },
  };
}
