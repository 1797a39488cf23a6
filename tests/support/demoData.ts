import { seedStore } from '../../main/server/demo';
import { openStore } from '../../main/server/store/open';
import type { TestPostgres } from './postgres';
import { quickDemoHashes } from './quickPasswords';

/** Day around which the demo data of all tests is made. */
export const SEED_DAY = '2026-11-03';

/** Name of the PostgreSQL database that the databases of tests are copied from. */
export const DEMO = 'demo';

/** Name of the run's folder with the files of the demo data whose rows are in PostgreSQL. */
export const DEMO_IN_POSTGRES = 'demo-postgres';

/** Makes the demo data in a folder, with a server in its database; its passwords are quick to check. */
export async function makeDemoData(folder: string, server?: TestPostgres): Promise<void> {
  const address = await server?.create(DEMO);
  const store = await openStore(folder, address ? { address, report: failed } : undefined);
  await seedStore(store, { kind: 'demo', day: SEED_DAY });
  await store.write(async (writer) => {
    for (const { username, passwordHash } of quickDemoHashes())
      await writer.updateTable('staff').set({ passwordHash }).where('username', '=', username).execute();
  });
  await store.settle();
  await store.close();
}

const failed = (message: string, error: unknown) => {
  throw new Error(message, { cause: error });
};
