import type { IncomingMessage, ServerResponse } from 'node:http';
import { SIMULATOR_PASSWORD, type SimulatorMode, simulatorModes } from '@contract/config/netchbAccount';
import { NETCHB } from '@contract/limits';
import { SocketServer } from '../../core/socketServer';
import { SIMULATE } from './gateway';
import { callIn, type GatewayFiling, responseText } from './message';
import { SimulatorFiles } from './simulatorFiles';

/**
 * A gateway that runs beside this API and responds over HTTP as the real one would, for the demo and for training. It
 * listens at a socket, started on first use.
 */
export class NetchbSimulator extends SocketServer {
  constructor(now: () => number) {
    const files = new SimulatorFiles(now);
    super('netchb', (request, response) => void answer(files, request, response));
  }
}

async function answer(
  files: SimulatorFiles,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (httpStatus: number, text: string) =>
    response.writeHead(httpStatus, { 'content-type': 'application/xml; charset=utf-8' }).end(text);
  const refuse = (httpStatus: number, message: string) =>
    send(httpStatus, responseText({ status: 'error', filerCode: '', message }));
  let text = '';
  for await (const part of request) {
    text += part;
    if (text.length > NETCHB.maxAnswer) return void request.destroy();
  }
  const mode = modeOf(request.headers[SIMULATE]);
  if (mode === 'down') return void refuse(503, 'Gateway unavailable');
  const [, credentials = ''] = /^Basic (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  const password = Buffer.from(credentials, 'base64').toString('utf8').split(':').slice(1).join(':');
  if (password !== SIMULATOR_PASSWORD) return void refuse(401, 'Login failed');
  const call = await callIn(text);
  if (!call) return void refuse(400, 'Unknown operation');
  const { operation, filerCode, filing } = call;
  const say = (message: string | null, status?: GatewayFiling) =>
    send(200, responseText({ status: 'ok', filerCode, message, filing: status }));
  if (operation === 'signOn') return void say(`Signed on as filer ${filerCode}`);
  const { messageId = '' } = filing?.head ?? {};
  const status =
    operation === 'file'
      ? files.file(filing?.head ?? {}, filing?.content, filerCode, mode)
      : operation === 'status' && messageId !== ''
        ? files.status(messageId, mode)
        : undefined;
  if (!status) return void refuse(400, 'Unknown operation');
  // In "garbage" mode the filing is stored; only the response is unreadable.
  if (mode === 'garbage') return void send(200, '<html><body>Session expired</body>');
  say(null, status);
}

const modeOf = (header: string | string[] | undefined): SimulatorMode =>
  simulatorModes.find((mode) => mode === header) ?? 'accept';
