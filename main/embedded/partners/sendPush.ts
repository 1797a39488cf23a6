import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { PUSH } from '@contract/limits';
import type { pushAttempt } from '@contract/partners/apiPush';
import type * as z from 'zod';

type PushError = NonNullable<z.output<typeof pushAttempt>['error']>;

/** What is sent, to where, and signed with what. */
export interface Push {
  readonly id: number;
  readonly target: string;
  readonly event: string;
  readonly payload: string;
  /** The hash of the customer's key, which the customer can make of its key as well; null while it has none. */
  readonly secret: string | null;
}

/** What came of an attempt. It succeeded when the server answered with a status from 200 to 299. */
export interface Sent {
  readonly ok: boolean;
  readonly responseStatus: number | null;
  readonly response: string | null;
  readonly error: PushError | null;
}

/** How attempts are made. */
export interface SendOptions {
  /** Seconds since 1970 that the signature speaks of. */
  readonly timestamp: number;
  /** True where a customer's system may be on this very machine, as in tests; else no private address is ever called. */
  readonly loopback: boolean;
  /** Milliseconds for all of it, from the name to the last byte. */
  readonly deadline: number;
  readonly stopped: AbortSignal;
}

const loopbacks = new BlockList();
loopbacks.addSubnet('127.0.0.0', 8);
loopbacks.addAddress('::1', 'ipv6');

/** Addresses that are nobody's on the internet: an address of a customer must not lead into the office's own network. */
const reserved = new BlockList();
for (const [net, prefix] of [
  ...([
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
  ] as const),
  ...(['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'] as const),
].map((range) => range.split('/') as [string, string]))
  reserved.addSubnet(net, Number(prefix));
for (const range of ['::/127', '64:ff9b::/96', '100::/64', 'fc00::/7', 'fe80::/10', 'ff00::/8']) {
  const [net = '', prefix] = range.split('/');
  reserved.addSubnet(net, Number(prefix), 'ipv6');
}

/** True for an address that a push may go to. */
export function mayCall(address: string, loopback: boolean): boolean {
  // An IPv4 address in the clothes of an IPv6 one is judged as what it is.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  const family = isIP(mapped) === 6 ? 'ipv6' : 'ipv4';
  if (family === 'ipv6' && /^::ffff:/i.test(mapped)) return false;
  if (loopbacks.check(mapped, family)) return loopback;
  return !reserved.check(mapped, family);
}

/** The signature of a push: HMAC-SHA256, in hex, of the time, a dot and the body; the key is the hash of the API key. */
export const signatureOf = (secret: string, timestamp: number, payload: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')}`;

const failed = (error: PushError, more: Partial<Sent> = {}): Sent => ({
  ok: false,
  responseStatus: null,
  response: null,
  ...more,
  error,
});

/** Makes one attempt. Never throws; an attempt cut short by `stopped` answers undefined, as if it had not been made. */
export async function sendPush(push: Push, options: SendOptions): Promise<Sent | undefined> {
  const { target, secret } = push;
  if (secret === null) return failed('no_key');
  if (!URL.canParse(target)) return failed('address');
  const url = new URL(target);
  const plain = url.protocol === 'http:' && options.loopback;
  if ((url.protocol !== 'https:' && !plain) || url.username || url.password) return failed('address');
  const late = AbortSignal.timeout(options.deadline);
  const signal = AbortSignal.any([late, options.stopped]);
  try {
    const address = await withSignal(resolve(url, options.loopback), signal);
    if (!address) return failed('private_address');
    return await exchange(url, address, push, { ...options, secret, signal });
  } catch (error) {
    if (options.stopped.aborted) return undefined;
    return failed(late.aborted ? 'timeout' : kindOf(error));
  }
}

/** The address of a host, when all it has may be called: the very one that is then called, whatever its name says later. */
async function resolve(
  url: URL,
  loopback: boolean,
): Promise<{ address: string; family: number } | undefined> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await lookup(host, { all: true, verbatim: true });
  return found.every(({ address }) => mayCall(address, loopback)) ? found[0] : undefined;
}

function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolved, rejected) => {
    signal.addEventListener('abort', () => rejected(signal.reason), { once: true });
    work.then(resolved, rejected);
  });
}

function exchange(
  url: URL,
  { address, family }: { address: string; family: number },
  { id, event, payload }: Push,
  { secret, timestamp, signal }: SendOptions & { secret: string; signal: AbortSignal },
): Promise<Sent> {
  const body = Buffer.from(payload);
  return new Promise((resolved, rejected) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const call: ClientRequest = send(
      url,
      {
        method: 'POST',
        // A connection of its own, to the address that was looked at, and no way to switch the certificate off.
        agent: false,
        rejectUnauthorized: true,
        lookup: (_host, wanted, found) =>
          wanted.all ? found(null, [{ address, family }]) : found(null, address, family),
        signal,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': body.length,
          'user-agent': 'FreightConsole',
          'x-freight-event': event,
          'x-freight-delivery': String(id),
          'x-freight-timestamp': String(timestamp),
          'x-freight-signature': signatureOf(secret, timestamp, payload),
        },
      } as Parameters<typeof httpsRequest>[1],
      (answer) => readAnswer(answer).then(resolved, rejected),
    );
    call.on('error', rejected);
    call.end(body);
  });
}

/** The answer, of which no more is read than is kept. */
async function readAnswer(answer: IncomingMessage): Promise<Sent> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    parts.push(part);
    size += part.length;
    if (size >= PUSH.maxAnswer) break;
  }
  answer.destroy();
  const response = Buffer.concat(parts)
    .subarray(0, PUSH.maxAnswer)
    .toString('utf8')
    .replaceAll('\0', '\u{fffd}');
  const responseStatus = answer.statusCode ?? 0;
  const ok = responseStatus >= 200 && responseStatus < 300;
  const error = ok ? null : responseStatus >= 300 && responseStatus < 400 ? 'redirect' : 'refused';
  return { ok, responseStatus, response, error };
}

function kindOf(error: unknown): PushError {
  const { code = '' } = error as { code?: string };
  if (code.startsWith('HPE_')) return 'answer';
  return /CERT|TLS|SSL|SIGNED|VERIFY|ALTNAME/.test(code) ? 'tls' : 'unreachable';
}
