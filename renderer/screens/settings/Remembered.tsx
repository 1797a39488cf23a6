import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { LabelKind } from '@contract/warehouse/label';
import { useTranslation } from 'react-i18next';
import { changeSettings, useDesk } from '../../app/desk';
import { useSpeech } from '../../app/language';
import { notifyFailed } from '../../ui/toaster';
import { remembered, withoutEntries } from './changed';
import type { Setting } from './setting';

/** List of remembered entries, for example table layouts, which can be removed one by one. */
export function Remembered({ of }: { of: Setting }) {
  const { t } = useTranslation();
  const { words } = useSpeech();
  const settings = useDesk((desk) => desk.settings);
  const entries = remembered(of, settings);
  if (entries.length === 0) return <p className="fc-muted">{t('settings.nothingKept')}</p>;
  const objects: Readonly<Record<string, string>> = words.choices.logObject;
  const nameOf = (entry: string) => {
    const list = entry.slice(entry.indexOf('/') + 1);
    if (of.key === 'tables') return objects[list] ?? list;
    const value = (settings[of.key] as Readonly<Record<string, unknown>>)[entry];
    const kind = of.key === 'labels' ? t(`settings.label.${entry as LabelKind}`) : entry;
    return `${kind}: ${String(value)}`;
  };
  const forget = (entry: string) =>
    void changeSettings(withoutEntries(of, settings, [entry])).catch(notifyFailed);
  return (
    <ul className="fc-remembered">
      {entries.map((entry) => (
        <li key={entry}>
          <span>{nameOf(entry)}</span>
          <Button
            size="small"
            variant="minimal"
            icon={<Cross />}
            aria-label={t('settings.forget', { name: nameOf(entry) })}
            onClick={() => forget(entry)}
          />
        </li>
      ))}
    </ul>
  );
}
