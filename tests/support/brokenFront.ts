import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pauseFor } from 'node:timers/promises';

/** Behaviour of the front. */
export type FrontMode =
  /** Forwards requests and responses. */
  | 'pass'
  /** Forwards writes, and closes the connection instead of returning the response. */
  | 'cut'
  /** Responds as a gateway whose server is down. */
  | 'gateway'
  /** Responds as a portal that requires its own sign-in. */
  | 'page'
  /** Reads the call and closes the connection. */
  | 'silent';

/** Response that replaces that of a call. */
export type Fault =
  | { readonly status: number; readonly type: string; readonly body: string }
  /** The connection ends without a response. */
  | 'dropped'
  /** No response until the front stops or is healed. */
  | 'hanging';

/** Makes a refusal in the form of the API. */
export const refusal = (status: number, msg: string, code?: string): Fault => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ ret: false, msg, data: code === undefined ? null : { code } }),
});

const PAGE = '<!doctype html><title>Welcome</title><h1>Free wifi</h1>';

/** A proxy between a client and an API: the address stays, while the API behind it starts, stops and fails. */
export class BrokenFront {
  mode: FrontMode = 'pass';
  /** Base of the API behind it; null while there is none. */
  behind: string | null = null;
  /**
   * Milliseconds by which the response to an address is late, or a promise to wait for; the request is forwarded at
   * once.
   */
  late: (url: string) => number | Promise<void> = () => 0;
  /** True if the server is down for an address, though up for others. */
  away: (url: string) => boolean = () => false;
  /** Returns the fault of a call, by its method and address; undefined for none. */
  faultOf: (method: string, url: string) => Fault | undefined = () => undefined;
  readonly #hanging = new Set<http.ServerResponse>();
  readonly #server = http.createServer((request, response) => this.#answer(request, response));

  /** Listens on loopback, at a new port or the one it had. */
  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    return this;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/admin`;
  }

  /** Forwards every call again, and ends those that hang. */
  heal(): void {
    this.faultOf = () => undefined;
    this.late = () => 0;
    for (const response of this.#hanging) response.destroy();
    this.#hanging.clear();
  }

  async stop(): Promise<void> {
    this.heal();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    if (this.mode === 'silent') return void request.socket.destroy();
    if (this.mode === 'page') return void response.setHeader('content-type', 'text/html').end(PAGE);
    if (this.mode === 'gateway' || this.away(request.url ?? ''))
      return void response.writeHead(502).end('<h1>502 Bad Gateway</h1>');
    const fault = this.faultOf(request.method ?? '', request.url ?? '');
    if (fault === 'dropped') return void request.socket.destroy();
    if (fault === 'hanging') return void this.#hanging.add(response);
    if (fault) return void response.writeHead(fault.status, { 'content-type': fault.type }).end(fault.body);
    if (!this.behind) return void request.socket.destroy();
    const { host, port } = new URL(this.behind);
    const { method, url, headers } = request;
    const cut = this.mode === 'cut' && method !== 'GET';
    const onward = http.request(
      { host: '127.0.0.1', port, method, path: url, headers: { ...headers, host } },
      (answer) => {
        answer.on('end', () => cut && request.socket.destroy());
        if (cut) return void answer.resume();
        const late = this.late(url ?? '');
        void (typeof late === 'number' ? pauseFor(late) : late).then(() => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        });
      },
    );
    onward.on('error', () => request.socket.destroy());
    request.pipe(onward);
  }
}
