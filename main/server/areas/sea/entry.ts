import { problem } from '@contract/errors';
import { correctionDue, US_CUSTOMS_ZONE } from '@contract/rules/usDays';
import { dayAt } from '@contract/rules/zonedTime';
import {
  entryAnswer,
  entryStateNames,
  entryTotals,
  lateCorrection,
  type SeaEntry,
  seaEntry,
} from '@contract/sea/seaEntry';
import type { Context, Download, GroupHandlers } from '../../core/context';
import { crudHandlers, listOf } from '../../core/crud';
import { forgetFilesOf } from '../../core/documentFile';
import { Refusal, refuse, refuseFields } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import { countStates, totalsOf } from '../../store/listRows';
import { readBill } from '../bill/billFacts';
import { timeGiven } from '../customs/openBill';
import { requirePast } from '../finance/lines';
import { filingsOf, queueFiling } from '../netchb/filing';
import { release } from './entryAnswers';
import { billTransmitted } from './entryBill';
import { bookDuty, payDuty } from './entryCosts';
import { contentOf, keptOf } from './entryFile';
import { reserveNumber, takeNumber } from './entryNumbers';
import { countEach, createEach } from './entryPerConsignee';
import { prefill } from './entryPrefill';
import { entryRecord, followingFrom } from './entryRow';
import { NO_APPROVAL, needReason, UNREVIEWED } from './filedCore';
import { linkFiling, reachNode, readSeaBill } from './seaLinks';

type Values = Record<string, unknown>;
const answerCodec = codecOf(entryAnswer);

/** Account for filing an entry: the given one, else the first active one. */
async function accountOf(context: Context, id: unknown) {
  const accounts = context.read.selectFrom('netchbAccount').select(['id', 'filerCode']);
  const found =
    typeof id === 'number'
      ? await accounts.where('id', '=', id).executeTakeFirst()
      : await accounts.where('active', '=', 1).orderBy('id').executeTakeFirst();
  if (!found) throw refuseFields({ netchbAccountId: problem('ENTRY_NO_ACCOUNT') });
  return found;
}

/** Subject of an entry: a sea bill or an air bill, with the fields taken from it. */
async function subjectOf(context: Context, draft: Values) {
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

/** Number of a draft: its own, a given one, or the next of its filer. */
async function numberOf(
  context: Context,
  { entryNo: given }: Pick<SeaEntry, 'entryNo'>,
  filer: string,
  before?: Pick<SeaEntry, 'entryNo' | 'transmittedAt'>,
): Promise<string> {
  const own = before?.entryNo;
  if (own && given === own && own.startsWith(filer)) return own;
  // An entry that customs has received keeps its number.
  if (own && before?.transmittedAt) {
    if (given !== null && given !== own)
      throw refuseFields({ entryNo: problem('ENTRY_NO_USED', { no: given }) });
    return own;
  }
  if (given === null || given === own) return reserveNumber(context, filer);
  await takeNumber(context, given, filer);
  return given;
}

const {
  active: _,
  setActive: __,
  ...usual
} = crudHandlers(seaEntry, {
  check: async (context, draft, before) => {
    if (before) await entryRecord.requireAction(context, 'update', Number(before.id));
    // A correction may only turn a consumption entry into one with antidumping duty, or back (CBP).
    const kinds = ['01', '03'];
    if (before && before.paidAt !== null && draft.entryType !== before.entryType)
      if (![draft.entryType, before.entryType].every((type) => kinds.includes(String(type))))
        throw refuseFields({ entryType: problem('ENTRY_TYPE_KEPT') });
    await subjectOf(context, draft);
  },
  derive: async (draft, context, before) => {
    const account = await accountOf(context, draft.netchbAccountId);
    return {
      ...(await subjectOf(context, draft)),
      netchbAccountId: account.id,
      filerCode: account.filerCode,
      entryNo: await numberOf(context, draft, account.filerCode, before),
      ...(await followingFrom(context.read, { ...draft, netchbAccountId: account.id })),
      state: 'draft',
    };
  },
  checkLeaving: async (context, row) => {
    await entryRecord.requireAction(context, 'remove', Number(row.id));
    await forgetFilesOf(context.write, 'entry', Number(row.id));
    await context.write.deleteFrom('entryAnswer').where('entryId', '=', Number(row.id)).execute();
    if (typeof row.seaBillId === 'number') await linkFiling(context, row.seaBillId, 'entry', null);
  },
  belongsTo: ({ customerId }) => ({ customerId: customerId }),
});

/** Entries with US customs. */
export const seaEntryHandlers: GroupHandlers<'seaEntry'> = {
  ...usual,

  ...entryRecord.kept(usual),
  ...entryRecord.steps,

  count: ({ read }, { query: { state: _, ...rest } }) =>
    countStates(read, listOf(seaEntry), rest, entryStateNames),

  totals: ({ read }, { query }) => totalsOf(read, listOf(seaEntry), query, entryTotals),

  prefill: ({ read }, { query }) => prefill(read, query),

  consignees: ({ read }, { query }) => countEach(read, query.billId),

  createEach: (context, { body }) =>
    createEach(context, body.billId, (draft) => usual.create(context, { body: draft })),

  status: async ({ read, caller }, { params }) => {
    const entry = await entryRecord.read(read, params.id);
    const { submitter, decides } = await entryRecord.factsOf(read, entry, caller.id);
    const answers = await read
      .selectFrom('entryAnswer')
      .selectAll()
      .where('entryId', '=', params.id)
      .orderBy('id', 'desc')
      .execute();
    const { filed, filedAt } = await read
      .selectFrom('seaEntry')
      .select(['filed', 'filedAt'])
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow();
    return {
      facts: { submitter, decides },
      next: await entryRecord.deciders(read, entry),
      filings: await filingsOf(read, 'seaEntry', entry.id),
      answers: answers.map(answerCodec.decode),
      filed: filed === null || filedAt === null ? null : { at: filedAt, content: JSON.parse(filed) },
    };
  },

  pdf: async ({ read }, { params }): Promise<Download> => {
    const entry = await entryRecord.read(read, params.id);
    const { entryPdf } = await import('./entryPdf');
    return entryPdf(entry);
  },

  transmit: async (context, { params, body }) => {
    const { before, after } = await entryRecord.act(
      context,
      { ...params, ...body },
      'transmit',
      'transmit',
      ({ acceptedAt, heldNos }) => ({
        state: 'transmitted',
        transmittedAt: context.now,
        // Goods held under an accepted entry stay held until customs has answered the amendment.
        heldNos: acceptedAt === null ? [] : heldNos,
        lastAnswer: null,
      }),
      // Of a correction, customs keeps what was filed before until it accepts it.
      (entry) =>
        entry.paidAt === null ? { filed: JSON.stringify(keptOf(entry)), filedAt: context.now } : undefined,
    );
    if (before.paidAt !== null) {
      const content = contentOf(after);
      await queueFiling(context, {
        ...filingOf(after),
        ...{ kind: 'entrySummary', operation: 'replace', content },
      });
      return after;
    }
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
    const { after } = await entryRecord.act(context, { ...params, ...body }, 'solve', 'solve', () => ({
      state: 'accepted',
      heldNos: [],
      openAnswer: null,
      ...(body.remark === null ? {} : { remark: body.remark }),
    }));
    return body.result === 'released' ? release(context, after, at) : after;
  },

  summary: async (context, { params, body }) => {
    const { version, ...booking } = body;
    const { after } = await entryRecord.act(
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
    const { after } = await entryRecord.act(context, { ...params, version }, 'pay', 'pay', (entry) => {
      if (Number(entry.grandTotal) <= 0)
        throw refuse('AMOUNT_ZERO', { field: { field: 'grandTotal', of: 'seaEntry' } });
      return { state: 'paid', paidAt: context.now, statementNo };
    });
    await payDuty(context, after, { paymentDate, method, bankReference: statementNo });
    if (after.seaBillId !== null) await reachNode(context, after.seaBillId, 'dutyPaid', context.now);
    return after;
  },

  correct: async (context, { params, body }) => {
    const { reason, liquidationOn, ...about } = body;
    const { after } = await entryRecord.act(
      context,
      { ...params, ...about },
      'correct',
      'correct',
      (entry) => {
        const scheduled = liquidationOn ?? entry.liquidationOn;
        const due = entry.entryDate === null ? null : correctionDue(entry.entryDate, scheduled);
        const late = lateCorrection(due, dayAt(context.now, US_CUSTOMS_ZONE));
        if (late) throw new Refusal(late);
        return {
          state: 'draft',
          amendmentNo: entry.amendmentNo + 1,
          liquidationOn: scheduled,
          reason: needReason(reason),
          ...NO_APPROVAL,
          ...UNREVIEWED,
        };
      },
    );
    return after;
  },

  discard: async (context, { params, body }) => {
    const { filed } = await context.read
      .selectFrom('seaEntry')
      .select('filed')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow(() => refuse('NOT_FOUND'));
    const { seaBillId: _seaBill, billId: _bill, ...content } = filed === null ? {} : JSON.parse(filed);
    const { after } = await entryRecord.act(
      context,
      { ...params, ...body },
      'discard',
      'discard',
      async (entry) => ({
        ...content,
        ...(await followingFrom(context.read, { ...entry, ...content })),
        ...{ state: 'paid', amendmentNo: Math.max(0, entry.amendmentNo - 1), reason: null },
        ...NO_APPROVAL,
        ...UNREVIEWED,
      }),
    );
    return after;
  },

  cancel: async (context, { params, body }) => {
    const { before, after } = await entryRecord.act(
      context,
      { ...params, ...body },
      'cancel',
      'cancel',
      () => ({
        state: 'cancelled',
        openAnswer: null,
        cancelledAt: context.now,
        reason: needReason(body.reason),
      }),
    );
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

/** Entry operations that the specification lists under AMS. */
export const amsEntryHandlers: GroupHandlers<'amsEntry'> = {
  amend: async (context, { body }) =>
    (
      await entryRecord.act(context, body, 'amend', 'amend', ({ amendmentNo }) => ({
        state: 'draft',
        amendmentNo: amendmentNo + 1,
        reason: needReason(body.reason),
        ...NO_APPROVAL,
        ...UNREVIEWED,
      }))
    ).after,
};
