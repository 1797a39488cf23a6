import { randomBytes, scryptSync } from 'node:crypto';
import { demoAccounts } from '@contract/access/demoAccounts';

/**
 * Returns a hash that takes a quarter of the usual time to check, since a test's password needs no protection, and that
 * signing in does not replace. Scrypt allows no smaller block for that number of rounds.
 */
export function quickHash(password: string): string {
  const [cost, salt] = [{ N: 2 ** 17, r: 2, p: 1 }, randomBytes(16)];
  const key = scryptSync(password, salt, 32, { ...cost, maxmem: 2 ** 27 });
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Returns such hashes of the demo accounts: tests sign in by these hundreds of times in a run. */
export const quickDemoHashes = () =>
  demoAccounts.map(({ username, password }) => ({ username, passwordHash: quickHash(password) }));
