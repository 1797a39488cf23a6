// Where Debian's PostgreSQL is, for the tests that run on it when it is there.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** How PostgreSQL comes to a machine that has none. */
export const INSTALL = 'sudo apt-get install -y --no-install-recommends postgresql';

/** Folder of PostgreSQL's programs, the newest that Debian has put there; undefined where there are none. */
export function postgresPrograms() {
  const place = '/usr/lib/postgresql';
  const versions = existsSync(place) ? readdirSync(place).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => path.join(place, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')));
}
