import type { LogAction } from '@contract/access/operateLog';
import { type Machine, refusalOf } from '@contract/machine';
import type { PermissionName } from '@contract/permissions';
import type { Missing } from '@contract/rules/missing';
import type { FilingEvent, FilingObject } from '@contract/sea/filing';
import type { FourEyes } from '@contract/sea/fourEyes';
import type * as z from 'zod';
import { holds } from '../access/holds';
import { difference, recordLog } from '../access/operateLog';
import { type Awaiting, holdersOf } from '../business/document';
import type { Context } from '../context';
import type { FiledObject } from '../netchb/answers';
import { inBoth, tellStaff } from '../partners/messages';
import { requireVersion } from '../record';
import { Refusal, refuse } from '../refusal';
import { byName } from '../store/byName';
import { type Codec, codecOf } from '../store/codec';
import type { Reader } from '../store/open';
import {
  type Approval,
  decidersNow,
  type FiledDoc,
  leftOf,
  noteApproval,
  stepsFor,
  type UnderApproval,
} from './fourEyes';
import { linkFiling, type SeaContext } from './seaLinks';

/** Characters that are kept of what customs said last. */
const KEPT = 1000;

type Values = Record<string, unknown>;
/** A record that is filed with customs, as far as its life is alike whatever is filed. */
interface Filed extends UnderApproval {
  readonly version: number;
  readonly state: string;
  readonly submittedAt: string | null;
  readonly customerId: number | null;
  readonly seaBillId: number | null;
}

/** Actions that every such record has. */
type Usual = 'update' | 'remove' | 'submit' | 'withdraw' | 'approve' | 'return';

/** What differs between one kind of record that is filed and the next. */
interface FiledKind<R extends Filed, F extends FourEyes, A extends string> {
  readonly doc: FiledDoc;
  readonly table: FilingObject;
  readonly row: z.ZodObject;
  readonly machine: Machine<F, string, A | Usual>;
  /** By which people know the record. */
  readonly numberOf: (row: R) => string;
  /** Path of the screen of one record, before its id. */
  readonly link: string;
  /** Who files it, and hears of it when customs stops it. */
  readonly files: PermissionName;
  readonly missing: (db: Reader, row: R) => readonly Missing[] | Promise<readonly Missing[]>;
  /** What its life depends on besides the record itself and who looks at it. */
  readonly facts?: (db: Reader, row: R) => Promise<Omit<F, keyof R | keyof FourEyes>>;
  /** What is worked out anew when it is submitted, as duty by the rates of the day. */
  readonly fresh?: (db: Reader, row: R) => Promise<Partial<R>>;
  /** Fields that follow from others, and are no news in the log. */
  readonly quiet?: readonly (keyof R & string)[];
}

/** A record of the version that an action was asked for on. */
interface Asked {
  readonly id: number;
  readonly version: number;
}
interface Step<Body = unknown> {
  readonly params: { readonly id: number };
  readonly body: { readonly version: number } & Body;
}

/** The reason that was given. Throws REASON_REQUIRED. */
export function needReason(reason: string): string {
  if (!reason) throw refuse('REASON_REQUIRED');
  return reason;
}

/** Nothing is under approval. */
export const closed = { waiting: null, stepNo: null } as const;
/** Nobody has submitted it, nor approved. */
export const unseen = { submittedAt: null, submittedBy: null, approvedAt: null, approvedBy: null } as const;

/** All that is alike of records that are filed: how they are kept, who decides over them, and what customs says of them. */
export function filedRecord<R extends Filed, F extends FourEyes, A extends string>(kind: FiledKind<R, F, A>) {
  const { doc, table, machine, numberOf } = kind;
  const codec = codecOf(kind.row) as unknown as Codec<R>;
  const approval: Approval = { doc, right: machine.actions.approve.permission };
  const says = doc === 'isf' ? 'ISF' : 'ENTRY';

  /** One record. Throws NOT_FOUND. */
  const read = async (db: Reader, id: number): Promise<R> => {
    const row = await byName(db).selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw refuse('NOT_FOUND');
    return codec.decode(row);
  };

  /** Who may decide over it now. */
  const deciders = async (db: Reader, row: R): Promise<number[]> =>
    row.state === 'pending_approval' ? [...(await decidersNow(db, approval, row)).next] : [];

  /** What a record's life depends on, for whoever calls; nobody decides in nobody's name. */
  const factsOf = async (db: Reader, row: R, caller: number | null): Promise<F> => {
    const submitter = caller !== null && row.submittedBy === caller;
    const may = caller !== null && (await deciders(db, row)).includes(caller);
    const decides = may ? 'yes' : submitter ? 'own' : 'no';
    return { ...row, ...(await kind.facts?.(db, row)), submitter, decides } as unknown as F;
  };

  /** Throws why an action is refused, naming what is missing where that is why. */
  const requireAction = async (
    { read: db, caller }: Pick<SeaContext, 'read' | 'caller'>,
    action: A | Usual,
    row: R,
  ): Promise<void> => {
    const refused = refusalOf(machine, action, await factsOf(db, row, caller.id));
    if (!refused) return;
    if (refused.code !== 'FILING_INCOMPLETE') throw new Refusal(refused);
    const missing = await kind.missing(db, row);
    throw new Refusal(refused, {
      fields: Object.fromEntries(missing.map(({ path, problem }) => [path, problem])),
    });
  };

  /**
   * Writes fields of a record as its next version, and columns that are no part of its row; answers it as it is then. Its
   * sea bill follows.
   */
  const save = async (
    context: SeaContext,
    row: R,
    values: Partial<R>,
    columns: Readonly<Record<string, string | null>> = {},
  ): Promise<R> => {
    const { write, now, caller } = context;
    const stamp = { version: row.version + 1, updatedAt: now, updatedBy: caller.id };
    await byName(write)
      .updateTable(table)
      .set({ ...codec.encode(values), ...columns, ...stamp })
      .where('id', '=', row.id)
      .execute();
    const after = await read(write, row.id);
    if (after.seaBillId !== null && after.state !== row.state)
      await linkFiling(context, after.seaBillId, doc, after);
    return after;
  };

  /** Puts something done to a record into the operation log. */
  const log = (context: SeaContext, action: LogAction, row: R, before: unknown, after: unknown) =>
    context.log({
      module: 'sea',
      action,
      objectType: table,
      objectId: row.id,
      objectNo: numberOf(row),
      customerId: row.customerId,
      before,
      after,
    });

  /** Fields that every record of these has. */
  const shared = (values: Values) => values as Partial<R>;

  /** Carries out an action on the record of a version. */
  const act = async (
    context: Context,
    { id, version }: Asked,
    action: A | Usual,
    logged: LogAction,
    values: (row: R) => Partial<R> | Promise<Partial<R>>,
    columns?: (row: R) => Parameters<typeof save>[3],
  ): Promise<{ before: R; after: R }> => {
    const before = await read(context.read, id);
    requireVersion(before, version);
    const fresh = action === 'submit' ? ((await kind.fresh?.(context.read, before)) ?? {}) : {};
    await requireAction(context, action, { ...before, ...fresh });
    const fields: Partial<R> = { ...fresh, ...(await values(before)) };
    const after = await save(context, before, fields, columns?.(before));
    const shown = Object.entries(fields).filter(([name]) => !kind.quiet?.some((quiet) => quiet === name));
    const changed = difference(before, { ...before, ...Object.fromEntries(shown) });
    await log(context, logged, before, changed.before, changed.after);
    return { before, after };
  };

  /** Tells people of a record. */
  const tell = async (
    context: Context,
    row: R,
    to: readonly (number | null)[],
    what: 'TO_APPROVE' | 'RETURNED' | 'APPROVED',
    text = '',
  ): Promise<void> => {
    const people = to.filter((one) => one !== null);
    if (people.length === 0) return;
    await tellStaff(context, {
      type: 'approval',
      text: inBoth(`${says}_${what}`, { no: numberOf(row), text }),
      to: people,
      link: `${kind.link}/${row.id}`,
    });
  };
  const tellDeciders = async (context: Context, row: R) =>
    tell(context, row, await deciders(context.write, row), 'TO_APPROVE');

  const linked = async (context: Context, made: unknown, before: number | null): Promise<R> => {
    const row = made as R;
    if (before !== null && before !== row.seaBillId) await linkFiling(context, before, doc, null);
    if (row.seaBillId !== null) await linkFiling(context, row.seaBillId, doc, row);
    return row;
  };

  return {
    codec,
    approval,
    read,
    deciders,
    factsOf,
    requireAction,
    save,
    log,
    act,

    /** Adding and changing it, as `usual` does: the sea bill knows what is filed of it. */
    kept: <C, U extends { readonly params: { readonly id: number } }>(usual: {
      create: (context: Context, input: C) => Promise<unknown>;
      update: (context: Context, input: U) => Promise<unknown>;
    }) => ({
      create: async (context: Context, input: C): Promise<R> =>
        linked(context, await usual.create(context, input), null),
      update: async (context: Context, input: U): Promise<R> => {
        const { seaBillId } = await read(context.read, input.params.id);
        return linked(context, await usual.update(context, input), seaBillId);
      },
    }),

    /** Records that the caller may decide over now. */
    awaiting: async ({ read: db, caller }: Pick<Context, 'read' | 'caller'>): Promise<Awaiting[]> => {
      if (!holds(caller, approval.right)) return [];
      const holders = await holdersOf(db, approval.right);
      const pending = await byName(db)
        .selectFrom(table)
        .selectAll()
        .where('state', '=', 'pending_approval')
        .execute();
      const found: Awaiting[] = [];
      for (const row of pending.map(codec.decode)) {
        if (!(await decidersNow(db, approval, row, holders)).next.includes(caller.id)) continue;
        found.push({
          docType: doc,
          docId: row.id,
          docNo: numberOf(row),
          submittedAt: String(row.submittedAt),
        });
      }
      return found;
    },

    /** From a draft to what may be filed. */
    steps: {
      submit: async (context: Context, { params, body }: Step): Promise<R> => {
        const { after } = await act(context, { ...params, ...body }, 'submit', 'submit', async () => {
          const waiting = await stepsFor(context.read, approval, context.now);
          const submitted = { submittedAt: context.now, submittedBy: context.caller.id };
          return shared({
            ...unseen,
            ...submitted,
            state: 'pending_approval',
            waiting,
            stepNo: waiting && 1,
          });
        });
        await noteApproval(context, approval, after, numberOf(after), 'submit');
        await tellDeciders(context, after);
        return after;
      },

      withdraw: async (context: Context, { params, body }: Step): Promise<R> => {
        const { after } = await act(context, { ...params, ...body }, 'withdraw', 'recall', () =>
          shared({ ...closed, state: 'draft', submittedAt: null, submittedBy: null }),
        );
        await noteApproval(context, approval, after, numberOf(after), 'withdraw');
        return after;
      },

      return: async (context: Context, { params, body }: Step<{ reason: string }>): Promise<R> => {
        const { before, after } = await act(context, { ...params, ...body }, 'return', 'giveBack', () =>
          shared({ ...closed, state: 'draft', reason: needReason(body.reason) }),
        );
        await noteApproval(context, approval, before, numberOf(after), 'reject', { remark: body.reason });
        await tell(context, after, [before.submittedBy], 'RETURNED', body.reason);
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
            return shared({ ...(left ?? { ...closed, ...approved }) });
          },
        );
        if (after.state === 'approved') await tell(context, after, [before.submittedBy], 'APPROVED');
        else if (after.stepNo !== before.stepNo) await tellDeciders(context, after);
        return after;
      },

      logs: async ({ read: db }: Context, { params, query }: LogsAsked) => {
        await read(db, params.id);
        return recordLog(db, table, params.id, query);
      },
    },

    /** As it takes in what customs says. */
    filed: (customs: {
      /** Keeps an answer as it came. */
      keep: (context: SeaContext, id: number, event: FilingEvent) => Promise<void>;
      /** What customs does to the record by what it says; nothing where it is but noted. */
      actionOf: (event: FilingEvent) => A | Usual | null;
      carryOut: (
        context: SeaContext,
        row: R,
        action: A | Usual,
        event: FilingEvent,
        said: string,
      ) => Promise<R>;
      /** Whether those who file are told; `action` is what the answer did, null when it changed nothing. */
      alarms: (event: FilingEvent, action: A | Usual | null) => boolean;
    }): Pick<FiledObject, 'link' | 'answered'> => ({
      link: kind.link,
      answered: async (context, id, event) => {
        const row = await read(context.write, id);
        await customs.keep(context, id, event);
        const said = saidOf(event);
        const asked = customs.actionOf(event);
        const fits = asked !== null && !refusalOf(machine, asked, await factsOf(context.write, row, null));
        const action = fits ? asked : null;
        const heard = said === '' ? row : await save(context, row, shared({ lastAnswer: said }));
        const after = action === null ? heard : await customs.carryOut(context, heard, action, event, said);
        await log(
          context,
          'answer',
          row,
          { state: row.state },
          { event: event.event, state: after.state, lastAnswer: said || null },
        );
        if (!customs.alarms(event, action)) return;
        await tellStaff(
          { write: context.write, now: context.now },
          {
            type: 'exception',
            text: inBoth(`${says}_ANSWERED`, {
              no: numberOf(row),
              event: { choice: ['filingEvent', event.event] },
              text: said,
            }),
            to: [kind.files],
            link: `${kind.link}/${id}`,
          },
        );
      },
    }),
  };
}

type LogsAsked = {
  readonly params: { readonly id: number };
  readonly query: Parameters<typeof recordLog>[3];
};

/** What customs said, in a line. */
const saidOf = ({ codes }: FilingEvent): string =>
  codes
    .map(({ code, text }) => `${code} ${text}`)
    .join('; ')
    .slice(0, KEPT);
