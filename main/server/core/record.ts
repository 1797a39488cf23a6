import type { Problem } from '@contract/errors';
import { type Machine, refusalOf } from '@contract/machine';
import type * as z from 'zod';
import { byName } from '../store/byName';
import { codecByName } from '../store/codec';
import type { TableName } from '../store/tables';
import type { Context } from './context';
import { Refusal, type RefusalDetails, refuse } from './refusal';
import { changeStamp } from './stamps';

/** Throws a refusal if there is a problem. */
export function throwIfRefused(refused: Problem | undefined): void {
  if (refused) throw new Refusal(refused);
}

/**
 * Throws STALE_DATA, with the present record, for a change of a record that somebody else has changed since it was
 * read. Without a version the record is changed as it is.
 */
export function requireVersion(
  row: { readonly version?: number },
  version: number | undefined,
  shown: unknown = row,
): void {
  if (version !== undefined && row.version !== version) throw refuse('STALE_DATA', {}, { current: shown });
}

/** Transaction, time and actor of a change; the actor is null for automatic changes. */
type ChangeContext = Pick<Context, 'write'> & Parameters<typeof changeStamp>[0];

/** Returns the row as its own facts, for a kind of record that contains all facts its machine needs. */
export const itself = <R>(row: R) => ({ row, facts: row });

/**
 * Changes of a kind of record, in two steps: `open` loads a record of the version that the caller knows and checks that
 * the machine allows the action; `save` writes its next version. Side effects and the log are up to the kind.
 */
export function record<F, A extends string, K, L>(kind: {
  readonly table: TableName;
  /** The fields that `save` writes. */
  readonly row: z.ZodObject;
  readonly machine: Machine<F, string, A>;
  /** Loads a record, with what belongs to it. Throws NOT_FOUND. */
  readonly load: (context: Context, key: K) => Promise<L>;
  /**
   * Returns the record itself and the facts for its machine; {@link itself} where they are the same. A record without a
   * version, for example an email, changes only by its actions.
   */
  readonly about: (found: L) => {
    readonly row: { readonly id?: number; readonly version?: number };
    readonly facts: F;
  };
  /** Details shown with a refusal, for example the missing fields. */
  readonly shown?: (context: Context, found: L, refused: Problem) => Promise<RefusalDetails>;
}) {
  const codec = codecByName(kind.row);
  /** Throws a refusal if the record's present state does not allow an action. */
  const allow = (action: NoInfer<A>, facts: F): void =>
    throwIfRefused(refusalOf(kind.machine, action, facts));
  return {
    allow,
    load: kind.load,

    /** Loads a record for an action. Throws NOT_FOUND, STALE_DATA, refusals of the machine. */
    open: async (context: Context, key: K, action: NoInfer<A>, version?: number): Promise<L> => {
      const found = await kind.load(context, key);
      const { row, facts } = kind.about(found);
      requireVersion(row, version);
      const refused = refusalOf(kind.machine, action, facts);
      if (refused) throw new Refusal(refused, await kind.shown?.(context, found, refused));
      return found;
    },

    /** Writes fields of a record as its next version, and columns outside its row. */
    save: async (
      context: ChangeContext,
      { id, version }: { readonly id: number; readonly version?: number },
      values: object,
      columns: Readonly<Record<string, string | number | null>> = {},
    ): Promise<void> => {
      const stamp = version === undefined ? {} : { ...changeStamp(context), version: version + 1 };
      await byName(context.write)
        .updateTable(kind.table)
        .set({ ...codec.encode({ ...values }), ...columns, ...stamp })
        .where('id', '=', id)
        .execute();
    },
  };
}
