import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { addressKey } from '../areas/access/address';

/**
 * Connections of callers who have shown neither a session nor a key. There is room for so many; where one more comes, the
 * oldest of the address with most of them is closed, so that one address cannot take the places of the others.
 */
export class Strangers {
  readonly #room: number;
  readonly #byAddress = new Map<string, Set<Duplex>>();
  readonly #addressOf = new Map<Duplex, string>();

  constructor(room: number) {
    this.#room = room;
  }

  /** Counts a connection by its address until it leaves or is closed. */
  enter(address: string | null, connection: Duplex): void {
    if (connection.destroyed || this.#addressOf.has(connection)) return;
    if (this.#addressOf.size >= this.#room) this.#makeRoom();
    const key = addressKey(address);
    this.#addressOf.set(connection, key);
    const own = this.#byAddress.get(key) ?? new Set();
    this.#byAddress.set(key, own.add(connection));
  }

  /** Takes a connection off the count. */
  leave(connection: Duplex): void {
    const key = this.#addressOf.get(connection);
    if (key === undefined) return;
    this.#addressOf.delete(connection);
    const own = this.#byAddress.get(key);
    own?.delete(connection);
    if (own?.size === 0) this.#byAddress.delete(key);
  }

  #makeRoom(): void {
    let most: ReadonlySet<Duplex> = new Set();
    for (const own of this.#byAddress.values()) if (own.size > most.size) most = own;
    const [oldest] = most;
    if (!oldest) return;
    this.leave(oldest);
    oldest.destroy();
  }
}

/** Connections by who holds them: each has room for so many, so that one account does not take the places of the others. */
export class Holders {
  readonly #room: number;
  readonly #byHolder = new Map<string, Set<Duplex>>();
  /** Keys of `#byHolder` under which a connection is counted. */
  readonly #keysOf = new Map<Duplex, string[]>();

  constructor(room: number) {
    this.#room = room;
  }

  /** Counts a connection as held by somebody at an address; false where they hold as many as there is room for. */
  take(holder: string, address: string | null, connection: Duplex): boolean {
    const key = `${holder} ${addressKey(address)}`;
    const own = this.#byHolder.get(key) ?? new Set();
    if (own.has(connection)) return true;
    if (own.size >= this.#room) return false;
    this.#byHolder.set(key, own.add(connection));
    this.#keysOf.set(connection, [...(this.#keysOf.get(connection) ?? []), key]);
    return true;
  }

  /** Takes a connection off the count, whoever held it: several people of one office may by one of a proxy. */
  leave(connection: Duplex): void {
    for (const key of this.#keysOf.get(connection) ?? []) {
      const own = this.#byHolder.get(key);
      if (own?.delete(connection) && own.size === 0) this.#byHolder.delete(key);
    }
    this.#keysOf.delete(connection);
  }
}

/** Ends a request whose body has not come within `patience` milliseconds; answers how to let it take longer. */
export function hurryBody(request: IncomingMessage, patience: number): () => void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, patience);
  const end = () => clearTimeout(timer);
  request.once('close', end);
  return end;
}
