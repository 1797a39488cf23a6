import { cpSync } from 'node:fs';
import { inject } from 'vitest';
import { DEMO, DEMO_IN_POSTGRES, makeDemoData } from './demoData';
import { onceInRun } from './onceInRun';
import { attached, type TestPostgres } from './postgres';

/** Returns the PostgreSQL server of this run; undefined when it is on SQLite. */
export function runPostgres(): TestPostgres | undefined {
  const port = inject('postgresPort');
  return port ? attached(port, () => undefined) : undefined;
}

/**
 * Copies the demo data into a folder, and into the database of that name if the run is on PostgreSQL, where it is made
 * at the start of the run; on SQLite the first test of the run that needs it makes it for all.
 */
export async function copyDemoData(target: string, database?: string): Promise<void> {
  const server = database ? runPostgres() : undefined;
  const made = await (server
    ? onceInRun(DEMO_IN_POSTGRES, noSuchData)
    : onceInRun('demo', (folder) => makeDemoData(folder)));
  cpSync(made, target, { recursive: true });
  if (server && database) await server.create(database, DEMO);
}

async function noSuchData(): Promise<void> {
  throw new Error('the start of the run made no demo data in PostgreSQL');
}
