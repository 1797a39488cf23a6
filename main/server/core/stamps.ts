import type { Context } from './context';

/** Stamps a change with its time and its caller; with nobody where the clock makes it. */
export const changeStamp = ({
  now,
  caller,
}: Pick<Context, 'now'> & { readonly caller?: { readonly id: number | null } }) => ({
  updatedAt: now,
  updatedBy: caller?.id ?? null,
});

/** Version, maker and time of a record that is made now. */
export const newStamp = (by: Pick<Context, 'now' | 'caller'>) => ({
  version: 1,
  createdAt: by.now,
  createdBy: by.caller.id,
  ...changeStamp(by),
});
