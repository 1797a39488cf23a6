import { renameSync } from 'node:fs';
import path from 'node:path';
import { seedStore } from '../../main/server/demo';
import { openStore } from '../../main/server/store/open';
import type { TestPostgres } from './postgres';

/** The day around which the demo data of all tests is made. */
export const SEED_DAY = '2026-11-03';

/** The database of which those of tests are copies. */
export const DEMO = 'demo';

/** Makes the demo data in a folder, and in a database where there is a server: it is whole once `made` is there. */
export async function makeDemoData(place: string, server?: TestPostgres): Promise<void> {
  const fresh = path.join(place, 'fresh');
  const address = await server?.create(DEMO);
  const store = await openStore(fresh, address ? { address, report: failed } : undefined);
  await seedStore(store, { kind: 'demo', day: SEED_DAY });
  await store.settle();
  await store.close();
  renameSync(fresh, path.join(place, 'made'));
}

const failed = (message: string, error: unknown) => {
  throw new Error(message, { cause: error });
};
