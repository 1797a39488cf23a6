import { refusalOf } from '@contract/machine';
import { summaryDue } from '@contract/rules/usDays';
import { dayAt } from '@contract/rules/zonedTime';
import type { FilingEvent } from '@contract/sea/filing';
import { type EntryAction, entryMachine, type SeaEntry } from '@contract/sea/seaEntry';
import type { AnswerContext, FiledObject } from '../netchb/answers';
import { inBoth, tellStaff } from '../partners/messages';
import { billAccepted, billRejected, billReleased, billStopped } from './entryBill';
import { type EntryContext, factsOf, logEntry, readEntry, saveEntry } from './entryRow';
import { reachNode } from './seaLinks';

/** The clock by which US customs counts days. */
const CUSTOMS_ZONE = 'America/New_York';
/** How long what customs says is kept of. */
const KEPT = 1000;

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

const saidOf = ({ codes }: FilingEvent): string =>
  codes
    .map(({ code, text }) => `${code} ${text}`)
    .join('; ')
    .slice(0, KEPT);

/** Consignments of an entry that an answer names. */
function namedIn(entry: SeaEntry, said: string): string[] {
  const words = new Set(said.toUpperCase().split(/[^A-Z0-9-]+/));
  return entry.lines.flatMap(({ consignmentNo }) =>
    consignmentNo !== null && words.has(consignmentNo) ? consignmentNo : [],
  );
}

/** What becomes of a released entry: when its summary is due, its node, its bill. */
export async function release(context: EntryContext, entry: SeaEntry, at: string): Promise<SeaEntry> {
  const after = await saveEntry(context, entry, {
    state: 'released',
    releasedAt: at,
    summaryDueOn: summaryDue(dayAt(at, CUSTOMS_ZONE)),
  });
  if (after.seaBillId !== null) await reachNode(context, after.seaBillId, 'released', at);
  await billReleased(context, after, at);
  return after;
}

/** Carries out on an entry what customs said of it. */
async function carryOut(
  context: EntryContext,
  entry: SeaEntry,
  action: EntryAction,
  { at }: FilingEvent,
  said: string,
): Promise<SeaEntry> {
  const { now } = context;
  switch (action) {
    case 'accepted': {
      const after = await saveEntry(context, entry, { state: 'accepted', acceptedAt: at });
      await billAccepted(context, after);
      return after;
    }
    case 'rejected': {
      const after = await saveEntry(context, entry, { state: 'rejected' });
      await billRejected(context, after, said);
      return after;
    }
    case 'documents':
    case 'exam':
    case 'hold': {
      const state = action === 'documents' ? 'docs_required' : action;
      const held = namedIn(entry, said);
      const after = await saveEntry(context, entry, { state, heldNos: held });
      if (action === 'exam' && after.seaBillId !== null)
        await reachNode(context, after.seaBillId, 'exam', at);
      await billStopped(context, after, state, said);
      return after;
    }
    case 'release':
      return release(context, entry, at);
    case 'refuseSummary':
      return saveEntry(context, entry, { state: 'released', summaryFiledAt: null });
    default:
      return saveEntry(context, entry, { state: 'liquidated', liquidatedAt: now });
  }
}

const ALARMS: ReadonlySet<EntryAction> = new Set(['rejected', 'documents', 'exam', 'hold', 'refuseSummary']);

/** Entries as records that are filed. */
export const filedEntry: FiledObject = {
  link: '/sea/entry/detail',
  answered: async (context: AnswerContext, id: number, event: FilingEvent) => {
    const entry = await readEntry(context.write, id);
    const said = saidOf(event);
    const codes = event.codes.length > 0 ? event.codes : [{ code: null, text: null }];
    for (const { code, text } of codes)
      await context.write
        .insertInto('entryAnswer')
        .values({ entryId: id, at: event.at, event: event.event, code, text, reference: event.reference })
        .execute();
    const action = actionOf(event);
    const moved =
      action !== null && !refusalOf(entryMachine, action, await factsOf(context.read, entry, null));
    const last = said === '' ? {} : { lastAnswer: said };
    const heard = Object.keys(last).length > 0 ? await saveEntry(context, entry, last) : entry;
    const after = moved ? await carryOut(context, heard, action, event, said) : heard;
    await logEntry(
      context,
      'answer',
      entry,
      { state: entry.state },
      { event: event.event, state: after.state, text: said || null },
    );
    // What no longer fits is told as well when customs refuses it: a deletion that was rejected left the entry at customs.
    const refusedDelete = event.operation === 'delete' && event.event === 'rejected';
    if ((moved && ALARMS.has(action)) || refusedDelete)
      await tellStaff(
        { write: context.write, now: context.now },
        {
          type: 'exception',
          text: inBoth('ENTRY_ANSWERED', {
            no: entry.entryNo ?? '',
            event: { choice: ['filingEvent', event.event] },
            text: said,
          }),
          to: ['sea.entry.file'],
          link: `/sea/entry/detail/${id}`,
        },
      );
  },
};
