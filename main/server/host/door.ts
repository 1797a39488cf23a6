import { createPrivateKey, timingSafeEqual, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { asError } from '@contract/failure';
import { portFault } from '../store/faults';
import type { Probes } from './probes';
import { Holders, limitBodyTime, Strangers } from './strangers';

/** A port for incoming calls. */
export interface Port {
  readonly host: string;
  readonly port: number;
  /**
   * PEM files: the certificate with its chain, and its key. Checked for changes every `every` milliseconds, default one
   * minute; tests shorten it.
   */
  readonly tls?: { readonly cert: string; readonly key: string; readonly every?: number } | undefined;
  /** The address under which a proxy on this machine serves the API, for example `https://freight.example.lan`. */
  readonly publicUrl?: string | undefined;
  /** Overrides {@link PATIENCE} in milliseconds, for tests. */
  readonly patience?: number | undefined;
}

/** The address calls come in at: a socket file or named pipe with its secret, or a port. */
export type Listen = { readonly socket: string; readonly secret: string } | Port;

/** Thrown when a start is refused, with a message code of the contract or a plain reason. */
export class StartRefused extends Error {}

/** Maximum bytes of request headers: a search for 500 pasted numbers is in the request line. */
const MAX_HEADER = 64 * 1024;
/** Milliseconds between checks of the certificate files. */
const LOOK_AGAIN = 60_000;

/** Maximum milliseconds for request headers, a handshake, and the body of an unknown caller. */
const PATIENCE = 10_000;
/** Milliseconds that running calls have to finish once the port is closed. */
const ENDING = 2000;
/** Maximum milliseconds for a request of a signed-in caller. */
const WHOLE_REQUEST = 300_000;
/**
 * Maximum connections in total, of callers who are not signed in (an office of 500 opens its sign-in screens at once),
 * and of one account or partner at one address: an app holds some ten of them, and several devices may share an
 * account.
 */
const CONNECTIONS = { inAll: 4000, strangers: 1000, holder: 200 } as const;

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** True when other machines can reach the API, by its own port or through a proxy. */
export const isBeyondMachine = (listen: Listen): boolean =>
  'host' in listen && (!LOOPBACK.has(listen.host) || listen.publicUrl !== undefined);

/** Handles requests. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** An open port or socket. Requests wait until `serve` sets their handler. */
export interface Door {
  serve(listener: Listener): void;
  /** Refuses a request before it is processed. */
  readonly admit: (request: Request) => boolean;
  /** Address of the caller: of the connection, or as given by the proxy. */
  readonly callerAt: (connection: string | null, forwarded: string | undefined) => string | null;
  /**
   * Marks a request with a valid session or partner's key: its time limit is lifted, and its connection stays. Returns
   * false where the holder has the maximum of connections at their address: it then counts as unknown.
   */
  readonly isKnown: (request: IncomingMessage, holder: string) => boolean;
  /** The web address of the port; null for a socket. */
  readonly url: string | null;
  /** Closes the port or socket; running calls have two seconds to finish, or as long as given. */
  close(ending?: number): Promise<void>;
}

/** Opens it. Throws {@link StartRefused} where the settings are unsafe or not available. */
export async function openDoor(
  listen: Listen,
  report: (message: string, error?: unknown) => void,
  probes: Probes,
): Promise<Door> {
  if (!('socket' in listen)) requireSafe(listen);
  let serve: (listener: Listener) => void = () => undefined;
  const ready = new Promise<Listener>((resolve) => {
    serve = resolve;
  });
  const publicUrl = 'socket' in listen ? undefined : listen.publicUrl;
  const isTls = 'host' in listen && listen.tls !== undefined;
  const callerAt: Door['callerAt'] = (connection, forwarded) =>
    // Take the last entry, which is the proxy's: the caller may have sent those before it.
    (publicUrl && forwarded?.split(',').at(-1)?.trim()) || connection;
  const patience = ('host' in listen && listen.patience) || PATIENCE;
  const strangers = new Strangers(CONNECTIONS.strangers);
  const holders = new Holders(CONNECTIONS.holder);
  const bodies = new WeakMap<IncomingMessage, () => void>();
  const answer: Listener = async (request, response) => {
    // Before the data is open too: a proxy must not take a server that upgrades its data for a dead one.
    if ('host' in listen && probes.answer(request, response)) return;
    bodies.set(request, limitBodyTime(request, patience));
    if (publicUrl) {
      // A proxy's connections are shared, so one belongs to its caller for the duration of a request.
      strangers.enter(callerAt(null, forwardedOf(request)), request.socket);
      response.once('close', () => {
        strangers.leave(request.socket);
        holders.leave(request.socket);
      });
    }
    return (await ready)(request, response);
  };
  function leaveHolder(this: Socket): void {
    holders.leave(this);
  }
  const { server, endLook } = serverOf(listen, patience, answer, report);
  server.maxConnections = CONNECTIONS.inAll;
  /** Connections below TLS, by their remote port. */
  const below = new Map<string, Socket>();
  // Count connections before TLS, so that a handshake that never comes is counted as well.
  if (!publicUrl)
    server.on('connection', (socket: Socket) => {
      const from = peerOf(socket);
      if (isTls) below.set(from, socket);
      strangers.enter(socket.remoteAddress ?? null, socket);
      socket.once('close', () => {
        below.delete(from);
        strangers.leave(socket);
      });
    });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject('host' in listen ? portFault(error, listen.host, listen.port) : error),
    );
    if ('socket' in listen) server.listen(listen.socket, resolve);
    else server.listen(listen.port, listen.host, resolve);
  });
  const ownUrl = () => {
    if ('socket' in listen) return null;
    const address = server.address();
    const port = typeof address === 'string' ? address : address?.port;
    return `${listen.tls ? 'https' : 'http'}://${hostOf(listen.host)}:${port}`;
  };
  return {
    serve,
    admit: 'socket' in listen ? withSecret(listen.secret) : fromOwnHost(listen, ownUrl() ?? ''),
    callerAt,
    isKnown: (request, holder) => {
      const { socket } = request;
      if (!('socket' in listen)) {
        const address = callerAt(socket.remoteAddress ?? null, forwardedOf(request));
        if (!holders.take(holder, address, socket)) return false;
        if (!publicUrl && socket.listenerCount('close', leaveHolder) === 0) socket.once('close', leaveHolder);
      }
      bodies.get(request)?.();
      strangers.leave((isTls && below.get(peerOf(socket))) || socket);
      return true;
    },
    url: publicUrl?.replace(/\/$/, '') ?? ownUrl(),
    close: async (ending = ENDING) => {
      endLook();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), Math.max(ending, ENDING)).unref();
      await closed;
    },
  };
}

function requireSafe({ host, tls, publicUrl }: Port): void {
  const beyond = !LOOPBACK.has(host);
  if (publicUrl !== undefined) {
    if (!/^https:\/\/[^/?#@]+\/?$/.test(publicUrl) || !URL.canParse(publicUrl))
      throw new StartRefused(`the public address must be like https://freight.example.lan, not ${publicUrl}`);
    if (beyond || tls)
      throw new StartRefused(
        'behind a proxy the API listens on loopback, without a certificate: leave out --host, --tls-cert and --tls-key',
      );
  } else if (beyond && !tls) {
    throw new StartRefused(
      `${host} can be reached by others, and passwords must not travel in the clear: give --tls-cert and --tls-key, or stay on loopback behind a proxy and give --public-url`,
    );
  }
}

function serverOf(
  listen: Listen,
  patience: number,
  listener: Listener,
  report: (message: string, error?: unknown) => void,
): { server: Server | TlsServer; endLook: () => void } {
  // Slow senders must not hold connections.
  const options = {
    ...{ keepAliveTimeout: 65_000, maxHeaderSize: MAX_HEADER },
    ...{ headersTimeout: patience, requestTimeout: WHOLE_REQUEST, connectionsCheckingInterval: patience / 5 },
  };
  const tls = 'socket' in listen ? undefined : listen.tls;
  if (!tls) return { server: createServer(options, listener), endLook: () => undefined };
  const server = createTlsServer(
    { ...options, ...pairOf(tls), minVersion: 'TLSv1.2', handshakeTimeout: patience },
    listener,
  );
  // Certificates valid for some weeks are renewed at run time, without a restart.
  let seen = stampOf(tls);
  const look = setInterval(() => {
    try {
      const stamp = stampOf(tls);
      if (stamp === seen) return;
      server.setSecureContext({ ...pairOf(tls), minVersion: 'TLSv1.2' });
      seen = stamp;
    } catch (error) {
      report('the new certificate cannot be used, the old one stays', error);
    }
  }, tls.every ?? LOOK_AGAIN);
  look.unref();
  return { server, endLook: () => clearInterval(look) };
}

const stampOf = ({ cert, key }: NonNullable<Port['tls']>) =>
  [cert, key].map((file) => statSync(file).mtimeMs).join();

/** Reads the certificate and its key. Throws {@link StartRefused} where they are missing or do not match. */
function pairOf(files: NonNullable<Port['tls']>): { cert: Buffer; key: Buffer } {
  try {
    const pair = { cert: readFileSync(files.cert), key: readFileSync(files.key) };
    createSecureContext({ cert: pair.cert });
    if (!new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key)))
      throw new Error('they do not belong together');
    return pair;
  } catch (error) {
    const { message } = asError(error);
    throw new StartRefused(`the certificate ${files.cert} with the key ${files.key}: ${message}`);
  }
}

/** Admits only callers who know the secret of this start. */
function withSecret(secret: string): (request: Request) => boolean {
  const expected = Buffer.from(secret);
  return (request) => {
    const given = Buffer.from(request.headers.get('x-freight-secret') ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
}

/** Keeps browser pages with a host name of their own from the port: the Host must be ours, and there is no Origin. */
function fromOwnHost({ host, publicUrl }: Port, url: string): (request: Request) => boolean {
  const { port } = new URL(url);
  const own = [...LOOPBACK].map((name) => addressIn(`http://${hostOf(name)}:${port}`));
  // A proxy passes on the name it was called by, or replaces it by that of the port.
  if (publicUrl) own.push(new URL(publicUrl).host);
  return (request) => {
    if (request.headers.has('origin') || request.headers.has('sec-fetch-site')) return false;
    if (!LOOPBACK.has(host)) return true;
    // The request line may have another address than Host, and takes precedence (RFC 9112, 3.2.2).
    return [request.url, `http://${request.headers.get('host')}`].every((address) =>
      own.includes(addressIn(address)),
    );
  };
}

/** Remote end of a connection. */
const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
const forwardedOf = ({ headers }: IncomingMessage) => [headers['x-forwarded-for']].flat().join() || undefined;
const addressIn = (url: string) => (URL.canParse(url) ? new URL(url).host : '');
const hostOf = (host: string) => (host.includes(':') ? `[${host}]` : host);
