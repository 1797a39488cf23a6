import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeDemoData } from './demoData';
import { startPostgres } from './postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of this run's one copy of the demo data. */
    demoFolder: string;
    /** Port of the PostgreSQL of this run, 0 when it is on SQLite. */
    postgresPort: number;
  }
}

/**
 * Gives a run of tests a place for its demo data, and removes it at the end. Nothing is seeded until a test needs it.
 * With FREIGHT_TEST_DATABASE=postgres the data of every API that tests start is in a PostgreSQL made for the run, and
 * the demo data is made before the first test: it takes longer there than a test may.
 */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'freight-demo-'));
  provide('demoFolder', folder);
  const server = process.env.FREIGHT_TEST_DATABASE === 'postgres' ? await startPostgres() : undefined;
  provide('postgresPort', Number(server ? new URL(server.address('any')).port : 0));
  // Also called when the run is interrupted and its teardown does not run.
  const end = () => {
    process.off('exit', end);
    server?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', end);
  if (server) {
    const place = path.join(folder, 'postgres');
    mkdirSync(place);
    await makeDemoData(place, server);
  }
  return end;
}
