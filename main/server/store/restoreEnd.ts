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

/*
 * The part of a restore that a start completes: apart from the restore itself, which reads archives and is no part of a
 * start.
 */

/**
 * File whose presence decides: without it the old data is valid, with it the new. Contains the folder for the old data.
 */
export const MARKER = 'ready';
/**
 * Folders of data that a restore replaced, kept until the second start after it; damaged data stays until somebody
 * removes it.
 */
export const REPLACED = 'replaced-';
export const DAMAGED = 'damaged-';
/** File among replaced data that exists once the new data has started. */
const STARTED = 'started';

/**
 * Ends an interrupted restore: completes it from the decisive moment on, and discards it before. Each step may have
 * been done already.
 */
export function finishRestore(data: string): void {
  const stage = path.join(data, STAGE);
  if (!existsSync(stage)) return;
  const ready = path.join(stage, MARKER);
  if (existsSync(ready)) {
    const aside = path.join(data, path.basename(readFileSync(ready, 'utf8')));
    const fresh = path.join(stage, 'new');
    // While the new database waits here, all files in its place are old: their log must not meet the new database.
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
  // The mark is removed last: while it exists, this is repeated.
  rmSync(path.join(stage, 'new'), { recursive: true, force: true });
  rmSync(stage, { recursive: true, force: true });
}

/** Run after a successful start: removes data replaced before an earlier start, and marks newly replaced data. */
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

/** Flushes the names in a folder to disk before the mark of their change is removed. */
function syncNames(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  fsyncSync(fd);
  closeSync(fd);
}
