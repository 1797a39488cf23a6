import { createHmac, type Hmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Name and bytes of the zip entry with the seal of a backup, in hexadecimal digits. */
export const SEAL = 'manifest.hmac';
export const SEAL_SIZE = 64;

/**
 * Returns the HMAC whose digest over the manifest seals a backup: HMAC-SHA-256 (RFC 2104). The manifest has the hash of
 * each part. The key is derived (HKDF, RFC 5869) from the installation's own 32 bytes.
 */
export function sealer(key: Buffer): Hmac {
  const derived = hkdfSync('sha256', key, '', 'freight-console backup', 32);
  return createHmac('sha256', Buffer.from(derived));
}

/** True for a backup that this installation made, and that nobody has changed since. */
export function isSealed(expected: Hmac | undefined, seal: string | undefined): boolean {
  if (!expected || !seal || !/^[\da-f]{64}$/.test(seal)) return false;
  return timingSafeEqual(expected.digest(), Buffer.from(seal, 'hex'));
}
