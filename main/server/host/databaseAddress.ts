import { readFileSync } from 'node:fs';
import { caughtFacts } from '@contract/failure';
import type { Address } from '../store/postgres/connection';
import { StartRefused } from './door';

const LOOPBACK = /^(|localhost|127(\.\d+){3}|\[::1\])$/;
/** Allowed PostgreSQL modes, the ones with a clear meaning: no protection, or a verified server. */
const MODES = ['disable', 'verify-full'];

/**
 * Parses the address of a PostgreSQL database, with the password from a file. A password in the address is refused,
 * since everybody on the machine can read it in the list of processes; and so is a connection beyond this machine that
 * does not say whether others may read it. Throws {@link StartRefused}.
 */
export function addressOf(text: string, passwordFile?: string): Address {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || !['postgres:', 'postgresql:'].includes(address.protocol))
    throw new StartRefused('the database must be an address such as postgres://user@host/name');
  const { searchParams: parameters, hostname } = address;
  if (address.password || parameters.has('password'))
    throw new StartRefused(
      'a password in the address can be read by everybody on this machine: leave it out, and give --database-password-file FILE or PGPASSWORD in the environment',
    );
  const mode = parameters.get('sslmode');
  if (mode !== null && !MODES.includes(mode))
    throw new StartRefused(`sslmode must be ${MODES.join(' or ')}, not ${mode}`);
  const host = parameters.get('host') ?? decodeURIComponent(hostname);
  if (mode === null && !host.startsWith('/') && !LOOPBACK.test(host))
    throw new StartRefused(
      `${host} is another machine: add ?sslmode=verify-full (and &sslrootcert=FILE for an authority of your own), or ?sslmode=disable where nobody else is on the network`,
    );
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name);
    if (file !== null) contentsOf(file);
  }
  // Encode the password here, since setting a URL's password leaves a % as it is.
  if (passwordFile) address.password = encodeURIComponent(contentsOf(passwordFile).trim());
  return address.href;
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartRefused(`${file} cannot be read: ${caughtFacts(error).code}`);
  }
}
