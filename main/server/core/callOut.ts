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

/** Where an address leads: to the internet, to this machine, into a network of an office, or where no server can be. */
type Whereabouts = 'internet' | 'loopback' | 'office' | 'nowhere';

const blockOf = (family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList => {
  const block = new BlockList();
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/');
    block.addSubnet(net, Number(prefix), family);
  }
  return block;
};
const office4 = blockOf('ipv4', ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16']);
/** Link-local (where clouds answer with their keys), special purposes, documentation, multicast, and what was never given out. */
const nowhere4 = blockOf('ipv4', [
  ...['0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]);
/** All that is given out to networks of the internet (RFC 4291), so that what is set aside next is not called either. */
const internet6 = blockOf('ipv6', ['2000::/3']);
/** In there: special purposes and tunnels, which carry an address of IPv4, and documentation. */
const nowhere6 = blockOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
const office6 = blockOf('ipv6', ['fc00::/7']);
/** IPv4 addresses as they are written in IPv6: mapped, and through a translator (RFC 6052). */
const IPV4_WITHIN = blockOf('ipv6', ['::ffff:0:0/96', '64:ff9b::/96']);

function whereabouts(address: string): Whereabouts {
  if (isIP(address) === 4) {
    if (address.startsWith('127.')) return 'loopback';
    if (nowhere4.check(address)) return 'nowhere';
    return office4.check(address) ? 'office' : 'internet';
  }
  // A name of an interface behind it means a link of this machine.
  if (isIP(address) !== 6 || address.includes('%')) return 'nowhere';
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  if (plain === '::1') return 'loopback';
  // Judged as what it is: the address is the last two groups.
  if (IPV4_WITHIN.check(plain, 'ipv6')) return whereabouts(ipv4Of(plain));
  if (office6.check(plain, 'ipv6')) return 'office';
  return internet6.check(plain, 'ipv6') && !nowhere6.check(plain, 'ipv6') ? 'internet' : 'nowhere';
}

/** The IPv4 address that an IPv6 one ends in. */
function ipv4Of(plain: string): string {
  const [high = 0, low = 0] = plain
    .replace(/::$/, ':0:0')
    .split(':')
    .slice(-2)
    .map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** True for an address that may be called where an address was typed: it must not lead into the office's own network. */
export function mayCall(address: string, loopback: boolean): boolean {
  const found = whereabouts(address);
  return found === 'internet' || (loopback && found === 'loopback');
}

/** True for an address that mail may be given to: the server of an office often stands in its own network. */
export const mayMail = (address: string): boolean => whereabouts(address) !== 'nowhere';

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
    const host = call.url.hostname.replace(/^\[|\]$/g, '');
    const may = (address: string) => mayCall(address, call.loopback);
    const addresses = call.socketPath ? undefined : await withSignal(addressesOf(host, may), signal);
    return await exchange(call, addresses, signal);
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

/** The addresses of a host, when each may be called: those are then called, whatever its name says later. */
export async function addressesOf(
  host: string,
  may: (address: string) => boolean,
): Promise<readonly [Address, ...Address[]]> {
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await lookup(host, { all: true, verbatim: true });
  const [first, ...others] = found;
  if (!first || !found.every(({ address }) => may(address))) throw new CallFailed('private_address');
  return [first, ...others];
}

/** Waits for work until a signal ends the waiting. */
export function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolved, rejected) => {
    signal.addEventListener('abort', () => rejected(signal.reason), { once: true });
    work.then(resolved, rejected);
  });
}

function exchange(
  { url, headers, body, maxAnswer, socketPath }: CallOut,
  addresses: readonly [Address, ...Address[]] | undefined,
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
        ...(addresses
          ? {
              lookup: (_host, wanted, found) =>
                wanted.all
                  ? found(null, [...addresses])
                  : found(null, addresses[0].address, addresses[0].family),
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
