import { lookup } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { type Problem, problem } from '@contract/errors';

/** A request to somebody else's server, and how it is made. */
export interface CallOut {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
  /** Bytes of the answer that are read. */
  readonly maxAnswer: number;
  /** True where the server may be on this very machine, as in tests; else no private address is ever called. */
  readonly loopback: boolean;
  /** A socket file or named pipe of this product's own, in place of an address. */
  readonly socketPath?: string | undefined;
  /** Milliseconds for all of it, from the name to the last byte. */
  readonly deadline: number;
  readonly stopped: AbortSignal;
}

/** What a server answered: a status, and as much of the text as was asked for. */
export interface CalledOut {
  readonly status: number;
  readonly text: string;
}

/** Why there is no answer: the first thing that went wrong on the way. */
export type CallFault =
  | 'private_address'
  | 'unknown_host'
  | 'closed'
  | 'unreachable'
  | 'tls'
  | 'answer'
  | 'timeout';

/** A call that came to no answer. */
export class CallFailed extends Error {
  readonly fault: CallFault;
  constructor(fault: CallFault) {
    super(fault);
    this.fault = fault;
  }
}

const loopbacks = new BlockList();
loopbacks.addSubnet('127.0.0.0', 8);
loopbacks.addAddress('::1', 'ipv6');

/** Addresses that are nobody's on the internet: an address that was typed must not lead into the office's own network. */
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
// Those that carry an IPv4 address within them lead wherever that one does.
for (const range of [
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
  ...['100::/64', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]) {
  const [net = '', prefix] = range.split('/');
  reserved.addSubnet(net, Number(prefix), 'ipv6');
}

/** True for an address that may be called. */
export function mayCall(address: string, loopback: boolean): boolean {
  // An IPv4 address in the clothes of an IPv6 one is judged as what it is.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  const family = isIP(mapped) === 6 ? 'ipv6' : 'ipv4';
  if (family === 'ipv6' && /^::ffff:/i.test(mapped)) return false;
  if (loopbacks.check(mapped, family)) return loopback;
  return !reserved.check(mapped, family);
}

/** Hosts that are this very machine: the only ones that may be told without TLS. */
const OWN_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** What is wrong with a web address that is written down to be called later. */
export function addressProblem(target: string): Problem | undefined {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (!url || url.username || url.password) return problem('ADDRESS_INVALID');
  if (url.protocol !== 'https:' && !OWN_HOST.test(url.hostname)) return problem('ADDRESS_INSECURE');
  return undefined;
}

/** True for a web address that is called: https, without a name and password in it. */
export function isCallable(target: string, loopback: boolean): boolean {
  if (!URL.canParse(target)) return false;
  const { protocol, username, password } = new URL(target);
  return (protocol === 'https:' || (protocol === 'http:' && loopback)) && !username && !password;
}

/** Posts and answers what came back. Throws {@link CallFailed}; cut short by `stopped` it answers undefined. */
export async function callOut(call: CallOut): Promise<CalledOut | undefined> {
  const late = AbortSignal.timeout(call.deadline);
  const signal = AbortSignal.any([late, call.stopped]);
  try {
    const address = call.socketPath ? undefined : await withSignal(resolve(call), signal);
    return await exchange(call, address, signal);
  } catch (error) {
    if (call.stopped.aborted) return undefined;
    if (late.aborted) throw new CallFailed('timeout');
    throw error instanceof CallFailed ? error : new CallFailed(faultOf(error));
  }
}

interface Address {
  readonly address: string;
  readonly family: number;
}

/** The address of a host, when all it has may be called: the very one that is then called, whatever its name says later. */
async function resolve({ url, loopback }: CallOut): Promise<Address> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await lookup(host, { all: true, verbatim: true });
  const [first] = found;
  if (!first || !found.every(({ address }) => mayCall(address, loopback)))
    throw new CallFailed('private_address');
  return first;
}

function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolved, rejected) => {
    signal.addEventListener('abort', () => rejected(signal.reason), { once: true });
    work.then(resolved, rejected);
  });
}

function exchange(
  { url, headers, body, maxAnswer, socketPath }: CallOut,
  address: Address | undefined,
  signal: AbortSignal,
): Promise<CalledOut> {
  const bytes = Buffer.from(body);
  return new Promise((resolved, rejected) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const call: ClientRequest = send(
      url,
      {
        method: 'POST',
        // A connection of its own, to the address that was looked at, and no way to switch the certificate off.
        agent: false,
        rejectUnauthorized: true,
        ...(socketPath ? { socketPath } : {}),
        ...(address
          ? {
              lookup: (_host, wanted, found) =>
                wanted.all ? found(null, [address]) : found(null, address.address, address.family),
            }
          : {}),
        signal,
        headers: { 'content-length': bytes.length, 'user-agent': 'FreightConsole', ...headers },
      } as Parameters<typeof httpsRequest>[1],
      (answer) => readAnswer(answer, maxAnswer).then(resolved, rejected),
    );
    call.on('error', rejected);
    call.end(bytes);
  });
}

/** The answer, of which no more is read than is kept. */
async function readAnswer(answer: IncomingMessage, most: number): Promise<CalledOut> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    parts.push(part);
    size += part.length;
    if (size >= most) break;
  }
  answer.destroy();
  const text = Buffer.concat(parts).subarray(0, most).toString('utf8').replaceAll('\0', '\u{fffd}');
  return { status: answer.statusCode ?? 0, text };
}

function faultOf(error: unknown): CallFault {
  const { code = '' } = error as { code?: string };
  if (code.startsWith('HPE_')) return 'answer';
  if (/CERT|TLS|SSL|SIGNED|VERIFY|ALTNAME|EPROTO/.test(code)) return 'tls';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host';
  return code === 'ECONNREFUSED' ? 'closed' : 'unreachable';
}
