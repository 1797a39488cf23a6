import { createHmac } from 'node:crypto';
import { PUSH } from '@contract/limits';
import type { pushAttempt } from '@contract/partners/apiPush';
import type * as z from 'zod';
import { CallFailed, type CallFault, callOut, isCallable, type OutboundRequest } from '../../core/callOut';

type PushError = NonNullable<z.output<typeof pushAttempt>['error']>;

/** Body, target and signing key of a push. */
export interface Push {
  readonly id: number;
  readonly target: string;
  readonly event: string;
  readonly payload: string;
  /** Hash of the customer's API key, which the customer can calculate too; null if it has none. */
  readonly secret: string | null;
}

/** Result of an attempt. It succeeded when the server responded with a status from 200 to 299. */
export interface PushAttempt {
  readonly ok: boolean;
  readonly responseStatus: number | null;
  readonly response: string | null;
  readonly error: PushError | null;
}

/** Options of an attempt. */
interface SendOptions extends Pick<OutboundRequest, 'loopback' | 'deadline' | 'stopped'> {
  /** Seconds since 1970, part of the signature. */
  readonly timestamp: number;
}

/** Signature of a push: HMAC-SHA256, in hex, of the time, a dot and the body; the key is the hash of the API key. */
const signatureOf = (secret: string, timestamp: number, payload: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')}`;

const failed = (error: PushError): PushAttempt => ({
  ok: false,
  responseStatus: null,
  response: null,
  error,
});

/** Error in the push log for each fault: all faults that keep it from the partner's server are one there. */
const ERROR_OF: Readonly<Record<CallFault, PushError>> = {
  private_address: 'private_address',
  unknown_host: 'unreachable',
  closed: 'unreachable',
  unreachable: 'unreachable',
  tls: 'tls',
  answer: 'answer',
  timeout: 'timeout',
};

/** Makes one attempt. Never throws; returns undefined, as if not made, for an attempt cut short by `stopped`. */
export async function sendPush(push: Push, options: SendOptions): Promise<PushAttempt | undefined> {
  const { id, target, event, payload, secret } = push;
  const { timestamp, ...how } = options;
  if (secret === null) return failed('no_key');
  if (!isCallable(target, how.loopback)) return failed('address');
  try {
    const called = await callOut({
      ...how,
      url: new URL(target),
      body: payload,
      maxAnswer: PUSH.maxAnswer,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-freight-event': event,
        'x-freight-delivery': String(id),
        'x-freight-timestamp': String(timestamp),
        'x-freight-signature': signatureOf(secret, timestamp, payload),
      },
    });
    if (!called) return undefined;
    const { status, text } = called;
    const ok = status >= 200 && status < 300;
    const error = ok ? null : status >= 300 && status < 400 ? 'redirect' : 'refused';
    return { ok, responseStatus: status, response: text, error };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return failed(ERROR_OF[error.fault]);
  }
}
