import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { SIMULATOR_PASSWORD } from '@contract/config/netchbAccount';
import { NETCHB } from '@contract/limits';
import { askedOf, responseText } from './message';

/**
 * A gateway that runs beside this API and answers over HTTP as the real one would, for the demo and for training. It
 * listens at a socket in a private folder, begun when it is first asked for: no port is open.
 */
export class NetchbSimulator {
  #server: Server | undefined;
  #folder: string | undefined;
  #socketPath: Promise<string> | undefined;

  /** Where it listens. */
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
    const server = createServer((request, response) => {
      void answer(request, response);
    });
    this.#server = server;
    // Short, since a socket's path may have 104 bytes on macOS.
    if (process.platform !== 'win32') this.#folder = mkdtempSync(path.join(os.tmpdir(), 'fc-n'));
    const place = this.#folder
      ? path.join(this.#folder, 's')
      : `\\\\.\\pipe\\freight-netchb-${randomBytes(12).toString('hex')}`;
    await new Promise<void>((listening, failed) => {
      server.once('error', failed);
      server.listen(place, listening);
    });
    return place;
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const say = (httpStatus: number, status: 'ok' | 'error', filerCode: string, message: string) =>
    response
      .writeHead(httpStatus, { 'content-type': 'application/xml; charset=utf-8' })
      .end(responseText({ status, filerCode, message }));
  let text = '';
  for await (const part of request) {
    text += part;
    if (text.length > NETCHB.maxAnswer) return void request.destroy();
  }
  const [, credentials = ''] = /^Basic (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  const password = Buffer.from(credentials, 'base64').toString('utf8').split(':').slice(1).join(':');
  const asked = await askedOf(text);
  if (password !== SIMULATOR_PASSWORD) say(401, 'error', '', 'Login failed');
  else if (asked?.operation === 'signOn')
    say(200, 'ok', asked.filerCode, `Signed on as filer ${asked.filerCode}`);
  else say(400, 'error', asked?.filerCode ?? '', 'Unknown operation');
}
