import net, { type AddressInfo, type Socket } from 'node:net';

/** Fault of a connection, after a number of bytes in one direction. */
export interface Fault {
  readonly kind: /** RST to both sides. */
    | 'reset'
    /**
     * Nothing is forwarded any more, and no side is notified: a cable that was pulled, a gateway that forgot the
     * connection.
     */
    | 'hole'
    /** The server's side ends in order, in the middle of its response. */
    | 'end'
    /** Forwards byte by byte from there, with a pause after each. */
    | 'drip'
    /** The client's bytes are no longer read; the server's still arrive. */
    | 'deaf';
  /** Direction in which the bytes are counted: to the server, or back. */
  readonly way: 'up' | 'down';
  readonly after: number;
}

const PAUSE = 50;

/** A proxy between a client and a server on this machine, below HTTP, with a fault for each connection. */
export class FaultProxy {
  /** Returns the fault of the next connection, by its number from 1; undefined for a working one. */
  faultOf: (nth: number) => Fault | undefined = () => undefined;
  /** Milliseconds by which every chunk is delayed. */
  latency = 0;
  /** Connections that their clients have not closed. */
  readonly open = new Set<Socket>();
  connections = 0;
  readonly #target: number;
  readonly #server = net.createServer({ allowHalfOpen: true }, (client) => this.#join(client));
  readonly #all = new Set<Socket>();

  private constructor(target: number) {
    this.#target = target;
  }

  static async to(target: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Closes all connections. */
  hangUp(): void {
    for (const socket of this.#all) socket.destroy();
  }

  async stop(): Promise<void> {
    this.hangUp();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket): void {
    this.connections += 1;
    const fault = this.faultOf(this.connections);
    const server = net.connect({ port: this.#target, host: '127.0.0.1', allowHalfOpen: true });
    this.open.add(client);
    for (const socket of [client, server]) {
      this.#all.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#all.delete(socket));
    }
    client.on('close', () => this.open.delete(client));
    // A client that gives up is noticed even when nothing is forwarded any more.
    client.on('end', () => this.open.delete(client));
    const state = { holed: false };
    this.#carry(client, server, fault?.way === 'up' ? fault : undefined, state, [client, server]);
    this.#carry(server, client, fault?.way === 'down' ? fault : undefined, state, [client, server]);
  }

  #carry(
    from: Socket,
    to: Socket,
    fault: Fault | undefined,
    state: { holed: boolean },
    [client, server]: readonly [Socket, Socket],
  ): void {
    let carried = 0;
    let dripping = false;
    let last = Promise.resolve();
    const strike = (rest: Buffer) => {
      if (!fault) return;
      if (fault.kind === 'reset') for (const socket of [client, server]) socket.resetAndDestroy();
      else if (fault.kind === 'hole') state.holed = true;
      else if (fault.kind === 'end') {
        client.end();
        server.destroy();
      } else if (fault.kind === 'deaf') from.pause();
      else {
        dripping = true;
        drip(rest);
      }
    };
    const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const drip = (bytes: Buffer) => {
      for (const byte of bytes)
        last = last.then(async () => {
          if (to.destroyed || state.holed) return;
          to.write(Buffer.of(byte));
          await pauseFor(PAUSE);
        });
    };
    const pass = (bytes: Buffer) => {
      last = last.then(async () => {
        if (this.latency > 0) await pauseFor(this.latency);
        if (!to.destroyed && !state.holed) to.write(bytes);
      });
    };
    if (fault?.after === 0 && fault.kind !== 'drip') setImmediate(() => strike(Buffer.alloc(0)));
    let struck = fault?.after === 0;
    if (struck && fault?.kind === 'drip') dripping = true;
    from.on('data', (bytes: Buffer) => {
      if (state.holed) return;
      if (dripping) return drip(bytes);
      const left = fault && !struck ? Math.max(0, fault.after - carried) : Number.POSITIVE_INFINITY;
      carried += bytes.length;
      if (bytes.length < left) return pass(bytes);
      pass(bytes.subarray(0, left));
      struck = true;
      // The bytes before the fault must have arrived first.
      last = last.then(() => pauseFor(5)).then(() => strike(bytes.subarray(left)));
    });
    from.on('end', () => {
      last = last.then(() => {
        if (!state.holed && !to.destroyed) to.end();
      });
    });
    from.on('close', () => {
      if (!state.holed) last = last.then(() => void to.destroySoon());
    });
  }
}
