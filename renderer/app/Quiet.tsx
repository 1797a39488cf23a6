import { Button, ButtonGroup, SegmentedControl } from '@blueprintjs/core';
import { Flash, Moon } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { changeSettings, useDesk } from './desk';
import { useDark } from './theme';

/** Language and theme in the corner of the screens before signing in. */
export function Quiet({ version }: { version: string }) {
  const { t } = useTranslation();
  const language = useDesk(({ settings }) => settings.language);
  const dark = useDark();
  return (
    <div className="fc-quiet">
      <SegmentedControl
        size="small"
        value={language}
        options={[
          { value: 'en', label: t('app.languageEn') },
          { value: 'cn', label: t('app.languageCn') },
        ]}
        onValueChange={(chosen) => void changeSettings({ language: chosen as 'en' | 'cn' })}
      />
      <ButtonGroup>
        <Button
          variant="minimal"
          icon={dark ? <Flash /> : <Moon />}
          aria-label={t(dark ? 'app.themeLight' : 'app.themeDark')}
          onClick={() => void changeSettings({ theme: dark ? 'light' : 'dark' })}
        />
      </ButtonGroup>
      <span className="fc-version">{t('app.version', { version })}</span>
    </div>
  );
}
