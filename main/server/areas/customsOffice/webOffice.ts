import type { CustomsResult } from '@contract/config/customsAccount';
import { NETCHB } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import {
  CallFailed,
  type ClientCertificate,
  callOut,
  isCallable,
  type OutboundResponse,
} from '../../core/callOut';
import { type Notification, notificationsOf } from './notification';
import { type CustomsOffice, type OfficeAnswer, type Outbound, silent } from './office';

/** Header that selects the simulator's behaviour. */
export const SIMULATE = 'x-simulate';

/** How an office is reached over HTTP. */
export interface WebOfficeOptions {
  /** A web address; for the simulator the path of its socket. */
  readonly at: { readonly address: string } | { readonly socketPath: string; readonly mode: string };
  readonly certificate?: ClientCertificate | undefined;
  /** True if the office may be on this machine. */
  readonly loopback: boolean;
  /** Timeout of a whole call in milliseconds. */
  readonly deadline: number;
  readonly now: () => number;
}

/**
 * An office at a web address, with a client certificate: declarations are posted to `…/declarations`, one by one, and
 * what the office says of one is read at `…/notifications?lrn=`, which is 404 for one that it does not have.
 */
export class WebOffice implements CustomsOffice {
  readonly #options: WebOfficeOptions;

  constructor(options: WebOfficeOptions) {
    this.#options = options;
  }

  send({ content }: Outbound, stopped: AbortSignal): Promise<OfficeAnswer | undefined> {
    return this.#call('POST', 'declarations', content, stopped);
  }

  ask({ lrn }: Outbound, stopped: AbortSignal): Promise<OfficeAnswer | undefined> {
    return this.#call('GET', `notifications?lrn=${encodeURIComponent(lrn)}`, '', stopped);
  }

  async #call(
    method: 'GET' | 'POST',
    what: string,
    body: string,
    stopped: AbortSignal,
  ): Promise<OfficeAnswer | undefined> {
    const { at, certificate, loopback, deadline, now } = this.#options;
    const address = 'address' in at ? at.address : 'http://simulator';
    const request = method === 'GET' ? `GET ${what}` : body;
    if ('address' in at && !isCallable(address, loopback)) return silent('private_address', request);
    try {
      const called = await callOut({
        ...{ loopback, deadline, stopped, method, certificate, body },
        url: new URL(`${address.replace(/\/+$/, '')}/${what}`),
        ...('socketPath' in at ? { socketPath: at.socketPath } : {}),
        maxAnswer: NETCHB.maxAnswer,
        headers: {
          accept: 'application/xml',
          ...(method === 'POST' ? { 'content-type': 'application/xml; charset=utf-8' } : {}),
          ...('mode' in at ? { [SIMULATE]: at.mode } : {}),
        },
      });
      if (!called) return undefined;
      const receivedAt = instantOf(now());
      const notifications = called.text === '' ? [] : await notificationsOf(called.text, receivedAt);
      return {
        ...judged(method, called, notifications),
        ...{ request, httpStatus: called.status, answer: called.text },
      };
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      return silent(error.fault, request);
    }
  }
}

/** Result of a call by its status; an office that has the number already has the declaration. */
function judged(
  method: 'GET' | 'POST',
  { status }: OutboundResponse,
  notifications: Notification[] | null,
): Pick<OfficeAnswer, 'result' | 'known' | 'notifications'> {
  const fails = (result: CustomsResult, known?: boolean) => ({ result, known, notifications: [] });
  if (status >= 300 && status < 400) return fails('redirect');
  if (status === 401 || status === 403) return fails('sign_in');
  if (method === 'GET' && status === 404) return fails('ok', false);
  if (method === 'POST' && status === 409)
    return { result: 'ok', known: true, notifications: notifications ?? [] };
  if (status === 400 || status === 413 || status === 422) return fails('refused', false);
  if (status < 200 || status > 299) return fails('status');
  // A declaration may have been taken by an office that says so badly.
  return notifications ? { result: 'ok', known: true, notifications } : fails('answer');
}
