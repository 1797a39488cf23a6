import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingsBefore } from './laterParts';

/** Button beside a failure that collects and saves diagnostics for support. */
export function DiagnosticsButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="minimal" onClick={() => setOpen(true)}>
        {t('settings.diagnostics')}
      </Button>
      {open && <SettingsBefore group="diagnostics" onClose={() => setOpen(false)} />}
    </>
  );
}
