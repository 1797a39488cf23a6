import * as z from 'zod';
import type { Endpoint } from './endpoint';
import { object, strictObject } from './shape';

/**
 * Groups whose writes are not kept to be sent later: who is signed in, how lists are shown and what was read are of the
 * moment, jobs over files and what is told to customs must be seen to their end.
 */
const GROUPS: ReadonlySet<string> = new Set([
  ...['session', 'listView', 'message', 'fileJob', 'filing', 'netchbIsf', 'amsEntry'],
]);

/** Writes that carry or answer a secret, only ask something, or are worth nothing without their answer. */
export const neverKept: ReadonlySet<string> = new Set([
  ...[
    'customer.issueKey',
    'clientAccount.create',
    'clientAccount.password',
    'staff.create',
    'staff.password',
  ],
  ...['netchbAccount.create', 'netchbAccount.update', 'netchbAccount.password', 'netchbAccount.test'],
  ...['mail.saveSettings', 'mail.test', 'monitorConfig.try', 'orderQuote.prices', 'billCost.shares'],
  ...['ccCode.findMany', 'hsCheck.run', 'box.scan', 'box.unscan', 'noaMail.opened', 'utbMail.opened'],
]);

/**
 * Whether a call is kept when its server cannot be reached, and sent later: writes in JSON of someone who is signed in.
 * The embedded API carries out such a call once for each key. Files, exports and secrets are never kept.
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

/** Failures with which a server was not reached, or did not answer: the same call may succeed later. */
const UNREACHED: ReadonlySet<string> = new Set([
  ...['NO_CONNECTION', 'SERVER_UNKNOWN', 'BACKEND_DOWN', 'TIMED_OUT', 'STALLED', 'RESULT_UNKNOWN'],
]);
/** What a gateway answers for a server that it cannot reach. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether a failure says that the server was not reached. */
export const isUnreached = (failure: { code: string; status?: number | undefined }): boolean =>
  UNREACHED.has(failure.code) || (failure.code === 'REQUEST_ERROR' && GATEWAY.has(failure.status ?? 0));

/** Most calls that one person keeps on one server. */
export const MAX_UNSENT = 200;

/** A half-filled form as it is kept, and the screen on which it stood. */
export const keptForm = strictObject(() => ({
  key: z.string().max(200),
  value: z.unknown(),
  path: z.string().max(500),
  title: z.string().max(200).nullable(),
}));

/**
 * How a kept call stands. `unknown`: it may have been carried out already, and is not sent again by itself. `refused`:
 * the server said no. `conflict`: someone else changed the record meanwhile.
 */
export const unsentStates = ['waiting', 'unknown', 'refused', 'conflict'] as const;

/** A write that could not be sent, as its person sees it. */
export const unsent = object(() => ({
  id: z.uuid(),
  call: z.string().max(80),
  input: z.unknown(),
  /** When it was first tried. */
  at: z.iso.datetime(),
  /** The screen it was made on, and what that was called. */
  path: z.string().max(500),
  title: z.string().max(200).nullable(),
  /** The form it came from, to go back to. */
  form: keptForm.nullable(),
  status: z.enum(unsentStates),
  /** What the server said last, or why it could not be reached. */
  message: z.string(),
}));
export type Unsent = z.output<typeof unsent>;

/** The record a call is about: calls about one record are sent in their order. Null for what makes a new one. */
export function recordOf({ call, input }: Pick<Unsent, 'call' | 'input'>): string | null {
  const params = (input as { params?: Record<string, unknown> } | null)?.params;
  return params ? `${call.split('.')[0]} ${JSON.stringify(params)}` : null;
}
