import { performance } from 'node:perf_hooks';
import { MAX_PARTNER_LOG } from '@contract/limits';
import type { ThirdPartyLine } from '@contract/partners/thirdParty';
import { permit } from '@contract/permissions';
import { instantOf } from '@contract/rules/zonedTime';
import type { Caller } from '../../core/context';
import { refuse, refuseFor } from '../../core/refusal';
import type { Store } from '../../store/open';
import { holds } from '../access/holds';
import { apiKeysFrom, blockedFor, callerOf, countAttempt, tokenOf } from '../access/sessions';
import { type Partner, partnerOf, withoutSecrets } from './apiKeys';

/** A partner's call in progress, with the contents of its log line. */
export interface PartnerCall {
  /** The caller: a customer identified by its key, or a member of staff calling instead. */
  who?: { readonly partner: Partner } | { readonly caller: Caller };
  /** The request as received. */
  text: string;
  bill?: { readonly id: number; readonly billNo: string; readonly batchNo: string };
  customerId?: number;
  duplicate?: boolean;
  readonly startedAt: number;
}

/** Starts the record of a new call. */
export const newPartnerCall = (): PartnerCall => ({ text: '', startedAt: performance.now() });

/**
 * Identifies the caller: the customer of the key in `X-Api-Key`, else the person of the session. Refuses everybody
 * else; an address that sent as many wrong keys as are allowed for passwords is blocked for the same time.
 */
export async function authenticatePartner(
  store: Store,
  header: (name: string) => string | undefined,
  { time, ip }: { time: number; ip: string | null },
): Promise<NonNullable<PartnerCall['who']>> {
  const key = header('x-api-key');
  const token = tokenOf(header('authorization'));
  if (key !== undefined || !token) {
    if (key === undefined) throw refuse('API_KEY_WRONG');
    const left = await blockedFor(store.read, apiKeysFrom(ip), time);
    if (left > 0) throw refuseFor('API_KEY_BLOCKED', left);
    const partner = await partnerOf(store.read, key);
    if (partner) return { partner };
    // Count only wrong keys, since a right one may come many times a second.
    await store.write((write) => countAttempt(write, apiKeysFrom(ip), time));
    throw refuse('API_KEY_WRONG');
  }
  const caller = await callerOf(store.read, token, time);
  if (!caller) throw refuse('SESSION_ENDED');
  // A one-time password permits only its own change.
  if (caller.mustChangePassword) throw refuse('PWD_CHANGE_FIRST');
  if (!holds(caller, permit('bill.thirdPart.store'))) throw refuse('NO_PERMISSION');
  return { caller };
}

/** Name of callers without a valid key. */
const STRANGER = '?';

const cut = (text: string) => withoutSecrets(text.slice(0, MAX_PARTNER_LOG)).replaceAll('\0', '\u{fffd}');

/** Limits of stored calls by unknown callers: how many in an hour, how much of each, and for how long. */
export const STRANGERS = { kept: 60, within: 3_600_000, text: 1024, life: 30 * 24 * 3_600_000 } as const;

/** Calls by unknown callers within an hour: stored ones, and those only counted. */
interface StrangersSeen {
  readonly since: number;
  kept: number;
  counted: number;
}
const strangersOf = new WeakMap<Store, StrangersSeen>();

/**
 * Counts a call by an unknown caller; `keep` is true if it should be stored. `missed` is the number only counted in the
 * hour before.
 */
function sampleStranger(store: Store, now: number): { keep: boolean; missed: number } {
  const seen = strangersOf.get(store);
  const isOver = seen === undefined || Math.abs(now - seen.since) >= STRANGERS.within;
  const hour = isOver ? { since: now, kept: 0, counted: 0 } : seen;
  strangersOf.set(store, hour);
  const keep = hour.kept < STRANGERS.kept;
  if (keep) hour.kept += 1;
  else hour.counted += 1;
  return { keep, missed: isOver ? (seen?.counted ?? 0) : 0 };
}

/** Stores a completed call with its result; of calls by unknown callers a sample, with their number. */
export async function keepPartnerCall(
  store: Store,
  call: PartnerCall,
  from: { now: string; ip: string | null; endpoint: string },
  response: Response,
): Promise<void> {
  const { who, bill, customerId, duplicate, startedAt } = call;
  const { status } = response;
  const sampled = who ? undefined : sampleStranger(store, Date.parse(from.now));
  if (sampled?.keep === false) return;
  const text = sampled ? call.text.slice(0, STRANGERS.text) : call.text;
  const responseBody = cut(await response.text());
  const line = {
    at: from.now,
    partner: who ? ('partner' in who ? who.partner.nameEn : who.caller.realName) : STRANGER,
    customerId: customerId ?? (who && 'partner' in who ? who.partner.id : null),
    endpoint: from.endpoint,
    requestBody: cut(text),
    responseStatus: status,
    responseBody,
    billId: bill?.id ?? null,
    ...(bill ? { billNo: bill.billNo, batchNo: bill.batchNo } : namedIn(text)),
    result: resultOf(status, duplicate ?? false),
    ip: from.ip,
    durationMs: Math.round(performance.now() - startedAt),
  };
  const missed = sampled && sampled.missed > 0 ? [missedLine(sampled.missed, from)] : [];
  await store.write(async (write) => {
    if (sampled)
      await write
        .deleteFrom('thirdPartyLog')
        .where('partner', '=', STRANGER)
        .where('at', '<', instantOf(Date.parse(from.now) - STRANGERS.life))
        .execute();
    await write
      .insertInto('thirdPartyLog')
      .values([...missed, line])
      .execute();
  });
}

/** Result of a call by the status of its response. */
const resultOf = (status: number, duplicate: boolean): ThirdPartyLine['result'] =>
  status >= 500 ? 'failed' : status >= 400 ? 'refused' : duplicate ? 'duplicate' : 'created';

/** Log entry that summarises refused calls, which are only counted. */
const missedLine = (missed: number, { now, endpoint }: { now: string; endpoint: string }) => ({
  ...{ at: now, partner: STRANGER, customerId: null, endpoint, requestBody: '', responseStatus: 401 },
  responseBody: JSON.stringify({ refusedAndNotKept: missed }),
  ...{ billId: null, billNo: null, batchNo: null, result: 'refused' as const, ip: null, durationMs: 0 },
});

/** Extracts the bill numbers from a response, if present. */
function namedIn(text: string): { billNo: string | null; batchNo: string | null } {
  const part = (name: string, max: number) =>
    new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]{1,${max}})"`).exec(text)?.[1] ?? null;
  return { billNo: part('billNo', 16), batchNo: part('batchNo', 30) };
}
