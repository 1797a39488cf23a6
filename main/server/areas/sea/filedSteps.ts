import type { LogAction } from '@contract/access/operateLog';
import type { FourEyes } from '@contract/sea/fourEyes';
import type { Context } from '../../core/context';
import { difference, recordLog } from '../access/operateLog';
import { decidersNow, leftOf, noteApproval, stepsFor } from '../business/fourEyes';
import { inBoth, notifyStaff } from '../partners/messages';
import {
  type CommonAction,
  type Core,
  type FiledRecord,
  NO_APPROVAL,
  needReason,
  UNREVIEWED,
} from './filedCore';

import type { FiledDoc } from './seaLinks';

/** A record and the version that an action was requested for. */
interface ActionRequest {
  readonly id: number;
  readonly version: number;
}
interface Step<Body = unknown> {
  readonly params: { readonly id: number };
  readonly body: { readonly version: number } & Body;
}

/** Runs an action on the given version of a record. */
export const actOn =
  <R extends FiledRecord, F extends FourEyes, A extends string>({
    kind,
    records,
    save,
    log,
  }: Core<R, F, A>) =>
  async (
    context: Context,
    { id, version }: ActionRequest,
    action: A | CommonAction,
    logged: LogAction,
    values: (row: R) => Partial<R> | Promise<Partial<R>>,
    columns?: (row: R) => Parameters<typeof save>[3],
  ): Promise<{ before: R; after: R }> => {
    const { before, fresh } = await records.open(context, { id, action }, action, version);
    const fields: Partial<R> = { ...fresh, ...(await values(before)) };
    const after = await save(context, before, fields, columns?.(before));
    const shown = Object.entries(fields).filter(([name]) => !kind.quiet?.some((quiet) => quiet === name));
    const changed = difference(before, { ...before, ...Object.fromEntries(shown) });
    await log(context, logged, before, changed.before, changed.after);
    return { before, after };
  };

/** Notifies people of a record. */
const notifierOf =
  <R extends FiledRecord, F extends FourEyes, A extends string>({ kind }: Core<R, F, A>) =>
  async (
    context: Context,
    row: R,
    to: readonly (number | null)[],
    what: 'TO_APPROVE' | 'RETURNED' | 'APPROVED',
    text = '',
  ): Promise<void> => {
    const people = to.filter((one) => one !== null);
    if (people.length === 0) return;
    await notifyStaff(context, {
      type: 'approval',
      text: inBoth(`${messagePrefix(kind)}_${what}`, { no: kind.numberOf(row), text }),
      to: people,
      link: `${kind.link}/${row.id}`,
    });
  };

/** Prefix of the message codes for records of a kind. */
export const messagePrefix = ({ doc }: { readonly doc: FiledDoc }) => (doc === 'isf' ? 'ISF' : 'ENTRY');

/** Actions that take a draft to a record that may be filed. */
export function stepsOf<R extends FiledRecord, F extends FourEyes, A extends string>(core: Core<R, F, A>) {
  const { kind, approval, read, deciders } = core;
  const { numberOf } = kind;
  const act = actOn(core);
  const notify = notifierOf(core);
  const notifyDeciders = async (context: Context, row: R) =>
    notify(context, row, await deciders(context.write, row), 'TO_APPROVE');
  /** Fields common to all these records. */
  const shared = (values: Readonly<Record<string, unknown>>) => values as Partial<R>;

  return {
    submit: async (context: Context, { params, body }: Step): Promise<R> => {
      const { after } = await act(context, { ...params, ...body }, 'submit', 'submit', async () => {
        const waiting = await stepsFor(context.read, approval, context.now);
        const submitted = { submittedAt: context.now, submittedBy: context.caller.id };
        return shared({
          ...UNREVIEWED,
          ...submitted,
          state: 'pending_approval',
          waiting,
          stepNo: waiting && 1,
        });
      });
      await noteApproval(context, approval, after, numberOf(after), 'submit');
      await notifyDeciders(context, after);
      return after;
    },

    withdraw: async (context: Context, { params, body }: Step): Promise<R> => {
      const { after } = await act(context, { ...params, ...body }, 'withdraw', 'recall', () =>
        shared({ ...NO_APPROVAL, state: 'draft', submittedAt: null, submittedBy: null }),
      );
      await noteApproval(context, approval, after, numberOf(after), 'withdraw');
      return after;
    },

    acknowledge: async (context: Context, { params, body }: Step): Promise<R> =>
      (
        await act(context, { ...params, ...body }, 'acknowledge', 'acknowledge', () =>
          shared({ openAnswer: null }),
        )
      ).after,

    return: async (context: Context, { params, body }: Step<{ reason: string }>): Promise<R> => {
      const { before, after } = await act(context, { ...params, ...body }, 'return', 'giveBack', () =>
        shared({ ...NO_APPROVAL, state: 'draft', reason: needReason(body.reason) }),
      );
      await noteApproval(context, approval, before, numberOf(after), 'reject', { remark: body.reason });
      await notify(context, after, [before.submittedBy], 'RETURNED', body.reason);
      return after;
    },

    approve: async (context: Context, { params, body }: Step): Promise<R> => {
      const { before, after } = await act(
        context,
        { ...params, ...body },
        'approve',
        'approve',
        async (row) => {
          const { standIn } = await decidersNow(context.read, approval, row);
          await noteApproval(context, approval, row, numberOf(row), 'approve', { standIn });
          const left = await leftOf(context.read, approval, row, context.now);
          const approved = { state: 'approved', approvedAt: context.now, approvedBy: context.caller.id };
          return shared({ ...(left ?? { ...NO_APPROVAL, ...approved }) });
        },
      );
      if (after.state === 'approved') await notify(context, after, [before.submittedBy], 'APPROVED');
      else if (after.stepNo !== before.stepNo) await notifyDeciders(context, after);
      return after;
    },

    logs: async ({ read: db }: Context, { params, query }: LogRequest) => {
      await read(db, params.id);
      return recordLog(db, kind.table, params.id, query);
    },
  };
}

type LogRequest = {
  readonly params: { readonly id: number };
  readonly query: Parameters<typeof recordLog>[3];
};
