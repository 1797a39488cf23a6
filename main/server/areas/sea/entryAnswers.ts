import { summaryDue, US_CUSTOMS_ZONE } from '@contract/rules/usDays';
import { dayAt } from '@contract/rules/zonedTime';
import type { FilingEvent } from '@contract/sea/filing';
import type { EntryAction, SeaEntry } from '@contract/sea/seaEntry';
import type { FiledObject } from '../netchb/answers';
import { asCustoms, billAccepted, billRejected, billReleased, billStopped } from './entryBill';
import { bookCorrection } from './entryCosts';
import { keptOf } from './entryFile';
import { entryRecord } from './entryRow';
import { reachNode, type SeaContext } from './seaLinks';

/** Maps a customs response to an action; null if it is only recorded. */
function actionOf({ event, kind, operation }: FilingEvent): EntryAction | null {
  if (operation === 'delete') return null;
  // A post-summary correction replaces the summary.
  if (kind === 'entrySummary' && operation === 'replace')
    return event === 'accepted' || event === 'accepted_warning'
      ? 'corrected'
      : event === 'rejected'
        ? 'rejected'
        : event === 'liquidated'
          ? 'liquidate'
          : null;
  if (kind === 'entrySummary')
    return event === 'rejected' ? 'refuseSummary' : event === 'liquidated' ? 'liquidate' : null;
  switch (event) {
    case 'accepted':
    case 'accepted_warning':
      return 'accepted';
    case 'rejected':
      return 'rejected';
    case 'docs_required':
      return 'documents';
    case 'exam':
    case 'hold':
      return event;
    case 'released':
      return 'release';
    case 'liquidated':
      return 'liquidate';
    default:
      return null;
  }
}

/** Consignments of an entry that a response mentions. */
function namedIn(entry: SeaEntry, text: string): string[] {
  const words = new Set(text.toUpperCase().split(/[^A-Z0-9-]+/));
  return entry.lines.flatMap(({ consignmentNo }) =>
    consignmentNo !== null && words.has(consignmentNo) ? consignmentNo : [],
  );
}

/** Effects of a release: the due date of the summary, its node, its bill. */
export async function release(context: SeaContext, entry: SeaEntry, at: string): Promise<SeaEntry> {
  const after = await entryRecord.save(context, entry, {
    state: 'released',
    acceptedAt: entry.acceptedAt ?? at,
    // A stop after the release does not change the day of the release, from which the summary is due.
    releasedAt: entry.releasedAt ?? at,
    summaryDueOn: summaryDue(dayAt(entry.releasedAt ?? at, US_CUSTOMS_ZONE)),
  });
  // The node keeps the day of the first release as well.
  if (after.seaBillId !== null) await reachNode(context, after.seaBillId, 'released', after.releasedAt ?? at);
  await billReleased(context, after, at);
  return after;
}

/** Effects of a release after the release: consignments that customs still held are free, all if it names none. */
async function releaseHeld(
  context: SeaContext,
  entry: SeaEntry,
  at: string,
  named: readonly string[],
): Promise<SeaEntry> {
  const left = named.length === 0 ? [] : entry.heldNos.filter((no) => !named.includes(no));
  const after = await entryRecord.save(context, entry, { heldNos: left });
  await billReleased(context, after, at);
  return after;
}

/** Effects of an accepted correction: it is the summary now, and its duty and fees differ from those posted. */
async function corrected(context: SeaContext, entry: SeaEntry, at: string): Promise<SeaEntry> {
  const after = await entryRecord.save(
    context,
    entry,
    { state: 'paid' },
    { filed: JSON.stringify(keptOf(entry)), filedAt: at },
  );
  await bookCorrection(asCustoms(context), after);
  return after;
}

/** Carries out on an entry the effects of a customs response. */
async function carryOut(
  context: SeaContext,
  entry: SeaEntry,
  action: EntryAction,
  { at }: FilingEvent,
  text: string,
): Promise<SeaEntry> {
  const { now } = context;
  switch (action) {
    case 'accepted': {
      const after = await entryRecord.save(context, entry, { state: 'accepted', acceptedAt: at });
      await billAccepted(context, after);
      return after;
    }
    case 'rejected': {
      const after = await entryRecord.save(context, entry, { state: 'rejected' });
      // The goods of a corrected summary are free: their declaration is not rejected.
      if (after.paidAt === null) await billRejected(context, after, text);
      return after;
    }
    case 'documents':
    case 'exam':
    case 'hold': {
      const state = action === 'documents' ? 'docs_required' : action;
      const held = namedIn(entry, text);
      const after = await entryRecord.save(context, entry, {
        state,
        acceptedAt: entry.acceptedAt ?? at,
        heldNos: [...new Set([...entry.heldNos, ...held])],
      });
      if (action === 'exam' && after.seaBillId !== null)
        await reachNode(context, after.seaBillId, 'exam', at);
      await billStopped(context, after, { why: state, only: held, remark: text });
      return after;
    }
    case 'release':
      return entry.state === 'released'
        ? releaseHeld(context, entry, at, namedIn(entry, text))
        : release(context, entry, at);
    case 'corrected':
      return corrected(context, entry, at);
    case 'refuseSummary':
      return entryRecord.save(context, entry, { state: 'released', summaryFiledAt: null });
    default:
      return entryRecord.save(context, entry, { state: 'liquidated', liquidatedAt: now });
  }
}

/** States that an entry reaches with, or after, each response. */
const BEFORE_ACCEPTANCE: ReadonlySet<string> = new Set([
  ...(['draft', 'pending_approval', 'approved', 'transmitted', 'rejected', 'cancelled'] as const),
]);
const AFTER_RELEASE: ReadonlySet<string> = new Set(['summary_filed', 'paid', 'liquidated']);

/** True for a response that changes nothing: a repeated one, or one that a later one has overtaken. */
function addsNothing(entry: SeaEntry, { event, kind, operation }: FilingEvent): boolean {
  if (event === 'received') return true;
  if (operation === 'delete') return event !== 'rejected' && entry.state === 'cancelled';
  if (kind === 'entrySummary' && event !== 'rejected' && event !== 'liquidated')
    return AFTER_RELEASE.has(entry.state) || entry.paidAt !== null;
  switch (event) {
    case 'accepted':
    case 'accepted_warning':
      return !BEFORE_ACCEPTANCE.has(entry.state);
    case 'released':
      return AFTER_RELEASE.has(entry.state) && entry.heldNos.length === 0;
    case 'liquidated':
      return entry.state === 'liquidated';
    default:
      return false;
  }
}

const ALARMS: ReadonlySet<EntryAction> = new Set(['rejected', 'documents', 'exam', 'hold', 'refuseSummary']);

/** Handling of customs responses for entries. */
export const filedEntry: FiledObject = entryRecord.filed({
  keep: async ({ write }, entryId, { at, event, reference, codes }) => {
    for (const { code, text } of codes.length > 0 ? codes : [{ code: null, text: null }])
      await write.insertInto('entryAnswer').values({ entryId, at, event, code, text, reference }).execute();
  },
  actionOf,
  carryOut,
  addsNothing,
  // A rejected response that no longer fits is reported as well: a rejected deletion left the entry at customs.
  alarms: ({ operation, event }, action) =>
    (action !== null && ALARMS.has(action)) || (operation === 'delete' && event === 'rejected'),
});
