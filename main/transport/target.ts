import type { Problem } from '@contract/errors';

/** Target of calls: the admin API at an address, or the embedded one behind its socket. */
export interface Target {
  /** Id of the environment; tokens and tabs belong to it. */
  readonly environment: string;
  /** Name used in messages. */
  readonly name: string;
  /** Without a trailing slash. */
  readonly base: string;
  readonly socketPath?: string;
  /** Additional headers: the secret of the embedded API's current start. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Responses of the embedded API are checked strictly, those of other servers leniently. */
  readonly strict: boolean;
  /** Changes are sent with the whole record, for servers that treat missing fields as empty. */
  readonly wholeRecords?: boolean;
  /** HTTP proxy by the system's rule; never for the embedded API. */
  readonly proxy?: { readonly host: string; readonly port: number; readonly protocol: string };
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Normalises the address of an API, or returns why it is refused: only https is accepted beyond this machine. */
export function readBase(typed: string): { base: string } | { problem: Problem } {
  let url: URL;
  try {
    url = new URL(typed.trim());
  } catch {
    return { problem: { code: 'ADDRESS_INVALID' } };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: { code: 'ADDRESS_INVALID' } };
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    return { problem: { code: 'ADDRESS_INSECURE' } };
  if (url.username || url.password || url.search || url.hash) return { problem: { code: 'ADDRESS_INVALID' } };
  return { base: url.origin + url.pathname.replace(/\/+$/, '') };
}
