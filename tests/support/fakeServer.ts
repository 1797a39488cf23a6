import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A request as it arrived, complete or not. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** True once its last byte has arrived. */
  whole: boolean;
  body: Buffer;
}

/** Handles a request: the request, its response, and its number, from 1. */
export type Script = (heard: ReceivedRequest, response: ServerResponse, nth: number) => void | Promise<void>;

export interface FakeServerOptions {
  readonly tls?: { readonly key: string; readonly cert: string; readonly maxVersion?: 'TLSv1.1' | 'TLSv1.3' };
  readonly socketPath?: string;
  /** Responds as soon as the head of a request has arrived, without waiting for its body. */
  readonly early?: boolean;
}

/** A real HTTP server that responds by a script, and records all its requests. */
export class FakeServer {
  readonly heard: ReceivedRequest[] = [];
  readonly sockets = new Set<Socket>();
  script: Script;
  readonly #server: Server;
  readonly #options: FakeServerOptions;

  private constructor(script: Script, options: FakeServerOptions) {
    this.script = script;
    this.#options = options;
    const listener = (request: IncomingMessage, response: ServerResponse) =>
      void this.#serve(request, response);
    this.#server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
    this.#server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
    });
  }

  static async start(script: Script = answer(null), options: FakeServerOptions = {}): Promise<FakeServer> {
    const server = new FakeServer(script, options);
    await new Promise<void>((resolve) => {
      if (options.socketPath) server.#server.listen(options.socketPath, resolve);
      else server.#server.listen(0, '127.0.0.1', resolve);
    });
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get base(): string {
    return `${this.#options.tls ? 'https' : 'http'}://127.0.0.1:${this.port}/admin`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const heard: ReceivedRequest = { method, url, headers, whole: false, body: Buffer.alloc(0) };
    this.heard.push(heard);
    const nth = this.heard.length;
    response.on('error', () => undefined);
    if (this.#options.early) void this.script(heard, response, nth);
    try {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      heard.body = Buffer.concat(parts);
      heard.whole = true;
      if (!this.#options.early) await this.script(heard, response, nth);
    } catch {
      // The client closed the connection.
    }
  }
}

/** Responds with a successful envelope. */
export const answer =
  (data: unknown): Script =>
  (_heard, response) =>
    sendJson(response, 200, { ret: true, msg: '', data });

/** Responds with a failed envelope. */
export const failure =
  (status: number, msg: unknown, data: unknown = null): Script =>
  (_heard, response) =>
    sendJson(response, status, { ret: false, msg, data });

/** Responds with any body under any status. */
export const raw =
  (status: number, headers: Record<string, string>, body: string | Buffer): Script =>
  (_heard, response) => {
    response.writeHead(status, headers).end(body);
  };

/** Runs one script after the other; the last is repeated. */
export const inTurn =
  (...scripts: Script[]): Script =>
  (heard, response, nth) =>
    scripts[Math.min(nth, scripts.length) - 1]?.(heard, response, nth);

/** Never responds. */
export const silence: Script = () => undefined;

/** Closes the connection as a crashed server does. */
export const reset: Script = (_heard, response) => {
  (response.socket as Socket).resetAndDestroy();
};

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Starts a server below HTTP: sends its bytes to each client and, if requested, closes the connection. */
export async function rawServer(
  onConnect: (socket: Socket) => void,
): Promise<{ port: number; stop: () => void }> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnect(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
