import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A push as received. */
interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A customer's system on this machine, which responds as set. */
export class PushServer {
  readonly received: Received[] = [];
  /** Handles the next pushes; by default it accepts them. */
  behave: (response: ServerResponse, socket: Socket) => void = (response) =>
    response.end('{"received":true}');
  readonly #server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    this.received.push({ headers: request.headers, body });
    this.behave(response, request.socket);
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/events`;
  }

  /** True if a push has the signature that requires the key's hash. */
  static signed({ headers, body }: Received, keyHash: string): boolean {
    const signed = `${headers['x-freight-timestamp']}.${body}`;
    const expected = createHmac('sha256', keyHash).update(signed).digest('hex');
    return headers['x-freight-signature'] === `sha256=${expected}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
