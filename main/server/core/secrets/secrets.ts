import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Reader, Writer } from '../../store/open';

/** Bytes of the key, of the nonce and of the tag (AES-256-GCM, NIST SP 800-38D). */
const SIZE = { key: 32, nonce: 12, tag: 16 } as const;

/** Thrown when the key is not accessible at present: the keychain is locked or missing. */
export class KeyLocked extends Error {}

/**
 * Storage of the key, which is never in the database. Both methods throw {@link KeyLocked} while it is not accessible.
 */
export interface SecretKeys {
  /** Returns the key; null when there never was one. */
  read(): Promise<Buffer | null>;
  /** Returns the key, creating it when there is none. */
  make(): Promise<Buffer>;
}

/** Creates a key. */
export const newKey = (): Buffer => randomBytes(SIZE.key);
/** Parses a key; null for an invalid text. */
export function keyOf(text: string): Buffer | null {
  const key = Buffer.from(text.trim(), 'base64url');
  return key.length === SIZE.key ? key : null;
}

/** Result of reading a secret. `lost`: it was encrypted with a key that is gone. */
export type SecretAnswer =
  | { readonly kind: 'found'; readonly text: string }
  | { readonly kind: 'none' | 'locked' | 'lost' };

/** Secrets needed in plain text, for example the password of a mail server. The database has them encrypted. */
export class Secrets {
  readonly #keys: SecretKeys;

  constructor(keys: SecretKeys) {
    this.#keys = keys;
  }

  /** Stores a secret under its name. Throws {@link KeyLocked}. */
  async keep(write: Writer, name: string, text: string, now: string): Promise<void> {
    const sealed = seal(await this.#keys.make(), name, text);
    await write
      .insertInto('secret')
      .values({ name, sealed, updatedAt: now })
      .onConflict((kept) => kept.column('name').doUpdateSet({ sealed, updatedAt: now }))
      .execute();
  }

  /** Key that seals backups as this installation's own; null while it is not accessible. */
  async sealingKey(): Promise<Buffer | null> {
    try {
      return await this.#keys.make();
    } catch (error) {
      if (error instanceof KeyLocked) return null;
      throw error;
    }
  }

  async forget(write: Writer, name: string): Promise<void> {
    await write.deleteFrom('secret').where('name', '=', name).execute();
  }

  async has(read: Reader, name: string): Promise<boolean> {
    return !!(await read.selectFrom('secret').select('name').where('name', '=', name).executeTakeFirst());
  }

  async find(read: Reader, name: string): Promise<SecretAnswer> {
    const row = await read.selectFrom('secret').select('sealed').where('name', '=', name).executeTakeFirst();
    if (!row) return { kind: 'none' };
    try {
      const key = await this.#keys.read();
      return key ? open(key, name, row.sealed) : { kind: 'lost' };
    } catch (error) {
      if (error instanceof KeyLocked) return { kind: 'locked' };
      throw error;
    }
  }
}

/** The name is authenticated too: a secret swapped for another one cannot be decrypted. */
function seal(key: Buffer, name: string, text: string): string {
  const nonce = randomBytes(SIZE.nonce);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function open(key: Buffer, name: string, sealed: string): SecretAnswer {
  const bytes = Buffer.from(sealed, 'base64url');
  const rest = SIZE.nonce + SIZE.tag;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, SIZE.nonce), {
      authTagLength: SIZE.tag,
    })
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(SIZE.nonce, rest));
    const text = Buffer.concat([decipher.update(bytes.subarray(rest)), decipher.final()]).toString('utf8');
    return { kind: 'found', text };
  } catch {
    return { kind: 'lost' };
  }
}
