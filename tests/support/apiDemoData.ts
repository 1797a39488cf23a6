import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import { seedStore } from '../../main/embedded/seed';
import { openStore } from '../../main/embedded/store/open';
import { attached, type TestPostgres } from './postgres';

/** The day around which the demo data of all tests is made. */
export const SEED_DAY = '2026-11-03';

/** The PostgreSQL server of this run; undefined when it is on SQLite. */
export function runPostgres(): TestPostgres | undefined {
  const port = inject('postgresPort');
  return port ? attached(port, () => undefined) : undefined;
}

const DEMO = 'demo';

/**
 * Copies the demo data into a folder, and into the database of that name where the run is on PostgreSQL; the first test of
 * the run that asks makes it for all.
 */
export async function copyDemoData(target: string, database?: string): Promise<void> {
  const server = database ? runPostgres() : undefined;
  const place = path.join(inject('demoFolder'), server ? 'postgres' : 'sqlite');
  mkdirSync(place, { recursive: true });
  const made = path.join(place, 'made');
  if (claimed(path.join(place, 'claim'))) {
    const fresh = path.join(place, 'fresh');
    const address = await server?.create(DEMO);
    const store = await openStore(fresh, address ? { address, report: failed } : undefined);
    await seedStore(store, { kind: 'demo', day: SEED_DAY });
    await store.settle();
    await store.close();
    renameSync(fresh, made);
  }
  while (!existsSync(made)) await setTimeout(20);
  cpSync(made, target, { recursive: true });
  if (server && database) await server.create(database, DEMO);
}

const failed = (message: string, error: unknown) => {
  throw new Error(message, { cause: error });
};

/** True for the one process that comes first. */
function claimed(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
