import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Name and bytes of the zip entry with the seal of a backup, in hexadecimal digits. */
export const SEAL = 'manifest.hmac';
export const SEAL_SIZE = 64;

/**
 * The seal of a backup: HMAC-SHA-256 (RFC 2104) of its manifest, which has the hash of each part, by a key that is derived
 * (HKDF, RFC 5869) from the installation's own 32 bytes.
 */
export function sealOf(key: Buffer, manifest: Buffer): Buffer {
  const derived = hkdfSync('sha256', key, '', 'freight-console backup', 32);
  return createHmac('sha256', Buffer.from(derived)).update(manifest).digest();
}

/** True for a backup that this installation made, and that nobody has changed since. */
export function isSealed(key: Buffer | null, manifest: Buffer, seal: string | undefined): boolean {
  if (!key || !seal || !/^[\da-f]{64}$/.test(seal)) return false;
  return timingSafeEqual(sealOf(key, manifest), Buffer.from(seal, 'hex'));
}
