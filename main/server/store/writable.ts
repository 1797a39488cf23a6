import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isReadOnly } from './failures';

/** Files of a data folder that a running server writes. */
const WRITTEN = ['freight.db', 'freight.db-wal', 'freight.db-shm', 'lock', 'running'];

/**
 * Returns false where a folder, the database in it or its folder of files is write-protected. Tries to write:
 * permission bits do not show read-only mounts and shares, nor root's access. True where there is no such folder, and
 * for every other failure: the start tells those apart.
 */
export function canBeWritten(folder: string): boolean {
  try {
    for (const name of WRITTEN) {
      const file = path.join(folder, name);
      if (existsSync(file)) closeSync(openSync(file, 'r+'));
    }
    for (const place of [folder, path.join(folder, 'files')]) {
      if (!existsSync(place)) continue;
      const probe = path.join(place, `.probe-${process.pid}`);
      closeSync(openSync(probe, 'w', 0o600));
      rmSync(probe, { force: true });
    }
    return true;
  } catch (error) {
    return !isReadOnly(error);
  }
}
