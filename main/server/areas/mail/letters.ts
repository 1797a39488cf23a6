import { batchBoxes } from '@contract/bill/awb';
import { letterStateNames, type NoaMail, noaMailRow, type UtbMail, utbMailRow } from '@contract/mail/letter';
import { perName } from '@contract/names';
import type { LetterKind } from '@contract/rules/letterReading';
import type { Context, GroupHandlers } from '../../core/context';
import { checkAmounts, checkReferences } from '../../core/crud';
import { eachOf } from '../../core/eachOf';
import { exportRows } from '../../core/exportRows';
import { refuse } from '../../core/refusal';
import { type BulkSelection, choiceOf, selectedIds } from '../../core/selected';
import { holdsReferences } from '../../core/uses';
import { listRows } from '../../store/listRows';
import { downloadStored } from '../../store/storedFiles';
import { storedTexts } from '../../store/storedLists';
import { batchesOf } from '../bill/awbShares';
import { readBill } from '../bill/billFacts';
import { requireBillOpen } from '../customs/parcels';
import {
  change,
  type Inbox,
  inboxOf,
  partsOf,
  placed,
  placesOf,
  reading,
  requireMailbox,
  type StoredLetter,
  stateOf,
  type Values,
} from './inbox';
import { type Processing, processLetter } from './processLetter';
import { candidatesOf, takenIn } from './readLetter';
import { incomingHandlers } from './takeIn';

holdsReferences('noaMail', noaMailRow, 'mailFrom');
holdsReferences('utbMail', utbMailRow, 'mailFrom');

/** Handlers that view emails: the list, one with its files, and marking it as opened. */
const lookingHandlers = ({ kind, name, view, list, read }: Inbox) => ({
  list: (context: Context, { query }: { query: Values }) => listRows(context.read, list, query),

  count: async ({ read: db }: Context) => {
    const rows = await db
      .selectFrom(view)
      .select(({ fn }) => ['status', fn.countAll<number>().as('n'), fn.count<number>('openedAt').as('seen')])
      .groupBy('status')
      .execute();
    const of = (state: string) => rows.find(({ status }) => status === state);
    const waiting = rows.filter(({ status }) => status !== 'processed' && status !== 'ignored');
    return {
      states: perName(letterStateNames, (state) => of(state)?.n ?? 0),
      unopened: waiting.reduce((sum, { n, seen }) => sum + n - seen, 0),
    };
  },

  export: (context: Context, { query }: { query: Values }) =>
    exportRows(context, { definition: list, resource: name }, query),

  get: async ({ read: db, language }: Context, { params }: { params: { id: number } }) => {
    const letter = await read(db, params.id);
    const { text, taken, fileId, leftOut } = await partsOf(db, params.id);
    const files = await db
      .selectFrom('letterFile')
      .select(['fileId', 'fileName', 'size', 'mime'])
      .where('letterId', '=', params.id)
      .execute();
    const original = fileId
      ? await db
          .selectFrom('storedFile')
          .select(['id as fileId', 'fileName', 'size', 'mime'])
          .where('id', '=', fileId)
          .execute()
      : [];
    const open = letter.billId === null ? await candidatesOf(db, letter) : [];
    const batches = kind === 'noa' && letter.billNo !== null ? await batchesOf(db, letter.billNo) : [];
    return {
      ...letter,
      text,
      taken: takenIn(language, kind, JSON.parse(taken)),
      files: [...original, ...files],
      leftOut: storedTexts(leftOut),
      candidates: open.map(({ landingAirportId: _, ...bill }) => bill),
      batches: batches.map((bill) => batchBoxes.parse(bill)),
    };
  },

  opened: async (context: Context, { body }: { body: { ids: number[] } }) => {
    context.unchanged();
    const { numUpdatedRows } = await context.write
      .updateTable('letter')
      .set({ openedAt: context.now })
      .where('openedAt', 'is', null)
      .where('kind', '=', kind)
      .where('id', 'in', body.ids)
      .executeTakeFirst();
    return { opened: Number(numUpdatedRows) };
  },

  file: async (context: Context, { params }: { params: { id: number; fileId: string } }) => {
    const letter = await read(context.read, params.id);
    const { fileId } = await partsOf(context.read, letter.id);
    const own = await context.read
      .selectFrom('letterFile')
      .select('fileId')
      .where('letterId', '=', letter.id)
      .where('fileId', '=', params.fileId)
      .executeTakeFirst();
    if (!own && fileId !== params.fileId) throw refuse('NOT_FOUND');
    return downloadStored(context, params.fileId);
  },
});

/** Handlers that change one email: its fields, its mailbox, its bill, and that it is done. */
const changingHandlers = (inbox: Inbox) => {
  const { kind, row, letters } = inbox;
  return {
    update: async (
      context: Context,
      { params, body }: { params: { id: number }; body: Values & { version: number } },
    ) => {
      const { version, ...patch } = body;
      const before = await letters.open(context, params.id, 'update', version);
      const merged = { ...before, ...patch };
      checkAmounts(row, merged);
      await checkReferences(context, row, patch, before);
      const found = before.billId === null ? await candidatesOf(choiceOf(context), merged) : [];
      const bill = found.length === 1 ? found[0] : undefined;
      const places = bill ? await placesOf(context.read, before.id) : [];
      const follows = bill && (await placed(inbox, context, merged, places, bill.landingAirportId));
      return change(inbox, context, before, 'update', {
        ...follows,
        currency: merged.currency,
        ...patch,
        ...(bill ? { billId: bill.id, status: 'matched' } : {}),
      });
    },

    assign: async (
      context: Context,
      { params, body }: { params: { id: number }; body: { version: number; mailboxId: number } },
    ) => {
      const before = await letters.open(context, params.id, 'assign', body.version);
      const box = await requireMailbox(inbox, context.read, body.mailboxId);
      const { text } = await partsOf(context.read, before.id);
      const { values, place, taken } = await reading(inbox, context, { ...before, text }, box);
      const columns = { taken: JSON.stringify(taken) };
      return change(inbox, context, before, 'assign', { ...values, ...place }, columns);
    },

    match: async (
      context: Context,
      { params, body }: { params: { id: number }; body: { version: number; billId: number } },
    ) => {
      const before = await letters.open(context, params.id, 'match', body.version);
      const bill = await readBill(context.read, body.billId);
      requireBillOpen(bill);
      const places = await placesOf(context.read, before.id);
      const follows = await placed(inbox, context, before, places, bill.landingAirportId);
      const kept = Object.fromEntries(Object.entries(follows).filter(([field]) => before[field] === null));
      return change(inbox, context, before, 'match', {
        ...kept,
        billId: bill.id,
        status: 'matched',
      });
    },

    process: async (
      context: Context,
      { params, body }: { params: { id: number }; body: { version: number } & Processing },
    ) => {
      const { version, ...processing } = body;
      const before = await letters.open(context, params.id, 'process', version);
      const warnings = await processLetter(context, kind, before as NoaMail & UtbMail, processing);
      const done = { status: 'processed', processedAt: context.now, processedBy: context.caller.id };
      return { letter: await change(inbox, context, before, 'process', done), warnings };
    },
  };
};

/** Runs an action on each of several emails. */
const actOnEach = async (
  inbox: Inbox,
  context: Context,
  selection: BulkSelection,
  action: 'ignore' | 'restore' | 'reopen',
  values: (letter: StoredLetter) => Values,
) =>
  eachOf(context, await selectedIds(context, inbox.list, selection), async (id) => {
    const letter = await inbox.letters.open(context, id, action);
    await change(inbox, context, letter, action, values(letter));
    return true;
  });

/** Sets several emails aside, restores and reopens them. */
const bulkHandlers = (inbox: Inbox) => ({
  act: async (
    context: Context,
    { body }: { body: BulkSelection & { action: 'ignore' | 'restore'; reason?: string | undefined } },
  ) => {
    const { action, reason } = body;
    if (action === 'restore')
      return actOnEach(inbox, context, body, action, (letter) => ({
        status: stateOf(letter),
        ignoreReason: null,
      }));
    if (!reason) throw refuse('REASON_REQUIRED');
    return actOnEach(inbox, context, body, action, () => ({ status: 'ignored', ignoreReason: reason }));
  },

  reopen: (context: Context, { body }: { body: BulkSelection }) =>
    actOnEach(inbox, context, body, 'reopen', (letter) => ({
      status: stateOf(letter),
      processedAt: null,
      processedBy: null,
    })),
});

/** Handlers of the inbox of one kind of email: import, read, match to bills, process or set aside. */
function letterHandlers(kind: LetterKind) {
  const inbox = inboxOf(kind);
  return {
    ...lookingHandlers(inbox),
    ...incomingHandlers(inbox),
    ...changingHandlers(inbox),
    ...bulkHandlers(inbox),
  };
}

/** The inbox of notices of arrival. */
export const noaMailHandlers = letterHandlers('noa') as unknown as GroupHandlers<'noaMail'>;
/** The inbox of tax assessments. */
export const utbMailHandlers = letterHandlers('utb') as unknown as GroupHandlers<'utbMail'>;
