import type { NetchbResult } from '@contract/config/netchbAccount';
import { NETCHB } from '@contract/limits';
import { CallFailed, callOut, isCallable } from '../../core/callOut';
import type { XmlElement } from '../../core/xml';
import { answerOf, type GatewayFiling, type GatewayOperation, requestText } from './message';

/** Header that selects the simulator's behaviour. */
export const SIMULATE = 'x-simulate';

/** Address and credentials of the gateway. */
export interface GatewayLogin {
  /** A web address; for the simulator the path of its socket. */
  readonly at: { readonly address: string } | { readonly socketPath: string };
  readonly loginName: string;
  readonly password: string;
  readonly filerCode: string;
}

/** A call of the gateway; `content` is the message of a filing, or the head of one for a status query. */
export interface GatewayCall {
  readonly operation: GatewayOperation;
  readonly content?: readonly XmlElement[];
  /** Mode of the simulator; sent to no other gateway. */
  readonly simulate?: string;
}

/** Result of a call: `ok`, or the first fault, with the text of the gateway. */
export interface GatewayAnswer {
  readonly result: NetchbResult;
  readonly text: string | null;
  readonly filing?: GatewayFiling | undefined;
  /** Messages sent and received; they never contain the login. */
  readonly request: string;
  readonly httpStatus: number | null;
  readonly answer: string | null;
}

/** Options of calls. */
export interface GatewayOptions {
  /** True if the gateway may be on this machine. */
  readonly loopback: boolean;
  /** Timeout of a whole call in milliseconds. */
  readonly deadline: number;
  readonly stopped: AbortSignal;
}

/** Calls the gateway once. Never throws for transport errors; undefined when cut short by `stopped`. */
export async function callGateway(
  login: GatewayLogin,
  call: GatewayCall,
  options: GatewayOptions,
): Promise<GatewayAnswer | undefined> {
  const { at, loginName, password, filerCode } = login;
  const address = 'address' in at ? at.address : 'http://simulator/';
  const request = requestText(call.operation, filerCode, call.content);
  const silent = { text: null, request, httpStatus: null, answer: null };
  if ('address' in at && !isCallable(address, options.loopback))
    return { ...silent, result: 'private_address' };
  try {
    const called = await callOut({
      ...options,
      url: new URL(address),
      socketPath: 'socketPath' in at ? at.socketPath : undefined,
      body: request,
      maxAnswer: NETCHB.maxAnswer,
      headers: {
        'content-type': 'application/xml; charset=utf-8',
        accept: 'application/xml',
        authorization: `Basic ${Buffer.from(`${loginName}:${password}`).toString('base64')}`,
        ...(call.simulate && 'socketPath' in at ? { [SIMULATE]: call.simulate } : {}),
      },
    });
    if (!called) return undefined;
    const { status, text } = called;
    // A server that repeats the password must not bring it into the log.
    const hidden = (shown: string) => shown.replaceAll(password, '•••');
    const found = await judged(status, text, login);
    const response = found.text === null ? null : hidden(found.text);
    return { ...found, text: response, request, httpStatus: status, answer: hidden(text) };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return { ...silent, result: error.fault };
  }
}

async function judged(
  status: number,
  text: string,
  { filerCode }: GatewayLogin,
): Promise<Pick<GatewayAnswer, 'result' | 'text' | 'filing'>> {
  if (status >= 300 && status < 400) return { result: 'redirect', text: `HTTP ${status}` };
  const answer = await answerOf(text);
  const message = answer?.message ?? (status === 200 ? null : `HTTP ${status}`);
  if (status === 401 || status === 403) return { result: 'sign_in', text: message };
  if (status < 200 || status > 299) return { result: 'status', text: message };
  if (!answer) return { result: 'answer', text: null };
  if (answer.status !== 'ok') return { result: 'refused', text: message };
  if (answer.filerCode !== filerCode) return { result: 'filer', text: message };
  return { result: 'ok', text: message, filing: answer.filing };
}
