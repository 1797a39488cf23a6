import { renameSync } from 'node:fs';
import path from 'node:path';
import { seedStore } from '../../main/server/demo';
import { openStore } from '../../main/server/store/open';
import type { TestPostgres } from './postgres';

/** Day around which the demo data of all tests is made. */
export const SEED_DAY = '2026-11-03';

/** Name of the PostgreSQL database that the databases of tests are copied from. */
export const DEMO = 'demo';

/** Makes the demo data in a folder, with a server in its database; complete once the folder `made` exists. */
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
