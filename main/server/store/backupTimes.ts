import type { BackupSchedule } from '@contract/backup';
import { repeat } from '../core/repeat';
import type { Secrets } from '../core/secrets/secrets';
import { backUpInto, backupsIn } from './backup';
import { lastTurn } from './backupTurn';

/** Schedule of automatic backups of a server. */
export interface BackupTimes {
  readonly folder: string;
  readonly schedule: BackupSchedule;
  /** Milliseconds between checks for a due backup; shorter in tests. */
  readonly every?: number | undefined;
}

/** Milliseconds by which the clock may legitimately have been set back. */
const AHEAD = 3_600_000;

/**
 * Makes backups on schedule until stopped, including one missed while nothing ran. The folder shows which exist.
 * Returns a function that stops it.
 */
export function backUpInTime(options: {
  readonly data: string;
  readonly times: BackupTimes | undefined;
  readonly secrets: Secrets;
  readonly now: () => number;
  readonly report: (message: string, error?: unknown) => void;
}): () => Promise<void> {
  const { data, times, secrets, now, report } = options;
  if (!times) return async () => undefined;
  const { folder, schedule, every = 20_000 } = times;
  let failedTurn: number | undefined;
  return repeat(
    every,
    async (signal) => {
      const time = now();
      const turn = lastTurn(schedule, time);
      if (turn === undefined || turn === failedTurn) return;
      // Ignores a backup dated in the future by a fast clock: it must not replace those due until then.
      const newest = (await backupsIn(folder)).find(
        ({ reason, at }) => reason === 'scheduled' && instantIn(at) <= time + AHEAD,
      );
      if (newest && instantIn(newest.at) >= turn) return;
      // Tries once per scheduled time: a missing folder is reported once, not every few seconds.
      failedTurn = turn;
      await backUpInto(folder, {
        ...{ data, now, signal, reason: 'scheduled' as const },
        key: await secrets.sealingKey(),
        keep: schedule.keep,
      });
      report('backup made');
    },
    (error) => report('the scheduled backup could not be made', error),
  );
}

/** The instant in the name of a backup: `20261122T100000Z`. */
function instantIn(stamp: string): number {
  return Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
