import type { NetchbResult } from '@contract/config/netchbAccount';
import { NETCHB } from '@contract/limits';
import { CallFailed, callOut, isCallable } from '../callOut';
import { answerOf, requestText } from './message';

/** With which login the gateway is called, and where it is. */
export interface GatewayLogin {
  /** A web address; of the simulator the path of its socket. */
  readonly at: { readonly address: string } | { readonly socketPath: string };
  readonly loginName: string;
  readonly password: string;
  readonly filerCode: string;
}

/** What the gateway is asked to do. A filing names its message as its content, in XML. */
export interface GatewayCall {
  readonly operation: 'signOn';
  readonly content?: string;
}

/** What came of a call: `ok`, or the first thing that was wrong, with what the gateway said. */
export interface GatewayAnswer {
  readonly result: NetchbResult;
  readonly text: string | null;
}

/** How calls are made. */
export interface GatewayOptions {
  /** Whether the gateway may be on this very machine. */
  readonly loopback: boolean;
  /** Milliseconds for a call in all. */
  readonly deadline: number;
  readonly stopped: AbortSignal;
}

/** Calls the gateway once. Never throws for what goes wrong on the way; undefined when it was cut short by `stopped`. */
export async function callGateway(
  login: GatewayLogin,
  call: GatewayCall,
  options: GatewayOptions,
): Promise<GatewayAnswer | undefined> {
  const { at, loginName, password, filerCode } = login;
  const address = 'address' in at ? at.address : 'http://simulator/';
  if ('address' in at && !isCallable(address, options.loopback))
    return { result: 'private_address', text: null };
  try {
    const called = await callOut({
      ...options,
      url: new URL(address),
      socketPath: 'socketPath' in at ? at.socketPath : undefined,
      body: requestText(call.operation, filerCode, call.content),
      maxAnswer: NETCHB.maxAnswer,
      headers: {
        'content-type': 'application/xml; charset=utf-8',
        accept: 'application/xml',
        authorization: `Basic ${Buffer.from(`${loginName}:${password}`).toString('base64')}`,
      },
    });
    return called && (await judged(called.status, called.text, login));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return { result: error.fault, text: null };
  }
}

async function judged(status: number, text: string, { filerCode }: GatewayLogin): Promise<GatewayAnswer> {
  if (status >= 300 && status < 400) return { result: 'redirect', text: `HTTP ${status}` };
  const answer = await answerOf(text);
  const said = answer?.message ?? (status === 200 ? null : `HTTP ${status}`);
  if (status === 401 || status === 403) return { result: 'sign_in', text: said };
  if (status < 200 || status > 299) return { result: 'status', text: said };
  if (!answer) return { result: 'answer', text: null };
  if (answer.status !== 'ok') return { result: 'refused', text: said };
  return { result: answer.filerCode === filerCode ? 'ok' : 'filer', text: said };
}
