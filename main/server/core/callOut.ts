import { lookup } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { type Problem, problem } from '@contract/errors';
import { caughtFacts } from '@contract/failure';

/** A client certificate and its key, in PEM form. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
  readonly passphrase?: string | undefined;
}

/** A request to another party's server, with its limits; POST unless the method is given. */
export interface OutboundRequest {
  readonly url: URL;
  readonly method?: 'GET' | 'POST' | undefined;
  readonly certificate?: ClientCertificate | undefined;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
  /** Maximum bytes of the response that are read. */
  readonly maxAnswer: number;
  /** True if the server may be on this machine, as in tests; otherwise no private address is called. */
  readonly loopback: boolean;
  /** A socket file or named pipe of this product, used instead of an address. */
  readonly socketPath?: string | undefined;
  /** Milliseconds for the whole call, from looking up the name to the last byte. */
  readonly deadline: number;
  readonly stopped: AbortSignal;
}

/** The response of a server: its status, and its text up to `maxAnswer` bytes. */
export interface OutboundResponse {
  readonly status: number;
  readonly text: string;
}

/** The reason for a missing response: the first failure of the call. */
export type CallFault =
  | 'private_address'
  | 'unknown_host'
  | 'closed'
  | 'unreachable'
  | 'tls'
  | 'answer'
  | 'timeout';

/** Thrown when a call has no response. */
export class CallFailed extends Error {
  readonly fault: CallFault;
  constructor(fault: CallFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Kind of an address: on the internet, this machine, an office network, or one where no server can be. */
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
/** Link-local (clouds serve their keys there), special purposes, documentation, multicast, and unassigned ranges. */
const nowhere4 = blockOf('ipv4', [
  ...['0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]);
/** The range for networks of the internet (RFC 4291): ranges reserved later are refused too. */
const internet6 = blockOf('ipv6', ['2000::/3']);
/** Exceptions in that range: special purposes and tunnels, which contain an IPv4 address, and documentation. */
const nowhere6 = blockOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
const office6 = blockOf('ipv6', ['fc00::/7']);
/** IPv4 addresses written as IPv6: mapped, and through a translator (RFC 6052). */
const IPV4_WITHIN = blockOf('ipv6', ['::ffff:0:0/96', '64:ff9b::/96']);

function whereabouts(address: string): Whereabouts {
  if (isIP(address) === 4) {
    if (address.startsWith('127.')) return 'loopback';
    if (nowhere4.check(address)) return 'nowhere';
    return office4.check(address) ? 'office' : 'internet';
  }
  // An interface name after the address means a link of this machine.
  if (isIP(address) !== 6 || address.includes('%')) return 'nowhere';
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  if (plain === '::1') return 'loopback';
  // The IPv4 address in the last two groups decides.
  if (IPV4_WITHIN.check(plain, 'ipv6')) return whereabouts(ipv4Of(plain));
  if (office6.check(plain, 'ipv6')) return 'office';
  return internet6.check(plain, 'ipv6') && !nowhere6.check(plain, 'ipv6') ? 'internet' : 'nowhere';
}

/** Returns the IPv4 address at the end of an IPv6 one. */
function ipv4Of(plain: string): string {
  const [high = 0, low = 0] = plain
    .replace(/::$/, ':0:0')
    .split(':')
    .slice(-2)
    .map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** True if a typed address may be called: it must not be in the office's own network. */
export function mayCall(address: string, loopback: boolean): boolean {
  const found = whereabouts(address);
  return found === 'internet' || (loopback && found === 'loopback');
}

/** True if mail may be sent through a server at this address: it is often in the office's own network. */
export const mayMail = (address: string): boolean => whereabouts(address) !== 'nowhere';

/** Hosts that mean this machine: the only ones that may be called without TLS. */
const OWN_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Checks a web address that is stored to be called later, and must be there; undefined if it is fine. */
export function addressProblem(target: string | null): Problem | undefined {
  if (target === null) return problem('REQUIRED');
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (!url || url.username || url.password) return problem('ADDRESS_INVALID');
  if (url.protocol !== 'https:' && !OWN_HOST.test(url.hostname)) return problem('ADDRESS_INSECURE');
  return undefined;
}

/** True if a web address may be called: https (or http with `loopback`), without a user name or password in it. */
export function isCallable(target: string, loopback: boolean): boolean {
  if (!URL.canParse(target)) return false;
  const { protocol, username, password } = new URL(target);
  return (protocol === 'https:' || (protocol === 'http:' && loopback)) && !username && !password;
}

/** Sends the request and returns the response; undefined if `stopped` aborted it. Throws {@link CallFailed}. */
export async function callOut(call: OutboundRequest): Promise<OutboundResponse | undefined> {
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

/** Looks up the addresses of a host and checks each. The call uses these, whatever the name resolves to later. */
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

/** Waits for work; rejects when the signal aborts. */
export function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolved, rejected) => {
    signal.addEventListener('abort', () => rejected(signal.reason), { once: true });
    work.then(resolved, rejected);
  });
}

function exchange(
  { url, method = 'POST', certificate, headers, body, maxAnswer, socketPath }: OutboundRequest,
  addresses: readonly [Address, ...Address[]] | undefined,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const bytes = Buffer.from(body);
  return new Promise((resolved, rejected) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const call: ClientRequest = send(
      url,
      {
        method,
        ...certificate,
        // A new connection, to the checked address; the certificate check cannot be switched off.
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
      },
      (answer) => readAnswer(answer, maxAnswer).then(resolved, rejected),
    );
    call.on('error', rejected);
    call.end(bytes);
  });
}

/** Reads the response up to the maximum and closes the connection. */
async function readAnswer(answer: IncomingMessage, most: number): Promise<OutboundResponse> {
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
  const { code = '' } = caughtFacts(error);
  if (code.startsWith('HPE_')) return 'answer';
  if (/CERT|TLS|SSL|SIGNED|VERIFY|ALTNAME|EPROTO/.test(code)) return 'tls';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host';
  return code === 'ECONNREFUSED' ? 'closed' : 'unreachable';
}
