import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@contract/endpoint';
import { isKeepable, isUnreached } from '@contract/unsent';
import { type Envelope, textOf } from '../transport/answer';
import type { Call } from '../transport/call';
import { CallError } from '../transport/callError';
import type { DesktopServices } from './desk';
import { isForeign } from './foreign';
import { mayHaveSucceeded } from './outbox';

/** Calls that return the signed-in user's profile. */
const PROFILES = new Set(['session.me', 'session.avatar', 'session.removeAvatar']);

/** Carries out an API call; a call with a file is checked first, and reports its progress. */
export async function carryOut(
  desk: DesktopServices,
  checked: Omit<Call, 'signal' | 'onProgress' | 'file'>,
  id: string,
  token: string | undefined,
): Promise<Envelope> {
  const { transport, calls, picks, session, outbox } = desk;
  // All tries share one key, including later ones if the call is stored and sent later.
  const call = { ...checked, key: checked.key ?? randomUUID() };
  const rule = call.found.file;
  const file = rule ? await picks.findToSend(token ?? '', rule) : undefined;
  const reader = isForeign(desk) ? desk.foreign.readerOf(call.name) : undefined;
  const send: Parameters<typeof calls.run<Envelope>>[2] = (signal, onProgress) =>
    reader
      ? reader({ ...call, signal }).then((data) => JSON.stringify({ ret: true, msg: '', data }))
      : transport.envelope({ ...call, file, signal, onProgress });
  const json = await (file ? calls.transfer(id, 'bytes', send) : calls.run(id, 'bytes', send)).catch(
    (error: unknown) => Promise.reject(keepableFailure(error, call)),
  );
  outbox.sendWaiting();
  if (PROFILES.has(call.name)) session.update(JSON.parse(textOf(json)).data);
  return json;
}

/** Marks a write that did not reach its server as one that may be stored, with the key of its first try. */
function keepableFailure(
  thrown: unknown,
  { name, found, key }: { name: string; found: Endpoint; key: string },
): unknown {
  if (!(thrown instanceof CallError) || !isUnreached(thrown.error) || !isKeepable(name, found)) return thrown;
  const unknownResult = mayHaveSucceeded(thrown.error);
  return new CallError({ ...thrown.error, ...(unknownResult ? { unknownResult } : {}), keep: { key } });
}
