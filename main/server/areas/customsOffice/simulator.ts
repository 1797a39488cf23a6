import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CustomsSimulatorMode, customsSimulatorModes } from '@contract/config/customsAccount';
import { NETCHB, SIMULATOR } from '@contract/limits';
import { iso6346Digit } from '@contract/rules/codes';
import type { CustomsEvent } from '@contract/rules/customsAnswers';
import { instantOf } from '@contract/rules/zonedTime';
import { SocketServer } from '../../core/socketServer';
import { readXml } from '../../core/xml';
import { resultText, type SimulatedResponse } from './notification';
import { SIMULATE } from './webOffice';

/** Responses of each mode after a declaration that was lodged in order. */
const PLANS: Readonly<Record<CustomsSimulatorMode, readonly CustomsEvent[]>> = {
  release: ['accepted', 'released'],
  reject: ['rejected'],
  control: ['accepted', 'control', 'released'],
  documents: ['accepted', 'documents', 'released'],
  refuse: ['accepted', 'control', 'refused'],
  invalidate: ['accepted', 'invalidated'],
  register: ['registered'],
  garbage: ['accepted', 'released'],
  down: ['accepted', 'released'],
};
const ERRORS: Readonly<Partial<Record<CustomsEvent, { code: string; text: string }>>> = {
  rejected: { code: 'R0412', text: 'Value not credible' },
  refused: { code: 'C0300', text: 'Goods are not as declared' },
  documents: { code: 'N935', text: 'Commercial invoice requested' },
  invalidated: { code: 'I0001', text: 'Invalidated on application' },
};

interface LodgedDeclaration {
  readonly said: readonly SimulatedResponse[];
}

/** Declarations that the simulated office has received; mode and time decide the responses to each. */
export class SimulatedDeclarations {
  readonly #now: () => number;
  readonly #lodged = new Map<string, LodgedDeclaration>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes a declaration once; false if it has the number already, undefined for anything but an H7. */
  async lodge(text: string, mode: CustomsSimulatorMode): Promise<boolean | undefined> {
    const root = await readXml(text);
    const value = (name: string) => root?.children.find((one) => one.name === name)?.text;
    const lrn = value('FunctionalReferenceID');
    if (root?.name !== 'Declaration' || value('ProcedureCategory') !== 'H7' || !lrn) return undefined;
    if (this.#lodged.has(lrn)) return false;
    const inAdvance = value('TypeCode') === 'IMD';
    const plan: readonly CustomsEvent[] =
      inAdvance && mode !== 'reject' && mode !== 'register' ? ['registered', ...PLANS[mode]] : PLANS[mode];
    const now = this.#now();
    const said = plan.map((event, at): SimulatedResponse => {
      const error = ERRORS[event];
      return {
        sid: guid(`${lrn} ${event} ${at}`),
        lrn,
        mrn: event === 'rejected' || event === 'registered' ? null : mrnOf(lrn, now, root.children),
        event,
        at: instantOf(now + Math.max(0, at - (inAdvance ? 1 : 0)) * SIMULATOR.next),
        ...(error ? { errors: [error] } : {}),
        ...(event === 'control' ? { controlType: '40' } : {}),
      };
    });
    this.#lodged.set(lrn, { said });
    return true;
  }

  /** Returns the responses to a declaration until now; undefined for an unknown one. */
  saidOf(lrn: string): SimulatedResponse[] | undefined {
    const now = instantOf(this.#now());
    return this.#lodged.get(lrn)?.said.filter(({ at }) => at <= now);
  }
}

const hex = (text: string) => createHash('sha256').update(text).digest('hex');
const guid = (text: string) => hex(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** An MRN of the present year: the country of the office, a number by the declaration, procedure R, check digit. */
function mrnOf(lrn: string, now: number, parts: readonly { name: string; text: string }[]): string {
  const office = parts.find(({ name }) => name === 'DeclarationOfficeID')?.text ?? 'NL000000';
  const year = new Date(now).getUTCFullYear() % 100;
  const start = `${year}${office.slice(0, 2)}${hex(lrn).slice(0, 12).toUpperCase()}R`;
  return `${start}${iso6346Digit(start, 17)}`;
}

const modeOf = (header: string | string[] | undefined): CustomsSimulatorMode =>
  customsSimulatorModes.find((mode) => mode === header) ?? 'release';

async function answer(
  declarations: SimulatedDeclarations,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, result = '') =>
    void response.writeHead(status, { 'content-type': 'application/xml; charset=utf-8' }).end(result);
  let text = '';
  for await (const part of request) {
    text += part;
    if (text.length > NETCHB.maxAnswer * 16) return void request.destroy();
  }
  const mode = modeOf(request.headers[SIMULATE]);
  if (mode === 'down') return send(503);
  const url = new URL(request.url ?? '/', 'http://simulator');
  if (request.method === 'POST' && url.pathname === '/declarations') {
    const taken = await declarations.lodge(text, mode);
    if (taken === undefined) return send(422);
    // In "garbage" mode the declaration is stored; only the response is unreadable.
    if (mode === 'garbage') return send(200, '<html><body>Session expired</body>');
    return send(taken ? 202 : 409);
  }
  const said = declarations.saidOf(url.searchParams.get('lrn') ?? '');
  if (request.method !== 'GET' || url.pathname !== '/notifications' || !said) return send(404);
  send(200, resultText(said));
}

/** A customs office that runs beside this API and responds over HTTP, for the demo and for training. */
export class CustomsSimulator extends SocketServer {
  constructor(now: () => number) {
    const declarations = new SimulatedDeclarations(now);
    super('customs', (request, response) => void answer(declarations, request, response));
  }
}
