import { Button, Callout } from '@blueprintjs/core';
import type { DiagnosticEntry } from '@contract/desktop';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../api/bridge';
import { BusyButton } from '../../ui/BusyButton';
import { notify, notifyFailed } from '../../ui/toaster';

/** Collects diagnostics for support, shows all of them, and saves them to a file that the user selects. */
export function Diagnostics() {
  const { t } = useTranslation();
  const [entries, setEntries] = useState<readonly DiagnosticEntry[] | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch(notifyFailed);
    setBusy(false);
  };
  const collect = () => run(async () => setEntries(await desktop.diagnostics.collect()));
  const save = () =>
    run(async () => {
      const saved = await desktop.diagnostics.save();
      if (!saved) return;
      notify({
        text: t('common.exported', { name: saved.name }),
        intent: 'success',
        action: {
          text: t('common.showInFolder'),
          run: () => void desktop.files.showInFolder({ token: saved.token }),
        },
      });
    });
  return (
    <div className="fc-setting">
      <div className="fc-setting-head">
        <h3>{t('settings.diagnosticsFile')}</h3>
      </div>
      <p className="fc-muted">{t('settings.diagnosticsDetail')}</p>
      {entries && (
        <>
          <Callout compact intent="primary">
            {t('settings.diagnosticsInside')}
          </Callout>
          <ul className="fc-diagnostics" aria-label={t('settings.diagnosticsInside')}>
            {entries.map(({ name, part, size, text }) => (
              <li key={name}>
                <details>
                  <summary>
                    <code>{name}</code> {t(`settings.parts.${part}`)}
                    <span className="fc-muted"> · {t('settings.kb', { size: Math.ceil(size / 1024) })}</span>
                  </summary>
                  <pre>{text}</pre>
                </details>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="fc-setting-buttons">
        {entries ? (
          <BusyButton intent="primary" busy={busy} onClick={() => void save()}>
            {t('settings.diagnosticsSave')}
          </BusyButton>
        ) : (
          <BusyButton intent="primary" busy={busy} onClick={() => void collect()}>
            {t('settings.diagnosticsCollect')}
          </BusyButton>
        )}
        <Button onClick={() => void desktop.diagnostics.showLogs().catch(notifyFailed)}>
          {t('settings.logsShow')}
        </Button>
      </div>
    </div>
  );
}
