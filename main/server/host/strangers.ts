import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { addressKey } from '../areas/access/address';

/**
 * Connections of callers without a session or a key. Their number is limited: beyond it, the oldest connection of the
 * address with most of them is closed, so that one address cannot take the places of the others.
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

  /** Removes a connection from the count. */
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

/**
 * Connections by holder: each may have a limited number, so that one account does not take the places of the others.
 */
export class Holders {
  readonly #room: number;
  readonly #byHolder = new Map<string, Set<Duplex>>();
  /** Keys of `#byHolder` under which a connection is counted. */
  readonly #keysOf = new Map<Duplex, string[]>();

  constructor(room: number) {
    this.#room = room;
  }

  /** Counts a connection as held by somebody at an address; returns false where they have the maximum already. */
  take(holder: string, address: string | null, connection: Duplex): boolean {
    const key = `${holder} ${addressKey(address)}`;
    const own = this.#byHolder.get(key) ?? new Set();
    if (own.has(connection)) return true;
    if (own.size >= this.#room) return false;
    this.#byHolder.set(key, own.add(connection));
    this.#keysOf.set(connection, [...(this.#keysOf.get(connection) ?? []), key]);
    return true;
  }

  /** Removes a connection from the count, for all holders: several people may share one through a proxy. */
  leave(connection: Duplex): void {
    for (const key of this.#keysOf.get(connection) ?? []) {
      const own = this.#byHolder.get(key);
      if (own?.delete(connection) && own.size === 0) this.#byHolder.delete(key);
    }
    this.#keysOf.delete(connection);
  }
}

/**
 * Ends a request whose body is not complete within `patience` milliseconds; returns a function that lifts the limit.
 */
export function limitBodyTime(request: IncomingMessage, patience: number): () => void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, patience);
  const end = () => clearTimeout(timer);
  request.once('close', end);
  return end;
}
