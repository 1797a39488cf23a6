import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { instantOf } from '@contract/rules/zonedTime';
import { type BackupOptions, backUpInto } from './backup';
import {
  BackupFault,
  type Course,
  type Sealing,
  sizeOfParts,
  syncFolder,
  type Unpacked,
  unpack,
} from './backupFile';
import { freeBytes } from './failures';
import { StartFault } from './faults';
import { noteRestored } from './restored';
import { DAMAGED, finishRestore, READY, REPLACED } from './restoreEnd';
import { DATABASE, STAGE } from './wholeness';

/** Free bytes that are left beside what a restore needs. */
const SPARE = 16 * 1024 * 1024;

/** What came of a restore. */
export interface Restored extends Unpacked {
  /** Where the data that was replaced lies now; null when there was none. */
  readonly replaced: string | null;
  /** The backup of it that was made first; null when it was damaged or not there. */
  readonly backup: string | null;
}

/** What a restore works with: `backups` is where the present data is backed up to. */
export interface RestoreOptions extends Course, Sealing {
  readonly file: string;
  readonly data: string;
  readonly backups: string;
  readonly now?: () => number;
}

/**
 * Puts the data of a backup in the place of the present one, which nobody may have open. Nothing is replaced before the
 * backup was read whole and the present data was backed up. Killed at any moment, the next start finds the old data or
 * the new, whole.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { file, data, backups, key, signal, onProgress, now = Date.now } = options;
  const stage = path.join(data, STAGE);
  const fresh = path.join(stage, 'new');
  await rm(stage, { recursive: true, force: true });
  try {
    await mkdir(path.join(fresh, 'files'), { recursive: true, mode: 0o700 });
    const present = sizeOfData(data);
    const unpacked = await unpack(file, fresh, {
      ...{ files: true, key },
      signal,
      // Half of the way; the backup of the present data is the other half.
      onProgress: (done, total) => onProgress?.(done, total * 2),
      ready: (found) => requireSpace(data, sizeOfParts(found) + present),
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
    // From the moment of the change on there is no way back: the next start goes on.
    if (!existsSync(path.join(stage, READY))) await rm(stage, { recursive: true, force: true });
    throw error;
  }
}

/** Backs the present data up, where there is any and it is whole; damaged data is kept as it is instead. */
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
    // A database without our tables.
    if ((error as { errcode?: number }).errcode === 1) return { whole: false, place: null };
    throw error;
  }
}

async function writeReady(stage: string, aside: string): Promise<void> {
  const temporary = path.join(stage, `${READY}.part`);
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.write(aside);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path.join(stage, READY));
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

/** Bytes of the database and the stored files, about as many as their backup takes at the most. */
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
