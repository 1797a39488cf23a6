import { cpSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import { DEMO, makeDemoData } from './demoData';
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
  const place = path.join(inject('demoFolder'), server ? 'postgres' : 'sqlite');
  const made = path.join(place, 'made');
  if (!server) {
    mkdirSync(place, { recursive: true });
    if (claimed(path.join(place, 'claim'))) await makeDemoData(place);
    while (!existsSync(made)) await setTimeout(20);
  }
  cpSync(made, target, { recursive: true });
  if (server && database) await server.create(database, DEMO);
}

/** True for the one process that comes first. */
function claimed(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
