import { Button } from '@blueprintjs/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const SettingsBefore = lazy(() => import('./SettingsBefore'));

/** Beside a failure: what support needs to know of it, gathered and saved. */
export function DiagnosticsButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="minimal" onClick={() => setOpen(true)}>
        {t('settings.diagnostics')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <SettingsBefore group="diagnostics" onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
