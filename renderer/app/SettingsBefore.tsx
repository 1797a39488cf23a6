import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingPages } from '../screens/settings/SettingPages';
import { AppDialog } from '../ui/AppDialog';

/** Dialog with the settings that apply before sign-in. */
export function SettingsBefore({ group: first, onClose }: { group: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [group, setGroup] = useState(first);
  return (
    <AppDialog
      title={t('settings.title')}
      wide
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <SettingPages group={group} onGroup={setGroup} before />
    </AppDialog>
  );
}
