import os from 'node:os';
import path from 'node:path';
import type { BackupFacts } from '@contract/backup';
import { fileKeys } from '../core/secrets/keys';
import { backUp } from '../store/backup';
import { carryOutTask, checkBackup } from './backupTask';

/** Task of the command line instead of a server; one of the three. */
interface TaskOptions {
  readonly data: string;
  readonly backup: string | undefined;
  readonly restore: string | undefined;
  readonly check: string | undefined;
  /** Folder for the backup of the data that a restore replaces. */
  readonly folder: string | undefined;
}

/** Makes, checks or restores a backup; returns the result to print. */
export async function commandTask({ data, backup, restore, check, folder }: TaskOptions): Promise<object> {
  // The key of a standalone server; the desktop's is in its keychain.
  const key = data ? await fileKeys(data).read() : null;
  if (backup !== undefined) {
    const place = path.resolve(backup);
    return { backup: place, ...factsOf(await backUp(place, { data, reason: 'manual', key })) };
  }
  if (restore !== undefined) {
    const backups = folder ?? path.join(data, 'backups');
    const task = { name: 'restore', data, file: path.resolve(restore), backups } as const;
    const done = await carryOutTask({ ...task, key: key?.toString('base64url') ?? null }, {});
    const { facts, ...rest } = done as { facts: BackupFacts; replaced: string | null; backup: string | null };
    return {
      restored: path.resolve(restore),
      ...factsOf(facts),
      replaced: rest.replaced,
      before: rest.backup,
    };
  }
  const place = path.resolve(check ?? '');
  return { whole: place, ...factsOf(await checkBackup(place, os.tmpdir(), { key })) };
}

const factsOf = ({ madeAt, version, reason, seed, counts, own }: BackupFacts) => ({
  madeAt,
  version,
  reason,
  seed,
  counts,
  own,
});
