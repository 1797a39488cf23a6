import { Button, ButtonGroup } from '@blueprintjs/core';
import { Cog, Flash, Moon } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listen } from '../api/bridge';
import { ChoiceButtons } from '../ui/Choices';
import { changeSettings, useDesk } from './desk';
import { SettingsBefore } from './laterParts';
import { useDark } from './theme';

/** Language, theme and settings in the corner of the screens before signing in. */
export function SignInToolbar({ version }: { version: string }) {
  const { t } = useTranslation();
  const language = useDesk(({ settings }) => settings.language);
  const dark = useDark();
  const [group, setGroup] = useState<string | null>(null);
  useEffect(
    () =>
      listen('command', ({ name }) => {
        if (name === 'settings' || name === 'diagnostics')
          setGroup(name === 'settings' ? 'general' : 'diagnostics');
      }),
    [],
  );
  return (
    <div className="fc-quiet">
      <ChoiceButtons
        size="small"
        value={language}
        options={[
          { value: 'en', label: t('app.languageEn') },
          { value: 'cn', label: t('app.languageCn') },
        ]}
        onChange={(chosen) => void changeSettings({ language: chosen })}
      />
      <ButtonGroup>
        <Button
          variant="minimal"
          icon={dark ? <Flash /> : <Moon />}
          aria-label={t(dark ? 'app.themeLight' : 'app.themeDark')}
          onClick={() => void changeSettings({ theme: dark ? 'light' : 'dark' })}
        />
        <Button
          variant="minimal"
          icon={<Cog />}
          aria-label={t('settings.title')}
          onClick={() => setGroup('general')}
        />
      </ButtonGroup>
      <button type="button" className="fc-version" onClick={() => setGroup('diagnostics')}>
        {t('app.version', { version })}
      </button>
      {group !== null && <SettingsBefore group={group} onClose={() => setGroup(null)} />}
    </div>
  );
}
