import { randomBytes, scryptSync } from 'node:crypto';
import { demoAccounts } from '@contract/access/demoAccounts';

/** Rounds of hashes in tests of the API: a thirtieth of the usual memory and time, since its passwords need no protection. */
export const QUICK_ROUNDS = 2 ** 12;

const made = new Map<string, string>();

function hashed(password: string, N: number, r: number): string {
  const key = `${N} ${r} ${password}`;
  const salt = randomBytes(16);
  const hash =
    made.get(key) ??
    [
      'scrypt',
      N,
      r,
      1,
      ...[salt, scryptSync(password, salt, 32, { N, r, p: 1, maxmem: 2 ** 27 })].map((part) =>
        part.toString('base64'),
      ),
    ].join('$');
  made.set(key, hash);
  return hash;
}

/** Returns a hash that is quick to check, and that servers with these rounds do not replace at a sign-in. */
export const quickHash = (password: string): string => hashed(password, QUICK_ROUNDS, 8);

/**
 * Returns a hash that takes a quarter of the usual time to check, and that servers with the usual rounds do not replace at
 * a sign-in. Scrypt allows no smaller block for that number of rounds.
 */
export const quarterHash = (password: string): string => hashed(password, 2 ** 17, 2);

/** Returns such hashes of the demo accounts: tests sign in by these hundreds of times in a run. */
export const quickDemoHashes = () =>
  demoAccounts.map(({ username, password }) => ({ username, passwordHash: quarterHash(password) }));
