import './backups.css';
import { Button } from '@blueprintjs/core';
import type { FoundBackup } from '@contract/desktop/backups';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../api/bridge';
import { BackupList, BackupProgress } from './BackupList';
import { useBackupWork } from './useBackupWork';

/** Number of backups offered, newest first. */
const OFFERED = 3;

/** First start with the data of a backup: from another computer, from a file, or one still on this computer. */
export function RestoreFirst({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  const [found, setFound] = useState<readonly FoundBackup[]>([]);
  const { work, restore, pick } = useBackupWork(() => undefined);
  useEffect(() => {
    let here = true;
    desktop.backups.list().then(
      (all) => here && setFound(all.found.filter(({ facts }) => facts !== null)),
      // Without backups on this computer, a file can still be selected.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, []);
  return (
    <section className="fc-choice fc-restore-first">
      <h2>{t('backups.firstTitle')}</h2>
      <p>{t('backups.firstDetail')}</p>
      <p>{t('backups.firstSecrets')}</p>
      {found.length > 0 && <h3>{t('backups.firstFound')}</h3>}
      <BackupList
        of={found.slice(0, OFFERED)}
        busy={work !== null}
        onRestore={(token) => void restore(token)}
      />
      <BackupProgress work={work} />
      <div className="fc-buttons">
        <Button size="large" disabled={work !== null} onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button size="large" intent="primary" autoFocus disabled={work !== null} onClick={() => void pick()}>
          {t('backups.firstChoose')}
        </Button>
      </div>
    </section>
  );
}
