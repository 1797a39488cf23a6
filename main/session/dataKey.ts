import { randomBytes } from 'node:crypto';
import type { Keychain } from './keychain';

/** No server of the client has such an id: sessions are kept in the keychain under those. */
const ACCOUNT = 'data:key';
const KEY = /^[\w-]{43}$/;

/**
 * The key with which the embedded API seals secrets, as base64url; null when there is none and none is to be made.
 * `locked`: the keychain did not answer, refused, or is not there.
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
