import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DATABASE, STAGE } from './wholeness';

/* What a start ends of a restore: apart from the restore itself, which reads archives and is no part of a start. */

/** Its presence is the moment of the change: without it the old data counts, with it the new. Names where the old goes. */
export const READY = 'ready';
/** What a restore replaced, until the second start after it; what was damaged stays until somebody removes it. */
export const REPLACED = 'replaced-';
export const DAMAGED = 'damaged-';
/** Stands among what was replaced once the data that took its place has started. */
const STARTED = 'started';

/**
 * Ends a restore that was cut short: from its moment on it is carried through, before it all of it is given up. Each step
 * may have been done already.
 */
export function finishRestore(data: string): void {
  const stage = path.join(data, STAGE);
  if (!existsSync(stage)) return;
  const ready = path.join(stage, READY);
  if (existsSync(ready)) {
    const aside = path.join(data, path.basename(readFileSync(ready, 'utf8')));
    const fresh = path.join(stage, 'new');
    // While the new database waits here, all that stands in its place is old: its log must not meet the new one.
    if (existsSync(path.join(fresh, DATABASE))) {
      for (const name of [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`]) moveIfThere(data, aside, name);
      renameSync(path.join(fresh, DATABASE), path.join(data, DATABASE));
    }
    if (existsSync(path.join(fresh, 'files'))) {
      moveIfThere(data, aside, 'files');
      renameSync(path.join(fresh, 'files'), path.join(data, 'files'));
    }
    syncNames(data);
  }
  // The mark goes last: as long as it stands, this is done again.
  rmSync(path.join(stage, 'new'), { recursive: true, force: true });
  rmSync(stage, { recursive: true, force: true });
}

/** After a start that succeeded: what was replaced before an earlier one is removed, what is new is marked. */
export function sweepReplaced(data: string): void {
  for (const name of readdirSync(data)) {
    if (!name.startsWith(REPLACED)) continue;
    const place = path.join(data, name);
    if (existsSync(path.join(place, STARTED))) rmSync(place, { recursive: true, force: true });
    else writeFileSync(path.join(place, STARTED), '', { mode: 0o600 });
  }
}

function moveIfThere(data: string, aside: string, name: string): void {
  const from = path.join(data, name);
  if (!existsSync(from)) return;
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  renameSync(from, path.join(aside, name));
}

/** Puts the names in a folder on the disk before the mark of their change goes. */
function syncNames(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  fsyncSync(fd);
  closeSync(fd);
}
