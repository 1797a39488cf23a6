import type { LogAction } from '@contract/access/operateLog';
import type { Machine } from '@contract/machine';
import type { PermissionName } from '@contract/permissions';
import type { MissingField } from '@contract/rules/missing';
import type { FilingObject } from '@contract/sea/filing';
import type { FourEyes } from '@contract/sea/fourEyes';
import type * as z from 'zod';
import { record } from '../../core/record';
import { refuse } from '../../core/refusal';
import { byName } from '../../store/byName';
import { type Codec, codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { type Approval, decidersNow, type UnderApproval } from '../business/fourEyes';
import { type FiledDoc, linkFiling, type SeaContext } from './seaLinks';

/** A record that is filed with customs, with the fields common to all kinds. */
export interface FiledRecord extends UnderApproval {
  readonly version: number;
  readonly state: string;
  readonly submittedAt: string | null;
  readonly customerId: number | null;
  readonly seaBillId: number | null;
  readonly openAnswer: string | null;
}

/** Actions common to all such records. */
export type CommonAction = 'update' | 'remove' | 'submit' | 'withdraw' | 'approve' | 'return' | 'acknowledge';

/** Differences between one kind of record that is filed and the next. */
export interface FiledKind<R extends FiledRecord, F extends FourEyes, A extends string> {
  readonly doc: FiledDoc;
  readonly table: FilingObject;
  readonly row: z.ZodObject;
  readonly machine: Machine<F, string, A | CommonAction>;
  /** Number of the record as users know it. */
  readonly numberOf: (row: R) => string;
  /** Path of the screen of one record, before its id. */
  readonly link: string;
  /** Permission to file the record; its holders are notified when customs stops the record. */
  readonly files: PermissionName;
  readonly missing: (db: Reader, row: R) => readonly MissingField[] | Promise<readonly MissingField[]>;
  /** Facts for the record's machine, besides the record itself and its caller. */
  readonly facts?: (db: Reader, row: R) => Promise<Omit<F, keyof R | keyof FourEyes>>;
  /** Fields that are computed when the record is submitted, for example duty by the rates of the day. */
  readonly fresh?: (db: Reader, row: R) => Promise<Partial<R>>;
  /** Derived fields, which the log leaves out. */
  readonly quiet?: readonly (keyof R & string)[];
}

/** A record to load for an action. */
interface ActionTarget {
  readonly id: number;
  readonly action: string;
}
/** Returns the given reason. Throws REASON_REQUIRED. */
export function needReason(reason: string): string {
  if (!reason) throw refuse('REASON_REQUIRED');
  return reason;
}

/** Fields of a record that is not under approval. */
export const NO_APPROVAL = { waiting: null, stepNo: null } as const;
/** Fields of a record that nobody has submitted or approved. */
export const UNREVIEWED = {
  submittedAt: null,
  submittedBy: null,
  approvedAt: null,
  approvedBy: null,
} as const;

/** Loads, stores and logs records of a filed kind, and collects the facts for their machine. */
export function coreOf<R extends FiledRecord, F extends FourEyes, A extends string>(
  kind: FiledKind<R, F, A>,
) {
  const { doc, table, machine, numberOf } = kind;
  const codec = codecOf(kind.row) as unknown as Codec<R>;
  const approval: Approval = { doc, right: machine.actions.approve.permission };

  /** Loads a record. Throws NOT_FOUND. */
  const read = async (db: Reader, id: number): Promise<R> => {
    const row = await byName(db).selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw refuse('NOT_FOUND');
    return codec.decode(row);
  };

  /** People who may decide on it now. */
  const deciders = async (db: Reader, row: R): Promise<number[]> =>
    row.state === 'pending_approval' ? [...(await decidersNow(db, approval, row)).next] : [];

  /** Facts for the machine about the caller; a null caller decides nothing. */
  const factsOf = async (db: Reader, row: R, caller: number | null): Promise<F> => {
    const submitter = caller !== null && row.submittedBy === caller;
    const may = caller !== null && (await deciders(db, row)).includes(caller);
    const decides = may ? 'yes' : submitter ? 'own' : 'no';
    return { ...row, ...(await kind.facts?.(db, row)), submitter, decides } as unknown as F;
  };

  const records = record({
    table,
    row: kind.row,
    machine,
    load: async ({ read: db, caller }, { id, action }: ActionTarget) => {
      const before = await read(db, id);
      const fresh: Partial<R> = action === 'submit' ? ((await kind.fresh?.(db, before)) ?? {}) : {};
      const row = { ...before, ...fresh };
      return { before, fresh, row, facts: await factsOf(db, row, caller.id) };
    },
    about: ({ before, facts }) => ({ row: before, facts }),
    shown: async ({ read: db }, { row }, refused) => {
      if (refused.code !== 'FILING_INCOMPLETE') return {};
      const missing = await kind.missing(db, row);
      return { fields: Object.fromEntries(missing.map(({ path, problem }) => [path, problem])) };
    },
  });

  /**
   * Writes fields of a record as its next version, and columns outside its row; returns the updated record. Updates its
   * sea bill.
   */
  const save = async (
    context: SeaContext,
    row: R,
    values: Partial<R>,
    columns: Readonly<Record<string, string | null>> = {},
  ): Promise<R> => {
    await records.save(context, row, values, columns);
    const after = await read(context.write, row.id);
    if (after.seaBillId !== null && after.state !== row.state)
      await linkFiling(context, after.seaBillId, doc, after);
    return after;
  };

  /** Writes an action on a record to the operation log. */
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

  return { kind, codec, approval, read, deciders, factsOf, records, save, log };
}
export type Core<R extends FiledRecord, F extends FourEyes, A extends string> = ReturnType<
  typeof coreOf<R, F, A>
>;
