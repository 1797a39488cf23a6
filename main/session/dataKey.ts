import { randomBytes } from 'node:crypto';
import type { Keychain } from './keychain';

/** Account of the key in the keychain. Sessions use server ids as accounts, and no server has this one. */
const ACCOUNT = 'data:key';
const KEY = /^[\w-]{43}$/;

/**
 * Returns the key with which the embedded API seals secrets, as base64url; null if there is none and `make` is false.
 * `locked`: the keychain did not respond, refused, or does not exist.
 */
export async function dataKey(
  keychain: Keychain,
  make: boolean,
): Promise<{ key: string | null; locked: boolean }> {
  const found = await keychain.read(ACCOUNT);
  if (found.kind === 'found' && KEY.test(found.secret)) return { key: found.secret, locked: false };
  if (found.kind === 'missing' || found.kind === 'locked') return { key: null, locked: true };
  if (!make) return { key: null, locked: false };
  const key = randomBytes(32).toString('base64url');
  const kept = await keychain.write(ACCOUNT, key);
  return kept === 'kept' ? { key, locked: false } : { key: null, locked: true };
}
