import * as z from 'zod';
import { asRecord } from './access/changes';
import type { Endpoint } from './endpoint';
import { object, strictObject } from './shape';

/**
 * Groups whose writes are never kept for later: sign-in, list layouts and read marks matter only now; file jobs and
 * customs filings must be followed to their end.
 */
const GROUPS: ReadonlySet<string> = new Set([
  ...['session', 'listView', 'message', 'fileJob', 'filing', 'netchbIsf', 'amsEntry', 'customsMessage'],
]);

/** Writes that carry or return a secret, only ask something, or are useless without their response. */
export const neverKept: ReadonlySet<string> = new Set([
  ...[
    'customer.issueKey',
    'clientAccount.create',
    'clientAccount.password',
    'staff.create',
    'staff.password',
  ],
  ...['netchbAccount.create', 'netchbAccount.update', 'netchbAccount.password', 'netchbAccount.test'],
  ...[
    'mail.saveSettings',
    'mail.test',
    'monitorConfig.try',
    'orderQuote.prices',
    'billCost.shares',
    'supplierInvoice.auditRead',
  ],
  ...[
    'ccCode.findMany',
    'hsCheck.run',
    'box.scan',
    'box.unscan',
    'scan.scan',
    'noaMail.opened',
    'utbMail.opened',
  ],
]);

/**
 * True if a call is kept when its server cannot be reached, and sent later: JSON writes of a signed-in user. The
 * embedded API carries out such a call once for each key. Files, exports and secrets are never kept.
 */
export function isKeepable(name: string, found: Endpoint): boolean {
  const group = name.slice(0, name.indexOf('.'));
  return (
    found.method !== 'GET' &&
    found.kind === 'json' &&
    found.access !== 'public' &&
    !found.partner &&
    !GROUPS.has(group) &&
    !neverKept.has(name)
  );
}

/** Failures where a server was not reached, or did not respond: the same call may succeed later. */
const UNREACHED: ReadonlySet<string> = new Set([
  ...['NO_CONNECTION', 'SERVER_UNKNOWN', 'BACKEND_DOWN', 'TIMED_OUT', 'STALLED', 'RESULT_UNKNOWN'],
]);
/** Gateway statuses for a server that it cannot reach. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** True if a failure means that the server was not reached. */
export const isUnreached = (failure: { code: string; status?: number | undefined }): boolean =>
  UNREACHED.has(failure.code) || (failure.code === 'REQUEST_ERROR' && GATEWAY.has(failure.status ?? 0));

/** Most calls kept for one person on one server. */
export const MAX_UNSENT = 200;

/** A half-filled form as stored, and the path of its screen. */
export const keptForm = strictObject(() => ({
  key: z.string().max(200),
  value: z.unknown(),
  path: z.string().max(500),
  title: z.string().max(200).nullable(),
}));

/**
 * State of a kept call. `unknown`: it may have been carried out already, and is not resent automatically. `refused`:
 * the server refused it. `conflict`: someone else has changed the record.
 */
export const unsentStates = ['waiting', 'unknown', 'refused', 'conflict'] as const;

/** A write that could not be sent, as shown to its user. */
export const unsent = object(() => ({
  id: z.uuid(),
  call: z.string().max(80),
  input: z.unknown(),
  /** When it was first tried. */
  at: z.iso.datetime(),
  /** Path and title of the screen it was made on. */
  path: z.string().max(500),
  title: z.string().max(200).nullable(),
  /** The form it came from, to return to. */
  form: keptForm.nullable(),
  status: z.enum(unsentStates),
  /** The server's last message, or why it could not be reached. */
  message: z.string(),
}));
export type Unsent = z.output<typeof unsent>;

/** Returns the record of a call: calls about one record are sent in order. Null if it creates one. */
export function recordOf({ call, input }: Pick<Unsent, 'call' | 'input'>): string | null {
  const { params } = asRecord(input);
  return params ? `${call.split('.')[0]} ${JSON.stringify(params)}` : null;
}
