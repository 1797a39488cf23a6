import './backups.css';
import { Button } from '@blueprintjs/core';
import type { FoundBackup } from '@contract/desktop/backups';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../api/bridge';
import { ask } from '../../ui/ask';
import { notifyFailed } from '../../ui/toaster';
import { setBoot } from '../desk';
import { BackupList, BackupProgress } from './BackupList';
import { useBackupWork } from './useBackupWork';

/** Number of backups offered, newest first. */
const OFFERED = 3;

/**
 * Options when the data does not open: restore a backup, retry, or start empty beside it. Only after a failed start.
 */
export function StartFailure({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation();
  const [found, setFound] = useState<readonly FoundBackup[] | null>(null);
  const [round, setRound] = useState(0);
  const { work, restore, pick } = useBackupWork(() => setRound((count) => count + 1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload after each attempt
  useEffect(() => {
    let here = true;
    desktop.backups.list().then(
      (all) => here && setFound(all.found.filter(({ facts }) => facts !== null)),
      () => here && setFound([]),
    );
    return () => {
      here = false;
    };
  }, [round]);
  const anew = async () => {
    const yes = await ask({
      title: t('backups.anewAsk'),
      detail: t('backups.anewDetail'),
      confirm: t('backups.anew'),
      cancel: t('common.cancel'),
      intent: 'warning',
    });
    if (!yes) return;
    try {
      setBoot(await desktop.backups.startAnew());
      onDone?.();
    } catch (error) {
      notifyFailed(error);
    }
  };
  return (
    <div className="fc-start-failure">
      {found && <h3>{t(found.length > 0 ? 'backups.offered' : 'backups.offeredNone')}</h3>}
      <BackupList
        of={found?.slice(0, OFFERED) ?? []}
        busy={work !== null}
        onRestore={(token) => void restore(token).then(onDone)}
      />
      <BackupProgress work={work} />
      <div className="fc-buttons">
        <Button
          intent="primary"
          disabled={work !== null}
          onClick={() => void desktop.environments.restart().then(setBoot, notifyFailed)}
        >
          {t('common.retry')}
        </Button>
        <Button disabled={work !== null} onClick={() => void pick().then(onDone)}>
          {t('backups.restoreFile')}
        </Button>
        <Button disabled={work !== null} onClick={() => void anew()}>
          {t('backups.anew')}
        </Button>
      </div>
    </div>
  );
}
