import { perName } from '@contract/names';
import { isLateFiling } from '@contract/rules/isfDeadline';
import { SEA_WARNING_HOURS } from '@contract/rules/seaNodes';
import { instantOf } from '@contract/rules/zonedTime';
import { type FilingOperation, filingActions } from '@contract/sea/filing';
import {
  type IsfAnswer,
  type IsfDraft,
  isfShows,
  isfStateNames,
  type SeaIsf,
  seaIsf,
} from '@contract/sea/seaIsf';
import type { Expression, SqlBool } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { crudHandlers, listOf } from '../../core/crud';
import { forgetFilesOf } from '../../core/documentFile';
import { exportRows } from '../../core/exportRows';
import { refuse } from '../../core/refusal';
import { type ConditionBuilder, countStates, type ListDefinition, listRows } from '../../store/listRows';
import { nextNumber } from '../../store/numbers';
import { filingsOf, queueFiling } from '../netchb/filing';
import { needReason, UNREVIEWED } from './filedCore';
import { isfContent } from './isfFile';
import { prefillIsf } from './isfPrefill';
import { draftOf, followingFrom, isfRecord, sentOf } from './isfRow';
import { linkFiling, reachNode, readSeaBill } from './seaLinks';

/** Refuses a sea bill that has another ISF; a cancelled one does not count. */
async function requireFreeBill({ read }: Context, seaBillId: number, own: number | null): Promise<void> {
  const bill = await readSeaBill(read, seaBillId);
  if (bill.isfId === null || bill.isfId === own) return;
  const other = await isfRecord.read(read, bill.isfId);
  if (other.state !== 'cancelled') throw refuse('ISF_OF_BILL', { no: bill.mblNo, isf: other.isfNo });
}

const {
  active: _,
  setActive: _setActive,
  list: _list,
  export: _export,
  ...usual
} = crudHandlers(seaIsf, {
  check: async (context, draft, before) => {
    if (before) await isfRecord.requireAction(context, 'update', Number(before.id));
    if (typeof draft.seaBillId === 'number')
      await requireFreeBill(context, draft.seaBillId, before ? Number(before.id) : null);
  },
  derive: async (draft, context, before) => ({
    ...followingFrom(draft),
    state: 'draft',
    action: before?.standing ? filingActions.replace : filingActions.add,
    customerId:
      typeof draft.seaBillId === 'number'
        ? (await readSeaBill(context.read, draft.seaBillId)).customerId
        : (before?.customerId ?? null),
    ...(before ? {} : { isfNo: await nextNumber(context.write, 'seaIsf', 'isfNo', 'ISF', context.now) }),
  }),
  checkLeaving: async (context, row) => {
    await isfRecord.requireAction(context, 'remove', Number(row.id));
    await forgetFilesOf(context.write, 'isf', Number(row.id));
    if (typeof row.seaBillId === 'number') await linkFiling(context, row.seaBillId, 'isf', null);
  },
  belongsTo: ({ customerId }) => ({ customerId: customerId }),
});

/** States in which a person has to act before customs can. */
const WAITING = ['pending_approval', 'approved', 'rejected'] as const;

/** Conditions for filters of the list that are no fields of an ISF. */
const shown =
  (now: string) =>
  (where: ConditionBuilder, query: Readonly<Record<string, unknown>>): Expression<SqlBool>[] => {
    const unfiled = (by: string) =>
      where.and([where('filedAt', 'is', null), where('state', '!=', 'cancelled'), where('dueAt', '<=', by)]);
    const soon = instantOf(Date.parse(now) + SEA_WARNING_HOURS * 3_600_000);
    const loose: Expression<SqlBool>[] = query.loose ? [where('seaBillId', 'is', null)] : [];
    if (query.show === 'action')
      return [
        ...loose,
        where.or([
          where('state', 'in', WAITING),
          where('filingState', 'in', ['failed', 'given_up']),
          unfiled(soon),
        ]),
      ];
    if (query.show === 'late') return [...loose, where.or([where('lateFiling', '=', 1), unfiled(now)])];
    return loose;
  };
const listAt = (now: string): ListDefinition<ReturnType<typeof listOf<typeof seaIsf.row.shape>>['row']> => ({
  ...listOf(seaIsf),
  always: shown(now),
});

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

  ...isfRecord.kept(usual),
  ...isfRecord.steps,

  count: async ({ read, now }, { query }) => {
    const { state: _state, show: _show, ...rest } = query;
    const states = await countStates(read, listAt(now), rest, isfStateNames);
    const shows = perName(isfShows, () => 0);
    for (const show of isfShows)
      shows[show] = (await listRows(read, listAt(now), { ...rest, show, pageSize: 1 })).total;
    return { ...states, ...shows };
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
      : { at: row.filedContentAt, content: JSON.parse(row.filedContent) };
  },

  revoke: async (context, { params, body }) =>
    (
      await isfRecord.act(context, { ...params, ...body }, 'revoke', 'revoke', () => ({
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
    const { after } = await isfRecord.act(context, { ...params, ...body }, 'discard', 'discard', (isf) => {
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
    const { after } = await isfRecord.act(context, { ...params, ...body }, 'cancel', 'cancel', () => ({
      state: 'transmitted',
      action: filingActions.delete,
      filingState: 'queued',
      reason: needReason(body.reason),
    }));
    await send(context, after, 'delete');
    return after;
  },
};

/** ISF operations of NetCHB. */
export const netchbIsfHandlers: GroupHandlers<'netchbIsf'> = {
  submit: async (context, { body }) => {
    const { now } = context;
    const { before, after } = await isfRecord.act(
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
      (isf) => ({ sentContent: JSON.stringify(sentOf(isf)) }),
    );
    await send(context, after, before.standing === null ? 'add' : 'replace');
    if (after.seaBillId !== null && before.filedAt === null)
      await reachNode(context, after.seaBillId, 'isfFiled', now);
    return after;
  },

  amend: async (context, { body }) =>
    (
      await isfRecord.act(context, body, 'amend', 'amend', (isf) => ({
        state: 'draft',
        action: filingActions.replace,
        amendmentNo: isf.amendmentNo + 1,
        ...UNREVIEWED,
        reason: needReason(body.reason),
      }))
    ).after,

  status: async ({ read, caller }, { query }) => {
    const isf = await isfRecord.read(read, query.id);
    const { arrived, entryFiled, submitter, decides } = await isfRecord.factsOf(read, isf, caller.id);
    const answers = await read
      .selectFrom('isfAnswer')
      .selectAll()
      .where('isfId', '=', isf.id)
      .orderBy('id', 'desc')
      .execute();
    return {
      facts: { arrived, entryFiled, submitter, decides },
      deciders: await isfRecord.deciders(read, isf),
      answers: answers.map(({ isfId: _isf, codes, ...answer }) => ({
        ...answer,
        event: answer.event,
        codes: JSON.parse(codes) as IsfAnswer['codes'],
      })),
      filings: await filingsOf(read, 'seaIsf', isf.id),
    };
  },
};
