import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';

/** An HTTP server behind a socket in a private folder, started on first use: no port is open. */
export class SocketServer {
  readonly #name: string;
  readonly #answer: RequestListener;
  #server: Server | undefined;
  #folder: string | undefined;
  #socketPath: Promise<string> | undefined;

  /** `name` is part of the socket's name, and short: the path is limited to 104 bytes on macOS. */
  constructor(name: string, answer: RequestListener) {
    this.#name = name;
    this.#answer = answer;
  }

  /** Returns the path of the socket; starts the server on the first call. */
  socketPath(): Promise<string> {
    this.#socketPath ??= this.#listen();
    return this.#socketPath;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server) {
      server.closeAllConnections();
      await new Promise((ended) => server.close(ended));
    }
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true });
  }

  async #listen(): Promise<string> {
    const server = createServer(this.#answer);
    this.#server = server;
    if (process.platform !== 'win32')
      this.#folder = mkdtempSync(path.join(os.tmpdir(), `fc-${this.#name.slice(0, 1)}`));
    const place = this.#folder
      ? path.join(this.#folder, 's')
      : `\\\\.\\pipe\\freight-${this.#name}-${randomBytes(12).toString('hex')}`;
    await new Promise<void>((listening, failed) => {
      server.once('error', failed);
      server.listen(place, listening);
    });
    return place;
  }
}
