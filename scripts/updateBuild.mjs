// Update settings of a build from its environment: the keys it trusts, and its feed.
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const { name } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'));

/** Returns the settings. Throws on an invalid key: a build that lost its key by mistake could never be updated. */
export function updateBuild() {
  const env = process.env;
  const keys = (env.FREIGHT_UPDATE_PUBLIC_KEYS ?? '').split(',').flatMap((one) => one.trim() || []);
  for (const key of keys) {
    const x = Buffer.from(key, 'base64');
    if (x.length !== 32) throw new Error(`FREIGHT_UPDATE_PUBLIC_KEYS: ${key} is no Ed25519 key in base64`);
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' });
  }
  const [feed, publisher] = [env.FREIGHT_UPDATE_FEED ?? '', env.FREIGHT_UPDATE_PUBLISHER ?? ''];
  return { product: name, keys: keys.join(','), feed, publisher };
}
