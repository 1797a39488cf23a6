import { Button } from '@blueprintjs/core';
import type { FoundBackup } from '@contract/desktop/backups';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../api/bridge';
import { withPercent } from '../../kinds/NumberInput';
import { Progress } from '../../ui/Progress';
import { useLanguage } from '../language';
import { ownTime } from '../zone';
import type { useBackupWork } from './useBackupWork';

/** List of backups with their contents, each with a restore button. */
export function BackupList({
  of,
  busy,
  onRestore,
}: {
  of: readonly FoundBackup[];
  busy: boolean;
  onRestore: (token: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <ul className="fc-backup-list">
      {of.map(({ token, name, facts }) => {
        const at = facts ? ownTime(facts.madeAt) : name;
        return (
          <li key={name}>
            <div>
              <strong>{at}</strong>{' '}
              <span className="fc-muted">
                {facts
                  ? `${t(`backups.reasons.${facts.reason}`)} · ${t('backups.version', { version: facts.version })}`
                  : t('backups.unreadable')}
              </span>
              {facts && (
                <div className="fc-muted">
                  {t('backups.holds', {
                    bills: facts.counts.bills.toLocaleString('en'),
                    parcels: facts.counts.parcels.toLocaleString('en'),
                    files: facts.counts.files.toLocaleString('en'),
                  })}
                </div>
              )}
            </div>
            {facts && (
              <Button
                size="small"
                disabled={busy}
                aria-label={t('backups.restoreOf', { at })}
                onClick={() => onRestore(token)}
              >
                {t('backups.restore')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Progress of work on a backup, with a cancel button; nothing while there is none. */
export function BackupProgress({ work }: { work: ReturnType<typeof useBackupWork>['work'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!work) return null;
  return (
    <div className="fc-backup-work" role="status">
      <span>
        {work.text} {withPercent(String(Math.round(work.part * 100)), language)}
      </span>
      <Progress label={work.text} part={work.part} />
      <Button size="small" onClick={() => void desktop.app.cancel({ id: work.id })}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
