import '../../app/backups/backups.css';
import { Button, Callout, HTMLSelect, InputGroup } from '@blueprintjs/core';
import type { BackupSchedule } from '@contract/backup';
import type { BackupsHere } from '@contract/desktop/backups';
import { timeOfDay } from '@contract/rules/codes';
import type { MessageCode } from '@contract/words';
import { useCallback, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, failureOf, listen } from '../../api/bridge';
import { BackupList, BackupProgress } from '../../app/backups/BackupList';
import { useBackupWork } from '../../app/backups/useBackupWork';
import { useDesk } from '../../app/desk';
import { useSpeech } from '../../app/language';
import { ChoiceSelect } from '../../ui/Choices';
import { ErrorText } from '../../ui/Failed';
import { Skeleton } from '../../ui/Loading';
import { notifyFailed } from '../../ui/toaster';

const EVERY = ['off', 'day', 'week'] as const;
const WEEKDAYS = ['0', '1', '2', '3', '4', '5', '6'] as const;
/** Options for the number of backups to keep. */
const KEEP = [3, 7, 14, 30, 90];

/**
 * Backup settings of the embedded data: back up now, schedule, restore. With another server, says who makes backups.
 */
export function BackupSettings() {
  const { t } = useTranslation();
  const embedded = useDesk(({ environment }) => environment === 'embedded');
  const mine = useDesk(({ session }) => session.profile?.superAdmin === true);
  if (!embedded) return <p>{t('backups.remote')}</p>;
  return mine ? <OwnBackups /> : <p>{t('backups.notYours')}</p>;
}

function OwnBackups() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [here, setHere] = useState<BackupsHere | null>(null);
  const [hindered, setHindered] = useState('');
  const look = useCallback(() => {
    setHindered('');
    desktop.backups.list().then(setHere, (error) => setHindered(failureOf(error).message));
  }, []);
  const { work, make, restore, pick } = useBackupWork(look);
  useEffect(() => {
    look();
    return listen('backups', look);
  }, [look]);
  if (!here)
    return hindered ? (
      <div className="fc-setting">
        <ErrorText text={hindered} />
        <Button onClick={look}>{t('common.retry')}</Button>
      </div>
    ) : (
      <Skeleton lines={6} />
    );
  const { fault } = here;
  const change = (changed: Promise<BackupsHere | null>) =>
    void changed.then((found) => found && setHere(found), notifyFailed);
  return (
    <div className="fc-backup-settings">
      <div className="fc-setting">
        <p className="fc-muted">{t('backups.detail')}</p>
        {work ? (
          <BackupProgress work={work} />
        ) : (
          <div className="fc-buttons">
            <Button intent="primary" disabled={here.running} onClick={() => void make()}>
              {t('backups.now')}
            </Button>
            <Button disabled={here.running} onClick={() => void pick()}>
              {t('backups.restoreFile')}
            </Button>
          </div>
        )}
      </div>
      {fault && (
        <Callout compact intent="warning" role="alert">
          {t('backups.faulty', {
            reason: speech.message({ code: fault.code as MessageCode, params: fault.params }),
          })}
        </Callout>
      )}
      <Schedule of={here.schedule} onChange={(schedule) => change(desktop.backups.schedule(schedule))} />
      <div className="fc-setting">
        <h3>{t('backups.folder')}</h3>
        <p className="fc-muted">{t('backups.folderDetail')}</p>
        <p className="fc-backup-folder">{here.folder}</p>
        <div className="fc-buttons">
          <Button onClick={() => change(desktop.backups.chooseFolder())}>{t('common.chooseFolder')}</Button>
          {here.chosen && (
            <Button onClick={() => change(desktop.backups.forgetFolder())}>{t('backups.forget')}</Button>
          )}
        </div>
      </div>
      <div className="fc-setting">
        <h3>{t('backups.list')}</h3>
        {here.found.length === 0 && <p className="fc-muted">{t('backups.none')}</p>}
        <BackupList
          of={here.found}
          busy={work !== null || here.running}
          onRestore={(token) => void restore(token)}
        />
      </div>
    </div>
  );
}

function Schedule({ of, onChange }: { of: BackupSchedule; onChange: (changed: BackupSchedule) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const change = (changed: Partial<BackupSchedule>) => onChange({ ...of, ...changed });
  return (
    <div className="fc-setting">
      <h3 id={id}>{t('backups.schedule')}</h3>
      <p className="fc-muted">{t('backups.scheduleDetail')}</p>
      <div className="fc-backup-fields">
        <ChoiceSelect
          aria-labelledby={id}
          value={of.every}
          options={EVERY.map((value) => ({ value, label: t(`backups.every.${value}`) }))}
          onChange={(every) => change({ every })}
        />
        {of.every === 'week' && (
          <HTMLSelect
            aria-label={t('backups.weekday')}
            value={of.weekday}
            options={WEEKDAYS.map((value) => ({ value, label: t(`backups.weekdays.${value}`) }))}
            onChange={({ currentTarget }) => change({ weekday: Number(currentTarget.value) })}
          />
        )}
        {of.every !== 'off' && (
          <>
            <TimeOfDay label={t('common.when')} value={of.time} onChange={(time) => change({ time })} />
            <label className="fc-backup-fields" htmlFor={`${id}k`}>
              {t('backups.keep')}
              <HTMLSelect
                id={`${id}k`}
                value={of.keep}
                options={[...new Set([...KEEP, of.keep])].sort((a, b) => a - b)}
                onChange={({ currentTarget }) => change({ keep: Number(currentTarget.value) })}
              />
            </label>
          </>
        )}
      </div>
    </div>
  );
}

/** Time field in `HH:mm`, independent of the system's format; applied on blur. */
function TimeOfDay(props: { label: string; value: string; onChange: (time: string) => void }) {
  const { label, value, onChange } = props;
  const speech = useSpeech();
  const id = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const read = timeOfDay.normalise(typed);
  const wrong = timeOfDay.check(read);
  return (
    <>
      <InputGroup
        className="fc-clock"
        autoComplete="off"
        placeholder="HH:mm"
        aria-label={label}
        aria-invalid={wrong !== undefined}
        aria-describedby={id}
        intent={wrong ? 'danger' : 'none'}
        value={typed}
        onValueChange={setTyped}
        onBlur={() => {
          if (wrong) return;
          setTyped(read);
          if (read !== value) onChange(read);
        }}
      />
      {wrong && (
        <span id={id} role="alert">
          {speech.message(wrong, label)}
        </span>
      )}
    </>
  );
}
