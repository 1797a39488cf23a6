// Location of Debian's PostgreSQL, for the tests that use it if it is installed.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Command that installs PostgreSQL. */
export const INSTALL = 'sudo apt-get install -y --no-install-recommends postgresql';

/** Folder of the programs of Debian's newest PostgreSQL; undefined if none is installed. */
export function postgresPrograms() {
  const place = '/usr/lib/postgresql';
  const versions = existsSync(place) ? readdirSync(place).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => path.join(place, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')));
}
