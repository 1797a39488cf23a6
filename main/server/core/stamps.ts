import type { Context } from './context';

/** Columns with the time and the actor of a change; the actor is null for automatic ones. */
export const changeStamp = ({
  now,
  caller,
}: Pick<Context, 'now'> & { readonly caller?: { readonly id: number | null } }) => ({
  updatedAt: now,
  updatedBy: caller?.id ?? null,
});

/** Version, creator and time of a new record. */
export const newStamp = (by: Pick<Context, 'now' | 'caller'>) => ({
  version: 1,
  createdAt: by.now,
  createdBy: by.caller.id,
  ...changeStamp(by),
});
