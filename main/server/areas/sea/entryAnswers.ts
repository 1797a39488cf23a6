import { summaryDue, US_CUSTOMS_ZONE } from '@contract/rules/usDays';
import { dayAt } from '@contract/rules/zonedTime';
import type { FilingEvent } from '@contract/sea/filing';
import type { EntryAction, SeaEntry } from '@contract/sea/seaEntry';
import type { FiledObject } from '../netchb/answers';
import { billAccepted, billRejected, billReleased, billStopped } from './entryBill';
import { entryRecord } from './entryRow';
import { reachNode, type SeaContext } from './seaLinks';

/** What a record does when customs says something; nothing where it is but noted. */
function actionOf({ event, kind, operation }: FilingEvent): EntryAction | null {
  if (operation === 'delete') return null;
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

/** Consignments of an entry that an answer names. */
function namedIn(entry: SeaEntry, said: string): string[] {
  const words = new Set(said.toUpperCase().split(/[^A-Z0-9-]+/));
  return entry.lines.flatMap(({ consignmentNo }) =>
    consignmentNo !== null && words.has(consignmentNo) ? consignmentNo : [],
  );
}

/** What becomes of a released entry: when its summary is due, its node, its bill. */
export async function release(context: SeaContext, entry: SeaEntry, at: string): Promise<SeaEntry> {
  const after = await entryRecord.save(context, entry, {
    state: 'released',
    releasedAt: at,
    summaryDueOn: summaryDue(dayAt(at, US_CUSTOMS_ZONE)),
  });
  if (after.seaBillId !== null) await reachNode(context, after.seaBillId, 'released', at);
  await billReleased(context, after, at);
  return after;
}

/** Carries out on an entry what customs said of it. */
async function carryOut(
  context: SeaContext,
  entry: SeaEntry,
  action: EntryAction,
  { at }: FilingEvent,
  said: string,
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
      await billRejected(context, after, said);
      return after;
    }
    case 'documents':
    case 'exam':
    case 'hold': {
      const state = action === 'documents' ? 'docs_required' : action;
      const held = namedIn(entry, said);
      const after = await entryRecord.save(context, entry, { state, heldNos: held });
      if (action === 'exam' && after.seaBillId !== null)
        await reachNode(context, after.seaBillId, 'exam', at);
      await billStopped(context, after, state, said);
      return after;
    }
    case 'release':
      return release(context, entry, at);
    case 'refuseSummary':
      return entryRecord.save(context, entry, { state: 'released', summaryFiledAt: null });
    default:
      return entryRecord.save(context, entry, { state: 'liquidated', liquidatedAt: now });
  }
}

const ALARMS: ReadonlySet<EntryAction> = new Set(['rejected', 'documents', 'exam', 'hold', 'refuseSummary']);

/** Entries as what customs answers to. */
export const filedEntry: FiledObject = entryRecord.filed({
  keep: async ({ write }, entryId, { at, event, reference, codes }) => {
    for (const { code, text } of codes.length > 0 ? codes : [{ code: null, text: null }])
      await write.insertInto('entryAnswer').values({ entryId, at, event, code, text, reference }).execute();
  },
  actionOf,
  carryOut,
  // What no longer fits is told as well when customs refuses it: a deletion that was rejected left the entry at customs.
  alarms: ({ operation, event }, action) =>
    (action !== null && ALARMS.has(action)) || (operation === 'delete' && event === 'rejected'),
});
