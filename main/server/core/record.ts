import type { Problem } from '@contract/errors';
import { type Machine, refusalOf } from '@contract/machine';
import type * as z from 'zod';
import { byName } from '../store/byName';
import { type Codec, codecOf } from '../store/codec';
import type { TableName } from '../store/tables';
import type { Context } from './context';
import { Refusal, type RefusalDetails, refuse } from './refusal';
import { changeStamp } from './stamps';

/** Throws why something is refused, if it is. */
export function throwIfRefused(refused: Problem | undefined): void {
  if (refused) throw new Refusal(refused);
}

/**
 * Throws STALE_DATA for a change of a record that somebody else has changed since it was read, and shows it as it is now. No
 * version means the record as it is, whoever changed it.
 */
export function requireVersion(
  row: { readonly version?: number },
  version: number | undefined,
  shown: unknown = row,
): void {
  if (version !== undefined && row.version !== version) throw refuse('STALE_DATA', {}, { current: shown });
}

/** In whose name a record is changed; in nobody's where the clock changes it. */
type Changing = Pick<Context, 'write'> & Parameters<typeof changeStamp>[0];

/** A record that is all that its machine decides by. */
export const itself = <R>(row: R) => ({ row, facts: row });

/**
 * The changes of the records of a kind, by their steps: `open` reads one of the version that the caller knows, on which the
 * machine allows the action; `save` writes its next version. What follows from that, and the log, are the kind's own.
 */
export function record<F, A extends string, K, L>(kind: {
  readonly table: TableName;
  /** The fields that `save` writes. */
  readonly row: z.ZodObject;
  readonly machine: Machine<F, string, A>;
  /** Reads a record, with what belongs to it. Throws NOT_FOUND. */
  readonly load: (context: Context, key: K) => Promise<L>;
  /**
   * The record itself among what was read, and what its machine decides by; {@link itself} where that is one and the same. What
   * has no version, for example a mail, is changed by its actions alone.
   */
  readonly about: (found: L) => {
    readonly row: { readonly id?: number; readonly version?: number };
    readonly facts: F;
  };
  /** Details that a refusal shows beside its cause, for example the fields that are missing. */
  readonly shown?: (context: Context, found: L, refused: Problem) => Promise<RefusalDetails>;
}) {
  const codec = codecOf(kind.row) as Codec<unknown>;
  /** Throws why an action is refused on a record as it stands. */
  const allow = (action: NoInfer<A>, facts: F): void =>
    throwIfRefused(refusalOf(kind.machine, action, facts));
  return {
    allow,
    load: kind.load,

    /** A record on which an action may be carried out. Throws NOT_FOUND, STALE_DATA, what the machine says. */
    open: async (context: Context, key: K, action: NoInfer<A>, version?: number): Promise<L> => {
      const found = await kind.load(context, key);
      const { row, facts } = kind.about(found);
      requireVersion(row, version);
      const refused = refusalOf(kind.machine, action, facts);
      if (refused) throw new Refusal(refused, await kind.shown?.(context, found, refused));
      return found;
    },

    /** Writes fields of a record as its next version, and columns that are no part of its row. */
    save: async (
      context: Changing,
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
