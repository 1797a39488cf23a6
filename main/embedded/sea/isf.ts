import type { LogAction } from '@contract/access/operateLog';
import { isLateFiling } from '@contract/rules/isfDeadline';
import { SEA_WARNING_HOURS } from '@contract/rules/seaNodes';
import { instantOf } from '@contract/rules/zonedTime';
import { type FilingOperation, filingActions, filingRow } from '@contract/sea/filing';
import {
  type IsfAction,
  type IsfAnswer,
  type IsfDraft,
  isfShows,
  isfStateNames,
  type SeaIsf,
  seaIsf,
} from '@contract/sea/seaIsf';
import type { Expression, SqlBool } from 'kysely';
import { difference, recordLog } from '../access/operateLog';
import type { Context, GroupHandlers } from '../context';
import { crudHandlers, listOf } from '../crud';
import { exportRows } from '../exportRows';
import { requireVersion } from '../finance/lines';
import { queueFiling } from '../netchb/filing';
import { inBoth, tellStaff } from '../partners/messages';
import { refuse } from '../refusal';
import { codecOf } from '../store/codec';
import { groupRows, type ListDefinition, listRows, type Where } from '../store/listRows';
import { nextNumber } from '../store/numbers';
import { decidersNow, leftOf, noteApproval, stepsFor } from './fourEyes';
import { isfContent } from './isfFile';
import { prefillIsf } from './isfPrefill';
import {
  draftOf,
  factsOf,
  followingFrom,
  isfApproval,
  logIsf,
  readIsf,
  requireIsfAction,
  saveIsf,
} from './isfRow';
import { linkIsf, reachNode, readSeaBill } from './seaLinks';

const filingCodec = codecOf(filingRow);

/** Refuses a sea bill that has another ISF; one that was cancelled is none. */
async function requireFreeBill({ read }: Context, seaBillId: number, own: number | null): Promise<void> {
  const bill = await readSeaBill(read, seaBillId);
  if (bill.isfId === null || bill.isfId === own) return;
  const other = await readIsf(read, bill.isfId);
  if (other.state !== 'cancelled') throw refuse('ISF_OF_BILL', { no: bill.mblNo, isf: other.isfNo });
}

const {
  active: _,
  list: _list,
  export: _export,
  ...usual
} = crudHandlers(seaIsf, {
  check: async (context, draft, before) => {
    if (before) await requireIsfAction(context, 'update', before as unknown as SeaIsf);
    if (typeof draft.seaBillId === 'number')
      await requireFreeBill(context, draft.seaBillId, before ? Number(before.id) : null);
  },
  derive: async (draft, context, before) => ({
    ...followingFrom(draft as unknown as IsfDraft),
    state: 'draft',
    action: before?.standing ? filingActions.replace : filingActions.add,
    customerId:
      typeof draft.seaBillId === 'number'
        ? (await readSeaBill(context.read, draft.seaBillId)).customerId
        : (before?.customerId ?? null),
    ...(before ? {} : { isfNo: await nextNumber(context.write, 'seaIsf', 'isfNo', 'ISF', context.now) }),
  }),
  checkLeaving: async (context, row) => {
    await requireIsfAction(context, 'remove', row as unknown as SeaIsf);
    if (typeof row.seaBillId === 'number') await linkIsf(context, row.seaBillId, null);
  },
  belongsTo: ({ customerId }) => ({ customerId: customerId as number | null }),
});

/** States in which somebody has to do something before customs can. */
const WAITING = ['pending_approval', 'approved', 'rejected'] as const;

/** Conditions of the lists that are no state. */
const shown =
  (now: string) =>
  (where: Where, query: Readonly<Record<string, unknown>>): Expression<SqlBool>[] => {
    const unfiled = (by: string) =>
      where.and([where('filedAt', 'is', null), where('state', '!=', 'cancelled'), where('dueAt', '<=', by)]);
    const soon = instantOf(Date.parse(now) + SEA_WARNING_HOURS * 3_600_000);
    if (query.show === 'action')
      return [
        where.or([
          where('state', 'in', WAITING),
          where('filingState', 'in', ['failed', 'given_up']),
          unfiled(soon),
        ]),
      ];
    if (query.show === 'late') return [where.or([where('lateFiling', '=', 1), unfiled(now)])];
    return [];
  };
const listAt = (now: string): ListDefinition<ReturnType<typeof listOf<typeof seaIsf.row.shape>>['row']> => ({
  ...listOf(seaIsf),
  always: shown(now),
});

/** Carries out an action on an ISF of the version given. */
async function act(
  context: Context,
  { id, version }: { readonly id: number; readonly version: number },
  action: IsfAction,
  log: LogAction,
  values: (isf: SeaIsf) => Promise<Partial<SeaIsf>> | Partial<SeaIsf>,
  kept?: (isf: SeaIsf) => Parameters<typeof saveIsf>[3],
): Promise<{ before: SeaIsf; after: SeaIsf }> {
  const before = await readIsf(context.read, id);
  requireVersion(before, version);
  await requireIsfAction(context, action, before);
  const fields = await values(before);
  const after = await saveIsf(context, before, fields, kept?.(before));
  const changed = difference(before, { ...before, ...fields });
  await logIsf(context, log, before, changed.before, changed.after);
  return { before, after };
}

const needReason = (reason: string): string => {
  if (!reason) throw refuse('REASON_REQUIRED');
  return reason;
};

/** Tells people of an ISF. */
const tell = (
  context: Context,
  isf: SeaIsf,
  to: readonly (number | null)[],
  code: 'ISF_TO_APPROVE' | 'ISF_RETURNED' | 'ISF_APPROVED',
  text = '',
) => {
  const people = to.flatMap((id) => id ?? []);
  if (people.length === 0) return;
  return tellStaff(context, {
    type: 'approval',
    text: inBoth(code, { no: isf.isfNo, text }),
    to: people,
    link: `/sea/isf/detail/${isf.id}`,
  });
};
const tellDeciders = async (context: Context, isf: SeaIsf) =>
  tell(context, isf, (await decidersNow(context.write, isfApproval, isf)).next, 'ISF_TO_APPROVE');

/** Nothing is under approval. */
const closed = { waiting: null, stepNo: null } as const;

/** Sends an ISF to customs. */
async function send(context: Context, isf: SeaIsf, operation: FilingOperation): Promise<void> {
  if (isf.netchbAccountId === null) throw refuse('FILING_NO_ACCOUNT');
  await queueFiling(context, {
    accountId: isf.netchbAccountId,
    kind: 'isf',
    objectType: 'seaIsf',
    objectId: isf.id,
    objectNo: isf.isfNo,
    operation,
    content:
      operation === 'delete'
        ? {
            isfNo: isf.isfNo,
            transactionNo: isf.cbpTransactionNo,
            scac: isf.scac,
            mblNo: isf.mblNo,
            hblNo: isf.hblNo,
          }
        : isfContent(isf),
  });
}

/** Importer security filings. */
export const seaIsfHandlers: GroupHandlers<'seaIsf'> = {
  ...usual,

  list: ({ read, now }, { query }) => listRows(read, listAt(now), query),
  export: (context, { query }) =>
    exportRows(context, { definition: listAt(context.now), resource: 'seaIsf' }, query),

  create: async (context, input) => {
    const isf = (await usual.create(context, input)) as SeaIsf;
    if (isf.seaBillId !== null) await linkIsf(context, isf.seaBillId, { id: isf.id, state: isf.state });
    return isf;
  },

  update: async (context, input) => {
    const before = await readIsf(context.read, input.params.id);
    const isf = (await usual.update(context, input)) as SeaIsf;
    if (before.seaBillId !== null && before.seaBillId !== isf.seaBillId)
      await linkIsf(context, before.seaBillId, null);
    if (isf.seaBillId !== null) await linkIsf(context, isf.seaBillId, { id: isf.id, state: isf.state });
    return isf;
  },

  count: async ({ read, now }, { query }) => {
    const { state: _state, show: _show, ...rest } = query;
    const states = new Map(
      (await groupRows(read, listAt(now), rest, 'state')).map(({ state, n }) => [state, Number(n)]),
    );
    const shows = await Promise.all(
      isfShows.map(async (show) => {
        const found = await listRows(read, listAt(now), { ...rest, show, pageSize: 1 } as typeof query);
        return [show, found.total] as const;
      }),
    );
    return Object.fromEntries([
      ...isfStateNames.map((state) => [state, states.get(state) ?? 0]),
      ...shows,
    ]) as never;
  },

  prefill: ({ read }, { query }) => prefillIsf(read, query.seaBillId),

  filed: async ({ read }, { params }) => {
    const row = await read
      .selectFrom('seaIsf')
      .select(['filedContent', 'filedContentAt'])
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (!row) throw refuse('NOT_FOUND');
    return row.filedContent === null || row.filedContentAt === null
      ? null
      : { at: row.filedContentAt, content: JSON.parse(row.filedContent) as unknown };
  },

  logs: async ({ read }, { params, query }) => {
    await readIsf(read, params.id);
    return recordLog(read, 'seaIsf', params.id, query);
  },

  submit: async (context, { params, body }) => {
    const { after } = await act(context, { ...params, ...body }, 'submit', 'submit', async () => {
      const waiting = await stepsFor(context.read, isfApproval, context.now);
      return {
        state: 'pending_approval',
        submittedAt: context.now,
        submittedBy: context.caller.id,
        waiting,
        stepNo: waiting && 1,
        approvedAt: null,
        approvedBy: null,
      };
    });
    await noteApproval(context, isfApproval, after, after.isfNo, 'submit');
    await tellDeciders(context, after);
    return after;
  },

  withdraw: async (context, { params, body }) => {
    const { after } = await act(context, { ...params, ...body }, 'withdraw', 'recall', () => ({
      ...closed,
      state: 'draft',
      submittedAt: null,
      submittedBy: null,
    }));
    await noteApproval(context, isfApproval, after, after.isfNo, 'withdraw');
    return after;
  },

  return: async (context, { params, body }) => {
    const { before, after } = await act(context, { ...params, ...body }, 'return', 'giveBack', () => ({
      ...closed,
      state: 'draft',
      reason: needReason(body.reason),
    }));
    await noteApproval(context, isfApproval, before, after.isfNo, 'reject', { remark: body.reason });
    await tell(context, after, [before.submittedBy], 'ISF_RETURNED', body.reason);
    return after;
  },

  approve: async (context, { params, body }) => {
    const { before, after } = await act(
      context,
      { ...params, ...body },
      'approve',
      'approve',
      async (isf) => {
        const { standIn } = await decidersNow(context.read, isfApproval, isf);
        await noteApproval(context, isfApproval, isf, isf.isfNo, 'approve', { standIn });
        const left = await leftOf(context.read, isfApproval, isf, context.now);
        return (
          left ?? { ...closed, state: 'approved', approvedAt: context.now, approvedBy: context.caller.id }
        );
      },
    );
    if (after.state === 'approved') await tell(context, after, [before.submittedBy], 'ISF_APPROVED');
    else if (after.stepNo !== before.stepNo) await tellDeciders(context, after);
    return after;
  },

  revoke: async (context, { params, body }) =>
    (
      await act(context, { ...params, ...body }, 'revoke', 'revoke', () => ({
        state: 'draft',
        approvedAt: null,
        approvedBy: null,
      }))
    ).after,

  discard: async (context, { params, body }) => {
    const { filedContent } = await context.read
      .selectFrom('seaIsf')
      .select('filedContent')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow(() => refuse('NOT_FOUND'));
    const filed = filedContent === null ? {} : (JSON.parse(filedContent) as Partial<IsfDraft>);
    const { after } = await act(context, { ...params, ...body }, 'discard', 'discard', (isf) => {
      const { seaBillId: _bill, remark: _remark, ...content } = filed;
      return {
        ...content,
        ...followingFrom({ ...draftOf(isf), ...content }),
        state: isf.standing ?? isf.state,
        amendmentNo: Math.max(0, isf.amendmentNo - 1),
        reason: null,
      };
    });
    return after;
  },

  cancel: async (context, { params, body }) => {
    const { after } = await act(context, { ...params, ...body }, 'cancel', 'cancel', () => ({
      state: 'transmitted',
      action: filingActions.delete,
      filingState: 'queued',
      reason: needReason(body.reason),
    }));
    await send(context, after, 'delete');
    return after;
  },
};

/** ISF at NetCHB. */
export const netchbIsfHandlers: GroupHandlers<'netchbIsf'> = {
  submit: async (context, { body }) => {
    const { now } = context;
    const { before, after } = await act(
      context,
      body,
      'transmit',
      'transmit',
      (isf) => ({
        state: 'transmitted',
        action: isf.standing === null ? filingActions.add : filingActions.replace,
        filingState: 'queued',
        filedAt: isf.filedAt ?? now,
        lateFiling: isf.filedAt === null ? isLateFiling(isf.dueAt, now) : isf.lateFiling,
        lastAnswer: null,
      }),
      (isf) => ({ sentContent: JSON.stringify(draftOf(isf)) }),
    );
    await send(context, after, before.standing === null ? 'add' : 'replace');
    if (after.seaBillId !== null && before.filedAt === null)
      await reachNode(context, after.seaBillId, 'isfFiled', now);
    return after;
  },

  amend: async (context, { body }) =>
    (
      await act(context, body, 'amend', 'amend', (isf) => ({
        state: 'draft',
        action: filingActions.replace,
        amendmentNo: isf.amendmentNo + 1,
        submittedAt: null,
        submittedBy: null,
        approvedAt: null,
        approvedBy: null,
        reason: needReason(body.reason),
      }))
    ).after,

  status: async ({ read, caller }, { query }) => {
    const isf = await readIsf(read, query.id);
    const { arrived, entryFiled, submitter, decides } = await factsOf(read, isf, caller.id);
    const deciders = isf.state === 'pending_approval' ? (await decidersNow(read, isfApproval, isf)).next : [];
    const answers = await read
      .selectFrom('isfAnswer')
      .selectAll()
      .where('isfId', '=', isf.id)
      .orderBy('id', 'desc')
      .execute();
    const filings = await read
      .selectFrom('filing')
      .selectAll()
      .where('objectType', '=', 'seaIsf')
      .where('objectId', '=', isf.id)
      .orderBy('id', 'desc')
      .execute();
    return {
      facts: { arrived, entryFiled, submitter, decides },
      deciders: [...deciders],
      answers: answers.map(({ isfId: _isf, codes, ...answer }) => ({
        ...answer,
        event: answer.event as IsfAnswer['event'],
        codes: JSON.parse(codes) as IsfAnswer['codes'],
      })),
      filings: filings.map(filingCodec.decode),
    };
  },
};
