import type { IncomingMessage, ServerResponse } from 'node:http';

/** Milliseconds in which the data must answer. */
const PATIENCE = 2000;

/** Whether the server can take calls: for a proxy that shares them out, and for who watches over it. */
export class Probes {
  #isReady: (() => Promise<unknown>) | undefined;
  #state: 'starting' | 'open' | 'stopping' = 'starting';

  /** From now on calls are answered while `reads` succeeds. */
  open(reads: () => Promise<unknown>): void {
    this.#isReady = reads;
    this.#state = 'open';
  }

  /** From now on no new calls should be sent here. */
  stop(): void {
    this.#state = 'stopping';
  }

  /**
   * Answers `/healthz`, which is 200 while the process runs, and `/readyz`, which is 200 while calls are answered and 503
   * with the reason otherwise. Returns false for any other request. Neither says anything about the data.
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method !== 'GET' || (pathname !== '/healthz' && pathname !== '/readyz')) return false;
    void (pathname === '/healthz' ? Promise.resolve('ok') : this.#readiness()).then((state) => {
      response.writeHead(state === 'ok' ? 200 : 503, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
      });
      response.end(`${state}\n`);
    });
    return true;
  }

  async #readiness(): Promise<'ok' | 'starting' | 'stopping' | 'database unreachable'> {
    if (this.#state !== 'open') return this.#state;
    let late: NodeJS.Timeout | undefined;
    const waited = new Promise<boolean>((resolve) => {
      late = setTimeout(resolve, PATIENCE, false);
    });
    const answered = this.#isReady?.().then(
      () => true,
      () => false,
    );
    const isOk = await Promise.race([answered, waited]);
    clearTimeout(late);
    return isOk ? 'ok' : 'database unreachable';
  }
}
