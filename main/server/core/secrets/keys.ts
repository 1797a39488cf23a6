import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { caughtFacts } from '@contract/failure';
import { KeyLocked, keyOf, newKey, type SecretKeys } from './secrets';

/**
 * Stores the key in a file beside the data that only its owner may read: for a standalone server without a keychain.
 */
export function fileKeys(folder: string): SecretKeys {
  const file = path.join(folder, 'secrets.key');
  const read = (): Buffer | null => {
    try {
      return keyOf(readFileSync(file, 'utf8'));
    } catch (error) {
      if (caughtFacts(error).code === 'ENOENT') return null;
      throw new KeyLocked(String(error));
    }
  };
  return {
    read: async () => read(),
    make: async () => {
      const found = read();
      if (found) return found;
      const key = newKey();
      writeFileSync(file, key.toString('base64url'), { mode: 0o600, flush: true });
      return key;
    },
  };
}

/** Request of the embedded API to the desktop for the key. */
export interface KeyQuestion {
  readonly kind: 'key';
  readonly id: number;
  /** True to create a key where there is none. */
  readonly make: boolean;
}
export interface KeyAnswer {
  readonly kind: 'key';
  readonly id: number;
  /** The key in base64url; null when there is none. */
  readonly key: string | null;
  readonly locked: boolean;
}

/** Gets the key from the system's keychain, which only the desktop can open. Requested on first use, then cached. */
export class DesktopKeys implements SecretKeys {
  readonly #send: (question: KeyQuestion) => void;
  readonly #waiting = new Map<number, (answer: KeyAnswer) => void>();
  #requests = 0;
  #known: Buffer | null = null;

  constructor(send: (question: KeyQuestion) => void) {
    this.#send = send;
  }

  /** Receives a response of the desktop. */
  receive(answer: KeyAnswer): void {
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }

  read(): Promise<Buffer | null> {
    return this.#question(false);
  }

  async make(): Promise<Buffer> {
    const key = await this.#question(true);
    if (!key) throw new KeyLocked();
    return key;
  }

  async #question(make: boolean): Promise<Buffer | null> {
    if (this.#known) return this.#known;
    this.#requests += 1;
    const id = this.#requests;
    const { key, locked } = await new Promise<KeyAnswer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ kind: 'key', id, make });
    });
    if (locked) throw new KeyLocked();
    this.#known = key === null ? null : keyOf(key);
    return this.#known;
  }
}
