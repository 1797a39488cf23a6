import type { Kysely } from 'kysely';
import type { Reader, Store } from './open';
import type { Scope } from './scope';
import type { Database } from './tables';

/** Parts of a store that a database of either kind supplies. */
interface Parts extends Pick<Store, 'read' | 'folder' | 'files' | 'database' | 'readOnly' | 'settle'> {
  readonly writer: Kysely<Database>;
  /** Reader for a person with a limited view of the data. */
  readonly readerIn: (scope: Scope) => Reader;
  /** Releases the rest once nothing is written any more and the readers are closed. */
  readonly end: () => Promise<void>;
}

/** Assembles a store from its connections: writes in order, and one reader for each scope. */
export function assembleStore({ writer, readerIn, end, ...parts }: Parts): Store {
  let last: Promise<unknown> = Promise.resolve();
  const queued = <T>(work: () => Promise<T>): Promise<T> => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
  const scoped = new Map<string, Reader>();
  const store: Store = {
    ...parts,
    within: (scope) => {
      const key = JSON.stringify([scope.staffId, [...scope.warehouseIds].sort()]);
      const read = scoped.get(key) ?? readerIn(scope);
      scoped.set(key, read);
      return { ...store, read };
    },
    write: (work) => queued(() => writer.transaction().execute(work)),
    turn: queued,
    close: async () => {
      await last;
      await parts.read.destroy();
      for (const read of scoped.values()) await read.destroy();
      await end();
    },
  };
  return store;
}
