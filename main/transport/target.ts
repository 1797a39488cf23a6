import type { Problem } from '@contract/errors';

/** Where calls go: the admin API at an address, or the embedded one behind its socket. */
export interface Target {
  /** Id of the environment; tokens and tabs belong to it. */
  readonly environment: string;
  /** As messages name it. */
  readonly name: string;
  /** Without a slash at the end. */
  readonly base: string;
  readonly socketPath?: string;
  /** Sent besides the usual headers: the secret of the embedded API's present start. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Answers of the embedded API are checked strictly, those of a foreign server leniently. */
  readonly strict: boolean;
  /** A change is sent with all of the record, as a server demands that takes what is missing for empty. */
  readonly wholeRecords?: boolean;
  /** An http proxy by the system's rule; never for the embedded API. */
  readonly proxy?: { readonly host: string; readonly port: number; readonly protocol: string };
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** The address of an API as it is kept; or why it is refused: anything but https beyond this machine. */
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
