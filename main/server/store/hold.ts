import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { caughtFacts } from '@contract/failure';

/** Thrown when another process serves the same data. */
export class FolderInUse extends Error {}

/** Removes other users' access to a data folder and its contents, whoever created it. */
function closeToOthers(folder: string): void {
  const close = (place: string, mode: number) => {
    try {
      chmodSync(place, mode);
    } catch (error) {
      // Another user's files, or a file system without owners: the person who set that up decides.
      if (!['EPERM', 'ENOTSUP', 'ENOENT'].includes(String(caughtFacts(error).code))) throw error;
    }
  };
  close(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isFile()) close(place, 0o600);
    else if (entry.isDirectory()) close(place, 0o700);
  }
}

const LOCK = 'lock';
/** SQLITE_BUSY. */
const BUSY = 5;

/**
 * Holds a data folder for this process: jobs and pushes must not be processed twice. The lock is the system's own, on a
 * file beside the data, and ends with the process in any case. Throws {@link FolderInUse} when it is taken; waits for a
 * process that is just ending.
 */
export function holdFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockIn(folder, false, 'begin exclusive');
  closeToOthers(folder);
  return { release: () => lock.close() };
}

/**
 * Holds a data folder for reading: others may read it too, but nobody can write to it. Throws {@link FolderInUse}.
 */
export function holdForReading(folder: string): { release(): void } {
  // Without write access nobody else can create a lock there either.
  if (!existsSync(path.join(folder, LOCK))) return { release: () => undefined };
  const lock = lockIn(folder, true, 'begin; select * from sqlite_master');
  return { release: () => lock.close() };
}

function lockIn(folder: string, readOnly: boolean, take: string): DatabaseSync {
  const lock = new DatabaseSync(path.join(folder, LOCK), { readOnly, timeout: 3000 });
  try {
    lock.exec(take);
    return lock;
  } catch (error) {
    lock.close();
    const { errcode = 0 } = caughtFacts(error);
    throw (errcode & 0xff) === BUSY ? new FolderInUse(folder) : error;
  }
}
