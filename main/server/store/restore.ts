import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { caughtFacts } from '@contract/failure';
import { instantOf } from '@contract/rules/zonedTime';
import { type BackupOptions, backUpInto } from './backup';
import {
  BackupFault,
  type Course,
  type Sealing,
  syncFolder,
  type UnpackedBackup,
  unpack,
} from './backupFile';
import { freeBytes } from './failures';
import { StartFault } from './faults';
import { noteRestored } from './restored';
import { DAMAGED, finishRestore, MARKER, REPLACED } from './restoreEnd';
import { DATABASE, STAGE } from './wholeness';

/** Free bytes to leave beside what a restore needs. */
const SPARE = 16 * 1024 * 1024;

/** Result of a restore. */
export interface RestoreResult extends UnpackedBackup {
  /** Folder of the replaced data; null when there was none. */
  readonly replaced: string | null;
  /** Backup of the replaced data, made before the restore; null if that data was damaged or missing. */
  readonly backup: string | null;
}

/** Options of a restore: `backups` is the folder for the backup of the present data. */
export interface RestoreOptions extends Course, Sealing {
  readonly file: string;
  readonly data: string;
  readonly backups: string;
  readonly now?: () => number;
}

/**
 * Replaces the present data, which nobody may have open, by that of a backup. Nothing is replaced before the backup was
 * read completely and the present data was backed up. Killed at any moment, the next start finds either the old data or
 * the new, complete.
 */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const { file, data, backups, key, signal, onProgress, now = Date.now } = options;
  const stage = path.join(data, STAGE);
  const fresh = path.join(stage, 'new');
  const isNew = !existsSync(data);
  await rm(stage, { recursive: true, force: true });
  try {
    await mkdir(path.join(fresh, 'files'), { recursive: true, mode: 0o700 });
    const present = sizeOfData(data);
    const unpacked = await unpack(file, fresh, {
      ...{ files: true, key },
      signal,
      // Half of the progress; the other half is the backup of the present data.
      onProgress: (done, total) => onProgress?.(done, total * 2),
      ready: ({ all }) => requireSpace(data, all + present),
    });
    noteRestored(path.join(fresh, DATABASE), unpacked.manifest.madeAt);
    await syncFolder(path.join(fresh, 'files'));
    await syncFolder(fresh);
    const saved = await backUpPresent({
      data,
      reason: 'restore',
      ...{ key, now, signal },
      onProgress: (done, total) => onProgress?.(total + done, total * 2),
      backups,
    });
    signal?.throwIfAborted();
    const stamp = instantOf(now()).replaceAll(/[-:]|\.\d+/g, '');
    const aside = freeName(data, `${saved.whole ? REPLACED : DAMAGED}${stamp}`);
    await writeReady(stage, aside);
    finishRestore(data);
    const replaced = path.join(data, aside);
    return { ...unpacked, replaced: existsSync(replaced) ? replaced : null, backup: saved.place };
  } catch (error) {
    // After the decisive moment there is no way back: the next start continues.
    if (!existsSync(path.join(stage, MARKER))) {
      await rm(stage, { recursive: true, force: true });
      if (isNew) await rmdir(data).catch(() => undefined);
    }
    throw error;
  }
}

/** Backs up the present data if there is any and it is intact; damaged data is kept as it is instead. */
async function backUpPresent({
  backups,
  ...options
}: BackupOptions & { backups: string }): Promise<{ whole: boolean; place: string | null }> {
  try {
    const { place } = await backUpInto(backups, { ...options, keep: 7 });
    return { whole: true, place };
  } catch (error) {
    if (error instanceof StartFault && error.code === 'DATABASE_DAMAGED')
      return { whole: false, place: null };
    if (error instanceof BackupFault && error.problem.code === 'BACKUP_NOTHING')
      return { whole: false, place: null };
    // The database does not have our tables.
    if (caughtFacts(error).errcode === 1) return { whole: false, place: null };
    throw error;
  }
}

async function writeReady(stage: string, aside: string): Promise<void> {
  const temporary = path.join(stage, `${MARKER}.part`);
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.write(aside);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path.join(stage, MARKER));
  await syncFolder(stage);
}

function requireSpace(folder: string, bytes: number): void {
  const free = freeBytes(folder);
  if (free >= bytes + SPARE) return;
  const MB = 1024 * 1024;
  throw new BackupFault('BACKUP_NO_SPACE', {
    detail: folder,
    free: Math.floor(free / MB),
    needed: Math.ceil((bytes + SPARE) / MB),
  });
}

/** Bytes of the database and the stored files, roughly the maximum size of their backup. */
function sizeOfData(data: string): number {
  const of = (place: string): number => {
    const found = statSync(place, { throwIfNoEntry: false });
    if (!found) return 0;
    if (!found.isDirectory()) return found.size;
    return readdirSync(place).reduce((sum, name) => sum + of(path.join(place, name)), 0);
  };
  return of(path.join(data, DATABASE)) + of(path.join(data, 'files'));
}

function freeName(folder: string, wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(path.join(folder, name)); number += 1) name = `${wanted}-${number}`;
  return name;
}
