import net, { type AddressInfo, type Socket } from 'node:net';

/** What goes wrong with a connection, once so many bytes have gone in a direction. */
export interface Fault {
  readonly kind: /** RST to both sides. */
    | 'reset'
    /** Nothing goes on any more, and nobody is told: a cable that was pulled, a gateway that forgot the connection. */
    | 'hole'
    /** The server's side ends in order, in the midst of what it was saying. */
    | 'end'
    /** From there on byte by byte, with a pause after each. */
    | 'drip'
    /** What the client sends is no longer read; what the server says still comes. */
    | 'deaf';
  /** Counted on the way to the server, or back. */
  readonly way: 'up' | 'down';
  readonly after: number;
}

const PAUSE = 50;

/** A wire between a client and a server on this machine, below HTTP: what happens on it is said for each connection. */
export class FaultProxy {
  /** The fault of the next connection, the how-manieth it is from 1; undefined for one that is in order. */
  faultOf: (nth: number) => Fault | undefined = () => undefined;
  /** Milliseconds by which every part is late. */
  latency = 0;
  /** Connections of clients that have not been closed by them. */
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

  /** Hangs up every connection there is. */
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
    // A client that gives up is seen even by a wire that carries nothing any more.
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
      // What was before it shall have arrived.
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
