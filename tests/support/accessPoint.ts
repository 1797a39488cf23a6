import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the access point does with an invoice that is handed in. */
type Behaviour =
  | 'delivers'
  /** Stores it, cannot reach the customer, and tries again by itself (422 with a report). */
  | 'tries again'
  /** Its checks fail: nothing is stored (422 with a text). */
  | 'refuses'
  /** An identifier is not valid (400). */
  | 'finds it invalid'
  /** Stores it, and the connection breaks before the response. */
  | 'loses the response'
  /** Fails without storing it. */
  | 'fails';

interface Stored {
  readonly parts: readonly string[];
  readonly content: string;
  status: 'pending' | 'rejected' | 'sending' | 'sent' | 'failed' | 'permanently_failed';
  errorDetails: string | null;
}

/** An access point on this machine with the interface of phoss AP, which behaves as set. */
export class AccessPointServer {
  behaves: Behaviour = 'delivers';
  /** Key without which nothing is answered. */
  key = 'key of the desk';
  /** Invoices by the number of their envelope. */
  readonly stored = new Map<string, Stored>();
  /** Calls as method and path, in order. */
  readonly calls: string[] = [];
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://point');
      const [, api, outbound, what = '', ...parts] = url.pathname.split('/').map(decodeURIComponent);
      this.calls.push(`${request.method} ${what}`);
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.headers['x-token'] !== this.key)
        return answer(401, { error: 'Invalid or missing API token' });
      if (api !== 'api' || outbound !== 'outbound') return response.writeHead(404).end();
      if (request.method === 'GET' && what === 'status') return this.#status(parts[0] ?? '', answer);
      const number = url.searchParams.get('sbdhInstanceID') ?? '';
      const one: Stored = {
        ...{ parts, content: Buffer.concat(chunks).toString('utf8'), status: 'sent', errorDetails: null },
      };
      switch (this.behaves) {
        case 'finds it invalid':
          return answer(400, `Failed to parse the receiving participant ID '${parts[1]}'`);
        case 'refuses':
          return answer(422, 'Failed to submit outbound transaction');
        case 'fails':
          return answer(503, 'shutting down');
        case 'tries again':
          this.stored.set(number, { ...one, status: 'failed', errorDetails: 'no SMP entry' });
          return answer(422, { overallSuccess: false, sbdhInstanceIdentifier: number });
        case 'loses the response':
          this.stored.set(number, one);
          return request.socket.destroy();
        case 'delivers':
          this.stored.set(number, one);
          return answer(200, { overallSuccess: true, sbdhInstanceIdentifier: number });
      }
    });
  });

  #status(number: string, answer: (status: number, body: unknown) => void): void {
    const found = this.stored.get(number);
    const { status, errorDetails } = found ?? {};
    answer(found ? 200 : 404, { sbdhInstanceID: number, status, errorDetails, attemptCount: 1 });
  }

  start(): Promise<this> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', () => resolve(this)));
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
