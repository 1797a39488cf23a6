import type { LogAction } from '@contract/access/operateLog';
import { problem } from '@contract/errors';
import { filingRow } from '@contract/sea/filing';
import {
  type EntryAction,
  entryAnswer,
  entryStateNames,
  type SeaEntry,
  seaEntry,
} from '@contract/sea/seaEntry';
import { difference, recordLog } from '../access/operateLog';
import { readBill } from '../bill/billFacts';
import type { Context, Download, GroupHandlers } from '../context';
import { crudHandlers, listOf } from '../crud';
import { timeGiven } from '../customs/openBill';
import { requirePast, requireVersion } from '../finance/lines';
import { queueFiling } from '../netchb/filing';
import { inBoth, tellStaff } from '../partners/messages';
import { refuse, refuseFields } from '../refusal';
import { codecOf } from '../store/codec';
import { groupRows } from '../store/listRows';
import { release } from './entryAnswers';
import { billTransmitted } from './entryBill';
import { bookDuty, payDuty } from './entryCosts';
import { contentOf, keptOf } from './entryFile';
import { reserveNumber, takeNumber } from './entryNumbers';
import { prefill } from './entryPrefill';
import {
  entryApproval,
  factsOf,
  followingFrom,
  logEntry,
  readEntry,
  requireAction,
  saveEntry,
} from './entryRow';
import { decidersNow, leftOf, noteApproval, stepsFor } from './fourEyes';
import { linkEntry, reachNode, readSeaBill } from './seaLinks';

type Values = Record<string, unknown>;
const answerCodec = codecOf(entryAnswer);
const filingCodec = codecOf(filingRow);

/** The account that an entry is filed through: the one given, else the first in use. */
async function accountOf(context: Context, id: unknown) {
  const accounts = context.read.selectFrom('netchbAccount').select(['id', 'filerCode']);
  const found =
    typeof id === 'number'
      ? await accounts.where('id', '=', id).executeTakeFirst()
      : await accounts.where('active', '=', 1).orderBy('id').executeTakeFirst();
  if (!found) throw refuseFields({ netchbAccountId: problem('ENTRY_NO_ACCOUNT') });
  return found;
}

/** What an entry is for: a sea bill, or a bill by air, and what it takes from there. */
async function forWhat(context: Context, draft: Values) {
  if (typeof draft.seaBillId === 'number') {
    const bill = await readSeaBill(context.read, draft.seaBillId);
    return {
      billId: bill.billId,
      masterNo: bill.mblNo,
      customerId: bill.customerId,
      isfId: bill.isfId,
    };
  }
  if (typeof draft.billId !== 'number') throw refuseFields({ seaBillId: problem('ENTRY_NO_BILL') });
  const bill = await readBill(context.read, draft.billId);
  return { billId: bill.id, masterNo: bill.billNo, customerId: bill.customerId, isfId: null };
}

/** The number of a draft: the one it has, one that is given, or the next of its filer. */
async function numberOf(context: Context, draft: Values, filer: string, before?: Values): Promise<string> {
  const given = draft.entryNo as string | null;
  const own = before?.entryNo as string | undefined;
  if (own && given === own && own.startsWith(filer)) return own;
  // What customs has seen keeps its number.
  if (own && before?.transmittedAt) {
    if (given !== null && given !== own)
      throw refuseFields({ entryNo: problem('ENTRY_NO_USED', { no: given }) });
    return own;
  }
  if (given === null || given === own) return reserveNumber(context, filer);
  await takeNumber(context, given, filer);
  return given;
}

const { active: _, ...usual } = crudHandlers(seaEntry, {
  check: async (context, draft, before) => {
    if (before) await requireAction(context, 'update', before as unknown as SeaEntry);
    await forWhat(context, draft);
  },
  derive: async (draft, context, before) => {
    const account = await accountOf(context, draft.netchbAccountId);
    return {
      ...(await forWhat(context, draft)),
      netchbAccountId: account.id,
      filerCode: account.filerCode,
      entryNo: await numberOf(context, draft, account.filerCode, before),
      ...(await followingFrom(context.read, {
        ...draft,
        netchbAccountId: account.id,
      } as unknown as SeaEntry)),
      state: 'draft',
    };
  },
  checkLeaving: async (context, row) => {
    await requireAction(context, 'remove', row as unknown as SeaEntry);
    await context.write.deleteFrom('entryAnswer').where('entryId', '=', Number(row.id)).execute();
    if (typeof row.seaBillId === 'number') await linkEntry(context, row.seaBillId, null);
  },
  belongsTo: ({ customerId }) => ({ customerId: customerId as number | null }),
});

/** Carries out an action on an entry of the version given. */
async function act(
  context: Context,
  { id, version }: { readonly id: number; readonly version: number },
  action: EntryAction,
  log: LogAction,
  values: (entry: SeaEntry) => Promise<Parameters<typeof saveEntry>[2]> | Parameters<typeof saveEntry>[2],
): Promise<{ before: SeaEntry; after: SeaEntry }> {
  const before = await readEntry(context.read, id);
  requireVersion(before, version);
  await requireAction(context, action, before);
  const fields = await values(before);
  const after = await saveEntry(context, before, fields);
  const { filed: _filed, filedAt: _filedAt, duties: _duties, ...shown } = fields;
  const changed = difference(before, { ...before, ...shown });
  await logEntry(context, log, before, changed.before, changed.after);
  return { before, after };
}

const reasoned = (reason: string): string => {
  if (!reason) throw refuse('REASON_REQUIRED');
  return reason;
};

/** Nothing of an approval is open any more. */
const closed = { waiting: null, stepNo: null } as const;
const noOf = ({ id, entryNo }: SeaEntry): string => entryNo ?? `#${id}`;

/** Tells people of an entry. */
const tellOf = (
  context: Context,
  entry: SeaEntry,
  to: readonly (number | null)[],
  code: 'ENTRY_TO_APPROVE' | 'ENTRY_RETURNED' | 'ENTRY_APPROVED',
  text = '',
) => {
  const people = to.filter((one) => one !== null);
  if (people.length === 0) return undefined;
  return tellStaff(context, {
    type: 'approval',
    text: inBoth(code, { no: noOf(entry), text }),
    to: people,
    link: `/sea/entry/detail/${entry.id}`,
  });
};

const tellDeciders = async (context: Context, entry: SeaEntry) =>
  tellOf(context, entry, (await decidersNow(context.read, entryApproval, entry)).next, 'ENTRY_TO_APPROVE');

/** Entries with US customs. */
export const seaEntryHandlers: GroupHandlers<'seaEntry'> = {
  ...usual,

  create: async (context, input) => {
    const entry = (await usual.create(context, input)) as SeaEntry;
    if (entry.seaBillId !== null)
      await linkEntry(context, entry.seaBillId, { id: entry.id, state: entry.state });
    return entry;
  },

  update: async (context, input) => {
    const before = await readEntry(context.read, input.params.id);
    const entry = (await usual.update(context, input)) as SeaEntry;
    if (before.seaBillId !== null && before.seaBillId !== entry.seaBillId)
      await linkEntry(context, before.seaBillId, null);
    if (entry.seaBillId !== null)
      await linkEntry(context, entry.seaBillId, { id: entry.id, state: entry.state });
    return entry;
  },

  count: async ({ read }, { query }) => {
    const { state: _, ...rest } = query;
    const rows = await groupRows(read, listOf(seaEntry), rest, 'state');
    const found = new Map(rows.map(({ state, n }) => [state, Number(n)]));
    return Object.fromEntries(entryStateNames.map((state) => [state, found.get(state) ?? 0])) as never;
  },

  prefill: ({ read }, { query }) => prefill(read, query),

  status: async ({ read, caller }, { params }) => {
    const entry = await readEntry(read, params.id);
    const { submitter, decides } = await factsOf(read, entry, caller.id);
    const pending = entry.state === 'pending_approval';
    const answers = await read
      .selectFrom('entryAnswer')
      .selectAll()
      .where('entryId', '=', params.id)
      .orderBy('id', 'desc')
      .execute();
    const filings = await read
      .selectFrom('filing')
      .selectAll()
      .where('objectType', '=', 'seaEntry')
      .where('objectId', '=', params.id)
      .orderBy('id', 'desc')
      .execute();
    const { filed, filedAt } = await read
      .selectFrom('seaEntry')
      .select(['filed', 'filedAt'])
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow();
    return {
      facts: { submitter, decides },
      next: pending ? [...(await decidersNow(read, entryApproval, entry)).next] : [],
      filings: filings.map(filingCodec.decode),
      answers: answers.map(answerCodec.decode),
      filed:
        filed === null || filedAt === null ? null : { at: filedAt, content: JSON.parse(filed) as unknown },
    };
  },

  logs: async ({ read }, { params, query }) => {
    await readEntry(read, params.id);
    return recordLog(read, 'seaEntry', params.id, query);
  },

  pdf: async ({ read }, { params }): Promise<Download> => {
    const entry = await readEntry(read, params.id);
    const { entryPdf } = await import('./entryPdf');
    return entryPdf(entry);
  },

  submit: async (context, { params, body }) => {
    const draft = await readEntry(context.read, params.id);
    requireVersion(draft, body.version);
    // Rates may have changed since it was saved: it is submitted with those of now.
    await requireAction(context, 'submit', { ...draft, ...(await followingFrom(context.read, draft)) });
    const { after } = await act(context, { ...params, ...body }, 'submit', 'submit', async (entry) => {
      const waiting = await stepsFor(context.read, entryApproval, context.now);
      return {
        ...(await followingFrom(context.read, entry)),
        ...{ state: 'pending_approval', submittedAt: context.now, submittedBy: context.caller.id },
        ...{ waiting, stepNo: waiting && 1, approvedAt: null, approvedBy: null, reason: null },
      };
    });
    await noteApproval(context, entryApproval, after, noOf(after), 'submit');
    await tellDeciders(context, after);
    return after;
  },

  withdraw: async (context, { params, body }) => {
    const { after } = await act(context, { ...params, ...body }, 'withdraw', 'recall', () => ({
      ...closed,
      ...{ state: 'draft', submittedAt: null, submittedBy: null },
    }));
    await noteApproval(context, entryApproval, after, noOf(after), 'withdraw');
    return after;
  },

  return: async (context, { params, body }) => {
    const { before, after } = await act(context, { ...params, ...body }, 'return', 'giveBack', () => ({
      ...closed,
      ...{ state: 'draft', reason: reasoned(body.reason) },
    }));
    await noteApproval(context, entryApproval, before, noOf(after), 'reject', { remark: body.reason });
    await tellOf(context, after, [before.submittedBy], 'ENTRY_RETURNED', body.reason);
    return after;
  },

  approve: async (context, { params, body }) => {
    const { before, after } = await act(
      context,
      { ...params, ...body },
      'approve',
      'approve',
      async (entry) => {
        const { standIn } = await decidersNow(context.read, entryApproval, entry);
        await noteApproval(context, entryApproval, entry, noOf(entry), 'approve', { standIn });
        const left = await leftOf(context.read, entryApproval, entry, context.now);
        return (
          left ?? { ...closed, state: 'approved', approvedAt: context.now, approvedBy: context.caller.id }
        );
      },
    );
    if (after.state === 'approved') await tellOf(context, after, [before.submittedBy], 'ENTRY_APPROVED');
    else if (after.stepNo !== before.stepNo) await tellDeciders(context, after);
    return after;
  },

  transmit: async (context, { params, body }) => {
    const { before, after } = await act(context, { ...params, ...body }, 'transmit', 'transmit', (entry) => ({
      state: 'transmitted',
      transmittedAt: context.now,
      heldNos: [],
      lastAnswer: null,
      filed: JSON.stringify(keptOf(entry)),
      filedAt: context.now,
    }));
    await queueFiling(context, {
      ...filingOf(after),
      kind: 'entry',
      operation: before.acceptedAt === null ? 'add' : 'replace',
      content: contentOf(after),
    });
    if (after.seaBillId !== null) await reachNode(context, after.seaBillId, 'entryFiled', context.now);
    await billTransmitted(context, after);
    return after;
  },

  solve: async (context, { params, body }) => {
    const at = timeGiven(context, 'at', body.at);
    const { after } = await act(context, { ...params, ...body }, 'solve', 'solve', () => ({
      state: 'accepted',
      ...(body.remark === null ? {} : { remark: body.remark }),
    }));
    return body.result === 'released' ? release(context, after, at) : after;
  },

  summary: async (context, { params, body }) => {
    const { version, ...booking } = body;
    const { after } = await act(
      context,
      { ...params, version },
      'fileSummary',
      'fileSummary',
      async (entry) => ({
        ...(await followingFrom(context.read, entry)),
        state: 'summary_filed',
        summaryFiledAt: context.now,
      }),
    );
    await queueFiling(context, {
      ...filingOf(after),
      kind: 'entrySummary',
      operation: 'add',
      content: contentOf(after),
    });
    await bookDuty(context, after, booking);
    if (after.seaBillId !== null) await reachNode(context, after.seaBillId, 'summaryFiled', context.now);
    return after;
  },

  pay: async (context, { params, body }) => {
    const { version, statementNo, paymentDate, method } = body;
    requirePast(context, paymentDate);
    const { after } = await act(context, { ...params, version }, 'pay', 'pay', (entry) => {
      if (Number(entry.grandTotal) <= 0)
        throw refuse('AMOUNT_ZERO', { field: { field: 'grandTotal', of: 'seaEntry' } });
      return { state: 'paid', paidAt: context.now, statementNo };
    });
    await payDuty(context, after, { paymentDate, method, bankReference: statementNo });
    if (after.seaBillId !== null) await reachNode(context, after.seaBillId, 'dutyPaid', context.now);
    return after;
  },

  cancel: async (context, { params, body }) => {
    const { before, after } = await act(context, { ...params, ...body }, 'cancel', 'cancel', () => ({
      state: 'cancelled',
      cancelledAt: context.now,
      reason: reasoned(body.reason),
    }));
    if (before.transmittedAt !== null)
      await queueFiling(context, {
        ...filingOf(after),
        kind: 'entry',
        operation: 'delete',
        content: { entryNo: after.entryNo },
      });
    return after;
  },
};

const filingOf = (entry: SeaEntry) => {
  if (entry.netchbAccountId === null) throw refuseFields({ netchbAccountId: problem('ENTRY_NO_ACCOUNT') });
  return {
    accountId: entry.netchbAccountId,
    objectType: 'seaEntry' as const,
    objectId: entry.id,
    objectNo: entry.entryNo ?? '',
  };
};

/** What the specification has under AMS of entries. */
export const amsEntryHandlers: GroupHandlers<'amsEntry'> = {
  amend: async (context, { body }) =>
    (
      await act(context, body, 'amend', 'amend', ({ amendmentNo }) => ({
        state: 'draft',
        amendmentNo: amendmentNo + 1,
        reason: reasoned(body.reason),
        submittedAt: null,
        submittedBy: null,
        ...closed,
        approvedAt: null,
        approvedBy: null,
      }))
    ).after,
};
